//! What pictures are painted of: something that lives, or is lived again, up to the ticks asked for.

use std::path::PathBuf;
use std::sync::Arc;

use crate::cli::target::Target;
use crate::cli::{Failure, output};
use crate::document::Override;
use crate::playback::{Opened, Playback, Progress};
use crate::record::Scene;
use crate::record::recording::Recording;
use crate::run::{Ready, Start, drive};
use crate::tick::Simulation;

/// What pictures are painted of. Time goes only forward in it.
pub(super) struct Source {
    /// What it is called on pictures.
    pub name: String,
    kind: Kind,
}

enum Kind {
    /// A world that lives on.
    Alive(Box<Simulation>),
    /// A run that was lived, and is lived again.
    Recorded(Box<Playback>),
    /// A recording of which nothing but pictures can be had.
    Pictures(Box<Recording>),
}

/// What was given of which a source is made.
pub(super) struct SourceOptions<'a> {
    pub target: &'a str,
    pub overrides: Vec<Override>,
    pub creature_folders: Vec<PathBuf>,
}

impl SourceOptions<'_> {
    /// Finds out what was given, and opens it.
    pub fn open(self) -> Result<Source, Failure> {
        let target = Target::find(self.target)?;
        let name = target.name();
        let kind = match target {
            Target::RunDir(path) => {
                self.refuse_overrides("a recorded run")?;
                Kind::Recorded(Box::new(Playback::of_run_dir(&path)?))
            }
            Target::Recording(path) => {
                self.refuse_overrides("a recording")?;
                match Playback::of_recording(&path)? {
                    Opened::Playback(playback) => Kind::Recorded(playback),
                    Opened::Pictures { recording, why } => {
                        output::note(format_args!(
                            "note: {}: only its keyframes can be shown: {why}",
                            self.target
                        ));
                        Kind::Pictures(recording)
                    }
                }
            }
            Target::Snapshot(path) => {
                self.refuse_overrides("a snapshot")?;
                Kind::alive(&Start::Snapshot(path))?
            }
            Target::Scenario(name) => {
                let Self { overrides, creature_folders, .. } = self;
                Kind::alive(&Start::Scenario { name, overrides, creature_folders })?
            }
        };
        Ok(Source { name, kind })
    }

    fn refuse_overrides(&self, target: &str) -> Result<(), Failure> {
        if self.overrides.is_empty() && self.creature_folders.is_empty() {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{}: {target} is as it was lived; --set, --seed, --map and --creatures are for scenarios",
            self.target
        )))
    }
}

impl Kind {
    fn alive(start: &Start) -> Result<Self, Failure> {
        let Ready { simulation, .. } = start.ready()?;
        Ok(Self::Alive(Box::new(simulation)))
    }
}

impl Source {
    /// The tick at which it stands at first.
    pub fn first_tick(&self) -> u64 {
        match &self.kind {
            Kind::Alive(simulation) => simulation.world().tick,
            Kind::Recorded(playback) => playback.first_tick(),
            Kind::Pictures(recording) => recording.first_tick(),
        }
    }

    /// The last tick that can be shown; `None` for what lives on.
    pub fn last_tick(&self) -> Option<u64> {
        match &self.kind {
            Kind::Alive(_) => None,
            Kind::Recorded(playback) => Some(playback.frontier()),
            Kind::Pictures(recording) => Some(recording.last_tick()),
        }
    }

    /// Whether it is a scenario, or goes on from a snapshot.
    pub fn is_open_ended(&self) -> bool {
        matches!(self.kind, Kind::Alive(_))
    }

    /// Goes on to a tick, by at most so many ticks. True when it is there.
    pub fn approach(&mut self, tick: u64, most: u64) -> Result<bool, Failure> {
        match &mut self.kind {
            Kind::Alive(simulation) => {
                let left = tick.saturating_sub(simulation.world().tick());
                let _ = drive(simulation, left.min(most), &mut []);
                Ok(simulation.world().tick >= tick)
            }
            Kind::Recorded(playback) => {
                if playback.target() != Some(tick) {
                    playback.begin_seek(tick)?;
                }
                let progress = playback.advance(most)?;
                Ok(progress == Progress::Arrived)
            }
            Kind::Pictures(_) => Ok(true),
        }
    }

    /// How far it has come on its way to a tick.
    pub fn tick(&self, tick: u64) -> u64 {
        self.simulation().map_or(tick, |simulation| simulation.world().tick)
    }

    /// How it looks at a tick that it has come to.
    pub fn scene(&self, tick: u64, before: Option<&Arc<Scene>>) -> Result<Arc<Scene>, Failure> {
        let scene = match &self.kind {
            Kind::Alive(simulation) => Scene::of(simulation, before.map(Arc::as_ref)),
            Kind::Recorded(playback) => Scene::of(playback.simulation(), before.map(Arc::as_ref)),
            Kind::Pictures(recording) => {
                recording.scene_at_or_before(tick).map_err(Failure::input)?
            }
        };
        Ok(Arc::new(scene))
    }

    /// The world that is shown, if there is more of it than pictures.
    pub fn simulation(&self) -> Option<&Simulation> {
        match &self.kind {
            Kind::Alive(simulation) => Some(simulation),
            Kind::Recorded(playback) => Some(playback.simulation()),
            Kind::Pictures(_) => None,
        }
    }
}
