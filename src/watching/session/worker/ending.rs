//! What is kept when a session ends.

use std::path::PathBuf;
use std::time::Duration;

use super::Worker;
use crate::watching::session::SessionSummary;
use crate::watching::session::frame_source::FrameSource;

impl Worker {
    /// Saves what was to be kept.
    pub(super) fn end(mut self) -> SessionSummary {
        self.is_over = true;
        self.publish(Duration::ZERO);
        let mut summary =
            SessionSummary { tick: self.frame_source.tick(), ..SessionSummary::default() };
        let FrameSource::Run(mut playback) = self.frame_source else { return summary };
        let mut problems = Vec::new();
        if let Some(kept) = self.record {
            for place in 0..playback.timelines().len() {
                let path = kept.path_of(place);
                let saved = if kept.is_written && place == 0 {
                    Ok(())
                } else {
                    let there = playback.switch(place).map_err(|error| error.to_string());
                    there.and_then(|()| playback.save_recording(&path).map_err(|e| e.to_string()))
                };
                match saved {
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

/// Where the run is recorded.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub path: PathBuf,
    /// Which future this is of.
    pub timeline: usize,
    /// Whether it is written all the while.
    pub is_written: bool,
}

impl Record {
    /// Where one of the futures goes.
    fn path_of(&self, place: usize) -> PathBuf {
        if place == self.timeline {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let ending = self.path.extension().map(|it| format!(".{}", it.to_string_lossy()));
        let name = format!("{stem}-future-{}{}", place + 1, ending.unwrap_or_default());
        self.path.with_file_name(name)
    }
}
