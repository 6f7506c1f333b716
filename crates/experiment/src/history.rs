//! The history of a run: births, deaths and extinctions of each species.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::Death;
use terrarium_creatures::species::SpeciesId;
use terrarium_run::record::census::{Census, Flow};
use terrarium_sim::world::World;

use super::SpeciesOutcome;
use super::condition::{ConditionContext, SpeciesStanding};

/// The births, deaths and extinctions of each species since the start of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct History {
    /// The tick before the first of the run.
    begin: u64,
    flows: Census,
    founders: Vec<u64>,
    extinct_at: Vec<Option<u64>>,
    /// Whether any organism of each species has lived so far.
    was_there: Vec<bool>,
    /// The index in the world of each species of the plan.
    indices: Vec<Option<usize>>,
}

impl History {
    /// The history of a run that starts with `world`; `names` are the species of the plan.
    pub fn new(world: &World, names: &[String]) -> Self {
        let index = |name: &String| world.config().species.iter().position(|it| it.name == *name);
        let founders = world.populations();
        Self {
            begin: world.tick(),
            indices: names.iter().map(index).collect(),
            flows: Census::new(world),
            extinct_at: vec![None; founders.len()],
            was_there: founders.iter().map(|&count| count > 0).collect(),
            founders,
        }
    }

    /// Counts the last tick of `world`.
    pub fn record(&mut self, world: &World) {
        self.flows.record(world);
        for index in 0..self.extinct_at.len() {
            let is_alive = self.alive(index) > 0;
            self.was_there[index] |= is_alive;
            if self.was_there[index] && !is_alive {
                self.extinct_at[index].get_or_insert(world.tick() - self.begin);
            }
        }
    }

    /// The number of ticks since the beginning of the run.
    pub fn ticks(&self, world: &World) -> u64 {
        world.tick() - self.begin
    }

    /// What a condition can refer to; `species` are the standings.
    pub fn context<'a>(
        &self,
        world: &'a World,
        species: &'a [Option<SpeciesStanding>],
    ) -> ConditionContext<'a> {
        ConditionContext {
            tick: world.tick(),
            elapsed: self.ticks(world),
            species,
            conquest: world.conquest(),
        }
    }

    /// The name of a species that was there and died out: the one called `name`, or the first.
    pub fn extinct<'w>(&self, world: &'w World, name: Option<&str>) -> Option<&'w str> {
        let species = world.config().species.iter().zip(&self.extinct_at);
        let mut extinct = species.filter(|(_, extinct_at)| extinct_at.is_some());
        let (species, _) =
            extinct.find(|(species, _)| name.is_none_or(|name| species.name == name))?;
        Some(&species.name)
    }

    /// The index in the world of a species of the plan, if the world has it.
    pub fn index(&self, species: usize) -> Option<usize> {
        self.indices.get(species).copied().flatten()
    }

    /// The events of a species of the plan since the start of the run, if the world has it.
    pub fn flow(&self, species: usize) -> Option<&Flow> {
        Some(&self.flows.flows()[self.index(species)?])
    }

    /// The numbers that stop conditions can use, for each species of the plan.
    pub fn standings(&self, world: &World) -> Vec<Option<SpeciesStanding>> {
        let standing = |index: usize| {
            let flow = &self.flows.flows()[index];
            SpeciesStanding {
                kind: world.config().species[index].kind,
                alive: self.alive(index),
                births: flow.births,
                deaths: flow.all_deaths(),
            }
        };
        self.indices.iter().map(|index| index.map(standing)).collect()
    }

    /// The final numbers of each species of the world.
    pub fn outcomes(&self, world: &World) -> Vec<SpeciesOutcome> {
        let alive = world.populations();
        let species = (0..).map(SpeciesId).zip(&world.config().species).zip(self.flows.flows());
        let outcomes = species.map(|((id, species), flow)| {
            let causes = Death::ALL.map(Death::name).map(str::to_owned);
            SpeciesOutcome {
                name: species.name.clone(),
                founders: self.founders[id.index()],
                alive: alive[id.index()],
                extinct_at: self.extinct_at[id.index()],
                births: flow.births,
                deaths: causes.into_iter().zip(flow.deaths).collect(),
                faults: flow.faults,
                suspended: world.is_suspended(id),
            }
        });
        outcomes.collect()
    }

    /// The number of living organisms, computed as founders plus births minus deaths.
    fn alive(&self, index: usize) -> u64 {
        let flow = &self.flows.flows()[index];
        (self.founders[index] + flow.births).saturating_sub(flow.all_deaths())
    }
}
