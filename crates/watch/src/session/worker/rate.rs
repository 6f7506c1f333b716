//! The measured simulation speed.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Counts the ticks of the last second.
#[derive(Debug, Clone, Default)]
pub(super) struct Rate(VecDeque<Instant>);

/// The time over which ticks are counted.
const WINDOW: Duration = Duration::from_secs(1);

impl Rate {
    pub fn count(&mut self, now: Instant) {
        self.0.push_back(now);
        while self.0.front().is_some_and(|&first| now.saturating_duration_since(first) > WINDOW) {
            self.0.pop_front();
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the count is small")]
    pub fn of(&self, now: Instant) -> f64 {
        let Some(&first) = self.0.front() else { return 0.0 };
        let passed = now.saturating_duration_since(first).as_secs_f64();
        if passed > 0.0 { (self.0.len() - 1) as f64 / passed } else { 0.0 }
    }
}
