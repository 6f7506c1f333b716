//! The progress display of a sweep.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::interruption::Interruption;
use super::threads::with_threads;
use super::{Failure, output};
use crate::clock::now;
use crate::experiment::{Progress, SweepObserver, THREAD};

/// The least time between two lines about the progress, where standard error is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows the progress of a sweep on standard error, as a bar or in lines, and stops it when the user interrupts.
pub(super) struct SweepMonitor {
    bar: ProgressBar,
    interruption: Interruption,
    start: Instant,
    /// When the last line was printed.
    line: Mutex<Instant>,
}

impl SweepMonitor {
    pub fn new(interruption: Interruption) -> Self {
        let bar = ProgressBar::no_length();
        let template = "{bar:16} {pos}/{len} runs, {eta} left{wide_msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        let start = now();
        Self { bar, interruption, start, line: Mutex::new(start) }
    }

    /// Calls `work` with this monitor, and clears the progress bar afterwards.
    pub fn observe<T>(self, work: impl FnOnce(&Self) -> T) -> T {
        let result = without_panic_messages(|| work(&self));
        self.bar.finish_and_clear();
        result
    }

    /// Executes a single run on `cores` threads, without a progress bar.
    pub fn single_run<T: Send>(
        self,
        cores: Option<NonZeroUsize>,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, Failure> {
        self.bar.finish_and_clear();
        with_threads(cores, |_| without_panic_messages(work))
    }
}

/// Calls `work` with the panic messages of run threads suppressed: the row of a run that panics
/// has the message already.
fn without_panic_messages<T>(work: impl FnOnce() -> T) -> T {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(THREAD) {
            default_hook(panic);
        }
    }));
    let result = work();
    let _ = panic::take_hook();
    result
}

impl SweepObserver for SweepMonitor {
    fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn should_stop(&self) -> bool {
        self.interruption.is_requested()
    }

    fn progressed(&self, progress: &Progress) {
        // A league is several sweeps, one after the other.
        if self.bar.length() != Some(progress.runs) {
            if progress.torn {
                self.bar.suspend(|| {
                    output::note(
                        "note: the journal ended with an incomplete line, as after a killed \
                         process; the line was removed, and its run is repeated",
                    );
                });
            }
            self.bar.set_length(progress.runs);
            // Runs of earlier sessions must not enter the estimated time.
            self.bar.set_position(progress.found);
            self.bar.reset_eta();
        }
        self.bar.set_position(progress.done);
        if self.bar.is_hidden() {
            self.print_line(progress);
        } else {
            self.bar.set_message(message(progress));
        }
    }
}

impl SweepMonitor {
    /// Prints a line about the progress, unless the last one is recent.
    fn print_line(&self, progress: &Progress) {
        let mut last = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let now = now();
        if progress.done > progress.found && now.duration_since(*last) >= LINE_EVERY {
            *last = now;
            output::note(line(progress, now.duration_since(self.start)));
        }
    }
}

/// A line about the progress after a time.
fn line(progress: &Progress, passed: Duration) -> String {
    let Progress { runs, done, found, failed, .. } = *progress;
    let ended = u32::try_from(done - found).unwrap_or(u32::MAX).max(1);
    let left = u32::try_from(runs - done).unwrap_or(u32::MAX);
    let seconds = (passed / ended).saturating_mul(left).as_secs();
    let left = match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    };
    let failed = if failed > 0 { format!(", {failed} of them failed") } else { String::new() };
    format!("{done} of {runs} runs have ended{failed}; about {left} left")
}

fn message(progress: &Progress) -> String {
    let mut text = format!(", {} running", progress.running);
    if progress.failed > 0 {
        let _ = write!(text, ", {} failed", progress.failed);
    }
    if progress.done > progress.failed {
        for (index, (name, mean)) in progress.means.iter().enumerate() {
            let _ = write!(text, "{} {name} {mean:.0}", if index == 0 { "; mean" } else { "," });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_many_runs_are_left_and_how_long_they_take() {
        let progress = Progress { runs: 600, done: 120, found: 20, ..Progress::default() };
        let text = |seconds| line(&progress, Duration::from_secs(seconds));
        assert_eq!(text(10), "120 of 600 runs have ended; about 48 s left");
        assert_eq!(text(100), "120 of 600 runs have ended; about 8 min left");
        assert_eq!(text(4000), "120 of 600 runs have ended; about 6 h left");
        let failing = Progress { failed: 3, ..progress };
        let text = line(&failing, Duration::from_secs(10));
        assert_eq!(text, "120 of 600 runs have ended, 3 of them failed; about 48 s left");
    }
}
