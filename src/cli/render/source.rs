//! The sources of rendered frames: a simulation or a replay, advanced to the requested ticks.

use std::path::PathBuf;
use std::sync::Arc;

use crate::cli::progress::ready_with_progress;
use crate::cli::recorded::report_shortfall;
use crate::cli::target::Target;
use crate::cli::{Failure, creature_notes, output};
use crate::document::Override;
use crate::playback::{Founders, History, Opened, Pedigree, Playback, Progress};
use crate::record::Scene;
use crate::record::recording::Recording;
use crate::run::{Observer, Ready, Start, run_ticks};
use crate::tick::{Simulation, TraceTarget};

/// A source of frames. It advances only forward in time.
pub(super) struct Source {
    /// Its name in captions.
    pub name: String,
    kind: Kind,
    /// The founders of all organisms, if they are wanted.
    founders: Option<Founders>,
    /// All organisms, if they are wanted.
    pedigree: Option<Pedigree>,
}

enum Kind {
    /// A scenario or a snapshot, which is simulated.
    Simulated(Box<Simulation>),
    /// A recorded run, which is replayed.
    Recorded(Box<Playback>),
    /// The keyframes of a recording that this version cannot replay.
    Keyframes(Box<Recording>),
}

/// The arguments that select a source.
pub(super) struct SourceOptions<'a> {
    pub target: &'a str,
    pub overrides: Vec<Override>,
    pub creature_folders: Vec<PathBuf>,
}

impl SourceOptions<'_> {
    /// Opens the source.
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
                    Opened::Playback(playback) => {
                        report_shortfall(playback.timeline().recording());
                        Kind::Recorded(playback)
                    }
                    Opened::Keyframes { recording, why } => {
                        output::note(format_args!(
                            "note: {}: only its keyframes can be shown: {why}",
                            self.target
                        ));
                        Kind::Keyframes(recording)
                    }
                }
            }
            Target::Snapshot(path) => {
                self.refuse_overrides("a snapshot")?;
                Kind::simulated(&Start::Snapshot(path))?
            }
            Target::Scenario(name) => {
                let Self { overrides, creature_folders, .. } = self;
                let given = creature_folders.clone();
                creature_notes::on_modules_within(&given);
                let kind = Kind::simulated(&Start::Scenario { name, overrides, creature_folders })?;
                if let Kind::Simulated(simulation) = &kind {
                    creature_notes::on_population(&given, simulation.world());
                }
                kind
            }
        };
        Ok(Source { name, kind, founders: None, pedigree: None })
    }

    fn refuse_overrides(&self, target: &str) -> Result<(), Failure> {
        if self.overrides.is_empty() && self.creature_folders.is_empty() {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{}: {target} cannot be changed; --set, --seed, --map and --creatures are for \
             scenarios",
            self.target
        )))
    }
}

impl Kind {
    fn simulated(start: &Start) -> Result<Self, Failure> {
        let Ready { simulation, .. } = ready_with_progress(start)?;
        Ok(Self::Simulated(Box::new(simulation)))
    }
}

impl Source {
    /// The first tick that can be shown.
    pub fn first_tick(&self) -> u64 {
        match &self.kind {
            Kind::Simulated(simulation) => simulation.world().tick(),
            Kind::Recorded(playback) => playback.first_tick(),
            Kind::Keyframes(recording) => recording.first_tick(),
        }
    }

    /// The last tick that can be shown; `None` for a simulation.
    pub fn last_tick(&self) -> Option<u64> {
        match &self.kind {
            Kind::Simulated(_) => None,
            Kind::Recorded(playback) => Some(playback.frontier()),
            Kind::Keyframes(recording) => Some(recording.last_tick()),
        }
    }

    /// Whether it has no last tick: it is a scenario or a snapshot.
    pub fn is_open_ended(&self) -> bool {
        matches!(self.kind, Kind::Simulated(_))
    }

    /// Traces these organisms in all ticks to which the source advances.
    pub fn trace(&mut self, targets: Vec<TraceTarget>) {
        match &mut self.kind {
            Kind::Simulated(simulation) => simulation.trace(targets),
            Kind::Recorded(playback) => {
                playback.trace(targets);
                playback.replay_turns(true);
            }
            Kind::Keyframes(_) => {}
        }
    }

    /// Counts all births from the first tick on, so that founders are known. Call it before any tick is reached.
    pub fn count_births(&mut self) {
        self.founders = self.simulation().map(|simulation| Founders::begin(simulation.world()));
    }

    /// The founders of the organisms, if births are counted.
    pub fn founders(&self) -> Option<&Founders> {
        self.founders.as_ref()
    }

    /// Keeps all organisms from the first tick on. Call it before any tick is reached.
    pub fn keep_pedigree(&mut self) {
        self.pedigree = self.simulation().map(|simulation| Pedigree::begin(simulation.world()));
    }

    /// All organisms up to the tick that is reached, if they are kept.
    pub fn pedigree(&self) -> Option<&Pedigree> {
        self.pedigree.as_ref()
    }

    /// Advances towards a tick, by at most `most` ticks. Returns whether it is reached.
    pub fn approach(&mut self, tick: u64, most: u64) -> Result<bool, Failure> {
        match &mut self.kind {
            Kind::Simulated(simulation) => {
                let left = tick.saturating_sub(simulation.world().tick());
                let ticks = left.min(most);
                let founders = self.founders.as_mut().map(|it| it as &mut dyn Observer);
                let pedigree = self.pedigree.as_mut().map(|it| it as &mut dyn Observer);
                let mut observers: Vec<&mut dyn Observer> =
                    founders.into_iter().chain(pedigree).collect();
                let _ = run_ticks(simulation, ticks, &mut observers);
                Ok(simulation.world().tick() >= tick)
            }
            Kind::Recorded(playback) => {
                if self.founders.is_some() || self.pedigree.is_some() {
                    let left = tick.saturating_sub(playback.tick());
                    for _ in 0..left.min(most) {
                        playback.step()?;
                        let world = playback.simulation().world();
                        self.founders.iter_mut().for_each(|it| it.record(world));
                        self.pedigree.iter_mut().for_each(|it| it.record(world));
                    }
                    return Ok(playback.tick() >= tick);
                }
                if playback.target() != Some(tick) {
                    playback.begin_seek(tick)?;
                }
                let progress = playback.advance(most)?;
                Ok(progress == Progress::Arrived)
            }
            Kind::Keyframes(_) => Ok(true),
        }
    }

    /// The current tick; `tick` itself for keyframes.
    pub fn tick(&self, tick: u64) -> u64 {
        self.simulation().map_or(tick, |simulation| simulation.world().tick())
    }

    /// The scene of a tick that is reached.
    pub fn scene(&self, tick: u64, before: Option<&Arc<Scene>>) -> Result<Arc<Scene>, Failure> {
        let scene = match &self.kind {
            Kind::Simulated(simulation) => Scene::new(simulation, before.map(Arc::as_ref)),
            Kind::Recorded(playback) => Scene::new(playback.simulation(), before.map(Arc::as_ref)),
            Kind::Keyframes(recording) => {
                recording.scene_at_or_before(tick).map_err(Failure::input)?
            }
        };
        Ok(Arc::new(scene))
    }

    /// The simulation; `None` for keyframes.
    pub fn simulation(&self) -> Option<&Simulation> {
        match &self.kind {
            Kind::Simulated(simulation) => Some(simulation),
            Kind::Recorded(playback) => Some(playback.simulation()),
            Kind::Keyframes(_) => None,
        }
    }
}
