//! Files that a session saves: pictures, snapshots, recordings, scenarios.

use std::io::Cursor;
use std::path::Path;

use terrarium_run::record::snapshot;
use terrarium_run::scenario::{Places, SavedScenario};

use crate::film::{Film, GIF_RATE};
use crate::refusal::{Answer, refused};
use crate::session::Session;

/// The greatest side of a GIF, in pixels.
const GIF_SIDE: f64 = 640.0;

impl Session {
    /// The world at this tick, as a snapshot.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn snapshot(&mut self) -> Answer<Vec<u8>> {
        let world = self.run()?.simulation().world();
        let mut bytes = Cursor::new(Vec::new());
        snapshot::write(world, &mut bytes).map_err(refused)?;
        Ok(bytes.into_inner())
    }

    /// The branch from its first tick to its last, as a recording.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn recording(&mut self) -> Answer<Vec<u8>> {
        self.run()?.recording_bytes().map_err(refused)
    }

    /// The world at this tick as a scenario that can be run.
    ///
    /// # Errors
    /// When no scenario can describe it, or it has species that do not ship with the program.
    pub fn scenario_text(&mut self) -> Answer<String> {
        let world = self.run()?.simulation().world();
        let saved = SavedScenario::new(world, Places::Same, Path::new("saved.toml"));
        Ok(saved.map_err(refused)?.text)
    }

    /// The view that was painted last, as PNG.
    ///
    /// # Errors
    /// When it cannot be compressed for lack of memory.
    pub fn screenshot(&self) -> Answer<Vec<u8>> {
        self.picture.framebuffer().png().map_err(refused)
    }

    /// The last ticks that were shown, as a GIF: as many as last so long in it.
    ///
    /// # Errors
    /// When it cannot be encoded.
    pub fn gif(&self, seconds: u32) -> Answer<Vec<u8>> {
        let most = (seconds.clamp(1, 60) * GIF_RATE) as usize;
        let scenes = self.recent.iter();
        let surplus = scenes.len().saturating_sub(most);
        let shown = (self.followed(), self.selected);
        let film = Film::new(self.picture.camera, GIF_SIDE, shown, &self.name);
        let written = film.write(Some(Vec::new()), scenes.skip(surplus)).map_err(refused)?;
        written.ok_or_else(|| refused("nothing has been shown so far"))
    }
}
