//! How far the mean of a trait moved.

use super::Record;
use crate::phylogeny::{Heritable, Phylogeny, TRAIT_COLUMNS, Taxon, TraitValues};

/// The means of a trait of a species.
#[derive(Debug, Clone, PartialEq)]
pub struct TraitChange {
    /// The column of the trait in the table of individuals.
    pub column: String,
    /// The mean of the founders; of a species without founders, that of all without a parent.
    pub founders: Option<f64>,
    /// The mean of those that are alive at the end; `None` if there are none.
    pub living: Option<f64>,
}

impl TraitChange {
    /// The change of all that every species inherits in a tree, which is that of the record or a shadow of it.
    pub(super) fn of(record: &Record<'_>, tree: &Phylogeny) -> Vec<Vec<Self>> {
        let founders = AllMeans::new(tree, |taxon| record.is_founder(taxon));
        let roots = AllMeans::new(tree, |taxon| taxon.parent.is_none());
        let living = AllMeans::new(tree, Taxon::is_living);
        let of_species = |species: usize| {
            // The run and its shadows inherit the same.
            let all = record.organisms.heritables(species);
            let change = |what: Heritable| Self {
                column: tree.column(what).to_owned(),
                founders: founders.at(species, what).or(roots.at(species, what)),
                living: living.at(species, what),
            };
            all.into_iter().map(change).collect()
        };
        (0..tree.species().len()).map(of_species).collect()
    }

    /// The mean of the living less the mean of the founders.
    #[must_use]
    pub fn change(&self) -> Option<f64> {
        self.living.zip(self.founders).map(|(living, founders)| living - founders)
    }
}

/// The means of traits and of the numbers of genomes.
struct AllMeans {
    traits: Means,
    genomes: Vec<Vec<Option<f64>>>,
}

impl AllMeans {
    fn new(tree: &Phylogeny, is_counted: impl Fn(&Taxon) -> bool + Copy) -> Self {
        let count = tree.species().len();
        Self { traits: means(tree, count, is_counted), genomes: genome_means(tree, is_counted) }
    }

    fn at(&self, species: usize, what: Heritable) -> Option<f64> {
        match what {
            Heritable::Trait(column) => self.traits[species][column],
            Heritable::Genome(column) => self.genomes[species][column],
        }
    }
}

/// The means of the numbers of genomes by species, in the order of their columns.
fn genome_means(tree: &Phylogeny, is_counted: impl Fn(&Taxon) -> bool) -> Vec<Vec<Option<f64>>> {
    let columns = tree.genomes().columns().len();
    let mut sums = vec![vec![(0.0, 0.0); columns]; tree.species().len()];
    if columns > 0 {
        for taxon in tree.taxa().iter().filter(|taxon| is_counted(taxon)) {
            for (column, (number, sum)) in sums[taxon.species].iter_mut().enumerate() {
                if let Some(value) = tree.genomes().at(taxon.id, column) {
                    (*number, *sum) = (*number + 1.0, *sum + value);
                }
            }
        }
    }
    let mean = |(number, sum): (f64, f64)| (number > 0.0).then(|| sum / number);
    sums.into_iter().map(|sums| sums.into_iter().map(mean).collect()).collect()
}

/// The means of all traits by species.
pub(super) type Means = Vec<[Option<f64>; TRAIT_COLUMNS.len()]>;

/// The means over some organisms of each species, of which there are `count`.
pub(super) fn means(tree: &Phylogeny, count: usize, is_counted: impl Fn(&Taxon) -> bool) -> Means {
    let mut sums = vec![(0.0, [0.0; TRAIT_COLUMNS.len()]); count];
    for taxon in tree.taxa().iter().filter(|taxon| is_counted(taxon)) {
        let Some(traits) = taxon.traits else { continue };
        let (number, sums) = &mut sums[taxon.species];
        *number += 1.0;
        let kind = tree.species()[taxon.species].kind;
        for &column in TraitValues::columns(kind) {
            sums[column] += traits.at(kind, column).unwrap_or_default();
        }
    }
    let mean = |number: f64, sum: f64| (number > 0.0).then(|| sum / number);
    sums.into_iter().map(|(number, sums)| sums.map(|sum| mean(number, sum))).collect()
}
