//! Random forests: figures follow from their definitions, and extinct branches affect none of them.

use proptest::prelude::*;
use terrarium_creatures::species::Kind;

use super::picture::drawn;
use crate::phylogeny::{Figures, Phylogeny, Taxon, TraitValues};

/// Forests in which each taxon is a root or a child of any earlier one, and alive or not. Later identities are lower:
/// nothing may depend on their order.
pub(crate) fn forest() -> impl Strategy<Value = Phylogeny> {
    let taxon = (any::<prop::sample::Index>(), prop::bool::weighted(0.1), any::<bool>(), 0..3u32);
    prop::collection::vec(taxon, 1..60).prop_map(|drawn_taxa| {
        let hare = drawn("1");
        let mut taxa: Vec<Taxon> = Vec::new();
        for (index, (parent, is_root, is_living, size)) in drawn_taxa.into_iter().enumerate() {
            let parent = (index > 0 && !is_root).then(|| parent.index(index));
            let traits = TraitValues::collect(Kind::Herbivore, |_| Ok::<_, ()>(f64::from(size)));
            taxa.push(Taxon {
                id: 1000 - index as u64,
                parent,
                second_parent: None,
                origin: index as u64,
                destruction: (!is_living).then_some(index as u64 + 30),
                living_members: is_living.into(),
                traits: traits.ok(),
                ..hare.taxa()[0]
            });
        }
        Phylogeny::new(hare.species().to_vec(), taxa)
    })
}

/// A taxon and all its ancestors up to its root, by index.
fn lineage(tree: &Phylogeny, taxon: usize) -> Vec<usize> {
    std::iter::successors(Some(taxon), |&it| tree.taxa()[it].parent).collect()
}

fn living(tree: &Phylogeny) -> Vec<usize> {
    (0..tree.taxa().len()).filter(|&it| tree.taxa()[it].is_living()).collect()
}

/// The identities of all pairs of living taxa with a common ancestor, and their distances.
fn distances(tree: &Phylogeny) -> Vec<(u64, u64, usize)> {
    let mut found = Vec::new();
    for &one in &living(tree) {
        for &other in living(tree).iter().filter(|&&other| other > one) {
            let (up, down) = (lineage(tree, one), lineage(tree, other));
            let meeting = up.iter().position(|it| down.contains(it));
            if let Some(edges) = meeting {
                let more = down.iter().position(|&it| it == up[edges]).unwrap();
                found.push((tree.taxa()[one].id, tree.taxa()[other].id, edges + more));
            }
        }
    }
    found
}

/// The last taxon in the lineage of all the living.
fn common_ancestor(tree: &Phylogeny) -> Option<u64> {
    let lineages: Vec<_> = living(tree).into_iter().map(|it| lineage(tree, it)).collect();
    let mut shared = lineages.first()?.iter();
    let is_shared = |it: &&usize| lineages.iter().all(|lineage| lineage.contains(it));
    shared.find(is_shared).map(|&it| tree.taxa()[it].id)
}

/// The nodes above each leaf of the reconstructed tree, summed: taxa in which lineages of the living join.
fn sackin(tree: &Phylogeny) -> usize {
    let lineages: Vec<_> = living(tree).into_iter().map(|it| lineage(tree, it)).collect();
    let is_node = |taxon: usize| {
        // The next taxon of each lineage through this one: a child, or none for itself.
        let mut next: Vec<Option<usize>> = Vec::new();
        for lineage in &lineages {
            if let Some(position) = lineage.iter().position(|&it| it == taxon) {
                next.push(position.checked_sub(1).map(|below| lineage[below]));
            }
        }
        next.sort_unstable();
        next.dedup();
        next.len() > 1
    };
    lineages.iter().map(|lineage| lineage.iter().filter(|&&it| is_node(it)).count()).sum()
}

proptest! {
    #[test]
    fn figures_follow_from_their_definitions(tree in forest()) {
        let figures = Figures::new(&tree);
        let all = distances(&tree);
        let sum: usize = all.iter().map(|it| it.2).sum();
        let mean = (!all.is_empty()).then(|| sum as f64 / all.len() as f64);
        prop_assert_eq!(figures.mean_pairwise_distance, mean);
        prop_assert_eq!(figures.common_ancestor.map(|it| it.id), common_ancestor(&tree));
        prop_assert_eq!(figures.living, living(&tree).len() as u64);
        let balance = figures.balance.map_or(0, |it| it.sackin);
        prop_assert_eq!(balance, sackin(&tree) as u64);
    }

    #[test]
    fn extinct_branches_affect_no_figure_of_the_living(tree in forest()) {
        let extant = tree.extant();
        prop_assert_eq!(distances(&extant), distances(&tree));
        prop_assert_eq!(common_ancestor(&extant), common_ancestor(&tree));
        let (all, kept) = (Figures::new(&tree), Figures::new(&extant));
        prop_assert_eq!(Figures { taxa: all.taxa, roots: all.roots, ..kept }, all);
        prop_assert_eq!(extant.extant(), extant);
    }

    #[test]
    fn genotypes_have_every_organism_once_and_neighbours_with_other_traits(tree in forest()) {
        let genotypes = tree.by_genotype();
        let members: u64 = genotypes.taxa().iter().map(|it| it.members).sum();
        let alive: u64 = genotypes.taxa().iter().map(|it| it.living_members).sum();
        prop_assert_eq!((members, alive), (tree.taxa().len() as u64, living(&tree).len() as u64));
        for taxon in genotypes.taxa() {
            prop_assert_eq!(taxon.is_living(), taxon.living_members > 0);
            if let Some(parent) = taxon.parent {
                prop_assert_ne!(genotypes.taxa()[parent].traits, taxon.traits);
            }
        }
    }
}
