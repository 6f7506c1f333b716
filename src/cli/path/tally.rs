//! Answers, counted and summed up.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::answer::Answer;

/// What is known of all answers so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    counts: BTreeMap<&'static str, usize>,
    micros: Vec<f64>,
    /// The lengths of ways, as shares of the shortest that follow the grid.
    ratios: Vec<f64>,
}

impl Tally {
    /// Counts an answer, and by how much its way is longer than one on the grid.
    pub fn add(&mut self, answer: &Answer, ratio: Option<f64>) {
        *self.counts.entry(answer.status).or_default() += 1;
        self.micros.push(answer.micros);
        self.ratios.extend(ratio);
    }

    /// Whether nothing has been counted yet.
    pub fn is_empty(&self) -> bool {
        self.micros.is_empty()
    }

    /// The summary for people: a line for each thing there is to say.
    pub fn into_text(mut self) -> String {
        let total = self.micros.len();
        let mut text = format!("{total} {}", if total == 1 { "way" } else { "ways" });
        for (place, (status, count)) in self.counts.iter().enumerate() {
            let mark = if place == 0 { ":" } else { "," };
            let _ = write!(text, "{mark} {count} {status}");
        }
        text.push('\n');
        if let Some(micros) = Spread::of(&mut self.micros) {
            let Spread { mean, p50, p95, p99, max } = micros;
            let _ = writeln!(
                text,
                "micros: mean {mean:.1}, p50 {p50:.1}, p95 {p95:.1}, p99 {p99:.1}, max {max:.1}"
            );
        }
        if let Some(Spread { mean, max, .. }) = Spread::of(&mut self.ratios) {
            let _ = writeln!(text, "ratio to octile: mean {mean:.4}, max {max:.4}");
        }
        text
    }

    /// The summary for programs.
    pub fn into_json(mut self) -> Value {
        let total = self.micros.len();
        let found = self.counts.get("found").copied().unwrap_or(0);
        let ratio = Spread::of(&mut self.ratios);
        json!({
            "ways": total,
            "found": found,
            "failed": total - found,
            "statuses": self.counts,
            "micros": Spread::of(&mut self.micros).map(|Spread { mean, p50, p95, p99, max }| {
                json!({ "mean": mean, "p50": p50, "p95": p95, "p99": p99, "max": max })
            }),
            "ratio": ratio.map(|Spread { mean, max, .. }| json!({ "mean": mean, "max": max })),
        })
    }
}

/// How numbers are spread.
#[derive(Debug, PartialEq)]
struct Spread {
    mean: f64,
    p50: f64,
    p95: f64,
    p99: f64,
    max: f64,
}

impl Spread {
    /// Sorts the numbers; `None` when there are none.
    fn of(numbers: &mut [f64]) -> Option<Self> {
        numbers.sort_unstable_by(f64::total_cmp);
        let (count, max) = (numbers.len(), *numbers.last()?);
        // The least number that so many percent of all do not exceed.
        let percentile = |percent: usize| numbers[(count * percent).div_ceil(100) - 1];
        let mean = numbers.iter().sum::<f64>() / count as f64;
        Some(Self { mean, p50: percentile(50), p95: percentile(95), p99: percentile(99), max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_numbers_that_occur() {
        let mut hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let spread = Spread { mean: 50.5, p50: 50.0, p95: 95.0, p99: 99.0, max: 100.0 };
        assert_eq!(Spread::of(&mut hundred), Some(spread));
        let one = Spread { mean: 7.0, p50: 7.0, p95: 7.0, p99: 7.0, max: 7.0 };
        assert_eq!(Spread::of(&mut [7.0]), Some(one));
        let two = Spread { mean: 2.0, p50: 1.0, p95: 3.0, p99: 3.0, max: 3.0 };
        assert_eq!(Spread::of(&mut [3.0, 1.0]), Some(two));
        assert_eq!(Spread::of(&mut []), None);
    }
}
