//! The numbers in the genomes of organisms, as in the table of individuals.

use std::collections::BTreeMap;

use super::Taxon;

/// The column of the hue, in turns of the colour circle.
const HUE: &str = "hue";

/// The columns of counts.
const COUNTS: [&str; 2] = ["neurons", "connections"];

/// The beginning of the names of the columns of heritable parameters.
const PARAMETER: &str = "param_";

/// The numbers in the genomes of organisms, by identity: a value for each column that has such numbers, in the order of the
/// table. The pattern and the brain are no numbers, and left out.
///
/// Hues are unrolled along the lines of descent: of all values that differ by whole turns, a child has that which is nearest to
/// the value of its parent. So means and differences of hues are those of other numbers, as long as no mutation is larger than
/// half a turn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GenomeValues {
    columns: Vec<String>,
    of: BTreeMap<u64, Box<[Option<f64>]>>,
}

impl GenomeValues {
    /// No genomes, with these columns.
    #[must_use]
    pub fn new(columns: Vec<String>) -> Self {
        Self { columns, of: BTreeMap::new() }
    }

    /// Whether a column of the table of individuals is one of these.
    #[must_use]
    pub fn has(column: &str) -> bool {
        [HUE, "mutation_rate"].contains(&column)
            || COUNTS.contains(&column)
            || column.starts_with(PARAMETER)
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The value of an organism in a column, given by its index; `None` if it has none.
    #[must_use]
    pub fn at(&self, organism: u64, column: usize) -> Option<f64> {
        *self.of(organism)?.get(column)?
    }

    /// The values of an organism, one for each column; `None` if it has no genome.
    #[must_use]
    pub fn of(&self, organism: u64) -> Option<&[Option<f64>]> {
        self.of.get(&organism).map(|values| &**values)
    }

    /// The value of an organism as text, as the table of individuals has it; empty if it has none.
    #[must_use]
    pub fn text(&self, organism: u64, column: usize) -> String {
        match (self.at(organism, column), self.columns[column].as_str()) {
            (None, _) => String::new(),
            (Some(value), HUE) => format!("{:?}", within_a_turn(value)),
            (Some(value), name) if COUNTS.contains(&name) => format!("{value:.0}"),
            (Some(value), _) => format!("{value:?}"),
        }
    }

    /// Sets the values of an organism, one for each column.
    pub(crate) fn insert(&mut self, organism: u64, values: Box<[Option<f64>]>) {
        debug_assert_eq!(values.len(), self.columns.len(), "a value for each column");
        self.of.insert(organism, values);
    }

    /// Adds whole turns to hues, so that each is at most half a turn from that of its parent. Those without a parent are from
    /// −1/2 to 1/2.
    pub(super) fn unroll_hues(&mut self, taxa: &[Taxon]) {
        let Some(column) = self.columns.iter().position(|it| it == HUE) else { return };
        for taxon in taxa {
            let parent = taxon.parent.and_then(|parent| self.at(taxa[parent].id, column));
            let near = parent.unwrap_or(0.0);
            if let Some(values) = self.of.get_mut(&taxon.id) {
                values[column] = values[column].map(|hue| hue + (near - hue).round());
            }
        }
    }
}

fn within_a_turn(hue: f64) -> f64 {
    let within = hue - hue.floor();
    // A number just below a whole one may be rounded.
    if within < 1.0 { within } else { 0.0 }
}
