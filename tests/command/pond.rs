//! A small world with clover and hares.

/// The text of its scenario.
pub const POND: &str = r#"
description = "A pond"
seed = 3

[world]
size = [700, 500]

[rules]
light = 40

[[population]]
species = "clover"
count = 40

[[population]]
species = "hare"
count = 14
"#;
