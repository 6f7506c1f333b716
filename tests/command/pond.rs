//! A small world with clover and hares.

use terrarium_testing::Workdir;

use crate::workdir;

const POND: &str = r#"
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

/// A folder with its scenario, `pond.toml`, in which `terrarium` runs.
pub fn pond() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", POND);
    workdir
}
