//! The kinds of charts.

/// A kind of chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ChartKind {
    /// The population of each species over time.
    #[default]
    Populations,
    /// Births, and deaths by cause, over time.
    Births,
    /// The deaths of each species by cause, from the beginning to the shown tick.
    Deaths,
    /// A population against another: the course of a predator and its prey.
    Phase,
    /// A column of the census over time.
    Census,
    /// The ages of a species.
    Ages,
    /// The distribution of each trait of a species.
    Traits,
    /// The distribution of each trait of a species over time.
    TraitHistory,
    /// A property of the organisms of a species against another.
    Scatter,
    /// The clusters of a species over time, as a Müller plot.
    Clusters,
    /// The tree of the clusters of a species over time.
    Tree,
    /// The tickets of the colonies and the owners of the bases over time.
    Conquest,
}

impl ChartKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::Populations,
        Self::Births,
        Self::Deaths,
        Self::Phase,
        Self::Census,
        Self::Ages,
        Self::Traits,
        Self::TraitHistory,
        Self::Scatter,
        Self::Clusters,
        Self::Tree,
        Self::Conquest,
    ];

    /// Returns its name on tabs.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Populations => "Populations",
            Self::Births => "Births, deaths",
            Self::Deaths => "Causes",
            Self::Phase => "Phase",
            Self::Census => "Census",
            Self::Ages => "Ages",
            Self::Traits => "Traits",
            Self::TraitHistory => "History",
            Self::Scatter => "Scatter",
            Self::Clusters => "Clusters",
            Self::Tree => "Tree",
            Self::Conquest => "Conquest",
        }
    }

    /// Returns its name in commands and in the names of files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Populations => "population",
            Self::Births => "births",
            Self::Deaths => "deaths",
            Self::Phase => "phase",
            Self::Census => "census",
            Self::Ages => "ages",
            Self::Traits => "traits",
            Self::TraitHistory => "history",
            Self::Scatter => "scatter",
            Self::Clusters => "clusters",
            Self::Tree => "tree",
            Self::Conquest => "conquest",
        }
    }

    /// Returns the kind with this [name](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether its values can be shown on another scale.
    #[must_use]
    pub fn has_scale(self) -> bool {
        matches!(self, Self::Populations | Self::Phase | Self::Census | Self::Conquest)
    }

    /// Whether it is about the descent of one species.
    #[must_use]
    pub fn is_of_descent(self) -> bool {
        matches!(self, Self::TraitHistory | Self::Clusters | Self::Tree)
    }

    /// Whether it is about the organisms of one species at the shown tick.
    #[must_use]
    pub fn is_of_individuals(self) -> bool {
        matches!(self, Self::Ages | Self::Traits | Self::Scatter)
    }
}
