//! The census: the number and the state of each species, tick by tick.
//!
//! A [`Line`] has the [`Headcount`] of one species at one tick, and the [`Flow`] of its events
//! since the previous line. So births and deaths add up at any sampling interval: the count of a
//! line is the count of the previous line, plus the births, minus the deaths.

mod columns;
mod flow;
mod headcount;
mod mean;

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::SpeciesId;
use terrarium_sim::world::World;

pub use columns::{cells, columns};
pub use flow::Flow;
pub use headcount::{Headcount, PlantMeans};
pub use mean::Mean;

/// Takes the census of a world during a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Census {
    flows: Vec<Flow>,
}

/// One species at one tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The tick.
    pub tick: u64,
    /// The species.
    pub species: SpeciesId,
    /// The organisms at this tick.
    pub headcount: Headcount,
    /// The events since the previous line.
    pub flow: Flow,
    /// Whether the species is suspended after too many faults.
    pub is_suspended: bool,
}

impl Census {
    /// Begins a census of `world`. Earlier events do not count.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self { flows: vec![Flow::default(); world.config().species.len()] }
    }

    /// Counts the events of the last tick of `world`. Must be called after each tick.
    pub fn record(&mut self, world: &World) {
        for event in world.events() {
            self.flows[event.species.index()].record(&event.what);
        }
        for (flow, &planning_effort) in self.flows.iter_mut().zip(world.planning_effort()) {
            flow.planning_effort += planning_effort;
        }
    }

    /// Adds events of each species, in the order of the world, to those since the last lines were taken.
    pub fn add<'a>(&mut self, flows: impl Iterator<Item = &'a Flow>) {
        self.flows.iter_mut().zip(flows).for_each(|(flow, more)| *flow += more);
    }

    /// The events of all species together since the last lines were taken.
    #[must_use]
    pub fn so_far(&self) -> Flow {
        let mut sum = Flow::default();
        self.flows.iter().for_each(|flow| sum += flow);
        sum
    }

    /// The events of each species since the last lines were taken, in the order of the world.
    #[must_use]
    pub fn flows(&self) -> &[Flow] {
        &self.flows
    }

    /// Counts the organisms, and returns a line for each species, in the order of the world.
    pub fn take(&mut self, world: &World) -> Vec<Line> {
        let flows = self.flows.iter_mut().map(std::mem::take);
        let species = (0..).map(SpeciesId);
        let lines = species.zip(Headcount::of(world)).zip(flows);
        let line = |((species, headcount), flow)| Line {
            tick: world.tick(),
            species,
            headcount,
            flow,
            is_suspended: world.is_suspended(species),
        };
        lines.map(line).collect()
    }
}
