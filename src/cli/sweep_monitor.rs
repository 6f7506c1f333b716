//! The progress display of a sweep.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::panic;
use std::thread;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use super::interruption::Interruption;
use super::threads::with_threads;
use super::{Failure, output};
use crate::clock::now;
use crate::experiment::{Progress, SweepObserver, THREAD};

/// Shows the progress of a sweep on standard error, and stops it when the user interrupts.
pub(super) struct SweepMonitor {
    bar: ProgressBar,
    interruption: Interruption,
    start: Instant,
}

impl SweepMonitor {
    pub fn new(interruption: Interruption) -> Self {
        let bar = ProgressBar::no_length();
        let template = "{bar:16} {pos}/{len} runs, {eta} left{wide_msg}";
        bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        Self { bar, interruption, start: now() }
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
        if !self.bar.is_hidden() {
            self.bar.set_message(message(progress));
        }
    }
}

fn message(progress: &Progress) -> String {
    let mut text = format!(", {} running", progress.running);
    if progress.failed > 0 {
        let _ = write!(text, ", {} failed", progress.failed);
    }
    if progress.done > progress.failed {
        for (place, (name, mean)) in progress.means.iter().enumerate() {
            let _ = write!(text, "{} {name} {mean:.0}", if place == 0 { "; mean" } else { "," });
        }
    }
    text
}
