//! A picture of a world, as `terrarium watch` shows it, in a PNG file.
//!
//! Run it with `cargo run --example paint_picture -- meadow.png`.

use std::error::Error;
use std::path::PathBuf;

use terrarium::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut simulation = SimulationBuilder::new("meadow").seed(7).build()?;
    (0..50).for_each(|_| simulation.tick());

    let folder = tempfile::tempdir()?;
    let path = std::env::args_os().nth(1).map(PathBuf::from);
    let path = path.unwrap_or_else(|| folder.path().join("meadow.png"));
    let middle = simulation.world().config().bounds.centre();
    Picture::new(&simulation).size(1280, 800).around(middle, 2.0).save(&path)?;

    let size = std::fs::metadata(&path)?.len();
    println!("{}: {size} bytes", path.display());
    assert!(size > 10_000, "a meadow has more to show");
    Ok(())
}
