//! Answers, counted and summed up.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::answer::Answer;
use crate::navigation_benchmark::Spread;

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
