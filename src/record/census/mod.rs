//! The census: how many of each species there are and how they fare, tick by tick.
//!
//! A [`Line`] holds a [`Headcount`] of one species at one tick, and the [`Flow`] of what happened
//! to it since the line before. So lines may be taken every so many ticks, and their births and
//! deaths still add up: the count of a line is the count of the line before, plus its births, less
//! its deaths.

mod columns;
mod flow;
mod headcount;
mod mean;
#[cfg(test)]
mod tests;

use crate::species::SpeciesId;
use crate::world::World;

pub use columns::{cells, columns};
pub use flow::Flow;
pub use headcount::{Headcount, PlantMeans};
pub use mean::Mean;

/// Takes the census of a world while it lives.
#[derive(Debug, Clone)]
pub struct Census {
    flows: Vec<Flow>,
}

/// One species at one tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// After how many ticks.
    pub tick: u64,
    /// Of which species.
    pub species: SpeciesId,
    /// Those that are there.
    pub headcount: Headcount,
    /// What happened since the line before.
    pub flow: Flow,
    /// Whether so many of its turns have failed that it is suspended.
    pub is_suspended: bool,
}

impl Census {
    /// A census of `world` that begins now: what happened until now is no part of it.
    #[must_use]
    pub fn new(world: &World) -> Self {
        Self { flows: vec![Flow::default(); world.config.species.len()] }
    }

    /// Notes what happened in the tick that `world` has just lived. To be called after each tick.
    pub fn note(&mut self, world: &World) {
        for event in &world.events {
            self.flows[event.species.index()].note(&event.what);
        }
        for (flow, &planning_effort) in self.flows.iter_mut().zip(&world.planning_effort) {
            flow.planning_effort += planning_effort;
        }
    }

    /// What happened to all species together since the last lines were taken.
    #[must_use]
    pub fn so_far(&self) -> Flow {
        let mut sum = Flow::default();
        self.flows.iter().for_each(|flow| sum += flow);
        sum
    }

    /// What happened to each species since the last lines were taken, in their order.
    #[must_use]
    pub fn flows(&self) -> &[Flow] {
        &self.flows
    }

    /// Counts who is there, and hands out a line for each species, in their order.
    pub fn take(&mut self, world: &World) -> Vec<Line> {
        let flows = self.flows.iter_mut().map(std::mem::take);
        let places = (0..).map(SpeciesId);
        let lines = places.zip(Headcount::of(world)).zip(flows);
        let line = |((species, headcount), flow)| Line {
            tick: world.tick,
            species,
            headcount,
            flow,
            is_suspended: world.is_suspended(species),
        };
        lines.map(line).collect()
    }
}
