//! What somebody who watches asks of the thread in which the world lives.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::Pace;
use crate::behaviour::OrganismId;
use crate::record::Scene;
use crate::tick::Command;
use crate::view::Overlays;

/// What is asked of a session.
#[derive(Debug, Clone)]
pub enum Request {
    /// Time passes, or stops.
    Play(bool),
    /// How fast it passes.
    Pace(Pace),
    /// So many ticks on, or back, and stop there.
    Step(i64),
    /// To a tick that was lived, or the nearest to it.
    Seek(u64),
    /// Another future begins here.
    Branch,
    /// To the next of the futures, in turn.
    NextFuture,
    /// The world is meddled with. In the past another future begins for it.
    Command(Command),
    /// This one is to be looked into, or nobody.
    Select(Option<OrganismId>),
    /// What befalls this one is worth telling, or of nobody more than of others.
    Follow(Option<OrganismId>),
    /// What is laid over the world, which may need more than its looks.
    Overlays(Overlays),
    /// The world as it is now, into a new file.
    Snapshot(PathBuf),
    /// The whole run, into a new file: at once, and again when the session ends.
    Record(PathBuf),
    /// The scenes that were shown last, oldest first.
    Recent(Sender<SceneSequence>),
    /// Scenes of these ticks, so many at most, with equal steps between them.
    SceneSequence(RangeInclusive<u64>, usize, Sender<SceneSequence>),
    /// Something to be told to whoever watches.
    Notice(String),
    /// The session ends.
    End,
}

/// Scenes in a row, to be made into moving pictures.
pub type SceneSequence = Vec<Arc<Scene>>;
