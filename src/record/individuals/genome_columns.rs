//! The columns of genomes and of second parents, which the table has in worlds with species that have them.

use std::collections::BTreeSet;

use crate::behaviour::OrganismId;
use crate::genome::Genome;
use crate::record::table::{Cell, Column};
use crate::species::Species;

/// What of genomes the table has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GenomeColumns {
    /// Whether any species has a genome.
    pub genomes: bool,
    /// The names of the heritable parameters of all species.
    pub parameters: BTreeSet<String>,
    /// Whether any species has a brain.
    pub brains: bool,
    /// Whether any species reproduces sexually.
    pub mates: bool,
}

impl GenomeColumns {
    /// The columns for these species.
    #[must_use]
    pub fn of(species: &[Species]) -> Self {
        let names = species.iter().flat_map(Species::founder_parameters);
        Self {
            genomes: species.iter().any(Species::has_genome),
            parameters: names.map(|(name, ..)| name.to_owned()).collect(),
            brains: species.iter().any(|species| species.brain.is_some()),
            mates: species.iter().any(|species| species.reproduction.is_some()),
        }
    }

    pub(super) fn columns(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        if self.genomes {
            columns.extend([
                Column::number("hue", "neutral mark: how far its hue is turned, in turns, 0 to 1"),
                Column::whole("pattern", "neutral marks: a bit for each of 16 marks"),
                Column::number("mutation_rate", "probability with which its values mutate"),
            ]);
        }
        columns.extend(self.parameters.iter().map(|name| {
            let meaning = format!("value of the heritable parameter {name}");
            Column::number(format!("param_{name}"), meaning)
        }));
        if self.brains {
            columns.extend([
                Column::whole("neurons", "neurons of its brain between inputs and outputs"),
                Column::whole("connections", "connections of its brain"),
                Column::text("brain", "its connections: `from>to=weight`, separated by spaces"),
            ]);
        }
        if self.mates {
            let meaning = "identity of the parent that did not bear it; empty if it has none";
            columns.push(Column::whole("second_parent", meaning));
        }
        columns
    }

    /// The cells of an organism, with its brain as text.
    pub(super) fn cells<'a>(
        &self,
        (genome, brain_text): (Option<&Genome>, &'a str),
        second_parent: OrganismId,
        species: &Species,
    ) -> Vec<Cell<'a>> {
        let number = |value: f32| Cell::Number(value.into());
        let mut cells = Vec::new();
        if self.genomes {
            let marks = genome.map(|genome| genome.marks);
            cells.extend([
                marks.map_or(Cell::Empty, |marks| number(marks.hue)),
                marks.map_or(Cell::Empty, |marks| Cell::Whole(marks.pattern.into())),
                genome.map_or(Cell::Empty, |genome| number(genome.rate)),
            ]);
        }
        cells.extend(self.parameters.iter().map(|name| {
            let place = species.founder_parameters().position(|(own, ..)| own == name);
            let value = place.and_then(|place| genome?.parameters.get(place));
            value.map_or(Cell::Empty, |&value| number(value))
        }));
        if self.brains {
            cells.extend(match genome.and_then(|genome| genome.brain.as_ref()) {
                Some(brain) => [
                    Cell::Whole(brain.neurons() as u64),
                    Cell::Whole(brain.connections().len() as u64),
                    Cell::Word(brain_text),
                ],
                None => [Cell::Empty; 3],
            });
        }
        if self.mates {
            let is_known = second_parent != OrganismId::NONE;
            cells.push(if is_known { Cell::Whole(second_parent.0) } else { Cell::Empty });
        }
        cells
    }
}
