//! The organisms of a run, observed while it is simulated.

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Rules;
use terrarium_playback::{History, Pedigree};
use terrarium_sim::world::World;
use terrarium_studies::evolution::{EvolutionReport, Record};
use terrarium_studies::phylogeny::Phylogeny;

use super::{EvolutionFigure, EvolutionOptions};

/// Everything of a run that its figures follow from. It takes memory for every organism that was ever alive.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Observation {
    organisms: Pedigree,
    /// The rules before the first tick, by which shadows mutate.
    rules: Rules,
}

impl Observation {
    /// Begins with the organisms of `world`.
    pub fn new(world: &World) -> Self {
        let rules = world.config().rules.clone();
        Self { organisms: Pedigree::begin(world), rules }
    }

    /// Records the effects of a command. Those after the first tick do not change how shadows mutate.
    pub fn record_command(&mut self, world: &World) {
        if world.tick() == self.organisms.first_tick() {
            self.rules.clone_from(&world.config().rules);
        }
    }

    /// Adds the last tick of `world`.
    pub fn record(&mut self, world: &World) {
        self.organisms.record(world);
    }

    /// The figures of the run, which ends with `world`, beside shadows that are drawn with `seed`. Species that were never there
    /// have none.
    pub fn figures(
        &self,
        world: &World,
        options: &EvolutionOptions,
        seed: u64,
    ) -> Vec<EvolutionFigure> {
        let species = &world.config().species;
        let all = Phylogeny::of_pedigree(&self.organisms, species);
        let was_there = |index: usize| all.taxa().iter().any(|taxon| taxon.species == index);
        let compared = (0..species.len()).filter(|&it| options.includes(&species[it].name));
        let organisms =
            all.of_several_species(&compared.filter(|&it| was_there(it)).collect::<Vec<_>>());
        let first_tick = self.organisms.first_tick();
        let record = Record { organisms: &organisms, first_tick, rules: &self.rules, species };
        let options = options.of_run(seed, (first_tick, all.last_tick().max(first_tick)));
        EvolutionFigure::all(&EvolutionReport::new(record, &options), &organisms)
    }
}
