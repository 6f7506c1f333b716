//! Files that a session saves: pictures, snapshots, recordings, scenarios.

use std::io::Cursor;
use std::path::Path;

use terrarium_picture::gif::GifWriter;
use terrarium_picture::{Camera, Framebuffer, Painter, View};
use terrarium_run::record::snapshot;
use terrarium_run::scenario::{Places, SavedScenario};

use crate::recent::ColouredScene;
use crate::refusal::{Answer, refused};
use crate::session::Session;

/// The greatest side of a GIF, in pixels, and its pictures in a second.
const GIF_SIDE: f64 = 640.0;
const GIF_RATE: u32 = 25;

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
        let scenes = scenes.skip(surplus);
        let mut camera = self.picture.camera;
        let mut framebuffer = small(&mut camera);
        let mut painter = Painter::default();
        let colours: Vec<[u8; 3]> = self.scene.species.iter().map(|look| look.colour).collect();
        let mut writer = None;
        for ColouredScene { scene, colouring } in scenes {
            if let Some(figure) = self.followed().and_then(|id| scene.figure(id)) {
                camera.centre_on(figure.centre);
            }
            let (selected, colouring) = (self.selected, colouring.as_ref());
            let view = View { selected, colouring, ..View::new(&camera, scene) };
            painter.paint(&mut framebuffer, &view);
            let writer = match &mut writer {
                Some(writer) => writer,
                None => writer.insert(
                    GifWriter::new(Vec::new(), &framebuffer, GIF_RATE, &colours)
                        .map_err(refused)?,
                ),
            };
            writer.add(&framebuffer).map_err(refused)?;
        }
        let writer = writer.ok_or_else(|| refused("nothing has been shown so far"))?;
        writer.finish().map_err(refused)
    }
}

/// A framebuffer for GIFs with the proportions of the view, to which the camera is adapted.
fn small(camera: &mut Camera) -> Framebuffer {
    let size = camera.port().size().as_dvec2();
    let share = (GIF_SIDE / size.max_element()).min(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
    let side = |length: f64| (length * share).round().max(1.0) as u32;
    let framebuffer = Framebuffer::new(side(size.x), side(size.y), [0, 0, 0, 255]);
    let (magnification, centre) = (camera.magnification(), camera.centre());
    camera.set_port(framebuffer.area());
    camera.magnify(magnification);
    camera.centre_on(centre);
    framebuffer
}
