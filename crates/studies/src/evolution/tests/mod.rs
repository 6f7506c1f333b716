mod drift;
mod modes;
mod shadows;

use terrarium_creatures::species::Kind;

use crate::phylogeny::{Phylogeny, SpeciesInTree, TRAIT_COLUMNS, Taxon, TraitValues};

/// An organism: its identity, its parent, its ticks of birth and death, and the height of a plant or the points on sight of
/// an animal.
pub(super) type Row = (u64, Option<u64>, u64, Option<u64>, f64);

/// The trees of a species with these organisms, which have all other traits in common.
pub(super) fn tree(kind: Kind, rows: &[Row]) -> Phylogeny {
    let mut sorted = rows.to_vec();
    sorted.sort_by_key(|row| (row.2, row.0));
    let taxa = sorted.iter().map(|&(id, parent, origin, destruction, value)| Taxon {
        id,
        parent: parent.and_then(|parent| sorted.iter().position(|row| row.0 == parent)),
        second_parent: None,
        species: 0,
        origin,
        destruction,
        members: 1,
        living_members: u64::from(destruction.is_none()),
        traits: Some(traits(kind, value)),
    });
    let taxa = taxa.collect();
    Phylogeny::new(vec![SpeciesInTree { name: "it".to_owned(), kind }], taxa)
}

pub(super) fn traits(kind: Kind, value: f64) -> TraitValues {
    TraitValues::from_fn(kind, |column| match TRAIT_COLUMNS[column] {
        "mature_radius" => 18.0,
        "height" | "points_sight" => value,
        "preferred_light" => 0.5,
        "seed_spread" => 300.0,
        "points_speed" => 40.0,
        _ => 0.0,
    })
}
