//! Worlds that are restored from a snapshot in memory.

use std::io::Cursor;

use terrarium::prelude::*;
use terrarium::record::snapshot;

/// What is read from a snapshot of a world.
pub fn reread(world: &World) -> Snapshot {
    let mut file = Cursor::new(Vec::new());
    snapshot::write(world, &mut file).unwrap();
    snapshot::read("memory", file).unwrap_or_else(|error| panic!("{error}"))
}

/// A simulation of the world that is read from a snapshot of this one.
pub fn restored(world: &World) -> Simulation {
    reread(world).resume().unwrap()
}
