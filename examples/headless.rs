//! Runs a scenario without a window, records it, and reads the record back.
//!
//! ```text
//!  scenario + creatures --> world --> 500 ticks --> record directory --> final.snapshot
//!                             |                                                |
//!                             +---------- the same state, to the bit ----------+
//! ```
//!
//! Runs the shipped archipelago, 2880 by 2112 units, for 500 ticks, records it in a temporary
//! directory, and resumes it from the final snapshot. Run it with `cargo run --example headless`.

use std::error::Error;
use std::ops::ControlFlow;

use terrarium::prelude::*;

const TICKS: u64 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let start = Start::Scenario {
        name: "archipelago".to_owned(),
        settings: vec![Override::parse("seed=7")?],
        creature_folders: Vec::new(),
    };
    let Ready { mut simulation, provenance } = start.ready()?;
    let provenance = Provenance { ticks_asked: TICKS, threads: 1, ..provenance };

    let folder = tempfile::tempdir()?;
    let dir = folder.path().join("islands");
    let recorder = Recorder::new(&dir, simulation.world(), provenance, Options::default())?;
    let options = RunOptions { ticks: TICKS, check: false };
    let mut observed = 0;
    let finished = run(&mut simulation, options, Some(recorder), &mut |_: &World| {
        observed += 1;
        ControlFlow::Continue(())
    })?;
    println!("populations after {TICKS} ticks: {:?}", finished.outcome.populations);

    // The snapshot holds the final state; a simulation resumed from it continues identically.
    let Snapshot { world, head } = Snapshot::load(dir.join("final.snapshot"))?;
    assert_eq!((observed, head.tick), (TICKS, TICKS));
    assert_eq!(world.state_hash(), simulation.world().state_hash());
    assert_eq!(world.state_hash(), Manifest::read(&dir)?.outcome.state_hash);
    let behaviours = behaviour::make_all(&world.config.species, &world.config.rules)?;
    let mut resumed = Simulation::new(world, behaviours);
    for _ in 0..10 {
        simulation.tick();
        resumed.tick();
    }
    assert_eq!(resumed.world().state_hash(), simulation.world().state_hash());
    println!("tick {}: {}", resumed.world().tick, resumed.world().state_hash());
    Ok(())
}
