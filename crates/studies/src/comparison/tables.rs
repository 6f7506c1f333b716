//! The tables of a comparison.

use std::path::Path;

use terrarium_creatures::species::Species;
use terrarium_output::RecordError;
use terrarium_output::table::{Cell, Column, save_csv};
use terrarium_run::record::census;

use super::{Comparison, Moment, Similarity};

/// The table of how many organisms are identical.
pub const SIMILARITY_CSV: &str = "similarity.csv";

/// The table of differences of the census.
pub const DIFFERENCES_CSV: &str = "differences.csv";

/// The columns of [`SIMILARITY_CSV`], which has a row for each moment and species, and one for all species.
#[must_use]
pub fn similarity_columns() -> Vec<Column> {
    vec![
        Column::whole("tick", "tick of the world"),
        Column::word("species", "name of the species; all for all of them"),
        Column::whole("alive_a", "organisms alive in the first branch"),
        Column::whole("alive_b", "organisms alive in the second branch"),
        Column::whole("in_both", "organisms of the same descent that are alive in both"),
        Column::whole("identical", "those in the same state in both"),
        Column::number(
            "share",
            "identical ones among those alive in either; empty if there are none",
        ),
    ]
}

/// The columns of [`DIFFERENCES_CSV`], which has a row for each moment, species and column of the census in which the
/// branches differ.
#[must_use]
pub fn differences_columns() -> Vec<Column> {
    vec![
        Column::whole("tick", "tick of the world"),
        Column::word("species", "name of the species"),
        Column::word("column", "column of census.csv; events are counted since the row before"),
        Column::number("a", "value in the first branch; empty if it has none"),
        Column::number("b", "value in the second branch; empty if it has none"),
        Column::number("difference", "the second minus the first; empty unless both have one"),
    ]
}

impl Comparison {
    /// Writes [`SIMILARITY_CSV`], [`DIFFERENCES_CSV`] and, in builds that draw, [`COMPARISON_PNG`](super::COMPARISON_PNG)
    /// into the directory `dir`, replacing them.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), RecordError> {
        let rows = self.moments.iter().flat_map(|moment| self.similarities(moment));
        save_csv(&dir.join(SIMILARITY_CSV), &similarity_columns(), rows)?;
        let names: Vec<String> = census::columns().into_iter().map(|column| column.name).collect();
        let rows = self.moments.iter().flat_map(|moment| self.differences(moment, &names));
        save_csv(&dir.join(DIFFERENCES_CSV), &differences_columns(), rows)?;
        self.draw(dir)
    }

    fn similarities<'a>(&'a self, moment: &'a Moment) -> impl Iterator<Item = Vec<Cell<'a>>> {
        let of_species = self.species.iter().map(|it| it.name.as_str()).zip(&moment.species);
        std::iter::once(("all", &moment.all)).chain(of_species).map(|(name, similarity)| {
            let Similarity { alive: [a, b], in_both, identical } = *similarity;
            let mut cells = vec![Cell::Whole(moment.tick), Cell::Word(name)];
            cells.extend([a, b, in_both, identical].map(Cell::Whole));
            cells.push(similarity.share().into());
            cells
        })
    }

    fn differences<'a>(
        &'a self,
        moment: &'a Moment,
        names: &'a [String],
    ) -> impl Iterator<Item = Vec<Cell<'a>>> {
        let [one, other] = &moment.census;
        let lines = self.species.iter().zip(one.iter().zip(other));
        lines.flat_map(move |(species, (one, other))| {
            let [one, other] = [one, other].map(|line| numbers(line, species));
            let values = names.iter().zip(one.into_iter().zip(other));
            values.filter(|(_, (a, b))| a != b).map(move |(name, (a, b))| {
                let difference = a.zip(b).map(|(a, b)| b - a);
                let tick = Cell::Whole(moment.tick);
                let mut cells = vec![tick, Cell::Word(&species.name), Cell::Word(name)];
                cells.extend([a, b, difference].map(Cell::from));
                cells
            })
        })
    }
}

/// The numbers of a line of the census by column; `None` for words and empty cells.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
fn numbers(line: &census::Line, species: &Species) -> Vec<Option<f64>> {
    let cells = census::cells(line, species).into_iter();
    cells
        .map(|cell| match cell {
            Cell::Whole(number) => Some(number as f64),
            Cell::Number(number) => Some(number),
            Cell::Word(_) | Cell::Empty => None,
        })
        .collect()
}
