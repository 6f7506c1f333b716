//! What a child inherits: the one place where shadows mutate traits, by the rules of births in a tick.

use crate::behaviour::CreatureRng;
use crate::genome::to_f32;
use crate::phylogeny::{TRAIT_COLUMNS, TraitValues};
use crate::rules::Rules;
use crate::species::{Kind, PlantTraits, TraitMutation, Traits};

/// The traits of a child, as `src/tick/birth.rs` draws them from those of its parent.
pub(super) fn child_of(
    parent: &TraitValues,
    kind: Kind,
    (mutation, rules): (&TraitMutation, &Rules),
    rng: &mut CreatureRng,
) -> TraitValues {
    let value = |place| to_f32(parent.at(kind, place).unwrap_or_default());
    let mut child = [0.0; TRAIT_COLUMNS.len()];
    if kind == Kind::Plant {
        let parent = PlantTraits {
            mature_radius: value(0),
            height: value(8),
            preferred_light: value(9),
            seed_spread: value(10),
        };
        let PlantTraits { mature_radius, height, preferred_light, seed_spread } =
            parent.mutated(mutation, rules, rng);
        child[0] = mature_radius;
        child[8..].copy_from_slice(&[height, preferred_light, seed_spread]);
    } else {
        let points = std::array::from_fn(|point| value(1 + point));
        let Traits { mature_radius, points } =
            Traits { mature_radius: value(0), points }.mutated(mutation, rules, rng);
        child[0] = mature_radius;
        child[1..8].copy_from_slice(&points);
    }
    TraitValues::from_fn(kind, |place| child[place].into())
}
