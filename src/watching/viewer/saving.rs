//! What is kept of what is seen: names that are free, and errands that take their time.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::view::Framebuffer;

/// Where pictures and worlds are saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveLocation {
    /// The folder.
    pub folder: PathBuf,
    /// What the names of all files begin with.
    pub name: String,
}

impl SaveLocation {
    /// The paths that a file about a tick can have, the best first: there is no end of them.
    pub fn names(&self, tick: u64, ending: &str) -> impl Iterator<Item = PathBuf> {
        let stem = format!("{}-tick-{tick}", self.name);
        let first = self.folder.join(format!("{stem}.{ending}"));
        let more = (2..).map(move |n: u32| self.folder.join(format!("{stem}-{n}.{ending}")));
        std::iter::once(first).chain(more)
    }
}

/// What is being saved in the background.
#[derive(Debug)]
pub(super) struct BackgroundSaves {
    said: Sender<Result<PathBuf, String>>,
    heard: Receiver<Result<PathBuf, String>>,
    running: Vec<JoinHandle<()>>,
    saved: Vec<PathBuf>,
}

impl Default for BackgroundSaves {
    fn default() -> Self {
        let (said, heard) = channel();
        Self { said, heard, running: Vec::new(), saved: Vec::new() }
    }
}

impl BackgroundSaves {
    /// Saves a picture.
    pub fn screenshot(&mut self, framebuffer: Framebuffer, path: PathBuf) {
        self.run(path, move |path| framebuffer.save(path).map_err(|error| error.to_string()));
    }

    /// Does something in a thread of its own that leaves a file.
    pub fn run(
        &mut self,
        path: PathBuf,
        work: impl FnOnce(&Path) -> Result<(), String> + Send + 'static,
    ) {
        let said = self.said.clone();
        let errand = move || {
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let done = folder.map_err(|error| error.to_string()).and_then(|()| work(&path));
            let told = match done {
                Ok(()) => Ok(path),
                Err(problem) => Err(format!("{} is not saved: {problem}", path.display())),
            };
            // Nobody listens any more when the desk is gone.
            let _ = said.send(told);
        };
        match thread::Builder::new().name("saving".to_owned()).spawn(errand) {
            Ok(running) => self.running.push(running),
            Err(error) => drop(self.said.send(Err(format!("nothing is saved: {error}")))),
        }
    }

    /// What was saved, or could not be, since this was last asked.
    pub fn news(&mut self) -> Option<String> {
        match self.heard.try_recv().ok()? {
            Ok(path) => {
                let text = format!("saved {}", path.display());
                self.saved.push(path);
                Some(text)
            }
            Err(problem) => Some(problem),
        }
    }

    /// Waits until everything is saved, and answers with all that was.
    pub fn finish(&mut self) -> Vec<PathBuf> {
        for running in self.running.drain(..) {
            // A panic has been told where it came about.
            let _ = running.join();
        }
        while self.news().is_some() {}
        std::mem::take(&mut self.saved)
    }
}
