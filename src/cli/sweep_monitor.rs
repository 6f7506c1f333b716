//! Looking on at a sweep: how many runs have ended, and how they came out until now.

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

/// Looks on at a sweep, and tells the user of it.
pub(super) struct SweepMonitor {
    bar: ProgressBar,
    interruption: Interruption,
    start: Instant,
}

impl SweepMonitor {
    pub fn new(interruption: Interruption) -> Self {
        let bar = ProgressBar::no_length();
        let form = "{bar:16} {pos}/{len} runs, {eta} left{wide_msg}";
        bar.set_style(ProgressStyle::with_template(form).expect("the template is sound"));
        Self { bar, interruption, start: now() }
    }

    /// Looks on while `work` goes on.
    pub fn over<T>(self, work: impl FnOnce(&Self) -> T) -> T {
        let done = in_quiet(|| work(&self));
        self.bar.finish_and_clear();
        done
    }

    /// Has a single run lived on so many threads.
    pub fn alone<T: Send>(
        self,
        cores: Option<NonZeroUsize>,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, Failure> {
        self.bar.finish_and_clear();
        with_threads(cores, |_| in_quiet(work))
    }
}

/// Has what breaks off in a run told by its row only, not by the thread on which it did.
fn in_quiet<T>(work: impl FnOnce() -> T) -> T {
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(THREAD) {
            told(panic);
        }
    }));
    let done = work();
    let _ = panic::take_hook();
    done
}

impl SweepObserver for SweepMonitor {
    fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn is_asked_to_stop(&self) -> bool {
        self.interruption.is_requested()
    }

    fn progressed(&self, progress: &Progress) {
        if self.bar.length().is_none() {
            if progress.torn {
                self.bar.suspend(|| {
                    output::note(
                        "note: the journal ended in half a line, as of a killed process; it was cut \
                         off, and its run is lived again",
                    );
                });
            }
            self.bar.set_length(progress.runs);
            // What had ended before says nothing of how quick this goes.
            self.bar.set_position(progress.found);
            self.bar.reset_eta();
        }
        self.bar.set_position(progress.done);
        if !self.bar.is_hidden() {
            self.bar.set_message(told(progress));
        }
    }
}

fn told(progress: &Progress) -> String {
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
