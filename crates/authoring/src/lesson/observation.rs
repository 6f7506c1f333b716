//! The observation of one species during a run, from which the measures of a lesson are computed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use terrarium_creatures::behaviour::{Death, EventKind, OrganismId};
use terrarium_creatures::species::{Characteristic, SpeciesId, Traits};
use terrarium_run::Observer;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{Body, Identity, Life, Motion, World};
use terrarium_space::geometry::Aabb;

use super::Measure;
use crate::creature_check::FaultLog;

/// The largest gap between two creatures of the same herd, in units.
const HERD_GAP: f64 = 60.0;

/// Observes one species during a run.
pub(super) struct Observation {
    subject: SpeciesId,
    /// The tick after which means over the second half are taken.
    half: u64,
    founders: BTreeSet<OrganismId>,
    founder_sight: f64,
    fed: BTreeSet<OrganismId>,
    finds: BTreeSet<(OrganismId, OrganismId)>,
    killed: u32,
    kills: BTreeSet<OrganismId>,
    walked: Mean,
    herd: Mean,
    bases: Mean,
    pub faults: FaultLog,
}

/// A sum of values, and their number.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean of the values; 0 without any.
    fn value(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / f64::from(self.count) }
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Self::default();
        values.into_iter().for_each(|value| mean.add(value));
        mean
    }
}

impl Observation {
    /// Begins the observation of a species in a world that has just been founded.
    pub fn new(world: &World, subject: SpeciesId, ticks: u64) -> Self {
        let founders: Vec<_> = members(world, subject).collect();
        Self {
            subject,
            half: world.tick() + ticks / 2,
            founder_sight: founders.iter().map(|member| member.sight).collect::<Mean>().value(),
            founders: founders.iter().map(|member| member.id).collect(),
            fed: BTreeSet::new(),
            finds: BTreeSet::new(),
            killed: 0,
            kills: BTreeSet::new(),
            walked: Mean::default(),
            herd: Mean::default(),
            bases: Mean::default(),
            faults: FaultLog::default(),
        }
    }

    fn record(&mut self, simulation: &Simulation) {
        let world = simulation.world();
        for event in world.events().iter().filter(|event| event.species == self.subject) {
            let is_founder = self.founders.contains(&event.to);
            match &event.what {
                EventKind::Ate { food, .. } if is_founder => {
                    self.fed.insert(event.to);
                    self.finds.insert((event.to, *food));
                }
                EventKind::Struck { target, killed: true, .. } => {
                    self.kills.insert(*target);
                }
                EventKind::Died { of: Death::Killed, .. } => self.killed += 1,
                EventKind::Failed { fault } => self.faults.record(fault, simulation, event.to),
                _ => {}
            }
        }
        let living: Vec<_> = members(world, self.subject).collect();
        living.iter().for_each(|member| self.walked.add(member.walked));
        if world.tick() > self.half {
            let areas = living.iter().map(|member| member.area).collect();
            self.herd.add(count(largest_herd(areas)) / count(living.len()).max(1.0));
            let colony = world.config().colony(self.subject);
            if let Some((conquest, colony)) = world.conquest().zip(colony) {
                self.bases.add(f64::from(conquest.held(colony)));
            }
        }
    }

    /// Returns the value of a measure at the end of the run.
    pub fn value(&self, measure: Measure, world: &World) -> f64 {
        let living: BTreeMap<_, _> =
            members(world, self.subject).map(|member| (member.id, member)).collect();
        let mean = |of: fn(&Member) -> f64| living.values().map(of).collect::<Mean>().value();
        match measure {
            Measure::Survivors => {
                count(self.founders.iter().filter(|id| living.contains_key(id)).count())
            }
            Measure::Alive => count(living.len()),
            Measure::Fed => count(self.fed.len()),
            Measure::Finds => count(self.finds.len()) / count(self.founders.len()).max(1.0),
            Measure::Energy => mean(|member| member.energy),
            Measure::Killed => f64::from(self.killed),
            Measure::Kills => count(self.kills.len()),
            Measure::Walked => self.walked.value(),
            Measure::Herd => self.herd.value(),
            Measure::Bases => self.bases.value(),
            Measure::Generations => mean(|member| f64::from(member.generation)),
            Measure::SightGain if living.is_empty() => 0.0,
            Measure::SightGain => mean(|member| member.sight) - self.founder_sight,
        }
    }
}

impl Observer for Observation {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.record(simulation);
        ControlFlow::Continue(())
    }
}

/// A living creature of the observed species.
struct Member {
    id: OrganismId,
    generation: u32,
    area: Aabb,
    /// Its energy, as a share of its maximum.
    energy: f64,
    /// The distance that it walked in the last tick, in units.
    walked: f64,
    /// Its points on sight.
    sight: f64,
}

/// The living creatures of a species, by identity, so that sums over them are repeatable.
fn members(world: &World, subject: SpeciesId) -> impl Iterator<Item = Member> {
    let rules = &world.config().rules;
    let mut query = world.query::<(&Identity, &Body, &Life, &Traits, &Motion)>();
    let ours = query.iter().filter(|(who, ..)| who.species == subject);
    let member =
        |(who, body, life, traits, motion): (&Identity, &Body, &Life, &Traits, &Motion)| Member {
            id: who.id,
            generation: who.generation,
            area: body.area(),
            energy: life.energy.units() / traits.max_energy(body.radius, rules).units(),
            walked: libm::hypot(motion.velocity.x, motion.velocity.y),
            sight: f64::from(traits.points[Characteristic::Sight as usize]),
        };
    let mut members: Vec<_> = ours.map(member).collect();
    members.sort_unstable_by_key(|member| member.id);
    members.into_iter()
}

/// The number of members of the largest herd.
fn largest_herd(mut others: Vec<Aabb>) -> usize {
    let mut largest = 0;
    while let Some(first) = others.pop() {
        let mut herd = vec![first];
        let mut next = 0;
        while next < herd.len() {
            let member = herd[next];
            herd.extend(others.extract_if(.., |other| member.gap(other) <= HERD_GAP));
            next += 1;
        }
        largest = largest.max(herd.len());
    }
    largest
}

#[expect(clippy::cast_precision_loss, reason = "creatures of a lesson are few")]
fn count(number: usize) -> f64 {
    number as f64
}
