//! GIFs of the last seconds or of a range of ticks.

use std::fs::File;
use std::io::BufWriter;
use std::ops::RangeInclusive;
use std::sync::mpsc::{Receiver, channel};

use terrarium_output::atomic_file;
use terrarium_picture::{Framebuffer, View};
use terrarium_session::Film;

use super::Viewer;
use crate::session::{Request, SceneSequence};

/// The greatest side of a GIF, in pixels, and the greatest number of its frames.
const MAX_SIDE: f64 = 800.0;
const MAX_FRAMES: usize = 240;

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
        let film = self.film();
        let camera = *film.camera();
        let view = View { scale_bar: true, ..self.view(&camera, &self.view_state) };
        film.still(&view)
    }

    /// The view as a GIF shows it.
    fn film(&self) -> Film {
        let shown = (self.followed(), self.selected);
        Film::new(self.camera, MAX_SIDE, shown, &self.save_location.name)
    }

    fn save_gif(&mut self, scenes: Receiver<SceneSequence>) {
        let path = self.free_name("gif");
        let film = self.film();
        self.saves.run(path, move |path| {
            let scenes =
                scenes.recv().map_err(|_| "these ticks could not be captured".to_owned())?;
            if scenes.is_empty() {
                return Err("nothing has been shown yet".to_owned());
            }
            let written = atomic_file::write(path, |file| {
                let file: &mut File = file;
                let out = BufWriter::new(file.try_clone()?);
                film.write(Some(out), scenes.iter()).map(drop)
            });
            written.map_err(|error| error.to_string())
        });
    }
}
