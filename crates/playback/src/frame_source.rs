//! Frame sources: a run that can be simulated, or the keyframes of a recording that cannot.

use std::path::Path;

use terrarium_run::record::Scene;
use terrarium_run::record::recording::Recording;
use terrarium_sim::tick::Command;

use super::album::{Album, Moment, NameError};
use super::chronicle::{Row, SpeciesInfo};
use super::{Chronicle, Opened, Playback, PlaybackError, Progress};

/// A source of scenes for those who watch.
pub enum FrameSource {
    /// A run that can be simulated.
    Run(Box<Playback>),
    /// The keyframes of a recording that this version cannot simulate.
    Keyframes {
        /// The recording.
        recording: Box<Recording>,
        /// Why it cannot be simulated.
        why: String,
        /// The ticks of its keyframes.
        ticks: Vec<u64>,
        /// The index of the current one.
        index: usize,
    },
}

impl From<Playback> for FrameSource {
    fn from(playback: Playback) -> Self {
        Self::Run(Box::new(playback))
    }
}

impl From<Opened> for FrameSource {
    fn from(opened: Opened) -> Self {
        match opened {
            Opened::Playback(playback) => Self::Run(playback),
            Opened::Keyframes { recording, why } => {
                let ticks: Vec<u64> = recording.keyframes().collect();
                Self::Keyframes { recording, why, ticks, index: 0 }
            }
        }
    }
}

impl FrameSource {
    /// The current tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        match self {
            Self::Run(playback) => playback.tick(),
            Self::Keyframes { ticks, index, .. } => ticks.get(*index).copied().unwrap_or(0),
        }
    }

    /// The first tick that can be shown.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        match self {
            Self::Run(playback) => playback.first_tick(),
            Self::Keyframes { ticks, .. } => ticks.first().copied().unwrap_or(0),
        }
    }

    /// The last tick that can be shown without simulating.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        match self {
            Self::Run(playback) => playback.frontier(),
            Self::Keyframes { ticks, .. } => ticks.last().copied().unwrap_or(0),
        }
    }

    /// Whether the last keyframe is reached. A run has no end.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        matches!(self, Self::Keyframes { ticks, index, .. } if index + 1 >= ticks.len())
    }

    /// Goes one tick on, or to the next keyframe.
    ///
    /// # Errors
    /// As [`Playback::step`].
    pub fn step(&mut self) -> Result<(), PlaybackError> {
        match self {
            Self::Run(playback) => playback.step()?,
            Self::Keyframes { ticks, index, .. } => *index = (*index + 1).min(ticks.len() - 1),
        }
        Ok(())
    }

    /// Begins a seek to a tick, or goes to the last keyframe up to it.
    ///
    /// # Errors
    /// As [`Playback::begin_seek`].
    pub fn begin_seek(&mut self, tick: u64) -> Result<(), PlaybackError> {
        match self {
            Self::Run(playback) => playback.begin_seek(tick)?,
            Self::Keyframes { ticks, index, .. } => {
                let after = ticks.partition_point(|&at| at <= tick);
                *index = after.saturating_sub(1);
            }
        }
        Ok(())
    }

    /// Continues a seek by at most `most` ticks.
    ///
    /// # Errors
    /// As [`Playback::advance`].
    pub fn advance(&mut self, most: u64) -> Result<Progress, PlaybackError> {
        match self {
            Self::Run(playback) => playback.advance(most),
            Self::Keyframes { .. } => Ok(Progress::Arrived),
        }
    }

    /// The scene of the current tick; `before` is one that was shown shortly before.
    ///
    /// # Errors
    /// When the scene of a keyframe is damaged.
    pub fn scene(&self, before: Option<&Scene>) -> Result<Scene, PlaybackError> {
        match self {
            Self::Run(playback) => Ok(Scene::new(playback.simulation(), before)),
            Self::Keyframes { recording, .. } => Ok(recording.scene_at_or_before(self.tick())?),
        }
    }

    /// Returns the run.
    ///
    /// # Errors
    /// Why it cannot be simulated.
    pub fn run(&mut self) -> Result<&mut Playback, String> {
        match self {
            Self::Run(playback) => Ok(playback),
            Self::Keyframes { why, .. } => {
                Err(format!("only the keyframes of this recording can be shown: {why}"))
            }
        }
    }

    /// Changes what those who watch the run keep of it. Returns what `edit` does.
    ///
    /// # Errors
    /// When only keyframes can be shown, the change is refused, or it cannot be recorded.
    pub fn edit_album<T>(
        &mut self,
        edit: impl FnOnce(&mut Album) -> Result<T, NameError>,
    ) -> Result<T, String> {
        let edited = self.run()?.edit_album(edit).map_err(|error| error.to_string())?;
        edited.map_err(|error| error.to_string())
    }

    /// Keeps a moment of the run. Where it cannot be kept, its caption was shown all the same.
    pub fn keep_moment(&mut self, moment: Moment) {
        let _ = self.edit_album(|album| {
            album.keep(moment);
            Ok(())
        });
    }

    /// Applies a command. Before the last tick, starts a new branch first and returns its name.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn command(&mut self, command: Command) -> Result<Option<String>, String> {
        let playback = self.run()?;
        let mut branch = None;
        if !playback.is_at_frontier() {
            let index = playback.branch().map_err(|error| error.to_string())?;
            branch = Some(playback.timelines()[index].name().to_owned());
        }
        match playback.command(command) {
            Ok(()) => Ok(branch),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Writes the current timeline to a new recording.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn save_recording(&mut self, path: &Path) -> Result<(), String> {
        self.run()?.save_recording(path).map_err(|error| error.to_string())
    }
}

/// Returns the history stored in a recording, as far as this version can read it.
#[must_use]
pub fn history_of(recording: &Recording) -> Chronicle {
    let scene = recording.scene_at_or_before(recording.first_tick());
    let species = scene.map_or_else(|_| Vec::new(), |scene| scene.species.to_vec());
    let named = species.iter().map(|look| SpeciesInfo {
        name: look.name.clone(),
        kind: look.kind,
        colony: look.colony,
        ranges: Vec::new(),
    });
    let mut chronicle = Chronicle::of_species(named.collect(), recording.first_tick());
    // Rows that are damaged or of another version are skipped.
    let _ = recording.rows(|_, bytes| {
        if let Ok(row) = postcard::from_bytes::<Row>(bytes) {
            chronicle.add(row);
        }
    });
    chronicle
}
