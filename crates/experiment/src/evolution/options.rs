//! What an experiment says about shadows.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use terrarium_studies::evolution::{ReportOptions, Windows, limits};

/// How each run of an experiment is compared with neutral shadows of it: the section `[evolution]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvolutionOptions {
    /// The number of shadows of a run. They are drawn with the seed of the run.
    pub shadows: u64,
    /// The species that are compared; all if it is empty.
    pub species: Vec<String>,
    /// The interval of the windows of the MODES metrics, in ticks; `None` for a tenth of the run.
    pub every: Option<NonZeroU64>,
    /// Their persistence time, in ticks; `None` for half of the run.
    pub persistence: Option<NonZeroU64>,
    /// The coarseness of genotypes, in points and per cent.
    pub grid: f64,
}

impl Default for EvolutionOptions {
    fn default() -> Self {
        Self {
            shadows: limits::SHADOWS,
            species: Vec::new(),
            every: None,
            persistence: None,
            grid: limits::GRID,
        }
    }
}

impl EvolutionOptions {
    /// Whether a species is compared.
    pub(super) fn includes(&self, species: &str) -> bool {
        self.species.is_empty() || self.species.iter().any(|it| it == species)
    }

    /// The windows of a run from one tick to another.
    pub(crate) fn windows(&self, ticks: (u64, u64)) -> Windows {
        Windows::new(ticks, self.every, self.persistence)
    }

    /// The options of the report on a run with this seed, from one tick to another.
    pub(super) fn of_run(&self, seed: u64, ticks: (u64, u64)) -> ReportOptions {
        ReportOptions { shadows: self.shadows, seed, windows: self.windows(ticks), grid: self.grid }
    }
}
