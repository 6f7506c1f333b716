//! What charts need beyond the history of a run.

use std::sync::Arc;

use terrarium_creatures::species::SpeciesId;
use terrarium_playback::chronicle::SpeciesInfo;

use super::descent::SpeciesDescent;
use super::{CensusColumn, CensusSeries, ChartChoice, ChartKind, Individuals};

/// What a chart needs beyond the history of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChartNeeds {
    /// The organisms of this species at the shown tick.
    pub individuals: Option<SpeciesId>,
    /// This column of the census.
    pub column: Option<CensusColumn>,
    /// The descent of this species.
    pub descent: Option<SpeciesId>,
}

/// What is known of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChartDetails {
    /// The organisms of a species at the shown tick.
    pub individuals: Option<Arc<Individuals>>,
    /// A column of the census.
    pub census: Option<Arc<CensusSeries>>,
    /// The descent of a species.
    pub descent: Option<Arc<SpeciesDescent>>,
    /// Why they are not known.
    pub why_unknown: Option<String>,
}

impl ChartChoice {
    /// Returns what the chart needs beyond the history of a run with these species.
    #[must_use]
    pub fn needs(&self, species: &[SpeciesInfo]) -> ChartNeeds {
        let subject = self.subject(species);
        ChartNeeds {
            individuals: self.kind.is_of_individuals().then_some(subject),
            column: (self.kind == ChartKind::Census).then_some(self.column),
            descent: self.kind.is_of_descent().then_some(subject),
        }
    }
}
