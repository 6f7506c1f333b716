//! Tests of creature files and folders, valid and invalid.

mod catalogue;
mod creature_files;
mod manifest;

const HARE: &str = r##"name = "hare"
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

const FERN: &str = r##"name = "fern"
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
