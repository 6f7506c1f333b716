//! The original and the changed code of a run side by side, as a table.

use super::output::columns;
use crate::behaviour::Death;
use crate::run::{CodeComparison, SpeciesNumbers};

/// Formats a comparison: two rows for each species, and the tick from which on the runs differ.
pub(super) fn for_people(comparison: &CodeComparison) -> String {
    let head = ["species", "code", "alive", "born"].map(str::to_owned).into_iter();
    let causes = Death::ALL.map(Death::title);
    let head = head.chain(causes).chain(["mean energy".to_owned()]);
    let mut rows = vec![head.collect::<Vec<_>>()];
    for species in &comparison.species {
        rows.push(row(&species.name, "original", &species.original));
        rows.push(row("", "changed", &species.changed));
    }
    let differs = match comparison.first_difference {
        Some(tick) => format!("the runs differ from tick {tick} on"),
        None => format!("the runs are the same in all {} ticks", comparison.ticks),
    };
    format!("\n{}\n{differs}\n", columns(&rows, |column| column >= 2))
}

fn row(name: &str, code: &str, numbers: &SpeciesNumbers) -> Vec<String> {
    let SpeciesNumbers { outcome, mean_energy } = numbers;
    let mut row = vec![name.to_owned(), code.to_owned()];
    row.extend([outcome.alive, outcome.births].map(|count| count.to_string()));
    row.extend(Death::ALL.map(|cause| outcome.deaths[cause.name()].to_string()));
    row.push(mean_energy.map_or_else(|| "–".to_owned(), |energy| format!("{energy:.1}")));
    row
}
