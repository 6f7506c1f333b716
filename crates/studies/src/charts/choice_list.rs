//! The lists from which parts of a chart are chosen: a column of the census, or what its axes show.

use terrarium_creatures::species::Kind;
use terrarium_playback::Chronicle;

use super::{CensusColumn, ChartChoice, ChartKind, Group, Property};

/// Which part of a chart is chosen from a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChartPart {
    /// What the horizontal axis shows.
    Horizontal,
    /// What the vertical axis shows.
    Vertical,
    /// The column of the census.
    Column,
}

/// What was chosen for a part of a chart; axes are horizontal (0) and vertical (1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartSelection {
    /// The population on an axis of the phase plot.
    Group(usize, Group),
    /// The property on an axis of the scatter plot.
    Property(usize, Property),
    /// The column of the census.
    Column(CensusColumn),
}

/// What can be chosen for a part of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceList {
    /// The part.
    pub part: ChartPart,
    /// All that can be chosen.
    pub entries: Vec<ChoiceEntry>,
    /// The index of what is chosen.
    pub chosen: usize,
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceEntry {
    /// Its name.
    pub name: String,
    /// What it counts or measures, if its name does not say so.
    pub meaning: String,
    /// What is chosen with it.
    pub selection: ChartSelection,
}

impl ChoiceEntry {
    fn new(name: impl Into<String>, selection: ChartSelection) -> Self {
        Self { name: name.into(), meaning: String::new(), selection }
    }
}

impl ChartPart {
    /// Both axes, the vertical one first.
    const AXES: [Self; 2] = [Self::Vertical, Self::Horizontal];

    fn axis(self) -> usize {
        usize::from(self == Self::Vertical)
    }
}

impl ChoiceList {
    fn new<T: PartialEq>(
        part: ChartPart,
        all: impl Iterator<Item = T>,
        chosen: &T,
        entry: impl Fn(T) -> ChoiceEntry,
    ) -> Self {
        let all: Vec<T> = all.collect();
        let chosen = all.iter().position(|it| it == chosen).unwrap_or(0);
        Self { part, entries: all.into_iter().map(entry).collect(), chosen }
    }

    /// The name of what is chosen.
    #[must_use]
    pub fn name(&self) -> &str {
        self.entries.get(self.chosen).map_or("", |entry| &entry.name)
    }
}

impl ChartKind {
    /// Whether parts of such a chart are chosen from lists.
    #[must_use]
    pub fn has_lists(self) -> bool {
        matches!(self, Self::Phase | Self::Census | Self::Scatter)
    }
}

impl ChartChoice {
    /// The lists from which parts of the chart are chosen.
    #[must_use]
    pub fn lists(&self, chronicle: &Chronicle) -> Vec<ChoiceList> {
        let species = chronicle.species();
        match self.kind {
            ChartKind::Census => {
                let entry = |it: CensusColumn| ChoiceEntry {
                    meaning: it.meaning(),
                    ..ChoiceEntry::new(it.name().replace('_', " "), ChartSelection::Column(it))
                };
                let all = CensusColumn::all();
                vec![ChoiceList::new(ChartPart::Column, all, &self.column, entry)]
            }
            ChartKind::Scatter => {
                let of = species.get(self.subject(species).index());
                let kind = of.map_or(Kind::Plant, |info| info.kind);
                let chosen = self.effective_properties(kind);
                let list = |part: ChartPart| {
                    let axis = part.axis();
                    ChoiceList::new(part, Property::of(kind), &chosen[axis], |it| {
                        ChoiceEntry::new(it.name(), ChartSelection::Property(axis, it))
                    })
                };
                ChartPart::AXES.map(list).into()
            }
            ChartKind::Phase => {
                let chosen = self.effective_groups(chronicle);
                let list = |part: ChartPart| {
                    let axis = part.axis();
                    ChoiceList::new(part, Group::all(species), &chosen[axis], |it| {
                        ChoiceEntry::new(it.name(species), ChartSelection::Group(axis, it))
                    })
                };
                ChartPart::AXES.map(list).into()
            }
            _ => Vec::new(),
        }
    }

    /// Chooses an entry of a list.
    pub fn select(&mut self, selection: ChartSelection) {
        match selection {
            ChartSelection::Group(axis, group) => self.groups[axis] = Some(group),
            ChartSelection::Property(axis, property) => self.properties[axis] = Some(property),
            ChartSelection::Column(column) => self.column = column,
        }
    }
}
