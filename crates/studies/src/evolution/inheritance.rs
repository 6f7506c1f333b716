//! What a child inherits: the one place where shadows mutate traits, by the rules of births in a tick.

use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::genome::to_f32;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Kind, PlantTraits, TraitMutation, Traits};

use crate::phylogeny::{TRAIT_COLUMNS, TraitValues};

/// The traits of a child, as `src/tick/birth.rs` draws them from those of its parent, and of its second one if it has one.
pub(super) fn child_of(
    [parent, second]: [Option<&TraitValues>; 2],
    kind: Kind,
    (mutation, rules): (&TraitMutation, &Rules),
    rng: &mut CreatureRng,
) -> Option<TraitValues> {
    let parent = parent?;
    let mut child = [0.0; TRAIT_COLUMNS.len()];
    if kind == Kind::Plant {
        let own = plant(parent);
        let crossed = second.map_or(own, |second| own.crossed(&plant(second), rng));
        let PlantTraits { mature_radius, height, preferred_light, seed_spread } =
            crossed.mutated(mutation, rules, rng);
        child[0] = mature_radius;
        child[8..].copy_from_slice(&[height, preferred_light, seed_spread]);
    } else {
        let own = animal(parent, kind);
        let crossed = second.map_or(own, |second| own.crossed(&animal(second, kind), rng));
        let Traits { mature_radius, points } = crossed.mutated(mutation, rules, rng);
        child[0] = mature_radius;
        child[1..8].copy_from_slice(&points);
    }
    Some(TraitValues::from_fn(kind, |column| child[column].into()))
}

fn plant(traits: &TraitValues) -> PlantTraits {
    let value = |column| value(traits, Kind::Plant, column);
    PlantTraits {
        mature_radius: value(0),
        height: value(8),
        preferred_light: value(9),
        seed_spread: value(10),
    }
}

fn animal(traits: &TraitValues, kind: Kind) -> Traits {
    let value = |column| value(traits, kind, column);
    Traits { mature_radius: value(0), points: std::array::from_fn(|point| value(1 + point)) }
}

/// The value in a column of [`TRAIT_COLUMNS`].
fn value(traits: &TraitValues, kind: Kind, column: usize) -> f32 {
    to_f32(traits.at(kind, column).unwrap_or_default())
}
