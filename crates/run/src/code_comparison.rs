//! Two runs from the same snapshot, with the original and with changed code, compared.

use std::ops::ControlFlow;

use serde::Serialize;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;

use super::{Observer, run_ticks};
use crate::record::census::Headcount;
use crate::record::{SpeciesOutcome, Tally};

/// What became of the same world with the original and with changed code.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CodeComparison {
    /// The number of ticks that were compared.
    pub ticks: u64,
    /// The first tick after which the organisms differ; `None` if they never do.
    pub first_difference: Option<u64>,
    /// The species, in the order of the world.
    pub species: Vec<SpeciesComparison>,
}

/// A species in both runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeciesComparison {
    /// Its name.
    pub name: String,
    /// Its numbers with the original code.
    pub original: SpeciesNumbers,
    /// Its numbers with the changed code.
    pub changed: SpeciesNumbers,
}

/// The numbers of a species at the end of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeciesNumbers {
    /// The living organisms, the births, and the deaths by cause.
    #[serde(flatten)]
    pub outcome: SpeciesOutcome,
    /// The mean energy of the living organisms, in units; `None` if there are none.
    pub mean_energy: Option<f64>,
}

/// Observes the run with the changed code, to be compared with the original.
pub struct ComparisonObserver {
    tally: Tally,
    /// The hashes of the organisms after each tick.
    hashes: Vec<u128>,
}

impl ComparisonObserver {
    /// Begins before the first tick of a run.
    #[must_use]
    pub fn begin(world: &World) -> Self {
        Self { tally: Tally::new(world), hashes: Vec::new() }
    }

    /// Simulates the original for as many ticks, and compares it with the end of the observed run.
    /// `original` is at the tick in which that run began. `observers` can stop it, in which case there
    /// is no comparison.
    #[must_use]
    pub fn compare(
        self,
        changed: &World,
        original: &mut Simulation,
        observers: &mut [&mut dyn Observer],
    ) -> Option<CodeComparison> {
        let first_tick = original.world().tick();
        let mut tally = Tally::new(original.world());
        let (mut ticks, mut first_difference) = (0, None);
        for (tick, &hash) in (first_tick + 1..).zip(&self.hashes) {
            if run_ticks(original, 1, observers).is_break() {
                return None;
            }
            tally.record(original.world());
            ticks += 1;
            if first_difference.is_none() && original.world().organisms_hash() != hash {
                first_difference = Some(tick);
            }
        }
        let original = numbers(&tally, original.world());
        let changed = numbers(&self.tally, changed);
        let species = original.into_iter().zip(changed).map(|(original, changed)| {
            SpeciesComparison { name: original.outcome.name.clone(), original, changed }
        });
        Some(CodeComparison { ticks, first_difference, species: species.collect() })
    }
}

impl Observer for ComparisonObserver {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.tally.record(simulation.world());
        self.hashes.push(simulation.world().organisms_hash());
        ControlFlow::Continue(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more")]
fn numbers(tally: &Tally, world: &World) -> Vec<SpeciesNumbers> {
    let outcomes = tally.outcome(world).species.into_iter();
    let numbers = |(outcome, count): (SpeciesOutcome, Headcount)| SpeciesNumbers {
        outcome,
        mean_energy: (count.count > 0).then(|| count.energy.units() / count.count as f64),
    };
    outcomes.zip(Headcount::of(world)).map(numbers).collect()
}
