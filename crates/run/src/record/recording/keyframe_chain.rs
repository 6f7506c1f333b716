//! The keyframes that are being written: whole ones, and differences to the one before.

use std::io::{self, Cursor};

use terrarium_sim::world::World;

use super::chunk::Kind;
use super::difference::Records;
use super::keyframes::DIFFERENCE_HEADER;
use crate::record::snapshot;

/// Every so many keyframes are a whole one and its differences. All of them before a tick have to be read to reach it.
const LENGTH: u32 = 32;

/// Every so many keyframes have a scene.
const SCENE_EVERY: u32 = 8;

/// The keyframes since the last whole one.
#[derive(Debug, Default)]
pub(super) struct KeyframeChain {
    /// The last keyframe: its tick and its records, unless its world is too large.
    base: Option<(u64, Records)>,
    /// The number of keyframes since the last whole one.
    length: u32,
}

impl KeyframeChain {
    /// Encodes the next keyframe.
    pub fn next(&mut self, world: &World) -> io::Result<(Kind, Vec<u8>)> {
        let records = Records::new(world)?;
        let base = self.base.take();
        let next = match (&base, &records) {
            (Some((tick, base)), Some(records)) if self.length < LENGTH && *tick < world.tick() => {
                let mut content = Vec::with_capacity(DIFFERENCE_HEADER);
                content.extend(tick.to_le_bytes());
                content.extend(world.state_hash().0.to_le_bytes());
                content.extend(records.difference(base));
                (Kind::DIFFERENCE, content)
            }
            _ => {
                self.length = 0;
                (Kind::WORLD, whole(world)?)
            }
        };
        self.length += 1;
        self.base = records.map(|records| (world.tick(), records));
        Ok(next)
    }

    /// Whether the last keyframe is to have a scene.
    pub fn has_scene(&self) -> bool {
        self.length % SCENE_EVERY == 1 || self.base.is_none()
    }
}

/// A world as the bytes of a snapshot.
pub(super) fn whole(world: &World) -> io::Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    snapshot::write(world, &mut bytes)?;
    Ok(bytes.into_inner())
}
