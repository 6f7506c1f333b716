//! How far the mean of a trait moved.

use super::Record;
use crate::phylogeny::{Phylogeny, TRAIT_COLUMNS, Taxon, TraitValues};

/// The means of a trait of a species.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TraitChange {
    /// The column of the trait in the table of individuals.
    pub column: &'static str,
    /// The mean of the founders; of a species without founders, that of all without a parent.
    pub founders: Option<f64>,
    /// The mean of those that are alive at the end; `None` if there are none.
    pub living: Option<f64>,
}

impl TraitChange {
    /// The change of every trait of every species in a tree, which is that of the record or a shadow of it.
    pub(super) fn of(record: &Record<'_>, tree: &Phylogeny) -> Vec<Vec<Self>> {
        let count = tree.species().len();
        let founders = means(tree, count, |taxon| record.is_founder(taxon));
        let roots = means(tree, count, |taxon| taxon.parent.is_none());
        let living = means(tree, count, Taxon::is_living);
        let of_species = |species: usize| {
            let places = TraitValues::places(tree.species()[species].kind);
            let of_trait = |&place: &usize| Self {
                column: TRAIT_COLUMNS[place],
                founders: founders[species][place].or(roots[species][place]),
                living: living[species][place],
            };
            places.iter().map(of_trait).collect()
        };
        (0..count).map(of_species).collect()
    }

    /// The mean of the living less the mean of the founders.
    #[must_use]
    pub fn change(&self) -> Option<f64> {
        self.living.zip(self.founders).map(|(living, founders)| living - founders)
    }
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
        for &place in TraitValues::places(kind) {
            sums[place] += traits.at(kind, place).unwrap_or_default();
        }
    }
    let mean = |number: f64, sum: f64| (number > 0.0).then(|| sum / number);
    sums.into_iter().map(|(number, sums)| sums.map(|sum| mean(number, sum))).collect()
}
