//! Sharing the run as a link.

use std::fs;
use std::io::Write;
use std::path::Path;

use terrarium_output::atomic_file;
use terrarium_playback::Playback;
use terrarium_playback::run_link::{LinkError, PAGE, RunLink};

use super::Worker;

/// The longest link that a message shows.
const SHOWN: usize = 160;

impl Worker {
    /// Saves the link of the run up to the current tick.
    pub(super) fn share(&mut self, path: &Path) {
        match self.frame_source.run().and_then(|playback| save_link(playback, path)) {
            Ok(link) => {
                let shown = if link.len() <= SHOWN { format!(": {link}") } else { String::new() };
                let (path, size) = (path.display(), link.len());
                self.note(format!("saved the link to {path} ({size} bytes){shown}"), false);
            }
            Err(problem) => self.report_saved(path, Err(problem)),
        }
    }
}

/// Writes the link to a new file, and returns it.
fn save_link(playback: &Playback, path: &Path) -> Result<String, String> {
    let refusal = |error: LinkError| error.diagnostic().to_string();
    let link = RunLink::of_playback(playback).map_err(refusal)?.to_url(PAGE).map_err(refusal)?;
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| error.to_string())?;
    atomic_file::write(path, |file| writeln!(file, "{link}")).map_err(|error| error.to_string())?;
    Ok(link)
}
