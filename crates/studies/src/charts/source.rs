//! What charts are made of.

use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_output::colour::Rgb;
use terrarium_playback::Chronicle;
use terrarium_playback::chronicle::SpeciesInfo;

use super::descent::SpeciesDescent;
use super::{CensusColumn, CensusSeries, ChartDetails, Individuals};

/// What is known of a run.
#[derive(Debug, Clone)]
pub struct ChartSource<'a> {
    /// The history of the branch.
    pub chronicle: &'a Chronicle,
    /// The names and the histories of other branches, to compare with.
    pub others: Vec<(&'a str, &'a Chronicle)>,
    /// The colour of each species.
    pub colours: Vec<Rgb>,
    /// The shown tick.
    pub tick: u64,
    /// The last tick of the time axis.
    pub last_tick: u64,
    /// What is known beyond the history.
    pub details: &'a ChartDetails,
}

impl<'a> ChartSource<'a> {
    /// The first tick of the time axis.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.chronicle.first_tick()
    }

    /// The colour of a species.
    pub(super) fn colour(&self, species: SpeciesId) -> Rgb {
        self.colours.get(species.index()).copied().unwrap_or([154, 165, 181])
    }

    /// All species with their numbers.
    pub(super) fn species(&self) -> impl Iterator<Item = (SpeciesId, &'a SpeciesInfo)> {
        (0..).map(SpeciesId).zip(self.chronicle.species())
    }

    /// Whether a species is an animal.
    pub(super) fn is_animal(&self, species: SpeciesId) -> bool {
        let info = self.chronicle.species().get(species.index());
        info.is_some_and(|info| info.kind != Kind::Plant)
    }

    /// The organisms of a species at the shown tick, if they are known.
    pub(super) fn individuals(&self, species: SpeciesId) -> Option<&'a Individuals> {
        self.details.individuals.as_deref().filter(|it| it.species == species)
    }

    /// A column of the census, if it is known.
    pub(super) fn census(&self, column: CensusColumn) -> Option<&'a CensusSeries> {
        self.details.census.as_deref().filter(|it| it.column == column)
    }

    /// The descent of a species, if it is known.
    pub(super) fn descent(&self, species: SpeciesId) -> Option<&'a SpeciesDescent> {
        self.details.descent.as_deref().filter(|it| it.species == species)
    }

    /// Why there is nothing to show that needs more than the history.
    pub(super) fn reason(&self) -> String {
        self.details.why_unknown.as_deref().unwrap_or("computing …").to_owned()
    }
}
