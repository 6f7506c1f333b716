//! A recording: written by a run, opened, and played from any tick.
//!
//! Run it with `cargo run --example read_recording`. `terrarium run --record` and `terrarium watch`
//! write recordings too.

use std::error::Error;

use terrarium::prelude::*;
use terrarium::record::recording::Place;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("meadow.recording");
    let Ready { mut simulation, provenance } = SimulationBuilder::new("meadow")
        .seed(7)
        .world_size(1800.0, 1300.0)
        .population("clover", 300)
        .population("hare", 100)
        .ready()?;
    let mut recording =
        RecordingObserver::begin(&Place::File(path.clone()), &simulation, provenance)?;
    let _ = run_ticks(&mut simulation, 120, &mut [&mut recording]);
    recording.finish()?;

    // Only keyframes are stored; the ticks between them are simulated again when they are asked for.
    let Opened::Playback(mut playback) = Playback::of_recording(&path)? else {
        return Err("the recording is of another version".into());
    };
    let keyframes: Vec<u64> = playback.timeline().recording().keyframes().collect();
    println!("ticks 0 to {}, keyframes at {keyframes:?}", playback.frontier());
    for tick in [100, 10, 120] {
        playback.seek(tick)?;
        let world = playback.simulation().world();
        println!("tick {:>3}: populations {:?}", world.tick(), world.populations());
    }
    assert_eq!(playback.simulation().world().state_hash(), simulation.world().state_hash());

    // The chronicle has the population of every tick without simulating any.
    println!("tick  60: populations {:?}", playback.chronicle().populations(60));
    Ok(())
}
