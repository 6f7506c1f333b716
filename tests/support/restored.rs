//! Worlds that are restored from a snapshot in memory.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::io::Cursor;

use terrarium::prelude::*;
use terrarium::record::snapshot;

/// The world that is read from a snapshot of this one.
pub fn reread(world: &World) -> World {
    written_and_read(world).world
}

/// A simulation of the world that is read from a snapshot of this one.
pub fn restored(world: &World) -> Simulation {
    written_and_read(world).resume().unwrap()
}

fn written_and_read(world: &World) -> Snapshot {
    let mut file = Cursor::new(Vec::new());
    snapshot::write(world, &mut file).unwrap();
    snapshot::read("memory", file).unwrap_or_else(|error| panic!("{error}"))
}
