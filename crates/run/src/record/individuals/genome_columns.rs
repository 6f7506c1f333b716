//! The columns of genomes and of second parents, which the table has in worlds with species that have them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::genome::{Genome, Marks};
use terrarium_creatures::species::Species;
use terrarium_output::table::{Cell, Column};

/// What of genomes the table has.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
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

/// The genome of an organism, as the table has it.
#[derive(Debug, Clone)]
pub(super) struct GenomeEntry {
    marks: Marks,
    rate: f32,
    /// The value in each column of a parameter; `None` if its species has no such parameter.
    parameters: Box<[Option<f32>]>,
    brain: Option<BrainEntry>,
}

/// A brain, as the table has it.
#[derive(Debug, Clone)]
struct BrainEntry {
    neurons: u64,
    connections: u64,
    text: String,
}

impl GenomeColumns {
    /// The columns for these species.
    #[must_use]
    pub fn new(species: &[Species]) -> Self {
        let names = species.iter().flat_map(Species::founder_parameters);
        Self {
            genomes: species.iter().any(Species::has_genome),
            parameters: names.map(|(name, ..)| name.to_owned()).collect(),
            brains: species.iter().any(|species| species.brain.is_some()),
            mates: species.iter().any(|species| species.reproduction.is_some()),
        }
    }

    /// The names of the columns of inherited numbers: all but the pattern, the brain and the second parent.
    #[must_use]
    pub fn number_names(&self) -> Vec<String> {
        let names = self.columns().into_iter().map(|column| column.name);
        names.filter(|name| !["pattern", "brain", "second_parent"].contains(&&**name)).collect()
    }

    /// The inherited numbers of an organism of a species, in the order of [`number_names`](Self::number_names); `None` where it
    /// has none.
    #[must_use]
    pub fn numbers(&self, genome: Option<&Genome>, species: &Species) -> Vec<Option<f64>> {
        let mut numbers: Vec<Option<f64>> = Vec::new();
        if self.genomes {
            numbers.push(genome.map(|genome| genome.marks.hue.into()));
            numbers.push(genome.map(|genome| genome.rate.into()));
        }
        numbers.extend(
            self.parameters.iter().map(|name| parameter(genome?, species, name).map(f64::from)),
        );
        if self.brains {
            let brain = genome.and_then(|genome| genome.brain.as_ref());
            numbers.push(brain.map(|brain| brain.neurons() as f64));
            numbers.push(brain.map(|brain| brain.connections().len() as f64));
        }
        numbers
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

    /// The entry of an organism with this genome, whose parameters are those that its species has now.
    pub(super) fn entry(&self, genome: &Genome, species: &Species) -> GenomeEntry {
        let brain = genome.brain.as_ref().map(|brain| BrainEntry {
            neurons: brain.neurons() as u64,
            connections: brain.connections().len() as u64,
            text: brain.to_string(),
        });
        GenomeEntry {
            marks: genome.marks,
            rate: genome.rate,
            parameters: self
                .parameters
                .iter()
                .map(|name| parameter(genome, species, name))
                .collect(),
            brain,
        }
    }

    /// The cells of an organism.
    pub(super) fn cells<'a>(
        &self,
        entry: Option<&'a GenomeEntry>,
        second_parent: OrganismId,
    ) -> Vec<Cell<'a>> {
        let number = |value: f32| Cell::Number(value.into());
        let mut cells = Vec::new();
        if self.genomes {
            cells.extend(entry.map_or([Cell::Empty; 3], |GenomeEntry { marks, rate, .. }| {
                [number(marks.hue), Cell::Whole(marks.pattern.into()), number(*rate)]
            }));
        }
        cells.extend((0..self.parameters.len()).map(|index| {
            let value = entry.and_then(|entry| entry.parameters[index]);
            value.map_or(Cell::Empty, number)
        }));
        if self.brains {
            let brain = entry.and_then(|entry| entry.brain.as_ref());
            cells.extend(brain.map_or([Cell::Empty; 3], |brain| {
                let BrainEntry { neurons, connections, text } = brain;
                [Cell::Whole(*neurons), Cell::Whole(*connections), Cell::Word(text)]
            }));
        }
        if self.mates {
            let is_known = second_parent != OrganismId::NONE;
            cells.push(if is_known { Cell::Whole(second_parent.0) } else { Cell::Empty });
        }
        cells
    }
}

/// The value of a heritable parameter; `None` if the species has none of this name.
fn parameter(genome: &Genome, species: &Species, name: &str) -> Option<f32> {
    let index = species.founder_parameters().position(|(own, ..)| own == name)?;
    genome.parameters.get(index).copied()
}
