//! The cohorts of a species.

use super::TraitSelection;
use super::trait_selection::Member;
use crate::phylogeny::{Children, Phylogeny, TRAIT_COLUMNS, Taxon, TraitValues};
use crate::species::Kind;

/// Selection in the cohorts of a species.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The cohorts of which nobody is alive at the end, in their order. Others may still have children.
    pub cohorts: Vec<Cohort>,
    /// The number of cohorts that are left out, because some of them are alive at the end.
    pub unfinished: u64,
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
    /// Selection on each trait, in the order of [`TRAIT_COLUMNS`].
    pub traits: Vec<TraitSelection>,
}

impl Selection {
    /// Selection in the cohorts of a species, given by its index, of so many ticks of births each.
    ///
    /// # Panics
    /// When `every` is 0, or there is no such species.
    #[must_use]
    pub fn of(organisms: &Phylogeny, species: usize, every: u64) -> Self {
        assert!(every > 0, "a cohort has at least one tick");
        let kind = organisms.species()[species].kind;
        let tree = organisms.of_species(species);
        let taxa = tree.taxa();
        let children = Children::of(taxa);
        let mut selection = Self { cohorts: Vec::new(), unfinished: 0 };
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
            let known = cohort.filter_map(|place| Some((place, taxa[place].traits?)));
            let known: Vec<(usize, TraitValues)> = known.collect();
            if !known.is_empty() {
                selection.cohorts.push(Cohort::of(kind, taxa, &known, &children, from..to));
            }
        }
        selection
    }
}

impl Cohort {
    fn of(
        kind: Kind,
        taxa: &[Taxon],
        members: &[(usize, TraitValues)],
        children: &Children,
        ticks: std::ops::Range<u64>,
    ) -> Self {
        let value = |traits: &TraitValues, place| traits.at(kind, place).unwrap_or_default();
        let traits = TraitValues::places(kind).iter().map(|&place| {
            let members = members.iter().map(|(index, traits)| {
                let values =
                    children.of_taxon(*index).iter().filter_map(|&child| taxa[child].traits);
                let (mut count, mut of_children) = (0.0, 0.0);
                for traits in values {
                    count += 1.0;
                    of_children += value(&traits, place);
                }
                Member { value: value(traits, place), children: count, of_children }
            });
            TraitSelection::of(TRAIT_COLUMNS[place], &members.collect::<Vec<_>>())
        });
        let of_known = |index: &usize| taxa[*index].traits.is_some();
        let counted = members.iter().flat_map(|&(index, _)| children.of_taxon(index));
        Self {
            from: ticks.start,
            to: ticks.end,
            organisms: members.len() as u64,
            children: counted.filter(|index| of_known(index)).count() as u64,
            traits: traits.collect(),
        }
    }
}
