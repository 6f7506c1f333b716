//! Which chart is asked for.

use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_playback::Chronicle;
use terrarium_playback::chronicle::SpeciesInfo;

use super::{CensusColumn, Chart, ChartKind, ChartSource, Property, Scale};
use super::{
    ages, birth_rates, causes, conquest, descent_chart, distributions, phase, populations, scatter,
};

/// Which chart is asked for. What is `None` has a default that depends on the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChartChoice {
    /// The kind of chart.
    pub kind: ChartKind,
    /// The only species that is shown.
    pub species: Option<SpeciesId>,
    /// The scale of values.
    pub scale: Option<Scale>,
    /// The populations of the phase plot: horizontal and vertical.
    pub groups: [Option<Group>; 2],
    /// The column of the census.
    pub column: CensusColumn,
    /// The properties of the scatter plot: horizontal and vertical.
    pub properties: [Option<Property>; 2],
}

/// A species, or all species of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A species.
    Species(SpeciesId),
    /// All species of a kind.
    Kind(Kind),
}

impl Group {
    /// All groups of these species: each of them, and each kind.
    pub fn all(species: &[SpeciesInfo]) -> impl Iterator<Item = Self> {
        let kinds = [Kind::Plant, Kind::Herbivore, Kind::Carnivore].map(Self::Kind);
        (0..).map(SpeciesId).take(species.len()).map(Self::Species).chain(kinds)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self, species: &[SpeciesInfo]) -> String {
        match self {
            Self::Species(id) => {
                species.get(id.index()).map_or("?", |info| info.name.as_str()).to_owned()
            }
            Self::Kind(kind) => format!("all {}s", kind.name()),
        }
    }

    /// Whether it includes a species.
    #[must_use]
    pub fn includes(self, id: SpeciesId, species: &[SpeciesInfo]) -> bool {
        match self {
            Self::Species(own) => own == id,
            Self::Kind(kind) => species.get(id.index()).is_some_and(|info| info.kind == kind),
        }
    }
}

impl ChartChoice {
    /// The choice without what a run does not have: the conquest without bases, and other species.
    #[must_use]
    pub fn within(self, chronicle: &Chronicle) -> Self {
        let is_elsewhere = self.kind == ChartKind::Conquest && chronicle.bases().is_empty();
        let kind = if is_elsewhere { ChartKind::default() } else { self.kind };
        let count = chronicle.species().len();
        let species = self.species.filter(|species| species.index() < count);
        Self { kind, species, ..self }
    }

    /// The chart as it is made from a source, with at most `most` points in each curve.
    #[must_use]
    pub fn chart(&self, source: &ChartSource<'_>, most: usize) -> Chart {
        match self.kind {
            ChartKind::Populations => populations::chart(self, source, most),
            ChartKind::Births => birth_rates::chart(self, source, most),
            ChartKind::Deaths => causes::chart(self, source),
            ChartKind::Phase => phase::chart(self, source, most),
            ChartKind::Census => super::census_column::chart(self, source),
            ChartKind::Ages => ages::chart(self, source),
            ChartKind::Traits => distributions::chart(self, source),
            ChartKind::TraitHistory => descent_chart::trait_history(self, source),
            ChartKind::Scatter => scatter::chart(self, source),
            ChartKind::Clusters => descent_chart::clusters(self, source),
            ChartKind::Tree => descent_chart::tree(self, source),
            ChartKind::Conquest => conquest::chart(self, source, most),
        }
    }

    /// The scale of values: the chosen one, or the default of the chart.
    #[must_use]
    pub fn effective_scale(&self) -> Scale {
        let default = match self.kind {
            // Shows both many plants and few carnivores.
            ChartKind::Populations if self.species.is_none() => Scale::Root,
            _ => Scale::Linear,
        };
        self.scale.filter(|_| self.kind.has_scale()).unwrap_or(default)
    }

    /// Whether a species is shown.
    pub(super) fn shows(&self, species: SpeciesId) -> bool {
        self.species.is_none_or(|only| only == species)
    }

    /// The species that a chart of single organisms is about: the chosen one, or the first animal.
    #[must_use]
    pub fn subject(&self, species: &[SpeciesInfo]) -> SpeciesId {
        let first = species.iter().position(|it| it.kind != Kind::Plant).unwrap_or(0);
        let first = SpeciesId(u16::try_from(first).unwrap_or(0));
        self.species.filter(|id| id.index() < species.len()).unwrap_or(first)
    }

    /// The properties of the scatter plot for a species of this kind.
    #[must_use]
    pub fn effective_properties(&self, kind: Kind) -> [Property; 2] {
        let is_known = |property: &Property| Property::of(kind).any(|it| it == *property);
        // How a trait changes with age.
        let defaults = [Property::Age, Property::of(kind).next().unwrap_or(Property::Radius)];
        let own = |axis: usize| self.properties[axis].filter(is_known).unwrap_or(defaults[axis]);
        [own(0), own(1)]
    }
}
