//! `terrarium export`: a recorded run as one HTML file that plays it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::Args;

use super::page_folder::{self, SINGLE_FILE};
use super::recorded::open_recorded;
use super::target::Target;
use super::{Failure, output};
use crate::atomic_file;
use crate::record::Recording;

/// What encloses the recording in the page.
const BEFORE: &str = "<script type=\"text/plain\" id=\"run\">";
const AFTER: &str = "</script>";

/// The size above which browsers take long to open a file, in bytes.
const LARGE: usize = 200 << 20;

/// Write a recorded run to one HTML file that plays it in any browser
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium export runs/meadow.recording --html meadow.html
  terrarium export runs/first --html first.html

The file holds the page with the engine, and the recording. It opens from a disk, without a network: the run
plays at once, and can be continued, branched and changed.")]
pub(super) struct Export {
    /// The directory or the recording that `terrarium run --out` or `--record` wrote; for example
    /// runs/first
    #[arg(value_name = "RUN|RECORDING")]
    run: PathBuf,
    /// Write this new HTML file; for example first.html
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
    /// The folder with the built page [default: that of TERRARIUM_PAGE, or one near the program]; for
    /// example web/dist
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

impl Export {
    pub fn execute(self) -> Result<(), Failure> {
        let path = self.html.display();
        if self.html.exists() {
            return Err(Failure::input(format!(
                "--html {path}: this file exists already; choose another name"
            )));
        }
        let folder = page_folder::find(self.page.as_deref(), SINGLE_FILE)?;
        let page = folder.join(SINGLE_FILE);
        let text = fs::read_to_string(&page).map_err(|error| {
            Failure::input(format!("{}: cannot be read: {error}", page.display()))
        })?;
        let (before, after) = halves(&text).ok_or_else(|| {
            Failure::input(format!(
                "{}: this page has no place for a run; build it again with `web/build`",
                page.display()
            ))
        })?;
        let recording = STANDARD.encode(self.recording()?);
        let parts = [before, &recording, after];
        let written = atomic_file::write(&self.html, |file| {
            parts.iter().try_for_each(|part| file.write_all(part.as_bytes()))
        });
        written.map_err(|error| Failure::failed(format!("{path}: cannot be written: {error}")))?;
        let bytes = parts.iter().map(|part| part.len()).sum();
        let (all, run) = (megabytes(bytes), megabytes(recording.len()));
        output::note(format_args!("wrote {path}: {all}, of which the run is {run}"));
        if bytes > LARGE {
            output::note("note: browsers take long to open so large a file");
        }
        Ok(())
    }

    /// The bytes of the recording. That of a run directory is made first, and so is that of a recording without its
    /// end.
    fn recording(&self) -> Result<Vec<u8>, Failure> {
        if let Target::Recording(path) = Target::find(&self.run.to_string_lossy())? {
            let recording = Recording::open(&path).map_err(Failure::input)?;
            if recording.shortfall().is_none() || recording.incompatibility().is_some() {
                return read(&path);
            }
        }
        let mut playback = open_recorded(&self.run)?;
        let folder = tempfile::tempdir().map_err(|error| {
            Failure::failed(format!("no temporary folder can be made: {error}"))
        })?;
        let path = folder.path().join("run.recording");
        playback.save_recording(&path).map_err(Failure::failed)?;
        read(&path)
    }
}

/// The page before and after its run.
fn halves(page: &str) -> Option<(&str, &str)> {
    let begin = page.find(BEFORE)? + BEFORE.len();
    let end = begin + page[begin..].find(AFTER)?;
    Some((&page[..begin], &page[end..]))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path)
        .map_err(|error| Failure::input(format!("{}: cannot be read: {error}", path.display())))
}

#[expect(clippy::cast_precision_loss, reason = "it is rounded")]
fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_run_takes_the_place_of_another_one() {
        let page = format!("<p>{BEFORE}old{AFTER}</p><script>1</script>");
        let (before, after) = halves(&page).unwrap();
        assert_eq!(format!("{before}{after}"), page.replace("old", ""));
        assert_eq!(halves("<script></script>"), None);
    }
}
