//! What pictures are painted of: something that lives, or is lived again, up to the ticks asked for.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::batch::{Ready, Start};
use crate::cli::Failure;
use crate::document::Setting;
use crate::playback::{Opened, Playback, PlaybackError, Progress};
use crate::record::recording::{Recording, is_recording};
use crate::record::{MANIFEST, Scene};
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
    Lived(Box<Playback>),
    /// A recording of which nothing but pictures can be had.
    Pictures(Box<Recording>),
}

/// What was given of which a source is made.
pub(super) struct Given<'a> {
    pub what: &'a str,
    pub settings: Vec<Setting>,
    pub creature_folders: Vec<PathBuf>,
}

impl Given<'_> {
    /// Finds out what was given, and opens it.
    pub fn open(self) -> Result<Source, Failure> {
        let path = Path::new(self.what);
        let stem = path.file_stem().map_or(self.what.into(), |stem| stem.to_string_lossy());
        let name = stem.into_owned();
        if path.is_dir() && path.join(MANIFEST).exists() {
            self.refuse_settings("a recorded run")?;
            let playback = Playback::of_run_dir(path).map_err(failure)?;
            return Ok(Source { name, kind: Kind::Lived(Box::new(playback)) });
        }
        if is_recording(path) {
            self.refuse_settings("a recording")?;
            let kind = match Playback::of_recording(path).map_err(failure)? {
                Opened::Playback(playback) => Kind::Lived(playback),
                Opened::Pictures { recording, why } => {
                    crate::cli::output::note(format_args!(
                        "note: {}: only its keyframes can be shown: {why}",
                        self.what
                    ));
                    Kind::Pictures(recording)
                }
            };
            return Ok(Source { name, kind });
        }
        if path.is_dir() {
            return Err(Failure::input(format!(
                "{}: this directory holds no run; give one that `terrarium run --out` filled, a \
                 recording, a snapshot or a scenario",
                self.what
            )));
        }
        let start = if is_snapshot(path) {
            self.refuse_settings("a snapshot")?;
            Start::Snapshot(path.to_owned())
        } else {
            let Self { what, settings, creature_folders } = self;
            Start::Scenario { name: what.to_owned(), settings, creature_folders }
        };
        let Ready { simulation, .. } = start.ready()?;
        Ok(Source { name, kind: Kind::Alive(Box::new(simulation)) })
    }

    fn refuse_settings(&self, what: &str) -> Result<(), Failure> {
        if self.settings.is_empty() && self.creature_folders.is_empty() {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{}: {what} is as it was lived; --set, --seed, --map and --creatures are for scenarios",
            self.what
        )))
    }
}

impl Source {
    /// The tick at which it stands at first.
    pub fn first_tick(&self) -> u64 {
        match &self.kind {
            Kind::Alive(simulation) => simulation.world().tick,
            Kind::Lived(playback) => playback.first_tick(),
            Kind::Pictures(recording) => recording.first_tick(),
        }
    }

    /// The last tick that can be shown; `None` for what lives on.
    pub fn last_tick(&self) -> Option<u64> {
        match &self.kind {
            Kind::Alive(_) => None,
            Kind::Lived(playback) => Some(playback.frontier()),
            Kind::Pictures(recording) => Some(recording.last_tick()),
        }
    }

    /// Whether it is a scenario, or goes on from a snapshot.
    pub fn lives_on(&self) -> bool {
        matches!(self.kind, Kind::Alive(_))
    }

    /// Goes on to a tick, by at most so many ticks. True when it is there.
    pub fn approach(&mut self, tick: u64, most: u64) -> Result<bool, Failure> {
        match &mut self.kind {
            Kind::Alive(simulation) => {
                for _ in 0..most {
                    if simulation.world().tick >= tick {
                        break;
                    }
                    simulation.tick();
                }
                Ok(simulation.world().tick >= tick)
            }
            Kind::Lived(playback) => {
                if playback.target() != Some(tick) {
                    playback.begin_seek(tick).map_err(failure)?;
                }
                let progress = playback.advance(most).map_err(failure)?;
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
            Kind::Lived(playback) => Scene::of(playback.simulation(), before.map(Arc::as_ref)),
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
            Kind::Lived(playback) => Some(playback.simulation()),
            Kind::Pictures(_) => None,
        }
    }
}

fn failure(error: PlaybackError) -> Failure {
    match error {
        PlaybackError::Start(error) => error.into(),
        other => Failure::input(other),
    }
}

/// Whether a file begins as snapshots do, or is called like one.
fn is_snapshot(path: &Path) -> bool {
    const BEGINNING: &[u8] = b"terrarium world";
    let is_called_so = path.extension().is_some_and(|extension| extension == "snapshot");
    is_called_so || fs::read(path).is_ok_and(|bytes| bytes.starts_with(BEGINNING))
}
