//! Observes one organism tick by tick, and collects its life.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use terrarium_creatures::behaviour::{
    ActionKind, Event, EventKind, FaultKind, OrganismId, Refusal,
};
use terrarium_creatures::rules::Energy;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{Identity, World};

use super::budget::EnergyBudget;
use super::conclusion::conclusion;
use super::episode::Episodes;
use super::life::{
    Birth, Decision, Ending, FaultCount, LifeHistory, MealCount, Recent, RefusalCount,
    StateInterval, Vitals,
};
use super::names::Names;
use crate::Inspection;
use crate::inspection::OrganismState;

/// The number of last ticks that a conclusion is about.
pub const RECENT: u64 = 200;

/// The number of ticks after which a new energy state counts.
pub const SETTLED: u64 = 10;

/// Collects the life of an organism, tick by tick. The simulation must
/// [trace](Simulation::trace) the organism from the call of [`LifeTracker::begin`] on.
#[derive(Debug, Clone)]
pub struct LifeTracker {
    id: OrganismId,
    names: Names,
    /// What does not change; `None` before its birth.
    first: Option<First>,
    /// Its last state alive.
    last: Option<Box<Inspection>>,
    died: Option<Ending>,
    last_tick: u64,
    energy: EnergyBudget,
    energy_after: Energy,
    recent: VecDeque<RecentTick>,
    states: Vec<StateInterval>,
    /// A state that differs from that of the last interval, for fewer than [`SETTLED`] ticks.
    unsettled: Option<StateInterval>,
    meals: BTreeMap<String, MealCount>,
    children: Vec<OrganismId>,
    kills: u64,
    refusals: BTreeMap<(ActionKind, Refusal), u64>,
    faults: BTreeMap<FaultKind, FaultCount>,
    episodes: Episodes,
}

/// What is known of an organism from the first observation on.
#[derive(Debug, Clone)]
struct First {
    who: Identity,
    tick: u64,
    energy: Energy,
    at: [f64; 2],
}

/// One of the last ticks.
#[derive(Debug, Clone, Default)]
struct RecentTick {
    energy: EnergyBudget,
    refusals: Vec<(ActionKind, Refusal)>,
    faults: u64,
    blows: u64,
    damage: f64,
}

impl LifeTracker {
    /// Begins before a tick. The organism may not be born yet.
    #[must_use]
    pub fn begin(simulation: &Simulation, id: OrganismId) -> Self {
        let world = simulation.world();
        let mut tracker = Self {
            id,
            names: Names::new(world),
            first: None,
            last: None,
            died: None,
            last_tick: world.tick(),
            energy: EnergyBudget::default(),
            energy_after: Energy::ZERO,
            recent: VecDeque::new(),
            states: Vec::new(),
            unsettled: None,
            meals: BTreeMap::new(),
            children: Vec::new(),
            kills: 0,
            refusals: BTreeMap::new(),
            faults: BTreeMap::new(),
            episodes: Episodes::default(),
        };
        tracker.inspect(simulation, None);
        tracker
    }

    /// Adds a tick. Returns `Break` when the organism died in it.
    pub fn record(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let world = simulation.world();
        self.names.record(world);
        if self.first.is_none() && world.next_id() <= self.id {
            return ControlFlow::Continue(());
        }
        self.last_tick = world.tick();
        let mut tick = RecentTick::default();
        if let Some(trace) = simulation.energy_trace(self.id) {
            tick.energy.add(&trace.changes);
            self.energy_after = trace.energy.unwrap_or_default();
        }
        self.energy.merge(&tick.energy);
        let before = self.energy_after - tick.energy.change();
        for event in world.events() {
            if event.to == self.id {
                self.event(simulation, event, &mut tick);
            } else if let EventKind::Ate { food, energy } = event.what
                && food == self.id
                && self.is_plant()
            {
                let eater = self.names.individual(world, event.to);
                self.episodes.bite(world, eater, energy.units());
            }
        }
        for entry in simulation.trace_entries().iter().filter(|entry| entry.by == self.id) {
            self.episodes.note(world, &entry.note);
        }
        self.inspect(simulation, Some(before));
        self.state(world.tick(), &tick.energy);
        self.recent.push_back(tick);
        if self.recent.len() as u64 > RECENT {
            self.recent.pop_front();
        }
        if self.died.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The identity of the organism.
    #[must_use]
    pub fn id(&self) -> OrganismId {
        self.id
    }

    /// Whether the organism was observed.
    #[must_use]
    pub fn is_born(&self) -> bool {
        self.first.is_some()
    }

    /// The life so far; `None` if the organism was not observed. `world` is that of the last tick.
    #[must_use]
    pub fn finish(mut self, world: &World) -> Option<LifeHistory> {
        self.settle();
        let (first, last) = (self.first.as_ref()?, self.last.as_ref()?);
        let config = world.config();
        let species = config.species(first.who.species);
        let body = vitals(last)?;
        let parent = Some(first.who.parent).filter(|&it| it != OrganismId::NONE);
        let end = i64::try_from(self.last_tick).unwrap_or(i64::MAX);
        let born = first.who.born + 1;
        let mut life = LifeHistory {
            id: self.id,
            species: species.name.clone(),
            kind: species.kind,
            generation: first.who.generation,
            born: Birth {
                tick: born,
                // A parent is of the same species, also when it was gone before the replay began.
                parent: parent
                    .map(|id| super::Individual { id, species: Some(species.name.clone()) }),
                at: first.at,
            },
            died: self.died.clone(),
            conclusion: String::new(),
            first_tick: first.tick,
            last_tick: self.last_tick,
            age: u64::try_from(end - born).unwrap_or(0),
            lifespan: last.living()?.lifespan,
            body,
            energy_before: first.energy.units(),
            energy_after: self.energy_after.units(),
            energy: self.energy,
            recent: self.recent(),
            states: self.states.clone(),
            meals: self.meals.values().cloned().collect(),
            children: self.children.clone(),
            kills: self.kills,
            refusals: counted(&self.refusals),
            faults: self.faults.values().cloned().collect(),
            suspended: world.is_suspended(first.who.species),
            last_decision: last.animal().map(|animal| Decision {
                tick: last.tick,
                lines: last
                    .sections()
                    .into_iter()
                    .filter(|section| ["Requested actions", "Journey"].contains(&section.title))
                    .flat_map(|section| section.lines)
                    .collect(),
                memory: (!animal.memory.bytes.is_empty()).then(|| animal.memory.text()),
            }),
            episodes: self.episodes.finish(),
        };
        life.meals.sort_by(|a, b| b.energy.total_cmp(&a.energy));
        life.faults.sort_by_key(|fault| std::cmp::Reverse(fault.count));
        life.conclusion = conclusion(&life);
        Some(life)
    }

    fn is_plant(&self) -> bool {
        let state = self.last.as_ref().map(|inspection| &inspection.state);
        matches!(state, Some(OrganismState::Plant { .. }))
    }

    fn event(&mut self, simulation: &Simulation, event: &Event, tick: &mut RecentTick) {
        let world = simulation.world();
        match &event.what {
            EventKind::Ate { food, energy } => {
                let eaten = self.names.individual(world, *food).species.unwrap_or_default();
                let meal = self.meals.entry(eaten.clone()).or_insert_with(|| MealCount {
                    species: eaten,
                    bites: 0,
                    energy: 0.0,
                    last_tick: 0,
                });
                meal.bites += 1;
                meal.energy += energy.units();
                meal.last_tick = world.tick();
            }
            EventKind::Struck { killed: true, .. } => self.kills += 1,
            EventKind::GaveBirth { child } => self.children.push(*child),
            EventKind::Refused { slot, why, .. } => {
                *self.refusals.entry((*slot, *why)).or_default() += 1;
                tick.refusals.push((*slot, *why));
            }
            EventKind::Failed { fault } => {
                tick.faults += 1;
                let first = || FaultCount::first(simulation, event, &self.names, fault);
                self.faults.entry(fault.kind).or_insert_with(first).count += 1;
            }
            EventKind::Attacked { damage, .. } | EventKind::Stung { damage } => {
                tick.blows += 1;
                tick.damage += damage;
            }
            EventKind::Died { of, by } => {
                let at = self.last.as_ref().map_or([0.0; 2], |it| [it.centre.x, it.centre.y]);
                let by = by.map(|by| self.names.individual(world, by));
                self.died = Some(Ending { tick: world.tick(), cause: *of, by, at });
            }
            _ => {}
        }
        self.episodes.event(simulation, event, &self.names);
    }

    /// Keeps the state of the organism if it is alive. `before` is its energy before the tick.
    fn inspect(&mut self, simulation: &Simulation, before: Option<Energy>) {
        let world = simulation.world();
        if world.next_id() <= self.id {
            return;
        }
        let Some(inspection) = Inspection::new(simulation, self.id) else { return };
        let Some(living) = inspection.living() else { return };
        if self.first.is_none() {
            let entity = world.entity_of(self.id);
            let who = entity.and_then(|it| world.component::<&Identity>(it).ok());
            let Some(who) = who.as_deref().copied() else { return };
            let at = [inspection.centre.x, inspection.centre.y];
            let energy = before.unwrap_or(living.energy);
            self.first = Some(First { who, tick: world.tick(), energy, at });
            self.energy_after = living.energy;
        }
        self.last = Some(Box::new(inspection));
    }

    /// Adds a tick to the interval of its energy state.
    fn state(&mut self, tick: u64, changes: &EnergyBudget) {
        let Some(last) = &self.last else { return };
        let Some(living) = last.living() else { return };
        let mut now = StateInterval {
            first_tick: tick,
            last_tick: tick,
            state: living.state,
            energy: *changes,
        };
        if self.died.is_some() {
            now.state =
                self.unsettled.as_ref().or(self.states.last()).map_or(now.state, |it| it.state);
        }
        let is_settled = self.states.last().is_some_and(|interval| interval.state == now.state);
        if is_settled {
            self.merge_unsettled();
            self.states.last_mut().expect("it was just found").extend(&now);
            return;
        }
        match &mut self.unsettled {
            Some(unsettled) if unsettled.state == now.state => unsettled.extend(&now),
            _ => {
                self.merge_unsettled();
                self.unsettled = Some(now);
            }
        }
        if self.unsettled.as_ref().is_some_and(|it| it.ticks() >= SETTLED) {
            self.settle();
        }
    }

    /// Makes the unsettled state an interval.
    fn settle(&mut self) {
        if let Some(settled) = self.unsettled.take() {
            match self.states.last_mut() {
                Some(last) if last.state == settled.state => last.extend(&settled),
                _ => self.states.push(settled),
            }
        }
    }

    /// Adds the unsettled state to the interval before.
    fn merge_unsettled(&mut self) {
        match (self.unsettled.take(), self.states.last_mut()) {
            (Some(unsettled), Some(last)) => last.extend(&unsettled),
            (Some(unsettled), None) => self.states.push(unsettled),
            (None, _) => {}
        }
    }

    fn recent(&self) -> Recent {
        let (mut energy, mut refusals) = (EnergyBudget::default(), BTreeMap::new());
        for tick in &self.recent {
            energy.merge(&tick.energy);
            for &refusal in &tick.refusals {
                *refusals.entry(refusal).or_default() += 1;
            }
        }
        Recent {
            ticks: self.recent.len() as u64,
            energy,
            refusal: counted(&refusals).into_iter().next(),
            faults: self.recent.iter().map(|tick| tick.faults).sum(),
            blows: self.recent.iter().map(|tick| tick.blows).sum(),
            damage: self.recent.iter().map(|tick| tick.damage).sum(),
        }
    }
}

impl StateInterval {
    fn ticks(&self) -> u64 {
        self.last_tick - self.first_tick + 1
    }

    fn extend(&mut self, later: &Self) {
        self.last_tick = later.last_tick;
        self.energy.merge(&later.energy);
    }
}

impl FaultCount {
    /// The count of a fault before its first occurrence, which this event is.
    pub(super) fn first(
        simulation: &Simulation,
        event: &Event,
        names: &Names,
        fault: &terrarium_creatures::behaviour::Fault,
    ) -> Self {
        let world = simulation.world();
        let code = simulation.fault_place(event.to);
        let line = fault.line_and_column().map(|(line, _)| line);
        let in_code = || Some(code?.function.line.as_ref()?.line as usize);
        Self {
            fault: fault.kind.explanation().0.to_owned(),
            count: 0,
            first_tick: world.tick(),
            first: names.individual(world, event.to),
            reason: fault.reason.to_string(),
            line: line.or_else(in_code),
            code: code.cloned(),
        }
    }
}

/// The refusals, the most frequent first.
pub(super) fn counted(refusals: &BTreeMap<(ActionKind, Refusal), u64>) -> Vec<RefusalCount> {
    let count = |(&(slot, why), &count): (&(ActionKind, Refusal), &u64)| RefusalCount {
        slot: slot.name().to_owned(),
        why: why.explanation().0.to_owned(),
        count,
    };
    let mut counts: Vec<_> = refusals.iter().map(count).collect();
    counts.sort_by_key(|refusal| std::cmp::Reverse(refusal.count));
    counts
}

fn vitals(inspection: &Inspection) -> Option<Vitals> {
    let living = inspection.living()?;
    let light = match &inspection.state {
        OrganismState::Plant { light, .. } => Some(light.share),
        _ => None,
    };
    Some(Vitals {
        tick: inspection.tick,
        energy: living.energy.units(),
        max_energy: living.max_energy.units(),
        state: living.state,
        damage: living.damage,
        radius: inspection.radius,
        mature_radius: living.mature_radius,
        light,
    })
}
