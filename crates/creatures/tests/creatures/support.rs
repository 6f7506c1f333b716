//! Creature files of an animal and a plant, and a check that admits any behaviour.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::SpeciesContext;
use terrarium_creatures::species::{BehaviourChoice, BehaviourRefusal, Catalogue, Kind};
use terrarium_input::document::Override;

pub const HARE: &str = r##"name = "hare"
description = "Runs first"
kind = "herbivore"
mature_size = 32

[appearance]
colour = "#c8a165"

[points]
energy = 60
speed = 40

[behaviour]
native = "runner"
[behaviour.parameters]
caution = 60
"##;

pub const FERN: &str = r##"name = "fern"
description = "Likes the shade"
kind = "plant"
mature_size = 24

[appearance]
colour = "#2f6b2f"

[plant]
height = 0.5
preferred_light = 0.25
seed_spread = 100
"##;

/// A check of behaviours that refuses none.
pub fn any_behaviour(_: Kind, _: &BehaviourChoice, _: &Rules) -> Result<(), BehaviourRefusal> {
    Ok(())
}

/// The shipped species, with overrides.
pub fn shipped(overrides: &[Override]) -> Catalogue {
    let rules = Rules::default();
    let context = SpeciesContext { rules: &rules, overrides, behaviours: &any_behaviour };
    Catalogue::load::<&str>(&[], &context).unwrap()
}
