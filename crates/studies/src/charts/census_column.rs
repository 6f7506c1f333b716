//! A column of the census over time.

use terrarium_output::table::{Column, Holds};
use terrarium_run::record::census;

use super::{Axis, Chart, ChartChoice, ChartSource, Curve, Shape};

/// A column of the census that has a number for each species, given by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct CensusColumn(u16);

impl CensusColumn {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..u16::try_from(numbers().count()).unwrap_or(u16::MAX)).map(Self)
    }

    /// The column with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|column| column.name() == name)
    }

    /// Its name in the files of a run.
    #[must_use]
    pub fn name(self) -> String {
        self.column().1.name
    }

    /// Its meaning and unit.
    #[must_use]
    pub fn meaning(self) -> String {
        self.column().1.meaning
    }

    /// Its index among all columns of the census.
    pub(super) fn index(self) -> usize {
        self.column().0
    }

    fn column(self) -> (usize, Column) {
        numbers().nth(usize::from(self.0)).expect("the number is in range")
    }
}

/// The columns with numbers but the tick, with their indices among all.
fn numbers() -> impl Iterator<Item = (usize, Column)> {
    let columns = census::columns().into_iter().enumerate();
    columns.filter(|(_, column)| {
        matches!(column.holds, Holds::Whole | Holds::Number) && column.name != "tick"
    })
}

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let column = choice.column;
    let Some(series) = source.census(column) else {
        return Chart::missing(choice.kind, column.meaning(), source.reason());
    };
    let curve = |id: terrarium_creatures::species::SpeciesId| {
        let value = |values: &[Option<f64>]| values.get(id.index()).copied().flatten();
        let points = series.rows.iter().map(|(tick, values)| (*tick, value(values)));
        Curve {
            name: source.chronicle.name(id).to_owned(),
            colour: source.colour(id),
            branch: None,
            points: points.collect(),
        }
    };
    let shown = source.species().filter(|&(id, _)| choice.shows(id)).map(|(id, _)| curve(id));
    let curves: Vec<Curve> = shown.filter(|curve| curve.end().is_some()).collect();
    let values = curves.iter().flat_map(|curve| &curve.points).filter_map(|&(_, value)| value);
    let y = Axis::of_values(column.name(), "", choice.effective_scale(), values);
    let last = series.rows.last().map_or(source.last_tick, |&(tick, _)| tick);
    let x = Axis::ticks(source.first_tick(), source.last_tick.max(last));
    let title = match series.every {
        1 => column.meaning(),
        every => format!("{}; a row each {every} ticks", column.meaning()),
    };
    let none = curves.is_empty().then(|| "no species shown has values in this column".to_owned());
    let note = none.or(source.details.why_unknown.clone());
    Chart { note, ..Chart::single(choice.kind, title, x, y, Shape::Curves(curves)) }
}
