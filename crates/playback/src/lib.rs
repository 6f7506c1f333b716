//! Playback: runs that can be seeked, continued and branched, and inspection of single organisms.
//!
//! A [`Playback`] is at one tick of a run. It can seek to any recorded tick, and simulate new ticks
//! after the last. Commands are applied at the last tick. To change an earlier tick,
//! [`branch`](Playback::branch) there: this starts another [`Timeline`] and leaves the first
//! unchanged.

#![forbid(unsafe_code)]

pub mod album;
pub mod chronicle;
mod colony_name;
mod error;
mod founders;
mod frame_source;
mod history;
pub mod inspection;
mod interest;
pub mod life_history;
mod lineages;
mod naming;
mod opening;
mod pedigree;
mod recent_worlds;
mod recording_observer;
pub mod run_link;
mod seeking;
mod timeline;
pub mod tour;
mod undo;
mod watched;
pub mod watchpoint;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_run::record::recording::{Recording, RecordingError};
use terrarium_run::{Divergence, FirstError, Observer, run_ticks};
use terrarium_sim::tick::{Command, Simulation, TraceTarget};

pub use album::{Album, Favourite, Moment};
pub use chronicle::Chronicle;
pub use colony_name::colony_name;
pub use error::PlaybackError;
pub use founders::Founders;
pub use frame_source::{FrameSource, history_of};
pub use history::History;
pub use inspection::Inspection;
pub use interest::{HUNT, most_interesting};
pub use lineages::FounderLineage;
pub use naming::name_of;
pub use pedigree::{GenomeNumbers, Kin, Kinship, Member, Pedigree};
pub use recording_observer::RecordingObserver;
pub use seeking::Progress;
pub use timeline::Timeline;
pub use undo::Undone;
pub use watched::Watched;

/// An opened recording.
pub enum Opened {
    /// A run that this version can replay and continue.
    Playback(Box<Playback>),
    /// A recording that this version cannot replay: only its keyframes can be shown.
    Keyframes {
        /// The recording.
        recording: Box<Recording>,
        /// Why it cannot be replayed.
        why: String,
    },
}

/// A run with its recorded ticks, at one of them.
pub struct Playback {
    simulation: Simulation,
    timelines: Vec<Timeline>,
    /// The index of the current timeline.
    present: usize,
    /// The number of recorded commands of this tick that have been applied.
    applied: usize,
    /// The target of the seek under way.
    target: Option<u64>,
    trace_targets: Vec<TraceTarget>,
    /// Whether the tick before the current one was simulated with these targets.
    is_traced: bool,
    /// Whether seeks replay the turns that led to their tick.
    replays_turns: bool,
    /// Whether replays are cancelled.
    cancelled: Option<Arc<AtomicBool>>,
}

/// Adds each new tick to a timeline.
struct Extension<'a> {
    timeline: &'a mut Timeline,
    problem: FirstError<RecordingError>,
}

impl Observer for Extension<'_> {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.problem.keep(self.timeline.simulated(simulation))
    }
}

impl Playback {
    fn new(simulation: Simulation, timeline: Timeline) -> Self {
        Self {
            simulation,
            timelines: vec![timeline],
            present: 0,
            applied: 0,
            target: None,
            trace_targets: Vec::new(),
            is_traced: false,
            replays_turns: false,
            cancelled: None,
        }
    }

    /// The simulation at the current tick.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The current tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.simulation.world().tick()
    }

    /// The first recorded tick.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.timeline().recording().first_tick()
    }

    /// The last tick of the current timeline.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.timeline().frontier()
    }

    /// Whether the current tick is the last of its timeline, so that the next step is a new tick.
    #[must_use]
    pub fn is_at_frontier(&self) -> bool {
        self.tick() >= self.frontier()
    }

    /// Simulates one tick: a recorded one is replayed and compared with the record, a new one is
    /// recorded. Ends a seek.
    ///
    /// # Errors
    /// When the tick cannot be recorded (it was simulated nevertheless, and the run can continue),
    /// or a recorded command is refused.
    pub fn step(&mut self) -> Result<(), PlaybackError> {
        self.target = None;
        if !self.is_at_frontier() {
            return self.replay(1);
        }
        let timeline = &mut self.timelines[self.present];
        let mut extension = Extension { timeline, problem: FirstError::default() };
        let _ = run_ticks(&mut self.simulation, 1, &mut [&mut extension]);
        (self.applied, self.is_traced) = (0, true);
        Ok(extension.problem.take()?)
    }

    /// Applies a command and records it. Before the last tick, [`branch`](Self::branch) first.
    ///
    /// # Errors
    /// When the command is refused or this is not the last tick: nothing has changed then. When the
    /// command cannot be recorded.
    pub fn command(&mut self, command: Command) -> Result<(), PlaybackError> {
        let (tick, frontier) = (self.tick(), self.frontier());
        if tick < frontier {
            return Err(PlaybackError::NotAtFrontier { tick, frontier });
        }
        self.simulation.apply(command.clone())?;
        self.applied += 1;
        Ok(self.timelines[self.present].command_applied(&self.simulation, &command)?)
    }

    /// Starts a new timeline at the current tick, makes it the current one, and returns its index.
    /// The timeline that it branches from stays unchanged.
    ///
    /// # Errors
    /// When the new timeline cannot be recorded.
    pub fn branch(&mut self) -> Result<usize, PlaybackError> {
        let (own, commands) = (self.present, self.applied);
        let name = format!("branch {}", self.timelines.len() + 1);
        let timeline = self.timelines[own].branch(own, name, &self.simulation, commands)?;
        self.timelines.push(timeline);
        self.present = self.timelines.len() - 1;
        self.target = None;
        Ok(self.present)
    }

    /// All timelines, in the order of their creation.
    #[must_use]
    pub fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    /// The index of the current timeline.
    #[must_use]
    pub fn present(&self) -> usize {
        self.present
    }

    /// Switches to another timeline, and begins a seek to the current tick, or to the last tick of
    /// that timeline if it is earlier. [`advance`](Self::advance) completes the seek.
    ///
    /// # Errors
    /// When there is no such timeline, or its keyframe is damaged; the current timeline stays then.
    pub fn switch(&mut self, which: usize) -> Result<(), PlaybackError> {
        let count = self.timelines.len();
        if which >= count {
            return Err(PlaybackError::NoSuchTimeline { which, count });
        }
        let (before, tick) = (self.present, self.tick());
        self.present = which;
        let tick = tick.min(self.frontier());
        match self.restore(tick) {
            Ok(()) => self.target = Some(tick),
            Err(error) => {
                self.present = before;
                return Err(error);
            }
        }
        Ok(())
    }

    /// The current timeline.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timelines[self.present]
    }

    fn timeline_mut(&mut self) -> &mut Timeline {
        &mut self.timelines[self.present]
    }

    /// The history of the current timeline.
    #[must_use]
    pub fn chronicle(&self) -> &Chronicle {
        self.timeline().chronicle()
    }

    /// The founders of all organisms of the current tick; `None` if it was reached without the births of all ticks before it.
    #[must_use]
    pub fn founders(&self) -> Option<&Founders> {
        Some(self.timeline().founders()).filter(|founders| self.tick() <= founders.last_tick())
    }

    /// Uses the founders that were replayed elsewhere, from the same timeline, if they are known up to a later tick.
    pub fn learn_founders(&mut self, founders: Founders) {
        self.timeline_mut().learn_founders(founders);
    }

    /// All organisms of the run up to the current tick, if they are kept and known; `None` otherwise.
    #[must_use]
    pub fn pedigree(&self) -> Option<&Pedigree> {
        let is_known = |pedigree: &&Pedigree| self.tick() <= pedigree.last_tick();
        self.timeline().pedigree().filter(is_known)
    }

    /// Keeps the organisms of all new ticks of the current timeline from now on.
    pub fn keep_pedigree(&mut self) {
        let Self { simulation, timelines, present, .. } = self;
        timelines[*present].keep_pedigree(simulation.world());
    }

    /// Uses a pedigree that was replayed elsewhere, from the same timeline and its first tick on, if it ends at a later tick.
    pub fn learn_pedigree(&mut self, pedigree: Pedigree) {
        self.timeline_mut().learn_pedigree(pedigree);
    }

    /// Follows an organism: the chronicle gets a remark for every birth and death that involves it, as it does for favourites.
    pub fn follow(&mut self, organism: Option<OrganismId>) {
        self.timeline_mut().chronicle_mut().follow(organism);
    }

    /// Changes what those who watch the current timeline keep of it, and records it.
    ///
    /// # Errors
    /// When it cannot be recorded: it is changed nevertheless.
    pub fn edit_album<T>(
        &mut self,
        edit: impl FnOnce(&mut Album) -> T,
    ) -> Result<T, RecordingError> {
        self.timeline_mut().edit_album(edit)
    }

    /// The first tick of the current timeline at which a replay differed from the record.
    #[must_use]
    pub fn difference(&self) -> Option<Divergence> {
        self.timeline().difference()
    }

    /// Inspects an organism: its state, its last turn, its prospects. `None` when it does not
    /// exist.
    #[must_use]
    pub fn inspect(&self, organism: OrganismId) -> Option<Inspection> {
        Inspection::new(&self.simulation, organism)
    }

    /// Traces these organisms, and no others, from the next tick on.
    pub fn trace(&mut self, targets: Vec<TraceTarget>) {
        self.simulation.trace(targets.clone());
        self.is_traced &= self.trace_targets == targets;
        self.trace_targets = targets;
    }

    /// Sets whether seeks replay the turns that led to their tick, so that they are traced, also where a
    /// keyframe holds the tick itself. A seek to the current tick then replays them, too.
    pub fn replay_turns(&mut self, is_wanted: bool) {
        self.replays_turns = is_wanted;
    }

    /// Whether the turns that led to the current tick are traced. The first tick has none.
    #[must_use]
    pub fn knows_turns(&self) -> bool {
        self.is_traced || self.trace_targets.is_empty() || self.tick() == self.first_tick()
    }

    /// A copy of the recording of the current timeline so far, to be replayed elsewhere with
    /// [`of_recorded`](Self::of_recorded).
    ///
    /// # Errors
    /// When the last ticks cannot be written.
    pub fn recorded(&mut self) -> Result<Recording, RecordingError> {
        self.timeline_mut().recorded()
    }

    /// Like [`recorded`](Self::recorded), of the timeline with this index.
    ///
    /// # Errors
    /// When there is no such timeline, or its last ticks cannot be written.
    pub fn recorded_timeline(&mut self, which: usize) -> Result<Recording, PlaybackError> {
        let count = self.timelines.len();
        let timeline = self.timelines.get_mut(which);
        Ok(timeline.ok_or(PlaybackError::NoSuchTimeline { which, count })?.recorded()?)
    }

    /// Lets another thread end the replays of this playback: while the flag is set, they fail with
    /// [`PlaybackError::Cancelled`].
    pub fn cancel_with(&mut self, flag: Arc<AtomicBool>) {
        self.cancelled = Some(flag);
    }

    /// Writes the current timeline, from its first tick to its last, to a new recording.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save_recording(&mut self, path: &Path) -> Result<(), RecordingError> {
        self.timeline_mut().save(path)
    }

    /// The bytes of a recording of the current timeline, from its first tick to its last.
    ///
    /// # Errors
    /// When its ticks cannot be read or written.
    pub fn recording_bytes(&mut self) -> Result<Vec<u8>, RecordingError> {
        self.timeline_mut().bytes()
    }

    /// Completes all recordings that are kept.
    ///
    /// # Errors
    /// When one cannot be written; the others are completed nevertheless.
    pub fn finish(self) -> Result<(), RecordingError> {
        let results: Vec<_> = self.timelines.into_iter().map(Timeline::finish).collect();
        results.into_iter().collect()
    }
}
