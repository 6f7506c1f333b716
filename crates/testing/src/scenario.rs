//! Scenarios for tests of the command.

use std::fmt::Write;

/// The text of a scenario: a world with a seed, a width and height in units, and species with their numbers of organisms.
pub fn scenario(seed: u64, [width, height]: [u32; 2], populations: &[(&str, u32)]) -> String {
    let mut text =
        format!("description = \"A pond\"\nseed = {seed}\n[world]\nsize = [{width}, {height}]\n");
    for (species, count) in populations {
        let table = format_args!("[[population]]\nspecies = \"{species}\"\ncount = {count}\n");
        text.write_fmt(table).expect("a string takes all text");
    }
    text
}
