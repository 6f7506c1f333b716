//! Clusters worked by hand, and random ones compared with their definition.

use proptest::prelude::*;
use terrarium_creatures::clustering::trait_distance;
use terrarium_creatures::species::Kind;

use super::forests::forest;
use super::picture::drawn;
use crate::phylogeny::{Clusters, Phylogeny, Taxon};

/// The distance between the genotypes a and b, b and c, … of pictures.
fn step() -> f64 {
    let pair = drawn("1\n2 b");
    trait_distance(Kind::Herbivore, pair.taxa()[0].traits, pair.taxa()[1].traits)
}

/// The trees of a picture in the order of birth.
fn by_birth(picture: &str) -> Phylogeny {
    let tree = drawn(picture);
    let mut order: Vec<usize> = (0..tree.taxa().len()).collect();
    order.sort_by_key(|&index| (tree.taxa()[index].origin, tree.taxa()[index].id));
    let rank = |index: usize| order.iter().position(|&it| it == index);
    let taxon = |&index: &usize| {
        let taxon = tree.taxa()[index];
        Taxon { parent: taxon.parent.and_then(rank), ..taxon }
    };
    Phylogeny::new(tree.species().to_vec(), order.iter().map(taxon).collect())
}

/// A line for each cluster: name, parent, origin to destruction, living of all members; and the cluster of each organism.
fn lines(organisms: &Phylogeny, steps: f64) -> String {
    let clusters = Clusters::new(organisms, steps * step() + 1e-9);
    let tree = clusters.tree();
    let line = |taxon: &Taxon| {
        let parent = taxon.parent.map_or("none".to_owned(), |it| tree.name(&tree.taxa()[it]));
        let Taxon { origin, destruction, members, living_members, .. } = taxon;
        let label = tree.label(taxon);
        format!("{label} of {parent}: {origin} to {destruction:?}, {living_members} of {members}\n")
    };
    let names = clusters.of_organisms().iter().map(|&it| tree.name(&tree.taxa()[it]));
    let names: Vec<String> = names.collect();
    let lines: String = tree.taxa().iter().map(line).collect();
    format!("{lines}{}", names.join(" "))
}

#[test]
fn an_organism_founds_a_cluster_when_it_is_too_far_from_the_first_member() {
    let organisms = by_birth(
        "1
         ├─ 2 b *
         │  └─ 4 c *
         │     └─ 5 d
         └─ 3 *",
    );
    // By birth: 1, 2, 3, 4, 5. First one step from the first member is within the threshold, then two are.
    insta::assert_snapshot!(lines(&organisms, 1.0), @"
    hare-A of none: 0 to None, 2 of 3
    hare-A1 of A: 20 to None, 1 of 2
    A A A A1 A1
    ");
    insta::assert_snapshot!(lines(&organisms, 2.0), @"
    hare-A of none: 0 to None, 3 of 4
    hare-A1 of A: 30 to Some(55), 0 of 1
    A A A A A1
    ");
}

#[test]
fn founders_of_equal_traits_share_a_cluster() {
    insta::assert_snapshot!(lines(&by_birth("1\n2 *\n3 c\n4 *"), 1.0), @"
    hare-A of none: 0 to None, 2 of 3
    hare-B of none: 0 to Some(25), 0 of 1
    A A B A
    ");
}

#[test]
fn an_organism_joins_a_living_cluster_of_its_family() {
    // By birth: 1, 2, 3, 5, 4, 6. 4 is two steps from its parent's cluster, and one from that of 3, which still lives.
    let organisms = by_birth(
        "1
         ├─ 2 c *
         │  └─ 4 e *
         │     └─ 6 g
         ├─ 3 f
         └─ 5 *",
    );
    insta::assert_snapshot!(lines(&organisms, 1.0), @"
    hare-A of none: 0 to None, 1 of 2
    hare-A1 of A: 10 to None, 1 of 1
    hare-A2 of A: 10 to None, 1 of 3
    A A1 A2 A A2 A2
    ");
}

/// The clusters of organisms by the definition, without any bookkeeping: the first member of the cluster of each.
fn by_definition(tree: &Phylogeny, distance: f64) -> Vec<usize> {
    let taxa = tree.taxa();
    let mut first: Vec<usize> = Vec::new();
    for (index, taxon) in taxa.iter().enumerate() {
        let apart = |cluster: usize| {
            let kind = tree.species()[taxon.species].kind;
            trait_distance(kind, taxa[cluster].traits, taxon.traits)
        };
        // The parent of the cluster with this first member.
        let above = |cluster: usize, first: &[usize]| taxa[cluster].parent.map(|it| first[it]);
        let own = taxon.parent.map(|parent| first[parent]);
        if let Some(own) = own.filter(|&own| apart(own) <= distance) {
            first.push(own);
            continue;
        }
        let head = own.map(|own| above(own, &first).unwrap_or(own));
        let mut candidates: Vec<usize> = (0..index)
            .filter(|&it| taxa[it].destruction.is_none_or(|died| died >= taxon.origin))
            .map(|it| first[it])
            .filter(|&cluster| match head {
                None => above(cluster, &first).is_none(),
                Some(head) => {
                    let mut up = std::iter::successors(Some(cluster), |&it| above(it, &first));
                    up.any(|it| it == head)
                }
            })
            .filter(|&cluster| apart(cluster) <= distance)
            .collect();
        candidates.sort_by(|&a, &b| apart(a).total_cmp(&apart(b)).then(a.cmp(&b)));
        first.push(candidates.first().copied().unwrap_or(index));
    }
    first
}

/// Forests, in which identities follow births as in a world, with a threshold between that of no difference and that of all.
fn clustered() -> impl Strategy<Value = (Phylogeny, f64)> {
    (
        forest().prop_map(|tree| renumbered(&tree)),
        prop::sample::select(&[0.0, 0.05, 0.1, 0.15, 0.2][..]),
    )
}

/// The same trees with identities in the order of birth.
fn renumbered(tree: &Phylogeny) -> Phylogeny {
    let numbered = tree.taxa().iter().zip(1..).map(|(taxon, id)| Taxon { id, ..*taxon });
    Phylogeny::new(tree.species().to_vec(), numbered.collect())
}

#[test]
fn whoever_a_command_adds_changes_no_name_before() {
    // Hare 2 was added in tick 30. So was hare 3 later, as an adult, which is therefore older.
    let one = |picture, origin| Taxon { origin, ..by_birth(picture).taxa()[0] };
    let founders = [one("1 *", 0), one("3 m *", 5), one("2 i *", 30)];
    let organisms = Phylogeny::new(by_birth("1").species().to_vec(), founders.to_vec());
    insta::assert_snapshot!(lines(&organisms, 1.0), @"
    hare-A of none: 0 to None, 1 of 1
    hare-C of none: 5 to None, 1 of 1
    hare-B of none: 30 to None, 1 of 1
    A C B
    ");
}

proptest! {
    #[test]
    fn clusters_follow_from_their_definition((tree, distance) in clustered()) {
        let clusters = Clusters::new(&tree, distance);
        let first = |&cluster: &usize| {
            let id = clusters.tree().taxa()[cluster].id;
            tree.taxa().iter().position(|taxon| taxon.id == id).unwrap()
        };
        let found: Vec<usize> = clusters.of_organisms().iter().map(first).collect();
        prop_assert_eq!(found, by_definition(&tree, distance));
    }

    #[test]
    fn every_organism_is_in_one_cluster_near_its_first_member((tree, distance) in clustered()) {
        let clusters = Clusters::new(&tree, distance);
        let all = clusters.tree().taxa();
        let mut counts = vec![(0, 0); all.len()];
        for (taxon, &cluster) in tree.taxa().iter().zip(clusters.of_organisms()) {
            counts[cluster].0 += 1;
            counts[cluster].1 += u64::from(taxon.is_living());
            let apart = trait_distance(Kind::Herbivore, taxon.traits, all[cluster].traits);
            prop_assert!(apart <= distance);
            // The descent of clusters is that of their first members.
            if taxon.id == all[cluster].id {
                let above = taxon.parent.map(|parent| clusters.of_organisms()[parent]);
                prop_assert_eq!(above, all[cluster].parent);
            }
        }
        let expected: Vec<_> = all.iter().map(|it| (it.members, it.living_members)).collect();
        prop_assert_eq!(counts, expected);
    }

    #[test]
    fn later_organisms_change_nothing_before((tree, distance) in clustered(), last in 0..60_u64) {
        let known = tree.taxa().iter().filter(|taxon| taxon.origin <= last);
        let known = known.map(|taxon| {
            let destruction = taxon.destruction.filter(|&tick| tick <= last);
            Taxon { destruction, living_members: destruction.is_none().into(), ..*taxon }
        });
        let early = Phylogeny::new(tree.species().to_vec(), known.collect());
        let (early, whole) = (Clusters::new(&early, distance), Clusters::new(&tree, distance));
        prop_assert_eq!(early.of_organisms(), &whole.of_organisms()[..early.of_organisms().len()]);
        for (one, other) in early.tree().taxa().iter().zip(whole.tree().taxa()) {
            prop_assert_eq!(early.tree().label(one), whole.tree().label(other));
        }
    }
}
