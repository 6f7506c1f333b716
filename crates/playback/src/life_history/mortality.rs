//! The deaths of each species by cause.

use std::collections::BTreeMap;

use serde::Serialize;
use terrarium_creatures::behaviour::{
    ActionKind, Death, Event, EventKind, FaultKind, OrganismId, Refusal,
};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{Carcass, Identity, World};

use super::life::{FaultCount, RefusalCount, cause};
use super::names::{Individual, Names};
use super::tracker::counted;

/// The number of last deaths of each cause that are kept.
const KEPT: usize = 10;

/// The deaths of all species in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mortality {
    /// The first tick of the run.
    pub first_tick: u64,
    /// The last tick of the run.
    pub last_tick: u64,
    /// All species, in the order of the world.
    pub species: Vec<SpeciesMortality>,
}

/// The deaths of one species.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeciesMortality {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The number of organisms alive in the first tick.
    pub alive_before: u64,
    /// The number of organisms alive in the last tick.
    pub alive_after: u64,
    /// The number of births.
    pub births: u64,
    /// The number of deaths.
    pub deaths: u64,
    /// The deaths by cause, the most frequent first.
    pub causes: Vec<CauseOfDeath>,
    /// The refused actions, the most frequent first.
    pub refusals: Vec<RefusalCount>,
    /// The failed turns by kind, the most frequent first.
    pub faults: Vec<FaultCount>,
    /// Whether it was suspended after too many faults.
    pub suspended: bool,
}

/// The deaths of one cause.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CauseOfDeath {
    /// The cause.
    #[serde(serialize_with = "cause")]
    pub cause: Death,
    /// The number of deaths.
    pub count: u64,
    /// The mean age, in ticks.
    pub mean_age: f64,
    /// The mean number of children.
    pub mean_children: f64,
    /// The species that killed or ate them, the most frequent first.
    pub killers: Vec<KillerCount>,
    /// The last deaths, the latest first.
    pub last: Vec<DeathRecord>,
}

/// How many organisms a species killed or ate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KillerCount {
    /// The species; `None` for sentries.
    pub species: Option<String>,
    /// The number of deaths.
    pub count: u64,
}

/// One death.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DeathRecord {
    /// The identity of the dead organism.
    pub id: OrganismId,
    /// The tick.
    pub tick: u64,
    /// Its age, in ticks.
    pub age: u64,
    /// The number of its children during the run.
    pub children: u64,
    /// The organism that caused the death, if one did.
    pub by: Option<Individual>,
}

impl Mortality {
    /// The deaths of a species.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&SpeciesMortality> {
        self.species.iter().find(|species| species.name == name)
    }
}

/// Counts births and deaths, tick by tick.
pub(super) struct MortalityTracker {
    first_tick: u64,
    names: Names,
    species: Vec<Tally>,
    /// Born when, and the number of children, of all that are alive.
    alive: BTreeMap<OrganismId, (i64, u64)>,
}

#[derive(Default)]
struct Tally {
    alive_before: u64,
    births: u64,
    causes: BTreeMap<Death, CauseTally>,
    refusals: BTreeMap<(ActionKind, Refusal), u64>,
    faults: BTreeMap<FaultKind, FaultCount>,
}

#[derive(Default)]
struct CauseTally {
    count: u64,
    ages: u64,
    children: u64,
    killers: BTreeMap<Option<SpeciesId>, u64>,
    last: std::collections::VecDeque<DeathRecord>,
}

impl MortalityTracker {
    pub fn begin(world: &World) -> Self {
        let mut species: Vec<Tally> = Vec::new();
        species.resize_with(world.config().species.len(), Tally::default);
        for (tally, alive) in species.iter_mut().zip(world.populations()) {
            tally.alive_before = alive;
        }
        let mut living = world.query::<&Identity>().without::<&Carcass>();
        let alive = living.iter().map(|who| (who.id, (who.born + 1, 0))).collect();
        Self { first_tick: world.tick(), names: Names::new(world), species, alive }
    }

    pub fn record(&mut self, simulation: &Simulation) {
        let world = simulation.world();
        self.names.record(world);
        let tick = i64::try_from(world.tick()).unwrap_or(i64::MAX);
        // Deaths come last: a parent may die in the tick in which its child is born.
        for event in world.events() {
            match event.what {
                EventKind::Born { parent } => {
                    self.species[event.species.index()].births += 1;
                    let grown =
                        || Self::born(world, event.to).filter(|_| parent == OrganismId::NONE);
                    self.alive.entry(event.to).or_insert_with(|| (grown().unwrap_or(tick), 0));
                    if let Some((_, children)) = self.alive.get_mut(&parent) {
                        *children += 1;
                    }
                }
                EventKind::Refused { slot, why, .. } => {
                    let refusals = &mut self.species[event.species.index()].refusals;
                    *refusals.entry((slot, why)).or_default() += 1;
                }
                EventKind::Failed { ref fault } => {
                    let first = || FaultCount::first(simulation, event, &self.names, fault);
                    let faults = &mut self.species[event.species.index()].faults;
                    faults.entry(fault.kind).or_insert_with(first).count += 1;
                }
                _ => {}
            }
        }
        for event in world.events() {
            self.death(world, tick, event);
        }
    }

    /// The tick of the birth of an organism that a command added grown up.
    fn born(world: &World, id: OrganismId) -> Option<i64> {
        let entity = world.entity_of(id)?;
        Some(world.component::<&Identity>(entity).ok()?.born + 1)
    }

    fn death(&mut self, world: &World, tick: i64, event: &Event) {
        let EventKind::Died { of, by } = event.what else { return };
        let (born, children) = self.alive.remove(&event.to).unwrap_or((tick, 0));
        let age = u64::try_from(tick - born).unwrap_or(0);
        let tally = self.species[event.species.index()].causes.entry(of).or_default();
        tally.count += 1;
        tally.ages += age;
        tally.children += children;
        if matches!(of, Death::Killed | Death::Eaten) {
            let killer = by.and_then(|by| self.names.species_of(by));
            *tally.killers.entry(killer).or_default() += 1;
        }
        let by = by.map(|by| self.names.individual(world, by));
        tally.last.push_front(DeathRecord { id: event.to, tick: world.tick(), age, children, by });
        tally.last.truncate(KEPT);
    }

    pub fn finish(self, world: &World) -> Mortality {
        let name = |id: SpeciesId| world.config().species(id).name.clone();
        let rows = (0..).map(SpeciesId).zip(self.species).zip(world.populations());
        let species = rows.map(|((id, tally), alive_after)| {
            let mut causes: Vec<_> =
                tally.causes.into_iter().map(|(cause, tally)| tally.finish(cause, &name)).collect();
            causes.sort_by_key(|cause| std::cmp::Reverse(cause.count));
            let mut faults: Vec<_> = tally.faults.into_values().collect();
            faults.sort_by_key(|fault| std::cmp::Reverse(fault.count));
            SpeciesMortality {
                name: name(id),
                kind: world.config().species(id).kind,
                alive_before: tally.alive_before,
                alive_after,
                births: tally.births,
                deaths: causes.iter().map(|cause| cause.count).sum(),
                causes,
                refusals: counted(&tally.refusals),
                faults,
                suspended: world.is_suspended(id),
            }
        });
        let species = species.collect();
        Mortality { first_tick: self.first_tick, last_tick: world.tick(), species }
    }
}

impl CauseTally {
    #[expect(clippy::cast_precision_loss, reason = "counts are far smaller than 2^53")]
    fn finish(self, cause: Death, name: &dyn Fn(SpeciesId) -> String) -> CauseOfDeath {
        let mean = |sum: u64| sum as f64 / self.count as f64;
        let killers = self.killers.iter();
        let mut killers: Vec<_> = killers
            .map(|(&species, &count)| KillerCount { species: species.map(name), count })
            .collect();
        killers.sort_by_key(|killer| std::cmp::Reverse(killer.count));
        CauseOfDeath {
            cause,
            count: self.count,
            mean_age: mean(self.ages),
            mean_children: mean(self.children),
            killers,
            last: self.last.into(),
        }
    }
}
