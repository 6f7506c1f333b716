//! The cohorts of a species.

use super::trait_selection::Member;
use super::{Heritability, TraitSelection};
use crate::phylogeny::{Children, Heritable, Phylogeny, Taxon};

/// Selection in the cohorts of a species.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The cohorts of which nobody is alive at the end, in their order. Others may still have children.
    pub cohorts: Vec<Cohort>,
    /// The number of cohorts that are left out, because some of them are alive at the end.
    pub unfinished: u64,
    /// The heritability of all that the species inherits, in the order of [`Phylogeny::heritables`]. All births count whose
    /// parents are known.
    pub heritability: Vec<Option<Heritability>>,
}

/// The organisms of a species that were born within an interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Cohort {
    /// The first tick of birth.
    pub from: u64,
    /// The tick after the last.
    pub to: u64,
    /// The number of organisms with known traits.
    pub organisms: u64,
    /// The number of their children.
    pub children: u64,
    /// Selection on all that the species inherits, in the order of [`Phylogeny::heritables`].
    pub traits: Vec<TraitSelection>,
}

impl Selection {
    /// Selection in the cohorts of a species, given by its index, of so many ticks of births each.
    ///
    /// # Panics
    /// When `every` is 0, or there is no such species.
    #[must_use]
    pub fn new(organisms: &Phylogeny, species: usize, every: u64) -> Self {
        assert!(every > 0, "a cohort has at least one tick");
        let tree = organisms.of_species(species);
        let taxa = tree.taxa();
        let heritables = tree.heritables(0);
        let children = Children::new(taxa);
        let heritability = heritables.iter().map(|&what| Heritability::of(&tree, what, every));
        let heritability = heritability.collect();
        let mut selection = Self { cohorts: Vec::new(), unfinished: 0, heritability };
        let mut begin = 0;
        while let Some(first) = taxa.get(begin) {
            let from = first.origin / every * every;
            let to = from.saturating_add(every);
            let end = begin + taxa[begin..].partition_point(|taxon| taxon.origin < to);
            let cohort = begin..end;
            begin = end;
            if taxa[cohort.clone()].iter().any(Taxon::is_living) {
                selection.unfinished += 1;
                continue;
            }
            let known: Vec<usize> = cohort.filter(|&it| taxa[it].traits.is_some()).collect();
            if !known.is_empty() {
                let cohort = Cohort::new(&tree, &heritables, &known, &children, from..to);
                selection.cohorts.push(cohort);
            }
        }
        selection
    }
}

impl Cohort {
    fn new(
        tree: &Phylogeny,
        heritables: &[Heritable],
        members: &[usize],
        children: &Children,
        ticks: std::ops::Range<u64>,
    ) -> Self {
        let taxa = tree.taxa();
        let traits = heritables.iter().map(|&what| {
            let value = |index: usize| tree.value(&taxa[index], what);
            let members = members.iter().filter_map(|&index| {
                let (mut count, mut of_children) = (0.0, 0.0);
                for value in children.of_taxon(index).iter().filter_map(|&child| value(child)) {
                    count += 1.0;
                    of_children += value;
                }
                Some(Member { value: value(index)?, children: count, of_children })
            });
            TraitSelection::new(tree.column(what), &members.collect::<Vec<_>>())
        });
        let of_known = |index: &usize| taxa[*index].traits.is_some();
        let counted = members.iter().flat_map(|&index| children.of_taxon(index));
        Self {
            from: ticks.start,
            to: ticks.end,
            organisms: members.len() as u64,
            children: counted.filter(|index| of_known(index)).count() as u64,
            traits: traits.collect(),
        }
    }
}
