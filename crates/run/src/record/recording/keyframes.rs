//! The keyframes of a recording: worlds, whole or as differences, and scenes.

use std::collections::BTreeMap;
use std::io::Cursor;

use terrarium_sim::world::{StateHash, World};

use super::block::unpack;
use super::chunk::{CHUNK_HEADER, Chunk, Kind};
use super::difference::Records;
use super::reading::invalid;
use super::{Recording, RecordingError, RecordingProblem};
use crate::record::scene::Scene;
use crate::record::snapshot;

/// What precedes a difference: the tick of the keyframe that it is a difference to, and the state hash of its world.
pub(super) const DIFFERENCE_HEADER: usize = 24;

impl Recording {
    /// The ticks of the keyframes, in order.
    pub fn keyframes(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        let of = if self.incompatibility.is_some() { &self.scenes } else { &self.worlds };
        of.keys().copied()
    }

    /// Whether there is a keyframe of this tick.
    #[must_use]
    pub fn has_keyframe(&self, tick: u64) -> bool {
        self.worlds.contains_key(&tick)
    }

    /// The tick of the last keyframe up to `tick`, or else of the first.
    #[must_use]
    pub fn keyframe_before(&self, tick: u64) -> Option<u64> {
        let before = self.worlds.range(..=tick).next_back();
        before.or_else(|| self.worlds.iter().next()).map(|(&tick, _)| tick)
    }

    /// Reads the world of the last keyframe up to `tick`, or else of the first. In place of a damaged keyframe, the
    /// one before it is read.
    ///
    /// # Errors
    /// When all keyframes up to `tick` are damaged, or they are in the format of another version.
    pub fn world_at_or_before(&self, tick: u64) -> Result<World, RecordingError> {
        let first = self.worlds.keys().next().copied().unwrap_or(0);
        let mut damage = None;
        for (_, &chunk) in self.worlds.range(..=tick.max(first)).rev() {
            match self.world_of(chunk) {
                Err(problem @ RecordingProblem::Damaged { .. }) => {
                    damage.get_or_insert(problem);
                }
                other => return other.map_err(|problem| problem.of(&self.path)),
            }
        }
        let none = || RecordingProblem::TooShort { why: "it has none".to_owned() };
        Err(damage.unwrap_or_else(none).of(&self.path))
    }

    /// Reads the world of the keyframe of exactly this tick.
    ///
    /// # Errors
    /// When there is none, it is damaged, or in the format of another version.
    pub fn world_at(&self, tick: u64) -> Result<World, RecordingError> {
        let none = || RecordingProblem::TooShort { why: format!("it has none of tick {tick}") };
        let chunk = self.worlds.get(&tick).copied().ok_or_else(none);
        chunk.and_then(|chunk| self.world_of(chunk)).map_err(|problem| problem.of(&self.path))
    }

    fn world_of(&self, chunk: Chunk) -> Result<World, RecordingProblem> {
        if let Some(why) = &self.incompatibility {
            return Err(RecordingProblem::Incompatible(why.clone()));
        }
        if chunk.kind == Kind::WORLD {
            return self.whole_world(chunk);
        }
        let (records, expected) = self.records_of(chunk)?;
        let world = records.world().map_err(|problem| invalid(chunk, &problem.to_string()))?;
        if world.tick() != chunk.tick || world.state_hash() != expected {
            return Err(invalid(chunk, "its world is another one"));
        }
        Ok(world)
    }

    fn whole_world(&self, chunk: Chunk) -> Result<World, RecordingProblem> {
        let content = self.content(chunk)?;
        let name = format!("tick {} of {}", chunk.tick, self.path.display());
        let read = snapshot::read(name, Cursor::new(content));
        let snapshot = read.map_err(|error| invalid(chunk, &error.problem.to_string()))?;
        if snapshot.head.tick != chunk.tick {
            return Err(invalid(chunk, "its world is of another tick"));
        }
        Ok(snapshot.world)
    }

    /// The records of a keyframe that is a difference, and the state hash of its world.
    fn records_of(&self, chunk: Chunk) -> Result<(Records, StateHash), RecordingProblem> {
        let mut differences = Vec::new();
        let mut base = chunk;
        while base.kind == Kind::DIFFERENCE {
            let content = self.content(base)?;
            let tick = content.first_chunk().map(|tick| u64::from_le_bytes(*tick));
            let before = tick.filter(|&tick| tick < base.tick);
            let before = before.and_then(|tick| self.worlds.get(&tick).copied());
            let before = before.ok_or_else(|| invalid(base, "its base is not there"))?;
            differences.push((base, content));
            base = before;
        }
        let world = self.whole_world(base)?;
        let records = Records::new(&world).map_err(|error| invalid(base, &error.to_string()))?;
        let mut records = records.ok_or_else(|| invalid(base, "it is too large to be a base"))?;
        let mut expected = world.state_hash();
        for (chunk, content) in differences.into_iter().rev() {
            let (header, content) = content
                .split_first_chunk::<DIFFERENCE_HEADER>()
                .ok_or_else(|| invalid(chunk, "it is too short"))?;
            let hash = header[8..].try_into().expect("sixteen bytes");
            expected = StateHash(u128::from_le_bytes(hash));
            records =
                Records::from_difference(&records, content).map_err(|why| invalid(chunk, &why))?;
        }
        Ok((records, expected))
    }

    /// Reads the scene of the last keyframe with a scene up to `tick`, or else of the first.
    ///
    /// # Errors
    /// When it is damaged or in the format of a later version, or there is none.
    pub fn scene_at_or_before(&self, tick: u64) -> Result<Scene, RecordingError> {
        let of_file = |problem: RecordingProblem| problem.of(&self.path);
        let chunk = self.scenes.range(..=tick).next_back().or_else(|| self.scenes.iter().next());
        let none = || RecordingProblem::TooShort { why: "it has no scenes".to_owned() };
        let (_, &chunk) = chunk.ok_or_else(|| of_file(none()))?;
        let content = self.content(chunk).map_err(of_file)?;
        let plain = unpack(&content).map_err(|why| of_file(invalid(chunk, &why)))?;
        Scene::from_bytes(&plain).map_err(|error| of_file(invalid(chunk, &error.to_string())))
    }

    /// The total size of the keyframes, in bytes: of the worlds, and of the scenes.
    #[must_use]
    pub fn size_of_keyframes(&self) -> (u64, u64) {
        let sum = |of: &BTreeMap<u64, Chunk>| {
            of.values().map(|chunk| u64::from(chunk.length) + CHUNK_HEADER).sum()
        };
        (sum(&self.worlds), sum(&self.scenes))
    }
}
