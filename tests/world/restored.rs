//! Worlds that are restored from a snapshot in memory.

use std::io::Cursor;

use terrarium::prelude::*;
use terrarium::record::snapshot;

/// A simulation of the world restored from a snapshot of this one.
pub fn restored(world: &World) -> Simulation {
    let mut file = Cursor::new(Vec::new());
    snapshot::write(world, &mut file).unwrap();
    let snapshot = snapshot::read("memory", file).unwrap_or_else(|error| panic!("{error}"));
    snapshot.resume().unwrap()
}
