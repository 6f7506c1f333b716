//! A picture of a simulation as it stands.

use std::io;
use std::path::Path;
use std::sync::Arc;

use glam::DVec2;
use terrarium_run::record::Scene;
use terrarium_sim::tick::Simulation;

use super::{Camera, Framebuffer, OverlayData, Overlays, Painter, Rect, View};

/// A picture of a simulation as it stands, as a window shows it: at first all of the world, 1280 × 800 pixels large.
///
/// ```
/// use terrarium_picture::Picture;
/// use terrarium_run::SimulationBuilder;
///
/// let folder = tempfile::tempdir()?;
/// let simulation = SimulationBuilder::new("meadow").seed(7).build()?;
/// Picture::new(&simulation).size(640, 400).save(folder.path().join("meadow.png"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Picture<'a> {
    simulation: &'a Simulation,
    size: [u16; 2],
    looks_at: Option<(DVec2, f64)>,
    overlays: Overlays,
}

impl<'a> Picture<'a> {
    /// A picture of `simulation` after its last tick.
    pub fn new(simulation: &'a Simulation) -> Self {
        Self { simulation, size: [1280, 800], looks_at: None, overlays: Overlays::NONE }
    }

    /// Sets the width and height, in pixels.
    pub fn size(mut self, width: u16, height: u16) -> Self {
        self.size = [width, height];
        self
    }

    /// Shows the surroundings of `place`, `magnification` times as large as in a picture of the whole world.
    pub fn around(mut self, place: DVec2, magnification: f64) -> Self {
        self.looks_at = Some((place, magnification));
        self
    }

    /// Shows overlays.
    pub fn overlays(mut self, overlays: Overlays) -> Self {
        self.overlays = overlays;
        self
    }

    /// Paints it.
    #[must_use]
    pub fn paint(&self) -> Framebuffer {
        let [width, height] = self.size;
        let port = Rect::new(0.0, 0.0, f32::from(width), f32::from(height));
        let scene = Arc::new(Scene::new(self.simulation, None));
        let mut camera = Camera::new(&scene.bounds, port);
        if let Some((place, magnification)) = self.looks_at {
            camera.magnify(magnification);
            camera.centre_on(place);
        }
        let data = OverlayData::new(self.simulation, self.overlays, None);
        let mut framebuffer = Framebuffer::new(width.into(), height.into(), [0, 0, 0, 255]);
        let view =
            View { overlays: self.overlays, data: Some(&data), ..View::new(&camera, &scene) };
        Painter::new(1.0).paint(&mut framebuffer, &view);
        framebuffer
    }

    /// Paints it and saves it as a PNG file. The write is atomic.
    ///
    /// # Errors
    /// If the file cannot be written. An existing file is left unchanged then.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.paint().save(path.as_ref())
    }
}
