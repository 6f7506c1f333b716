//! The end of a session.

use std::path::PathBuf;
use std::time::Duration;

use terrarium_playback::FrameSource;

use super::Worker;
use crate::session::SessionSummary;

impl Worker {
    /// Saves the recordings and returns the summary.
    pub(super) fn end(mut self) -> SessionSummary {
        self.is_over = true;
        self.publish(Duration::ZERO);
        let mut summary =
            SessionSummary { tick: self.frame_source.tick(), ..SessionSummary::default() };
        let FrameSource::Run(mut playback) = self.frame_source else { return summary };
        let mut problems = Vec::new();
        if let Some(record) = self.record {
            for index in 0..playback.timelines().len() {
                let path = record.path_of(index);
                let saved = if record.is_written && index == 0 {
                    Ok(())
                } else {
                    let there = playback.switch(index).map_err(|error| error.to_string());
                    there.and_then(|()| playback.save_recording(&path).map_err(|e| e.to_string()))
                };
                match saved {
                    // The one that was asked for comes first.
                    Ok(()) if index == record.timeline => summary.saved.insert(0, path),
                    Ok(()) => summary.saved.push(path),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        problems.extend(playback.finish().err().map(|error| error.to_string()));
        summary.problem = (!problems.is_empty()).then(|| problems.join("; "));
        summary
    }
}

/// The recording of the session.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub path: PathBuf,
    /// The index of the timeline that is saved at `path`.
    pub timeline: usize,
    /// Whether the file is written during the run, rather than at the end.
    pub is_written: bool,
}

impl Record {
    /// Returns the path for the recording of a timeline.
    fn path_of(&self, index: usize) -> PathBuf {
        if index == self.timeline {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().map(|it| format!(".{}", it.to_string_lossy()));
        let name = format!("{stem}-branch-{}{}", index + 1, ending.unwrap_or_default());
        self.path.with_file_name(name)
    }
}
