//! All numbers that organisms inherit: traits, and the numbers of genomes.

use super::{Phylogeny, TRAIT_COLUMNS, Taxon, TraitValues};

/// A number that organisms inherit: a column of the table of individuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heritable {
    /// A trait, by its place in [`TRAIT_COLUMNS`].
    Trait(usize),
    /// A number of genomes, by its place in [`GenomeValues::columns`](super::GenomeValues::columns).
    Genome(usize),
}

impl Phylogeny {
    /// What the organisms of a species inherit: the traits of its kind, then the numbers of genomes that all of them have whose
    /// traits are known.
    #[must_use]
    pub fn heritables(&self, species: usize) -> Vec<Heritable> {
        let traits = TraitValues::columns(self.species()[species].kind).iter().copied();
        let mut found: Vec<Heritable> = traits.map(Heritable::Trait).collect();
        for column in 0..self.genomes().columns().len() {
            let known =
                self.taxa().iter().filter(|it| it.species == species && it.traits.is_some());
            let mut values = known.map(|taxon| self.genomes().at(taxon.id, column)).peekable();
            if values.peek().is_some() && values.all(|value| value.is_some()) {
                found.push(Heritable::Genome(column));
            }
        }
        found
    }

    /// The column of the table of individuals.
    #[must_use]
    pub fn column(&self, what: Heritable) -> &str {
        match what {
            Heritable::Trait(column) => TRAIT_COLUMNS[column],
            Heritable::Genome(column) => &self.genomes().columns()[column],
        }
    }

    /// The value of a taxon, of a group that of its first member; `None` if it is unknown or its species has none. Hues are
    /// [unrolled](super::GenomeValues).
    #[must_use]
    pub fn value(&self, taxon: &Taxon, what: Heritable) -> Option<f64> {
        match what {
            Heritable::Trait(column) => {
                taxon.traits?.at(self.species()[taxon.species].kind, column)
            }
            Heritable::Genome(column) => self.genomes().at(taxon.id, column),
        }
    }
}
