//! What charts need beyond the history of a run.

use std::sync::Arc;

use super::{CensusColumn, CensusSeries, ChartChoice, ChartKind, Individuals};
use crate::playback::chronicle::SpeciesInfo;
use crate::species::SpeciesId;

/// What a chart needs beyond the history of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChartNeeds {
    /// The organisms of this species at the shown tick.
    pub individuals: Option<SpeciesId>,
    /// This column of the census.
    pub column: Option<CensusColumn>,
}

/// What is known of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChartDetails {
    /// The organisms of a species at the shown tick.
    pub individuals: Option<Arc<Individuals>>,
    /// A column of the census.
    pub census: Option<Arc<CensusSeries>>,
    /// Why they are not known.
    pub why_unknown: Option<String>,
}

impl ChartChoice {
    /// Returns what the chart needs beyond the history of a run with these species.
    #[must_use]
    pub fn needs(&self, species: &[SpeciesInfo]) -> ChartNeeds {
        let is_of_individuals = self.kind.is_of_individuals();
        ChartNeeds {
            individuals: is_of_individuals.then(|| self.subject(species)),
            column: (self.kind == ChartKind::Census).then_some(self.column),
        }
    }
}
