//! Counts and summarises answers.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::answer::Answer;
use crate::navigation_benchmark::Spread;

/// The statistics of all answers so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    counts: BTreeMap<&'static str, usize>,
    micros: Vec<f64>,
    /// Path lengths divided by the length of the shortest path on the grid.
    ratios: Vec<f64>,
}

impl Tally {
    /// Adds an answer and, if it is known, its length relative to the shortest path on the grid.
    pub fn add(&mut self, answer: &Answer, ratio: Option<f64>) {
        *self.counts.entry(answer.status).or_default() += 1;
        self.micros.push(answer.micros);
        self.ratios.extend(ratio);
    }

    /// Whether no answer has been added.
    pub fn is_empty(&self) -> bool {
        self.micros.is_empty()
    }

    /// The summary as text.
    pub fn into_text(mut self) -> String {
        let total = self.micros.len();
        let mut text = format!("{total} {}", if total == 1 { "problem" } else { "problems" });
        for (index, (status, count)) in self.counts.iter().enumerate() {
            let mark = if index == 0 { ":" } else { "," };
            let _ = write!(text, "{mark} {count} {status}");
        }
        text.push('\n');
        if let Some(micros) = Spread::new(&mut self.micros) {
            let Spread { mean, p50, p95, p99, max } = micros;
            let _ = writeln!(
                text,
                "micros: mean {mean:.1}, p50 {p50:.1}, p95 {p95:.1}, p99 {p99:.1}, max {max:.1}"
            );
        }
        if let Some(Spread { mean, max, .. }) = Spread::new(&mut self.ratios) {
            let _ = writeln!(text, "ratio to octile: mean {mean:.4}, max {max:.4}");
        }
        text
    }

    /// The summary as JSON.
    pub fn into_json(mut self) -> Value {
        let total = self.micros.len();
        let found = self.counts.get("found").copied().unwrap_or(0);
        let ratio = Spread::new(&mut self.ratios);
        json!({
            "ways": total,
            "found": found,
            "failed": total - found,
            "statuses": self.counts,
            "micros": Spread::new(&mut self.micros).map(|Spread { mean, p50, p95, p99, max }| {
                json!({ "mean": mean, "p50": p50, "p95": p95, "p99": p99, "max": max })
            }),
            "ratio": ratio.map(|Spread { mean, max, .. }| json!({ "mean": mean, "max": max })),
        })
    }
}
