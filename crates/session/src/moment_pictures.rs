//! Pictures of moments, painted when they are shown.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use terrarium_picture::{Camera, Framebuffer, Painter, View};
use terrarium_playback::{Chronicle, Moment};
use terrarium_run::record::Scene;

/// The width and height of the pictures, in pixels.
pub const MOMENT_SIZE: (u32, u32) = (120, 80);

/// The width of what is seen around the place of a moment, in units.
const EXTENT: f64 = 260.0;

/// The ticks after an event in which it can be seen still.
const LATE: u64 = 30;

/// The most pictures that are kept, about 40 KB each.
const MOST: usize = 120;

/// A picture of each moment that was shown. At full speed, few of the ticks are.
#[derive(Default)]
pub struct MomentPictures {
    painter: Option<Painter>,
    pictures: BTreeMap<(u64, String), Framebuffer>,
}

impl fmt::Debug for MomentPictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MomentPictures").field("count", &self.pictures.len()).finish()
    }
}

impl MomentPictures {
    /// Paints the moments that can be seen in a scene and have no picture yet.
    pub fn see(&mut self, scene: &Arc<Scene>, chronicle: &Chronicle) {
        let after = scene.tick.saturating_sub(LATE);
        for moment in chronicle.moments_between(after, scene.tick) {
            let key = (moment.tick, moment.caption.clone());
            if self.pictures.len() < MOST && !self.pictures.contains_key(&key) {
                let picture = self.paint(scene, &moment);
                self.pictures.insert(key, picture);
            }
        }
    }

    /// The picture of a moment, if it was shown.
    #[must_use]
    pub fn of(&self, tick: u64, caption: &str) -> Option<&Framebuffer> {
        self.pictures.get(&(tick, caption.to_owned()))
    }

    fn paint(&mut self, scene: &Arc<Scene>, moment: &Moment) -> Framebuffer {
        let (width, height) = MOMENT_SIZE;
        let mut framebuffer = Framebuffer::new(width, height, [0, 0, 0, 255]);
        let mut camera = Camera::new(&scene.bounds, framebuffer.area());
        let figure = moment.organism.and_then(|id| scene.figure(id));
        if let Some(at) = figure.map(|it| it.centre).or(moment.at) {
            camera.magnify((camera.visible_area().size().x / EXTENT).max(1.0));
            camera.centre_on(at);
        }
        let view = View { is_flat: true, ..View::new(&camera, scene) };
        self.painter.get_or_insert_with(Painter::default).paint(&mut framebuffer, &view);
        framebuffer
    }
}
