//! A run without a window, from a scenario to a record and back.
//!
//! ```text
//!  scenario + creatures --> world --> 500 ticks --> record directory --> final.snapshot
//!                             |                                                |
//!                             +---------- the same state, to the bit ----------+
//! ```
//!
//! Simulates 500 ticks of the shipped archipelago, records them in a temporary directory, and reads the
//! final state back. Run it with `cargo run --example headless`.

use std::error::Error;
use std::ops::ControlFlow;

use terrarium::prelude::*;

const TICKS: u64 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let mut ready = SimulationBuilder::new("archipelago").seed(7).ready()?;
    let folder = tempfile::tempdir()?;
    let dir = folder.path().join("islands");
    let mut watched = 0;
    let mut count = |_: &World| {
        watched += 1;
        ControlFlow::Continue(())
    };
    let finished =
        ready.run(TICKS).record(&dir, Options::default()).observe(&mut count).finish()?;
    println!("populations after {TICKS} ticks: {:?}", finished.outcome.populations);

    // The final state is in the record, and a run that resumes from it gives the same ticks.
    let snapshot = Snapshot::load(dir.join("final.snapshot"))?;
    assert_eq!((watched, snapshot.head.tick), (TICKS, TICKS));
    assert_eq!(snapshot.world.state_hash(), Manifest::read(&dir)?.outcome.state_hash);
    let mut simulation = ready.simulation;
    let mut resumed = snapshot.resume()?;
    for _ in 0..10 {
        simulation.tick();
        resumed.tick();
    }
    assert_eq!(resumed.world().state_hash(), simulation.world().state_hash());
    println!("tick {}: {}", resumed.world().tick(), resumed.world().state_hash());
    Ok(())
}
