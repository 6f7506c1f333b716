//! Moving pictures of what was seen, or of a part of the run.

use std::fs::File;
use std::io::BufWriter;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use super::Viewer;
use crate::atomic_file;
use crate::behaviour::OrganismId;
use crate::view::gif::GifWriter;
use crate::view::{Camera, Framebuffer, Painter, Rect, View};
use crate::watching::session::{Request, SceneSequence};

/// How wide moving pictures are at most, in pixels, and how many there are in a row.
const WIDEST: f64 = 800.0;
const MOST: usize = 240;

/// How many moving pictures are shown in a second.
const PER_SECOND: u32 = 25;

/// From where moving pictures are taken.
struct Take {
    camera: Camera,
    followed: Option<OrganismId>,
    selected: Option<OrganismId>,
}

impl Viewer {
    /// Makes a GIF of what was seen last.
    pub(super) fn film_recent(&mut self) {
        let (reply, film) = channel();
        self.session.ask(Request::Recent(reply));
        self.film(film);
        self.tell("making a GIF of the last seconds …");
    }

    /// Makes a GIF of some ticks.
    pub(super) fn film_range(&mut self, ticks: RangeInclusive<u64>) {
        let (reply, film) = channel();
        self.tell(format!("making a GIF of ticks {} to {} …", ticks.start(), ticks.end()));
        self.session.ask(Request::SceneSequence(ticks, MOST, reply));
        self.film(film);
    }

    /// What is seen, as large as moving pictures are.
    pub(super) fn still(&mut self) -> Framebuffer {
        let mut take = Take { camera: self.camera, followed: None, selected: self.selected };
        let mut framebuffer = take.framebuffer();
        let view = View { camera: &take.camera, ..self.view(&take.camera, &self.view_state) };
        let view = View { selected: take.selected, scale_bar: true, ..view };
        Painter::default().paint(&mut framebuffer, &view);
        framebuffer
    }

    fn film(&mut self, film: Receiver<SceneSequence>) {
        let path = self.free_name("gif");
        let (followed, selected) = (self.followed, self.selected);
        let take = Take { camera: self.camera, followed, selected };
        self.errands.run(path, move |path| {
            let film =
                film.recv().map_err(|_| "there are no pictures of these ticks".to_owned())?;
            take.develop(&film, path)
        });
    }
}

impl Take {
    /// Paints the pictures and writes them down.
    fn develop(mut self, film: &SceneSequence, path: &Path) -> Result<(), String> {
        let mut framebuffer = self.framebuffer();
        let mut painter = Painter::default();
        let Some(first) = film.first() else { return Err("nothing was seen yet".to_owned()) };
        let colours: Vec<[u8; 3]> = first.species.iter().map(|look| look.colour).collect();
        let written = atomic_file::write(path, |file| {
            let mut writer = None;
            for scene in film {
                if let Some(figure) = self.followed.and_then(|whom| scene.figure(whom)) {
                    self.camera.centre_on(figure.centre);
                }
                let view = View { selected: self.selected, ..View::new(&self.camera, scene) };
                painter.paint(&mut framebuffer, &view);
                let writer = match &mut writer {
                    Some(writer) => writer,
                    None => {
                        let file: &mut File = file;
                        let out = BufWriter::new(file.try_clone()?);
                        writer.insert(GifWriter::begin(out, &framebuffer, PER_SECOND, &colours)?)
                    }
                };
                writer.add(&framebuffer)?;
            }
            writer.map(GifWriter::finish).transpose().map(drop)
        });
        written.map_err(|error| error.to_string())
    }

    /// A sheet of the shape of what is seen; the camera sees the same on it.
    fn framebuffer(&mut self) -> Framebuffer {
        let port = self.camera.port();
        let size = port.size().as_dvec2();
        let share = WIDEST / size.max_element();
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
