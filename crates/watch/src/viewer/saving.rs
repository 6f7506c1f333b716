//! Saving of screenshots and GIFs in background threads.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use terrarium_picture::Framebuffer;

/// The folder and the file names for saved files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveLocation {
    /// The folder.
    pub folder: PathBuf,
    /// The prefix of all file names.
    pub name: String,
}

impl SaveLocation {
    /// Returns the candidate paths for a file about a tick, in order of preference. The iterator is
    /// infinite.
    pub fn names(&self, tick: u64, ending: &str) -> impl Iterator<Item = PathBuf> {
        let stem = format!("{}-tick-{tick}", self.name);
        let first = self.folder.join(format!("{stem}.{ending}"));
        let more = (2..).map(move |n: u32| self.folder.join(format!("{stem}-{n}.{ending}")));
        std::iter::once(first).chain(more)
    }
}

/// Files that are being saved in the background.
#[derive(Debug)]
pub(super) struct BackgroundSaves {
    results: Sender<Result<Vec<PathBuf>, String>>,
    finished: Receiver<Result<Vec<PathBuf>, String>>,
    running: Vec<JoinHandle<()>>,
    saved: Vec<PathBuf>,
}

impl Default for BackgroundSaves {
    fn default() -> Self {
        let (results, finished) = channel();
        Self { results, finished, running: Vec::new(), saved: Vec::new() }
    }
}

impl BackgroundSaves {
    /// Saves a screenshot.
    pub fn screenshot(&mut self, framebuffer: Framebuffer, path: PathBuf) {
        self.run(path, move |path| framebuffer.save(path).map_err(|error| error.to_string()));
    }

    /// Runs `work` in a thread of its own, to write the file at `path`.
    pub fn run(
        &mut self,
        path: PathBuf,
        work: impl FnOnce(&Path) -> Result<(), String> + Send + 'static,
    ) {
        self.run_all(vec![path], move |paths| {
            let [path] = paths else { return Ok(()) };
            work(path).map_err(|problem| format!("{} was not saved: {problem}", path.display()))
        });
    }

    /// Runs `work` in a thread of its own, to write files in the same folder. Its error names the file.
    pub fn run_all(
        &mut self,
        paths: Vec<PathBuf>,
        work: impl FnOnce(&[PathBuf]) -> Result<(), String> + Send + 'static,
    ) {
        let results = self.results.clone();
        let save = move || {
            let folder = paths.first().and_then(|path| path.parent());
            let made = folder.map_or(Ok(()), |folder| {
                std::fs::create_dir_all(folder)
                    .map_err(|error| format!("{} cannot be created: {error}", folder.display()))
            });
            let result = made.and_then(|()| work(&paths)).map(|()| paths);
            // Sending fails once the viewer is gone.
            let _ = results.send(result);
        };
        match thread::Builder::new().name("saving".to_owned()).spawn(save) {
            Ok(running) => self.running.push(running),
            Err(error) => drop(
                self.results.send(Err(format!("cannot start a thread to save a file: {error}"))),
            ),
        }
    }

    /// Returns a message on the next file that was saved or failed to be, if there is one.
    pub fn next_message(&mut self) -> Option<String> {
        match self.finished.try_recv().ok()? {
            Ok(paths) => {
                let text = format!("saved {}", named(&paths));
                self.saved.extend(paths);
                Some(text)
            }
            Err(problem) => Some(problem),
        }
    }

    /// Waits until everything is saved, and returns the paths of the saved files.
    pub fn finish(&mut self) -> Vec<PathBuf> {
        for running in self.running.drain(..) {
            // The panic hook has already reported a panic.
            let _ = running.join();
        }
        while self.next_message().is_some() {}
        std::mem::take(&mut self.saved)
    }
}

/// The names of files: the first one in full, of others that differ in the ending only the ending.
fn named(paths: &[PathBuf]) -> String {
    let Some((first, others)) = paths.split_first() else { return String::new() };
    let ending = |path: &PathBuf| match path
        .extension()
        .filter(|_| path.with_extension("") == first.with_extension(""))
    {
        Some(ending) => format!(".{}", ending.to_string_lossy()),
        None => path.display().to_string(),
    };
    let others: Vec<String> = others.iter().map(ending).collect();
    match others.split_last() {
        None => first.display().to_string(),
        Some((last, [])) => format!("{} and {last}", first.display()),
        Some((last, rest)) => format!("{}, {} and {last}", first.display(), rest.join(", ")),
    }
}
