//! GIFs of the last seconds or of a range of ticks.

use std::fs::File;
use std::io::BufWriter;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_output::atomic_file;
use terrarium_picture::gif::GifWriter;
use terrarium_picture::{Camera, Framebuffer, Painter, Rect, View};
use terrarium_session::ColouredScene;

use super::Viewer;
use crate::session::{Request, SceneSequence};

/// The greatest side of a GIF, in pixels, and the greatest number of its frames.
const MAX_SIDE: f64 = 800.0;
const MAX_FRAMES: usize = 240;

/// The frames per second of a GIF.
const PER_SECOND: u32 = 25;

/// The view that a GIF shows.
struct GifView {
    camera: Camera,
    followed: Option<OrganismId>,
    selected: Option<OrganismId>,
}

impl Viewer {
    /// Saves a GIF of the last scenes shown.
    pub(super) fn save_recent_gif(&mut self) {
        let (reply, scenes) = channel();
        self.session.send(Request::Recent(reply));
        self.save_gif(scenes);
        self.notify("saving a GIF of the last seconds …");
    }

    /// Saves a GIF of a range of ticks.
    pub(super) fn save_range_gif(&mut self, ticks: RangeInclusive<u64>) {
        let (reply, scenes) = channel();
        self.notify(format!("saving a GIF of ticks {} to {} …", ticks.start(), ticks.end()));
        self.session.send(Request::Film(ticks, MAX_FRAMES, reply));
        self.save_gif(scenes);
    }

    /// Paints the current view at the size of a GIF.
    pub(super) fn paint_still(&mut self) -> Framebuffer {
        let mut gif_view = GifView { camera: self.camera, followed: None, selected: self.selected };
        let mut framebuffer = gif_view.framebuffer();
        let view =
            View { camera: &gif_view.camera, ..self.view(&gif_view.camera, &self.view_state) };
        let view = View { selected: gif_view.selected, scale_bar: true, ..view };
        Painter::default().paint(&mut framebuffer, &view);
        framebuffer
    }

    fn save_gif(&mut self, scenes: Receiver<SceneSequence>) {
        let path = self.free_name("gif");
        let (followed, selected) = (self.followed(), self.selected);
        let gif_view = GifView { camera: self.camera, followed, selected };
        self.saves.run(path, move |path| {
            let scenes =
                scenes.recv().map_err(|_| "these ticks could not be captured".to_owned())?;
            gif_view.write(&scenes, path)
        });
    }
}

impl GifView {
    /// Paints the frames and writes the GIF.
    fn write(mut self, scenes: &SceneSequence, path: &Path) -> Result<(), String> {
        let mut framebuffer = self.framebuffer();
        let mut painter = Painter::default();
        let Some(first) = scenes.first() else {
            return Err("nothing has been shown yet".to_owned());
        };
        let colours: Vec<[u8; 3]> = first.scene.species.iter().map(|look| look.colour).collect();
        let colours =
            [colours, first.colouring.iter().flat_map(|it| it.colours().to_vec()).collect()]
                .concat();
        let written = atomic_file::write(path, |file| {
            let mut writer = None;
            for ColouredScene { scene, colouring } in scenes {
                if let Some(figure) = self.followed.and_then(|id| scene.figure(id)) {
                    self.camera.centre_on(figure.centre);
                }
                let view = View {
                    selected: self.selected,
                    colouring: colouring.as_ref(),
                    ..View::new(&self.camera, scene)
                };
                painter.paint(&mut framebuffer, &view);
                let writer = match &mut writer {
                    Some(writer) => writer,
                    None => {
                        let file: &mut File = file;
                        let out = BufWriter::new(file.try_clone()?);
                        writer.insert(GifWriter::new(out, &framebuffer, PER_SECOND, &colours)?)
                    }
                };
                writer.add(&framebuffer)?;
            }
            writer.map(GifWriter::finish).transpose().map(drop)
        });
        written.map_err(|error| error.to_string())
    }

    /// Returns a framebuffer with the aspect ratio of the view, and adapts the camera to it.
    fn framebuffer(&mut self) -> Framebuffer {
        let port = self.camera.port();
        let size = port.size().as_dvec2();
        let share = MAX_SIDE / size.max_element();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
        let side = |length: f64| (length * share).round().max(1.0) as u32;
        let framebuffer = Framebuffer::new(side(size.x), side(size.y), [0, 0, 0, 255]);
        let (magnification, centre) = (self.camera.magnification(), self.camera.centre());
        let all: Rect = framebuffer.area();
        self.camera.set_port(all);
        self.camera.magnify(magnification);
        self.camera.centre_on(centre);
        framebuffer
    }
}
