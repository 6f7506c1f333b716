//! Figures of small trees, worked by hand.

use super::picture::drawn;
use crate::phylogeny::Figures;

/// Figures as text: taxa, roots, living; depths; MRCA; mean distance; Sackin, Colless, Colless-like.
fn figures(picture: &str) -> String {
    let it = Figures::new(&drawn(picture));
    let mrca = it.common_ancestor.map(|mrca| (mrca.id, mrca.origin));
    let balance = it.balance.map(|it| (it.sackin, it.colless, (it.colless_like * 1e4).round()));
    format!(
        "{} taxa, {} roots, {} living; depth {:?} {:?}; MRCA {mrca:?}; distance {:?}; {balance:?}",
        it.taxa, it.roots, it.living, it.max_depth, it.mean_depth, it.mean_pairwise_distance
    )
}

#[test]
fn a_single_child_is_an_edge_but_no_node() {
    // Distances: 4 to 5 2 edges, 4 to 6 and 5 to 6 4 edges. The node 1 joins 2 leaves and 1, the node 2 joins 1 and 1.
    // The size of node 2 is ln(2 + e) + 2 = 3.5514; the deviation of 3.5514 and 1 from their median is 1.2757.
    let text = figures(
        "1
         ├─ 2
         │  ├─ 4 *
         │  └─ 5 *
         └─ 3
            ├─ 6 *
            └─ 7",
    );
    insta::assert_snapshot!(text, @"7 taxa, 1 roots, 3 living; depth Some(2) Some(2.0); MRCA Some((1, 0)); distance Some(3.3333333333333335); Some((5, Some(1), 12757.0))");
}

#[test]
fn a_caterpillar_is_the_least_balanced() {
    // Distances: 2 to 4 3, 2 to 6 4, 2 to 7 4, 4 to 6 3, 4 to 7 3, 6 to 7 2 edges: 19 / 6. Leaves have 1, 2, 3 and 3
    // nodes above them; the nodes join 1 and 1, 1 and 2, 1 and 3 leaves.
    let text = figures(
        "1
         ├─ 2 *
         └─ 3
            ├─ 4 *
            └─ 5
               ├─ 6 *
               └─ 7 *",
    );
    insta::assert_snapshot!(text, @"7 taxa, 1 roots, 4 living; depth Some(3) Some(2.25); MRCA Some((1, 0)); distance Some(3.1666666666666665); Some((9, Some(3), 38272.0))");
}

#[test]
fn a_balanced_tree_has_no_differences() {
    // Distances: 2 pairs 2 edges, 4 pairs 4 edges: 20 / 6.
    let text = figures(
        "1
         ├─ 2
         │  ├─ 4 *
         │  └─ 5 *
         └─ 3
            ├─ 6 *
            └─ 7 *",
    );
    insta::assert_snapshot!(text, @"7 taxa, 1 roots, 4 living; depth Some(2) Some(2.0); MRCA Some((1, 0)); distance Some(3.3333333333333335); Some((8, Some(0), 0.0))");
}

#[test]
fn a_living_parent_is_a_leaf_of_its_own() {
    // Node 2 joins three leaves: itself, 3 and 4. Distances: 1, 1 and 2 edges.
    let text = figures(
        "1
         └─ 2 *
            ├─ 3 *
            └─ 4 *",
    );
    insta::assert_snapshot!(text, @"4 taxa, 1 roots, 3 living; depth Some(2) Some(1.6666666666666667); MRCA Some((2, 10)); distance Some(1.3333333333333333); Some((3, None, 0.0))");
    // Node 1 joins itself and two leaves, node 2 itself and one.
    let text = figures(
        "1 *
         └─ 2 *
            └─ 3 *",
    );
    insta::assert_snapshot!(text, @"3 taxa, 1 roots, 3 living; depth Some(2) Some(1.0); MRCA Some((1, 0)); distance Some(1.3333333333333333); Some((5, Some(1), 12757.0))");
}

#[test]
fn several_trees_have_no_common_ancestor() {
    // Only the pair 3 and 4 has a distance. Of the first tree nothing is alive.
    let text = figures(
        "1
         └─ 5
         2
         ├─ 3 *
         └─ 4 *
         6 *",
    );
    insta::assert_snapshot!(text, @"6 taxa, 3 roots, 3 living; depth Some(1) Some(0.6666666666666666); MRCA None; distance Some(2.0); Some((2, Some(0), 0.0))");
}

#[test]
fn what_does_not_exist_has_no_figure() {
    let text = figures(
        "1
         └─ 2",
    );
    insta::assert_snapshot!(text, @"2 taxa, 1 roots, 0 living; depth None None; MRCA None; distance None; None");
    let text = figures(
        "1
         └─ 2 *",
    );
    insta::assert_snapshot!(text, @"2 taxa, 1 roots, 1 living; depth Some(1) Some(1.0); MRCA Some((2, 10)); distance None; Some((0, Some(0), 0.0))");
}
