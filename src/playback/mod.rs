//! Playback: a run with a past, told by tick, and what there is to know of one creature in it.
//!
//! A [`Playback`] stands at one tick of a run. It can go to any other that was lived, and on beyond
//! the last; at the last it takes commands. To meddle with the past is to [`branch`](Playback::branch):
//! another [`Timeline`] begins there, and the one it leaves stays as it is.

pub mod chronicle;
mod error;
pub mod inspection;
mod opening;
mod recording_observer;
mod seeking;
mod timeline;

use std::ops::ControlFlow;
use std::path::Path;

use crate::behaviour::OrganismId;
use crate::record::recording::{Recording, RecordingError};
use crate::run::{Divergence, Observer, drive};
use crate::tick::{Command, Simulation, TraceTarget};

pub use chronicle::Chronicle;
pub use error::PlaybackError;
pub use inspection::Inspection;
pub use recording_observer::RecordingObserver;
pub use seeking::Progress;
pub use timeline::Timeline;

/// A recording that was opened.
pub enum Opened {
    /// Its run can be played.
    Playback(Box<Playback>),
    /// Its worlds cannot live in this version; how they looked at its keyframes can be seen.
    Pictures {
        /// The recording.
        recording: Box<Recording>,
        /// Why no more can be had.
        why: String,
    },
}

/// A run with a past.
pub struct Playback {
    simulation: Simulation,
    timelines: Vec<Timeline>,
    present: usize,
    /// How many of the commands that were given after this tick the simulation has applied.
    applied: usize,
    /// The tick that is being sought.
    target: Option<u64>,
    trace_targets: Vec<TraceTarget>,
}

/// Adds each new tick to a timeline.
struct Present<'a> {
    timeline: &'a mut Timeline,
    problem: Option<RecordingError>,
}

impl Observer for Present<'_> {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.problem = self.timeline.simulated(simulation).err();
        ControlFlow::Continue(())
    }
}

impl Playback {
    fn begun(simulation: Simulation, timeline: Timeline) -> Self {
        let (timelines, trace_targets) = (vec![timeline], Vec::new());
        Self { simulation, timelines, present: 0, applied: 0, target: None, trace_targets }
    }

    /// The world as it stands, and who decides in it.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The tick that was lived last.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.simulation.world().tick
    }

    /// The first tick that can be gone to.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.timeline().recording().first_tick()
    }

    /// The last tick that was lived in the present future.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.timeline().frontier()
    }

    /// Whether the next step will be lived for the first time.
    #[must_use]
    pub fn is_at_frontier(&self) -> bool {
        self.tick() >= self.frontier()
    }

    /// Lives one tick: again, and compared with what was recorded, or beyond the frontier for the first
    /// time. It ends a search for a tick.
    ///
    /// # Errors
    /// When it cannot be recorded (it was lived all the same, and the run can go on), or a command that
    /// was recorded cannot be applied.
    pub fn step(&mut self) -> Result<(), PlaybackError> {
        self.target = None;
        if !self.is_at_frontier() {
            return self.replay(1);
        }
        let mut present = Present { timeline: &mut self.timelines[self.present], problem: None };
        let _ = drive(&mut self.simulation, 1, &mut [&mut present]);
        self.applied = 0;
        present.problem.map_or(Ok(()), |problem| Err(problem.into()))
    }

    /// Does what a command says, and records it. In the past, [`branch`](Self::branch) first.
    ///
    /// # Errors
    /// When it is refused, or this is the past of the present future: nothing has changed then. When it
    /// cannot be recorded.
    pub fn command(&mut self, command: Command) -> Result<(), PlaybackError> {
        let (tick, frontier) = (self.tick(), self.frontier());
        if tick < frontier {
            return Err(PlaybackError::InThePast { tick, frontier });
        }
        self.simulation.apply(command.clone())?;
        self.applied += 1;
        Ok(self.timelines[self.present].command_applied(&self.simulation, &command)?)
    }

    /// Another future begins at this tick, and becomes the present one; its place in the list is the
    /// answer. The one that it leaves is kept as it is.
    ///
    /// # Errors
    /// When it cannot be recorded.
    pub fn branch(&mut self) -> Result<usize, PlaybackError> {
        let (own, commands) = (self.present, self.applied);
        let name = format!("future {}", self.timelines.len() + 1);
        let timeline = self.timelines[own].branch(own, name, &self.simulation, commands)?;
        self.timelines.push(timeline);
        self.present = self.timelines.len() - 1;
        self.target = None;
        Ok(self.present)
    }

    /// All futures, in the order in which they began.
    #[must_use]
    pub fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    /// The place of the present future in the list.
    #[must_use]
    pub fn present(&self) -> usize {
        self.present
    }

    /// Goes over to another future, and sets out for the tick at which this one stands, or for its
    /// frontier if that is nearer: [`advance`](Self::advance) gets there.
    ///
    /// # Errors
    /// When there is no such future, or its keyframe there is damaged; the present one stays then.
    pub fn switch(&mut self, which: usize) -> Result<(), PlaybackError> {
        let count = self.timelines.len();
        if which >= count {
            return Err(PlaybackError::NoSuchFuture { which, count });
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

    /// The present future.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timelines[self.present]
    }

    fn timeline_mut(&mut self) -> &mut Timeline {
        &mut self.timelines[self.present]
    }

    /// The history of the present future.
    #[must_use]
    pub fn chronicle(&self) -> &Chronicle {
        self.timeline().chronicle()
    }

    /// What befalls this creature is worth a remark from now on.
    pub fn follow(&mut self, organism: Option<OrganismId>) {
        self.timeline_mut().chronicle_mut().follow(organism);
    }

    /// The first tick of the present future that was another than recorded when it was lived again.
    #[must_use]
    pub fn difference(&self) -> Option<Divergence> {
        self.timeline().difference()
    }

    /// Everything about one creature.
    #[must_use]
    pub fn inspect(&self, organism: OrganismId) -> Option<Inspection> {
        Inspection::of(&self.simulation, organism)
    }

    /// Listens to these creatures from the next tick on, and to no others.
    pub fn trace(&mut self, to: Vec<TraceTarget>) {
        self.simulation.trace(to.clone());
        self.trace_targets = to;
    }

    /// Writes the whole present future into a recording of its own, which can be played later.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_recording(&mut self, path: &Path) -> Result<(), RecordingError> {
        self.timeline_mut().save(path)
    }

    /// Ends all recordings that were to stay.
    ///
    /// # Errors
    /// When one cannot be written; the others are ended all the same.
    pub fn finish(self) -> Result<(), RecordingError> {
        let ended: Vec<_> = self.timelines.into_iter().map(Timeline::finish).collect();
        ended.into_iter().collect()
    }
}
