//! Files of trees.

use super::picture::drawn;
use crate::phylogeny::{Phylogeny, Taxon, write_alife_standard, write_newick};

fn newick(tree: &Phylogeny) -> String {
    let mut bytes = Vec::new();
    write_newick(tree, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn two_trees() -> Phylogeny {
    drawn(
        "1
         ├─ 2
         │  └─ 4 * b
         └─ 3 *
         5",
    )
}

#[test]
fn every_tree_is_a_line_of_newick_with_all_taxa_named() {
    insta::assert_snapshot!(newick(&two_trees()), @"
    ((hare-4:10)hare-2:10,hare-3:10)hare-1:0;
    hare-5:0;
    ");
}

#[test]
fn the_table_has_the_columns_of_the_alife_data_standard() {
    let mut bytes = Vec::new();
    write_alife_standard(&two_trees(), &mut bytes).unwrap();
    insta::assert_snapshot!(String::from_utf8(bytes).unwrap(), @"
    id,ancestor_list,origin_time,destruction_time,taxon_label,num_orgs,tot_orgs,species,mature_radius,points_energy,points_eating,points_attack,points_defence,points_speed,points_camouflage,points_sight,height,preferred_light,seed_spread
    1,[none],0,25,hare-1,0,1,hare,12.0,10.0,10.0,10.0,10.0,10.0,10.0,10.0,,,
    2,[1],10,35,hare-2,0,1,hare,12.0,10.0,10.0,10.0,10.0,10.0,10.0,10.0,,,
    4,[2],20,inf,hare-4,1,1,hare,12.25,10.0,10.0,10.0,10.0,10.0,10.0,10.0,,,
    3,[1],10,inf,hare-3,1,1,hare,12.0,10.0,10.0,10.0,10.0,10.0,10.0,10.0,,,
    5,[none],0,25,hare-5,0,1,hare,12.0,10.0,10.0,10.0,10.0,10.0,10.0,10.0,,,
    ");
}

#[test]
fn a_lineage_of_many_generations_needs_no_stack() {
    const GENERATIONS: u64 = 200_000;
    let founder = drawn("1");
    let taxa = (0..GENERATIONS).map(|generation| Taxon {
        id: generation + 1,
        parent: usize::try_from(generation).unwrap().checked_sub(1),
        second_parent: None,
        origin: generation,
        ..founder.taxa()[0]
    });
    let text = newick(&Phylogeny::new(founder.species().to_vec(), taxa.collect()));
    let open = text.bytes().take_while(|&byte| byte == b'(').count();
    assert_eq!(open as u64, GENERATIONS - 1);
    assert!(text.contains("(hare-200000:1)hare-199999:1)") && text.ends_with(")hare-1:0;\n"));
}
