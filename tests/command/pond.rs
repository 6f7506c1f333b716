//! A small world with clover and hares.

use terrarium_testing::{Workdir, scenario};

use crate::workdir;

fn pond_toml() -> String {
    scenario(3, [700, 500], &[("clover", 40), ("hare", 14)]) + "[rules]\nlight = 40\n"
}

/// A folder with its scenario, `pond.toml`, in which `terrarium` runs.
pub fn pond() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    workdir
}
