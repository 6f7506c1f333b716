//! Taxa that are groups of organisms.

use super::picture::drawn;
use crate::phylogeny::{Phylogeny, Taxon};

/// A line for each taxon: identity, parent, origin to destruction, living of all members.
fn lines(tree: &Phylogeny) -> String {
    let line = |taxon: &Taxon| {
        let parent = taxon.parent.map_or(0, |parent| tree.taxa()[parent].id);
        let Taxon { id, origin, destruction, members, living_members, .. } = taxon;
        format!("{id} of {parent}: {origin} to {destruction:?}, {living_members} of {members}\n")
    };
    tree.taxa().iter().map(line).collect()
}

#[test]
fn a_genotype_is_a_connected_group_with_equal_traits() {
    // 6 has the traits of 1 again, but descends from 5, which has others.
    let organisms = drawn(
        "1
         ├─ 2
         │  └─ 4 *
         ├─ 3 b
         │  └─ 5 b
         │     └─ 6 *
         └─ 7",
    );
    let genotypes = organisms.by_genotype();
    insta::assert_snapshot!(lines(&genotypes), @"
    1 of 0: 0 to None, 1 of 4
    3 of 1: 10 to Some(45), 0 of 2
    6 of 3: 30 to None, 1 of 1
    ");
    assert_eq!(genotypes.by_genotype(), genotypes);
}

#[test]
fn an_extinct_genotype_ends_with_its_last_member() {
    let organisms = drawn(
        "1
         ├─ 2
         │  └─ 3
         └─ 4 b",
    );
    insta::assert_snapshot!(lines(&organisms.by_genotype()), @"
    1 of 0: 0 to Some(45), 0 of 3
    4 of 1: 10 to Some(35), 0 of 1
    ");
}

#[test]
fn extant_taxa_are_the_living_and_their_ancestors() {
    let tree = drawn(
        "1
         ├─ 2
         │  └─ 4 *
         └─ 3
            └─ 5
         6
         └─ 7",
    );
    insta::assert_snapshot!(lines(&tree.extant()), @"
    1 of 0: 0 to Some(25), 0 of 1
    2 of 1: 10 to Some(35), 0 of 1
    4 of 2: 20 to None, 1 of 1
    ");
    let empty = drawn("1").extant();
    assert_eq!((empty.taxa(), empty.species().len()), (&[][..], 1));
}
