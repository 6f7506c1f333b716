//! What the lines of a script cost, as text and as JSON.

use std::cmp::Reverse;
use std::fmt::Write;
use std::ops::RangeInclusive;

use serde_json::json;

use super::source_line;
use crate::behaviour::{LineCost, ScriptLine};
use crate::cli::output::columns;
use crate::life_history::LineProfile;
use crate::shell::terrarium;
use crate::species::Code;

/// The number of lines that are printed of a long script.
const DEAREST: usize = 20;

/// The profile of a species in some ticks of a run.
pub(super) struct Shown<'a> {
    pub run: &'a str,
    pub species: &'a str,
    pub ticks: RangeInclusive<u64>,
    /// The operations of a turn at most.
    pub budget: f64,
    pub profile: &'a LineProfile,
    pub code: Option<&'a Code>,
}

impl Shown<'_> {
    /// The dearest lines, or with `all` each line of the script.
    pub fn text(&self, all: bool) -> String {
        let Self { run, species, profile, .. } = self;
        let (first, last) = (self.ticks.start(), self.ticks.end());
        let mut text = format!(
            "{species}: {} turns in ticks {first} to {last}, {} operations, {:.1} a turn of at most {}\n",
            profile.turns,
            profile.spent,
            ratio(profile.spent, profile.turns),
            self.budget,
        );
        if let Some(dearest) = profile.dearest.filter(|dearest| dearest.spent > 0) {
            let turn = terrarium(&[&"turn", run, &dearest.id.0, &"--tick", &dearest.tick]);
            let _ = writeln!(text, "dearest turn: {} operations, {turn}", dearest.spent);
        }
        if profile.lines.is_empty() {
            let _ = writeln!(text, "\n{}", self.why_none());
        } else {
            let _ = writeln!(text, "\n{}", if all { self.source() } else { self.table() });
        }
        text
    }

    /// The dearest lines first.
    fn table(&self) -> String {
        let mut lines: Vec<(&ScriptLine, &LineCost)> = self.profile.lines.iter().collect();
        lines.sort_by_key(|(_, cost)| Reverse(cost.cost));
        let mut rows = vec![
            ["share", "operations", "count", "line", "function", "source"]
                .map(str::to_owned)
                .to_vec(),
        ];
        rows.extend(lines.iter().take(DEAREST).map(|&(line, cost)| {
            vec![
                self.share(cost.cost),
                cost.cost.to_string(),
                cost.count.to_string(),
                line.line.to_string(),
                line.function.clone(),
                source_line(self.code, line.line).trim().to_owned(),
            ]
        }));
        let mut text = columns(&rows, |column| column < 4);
        if lines.len() > DEAREST {
            let _ = write!(text, "and {} lines; --all prints the script", lines.len() - DEAREST);
        }
        text.trim_end().to_owned()
    }

    /// The whole script, each line with its share.
    fn source(&self) -> String {
        let Some(Code::Script { source, .. }) = self.code else { return String::new() };
        let mut text = format!("{:>7} {:>10} {:>5}\n", "share", "operations", "line");
        for (line, content) in (1..).zip(source.lines()) {
            let costs = self.profile.lines.iter().filter(|(place, _)| place.line == line);
            let cost: u64 = costs.map(|(_, cost)| cost.cost).sum();
            let (share, cost) = match cost {
                0 => (String::new(), String::new()),
                cost => (self.share(cost), cost.to_string()),
            };
            let _ = writeln!(text, "{share:>7} {cost:>10} {line:>5} {}", content.trim_end());
        }
        text.trim_end().to_owned()
    }

    fn share(&self, cost: u64) -> String {
        format!("{:.1} %", 100.0 * ratio(cost, self.profile.spent))
    }

    fn why_none(&self) -> &'static str {
        match self.code {
            Some(Code::Script { .. }) => "No line was executed in these ticks.",
            Some(Code::Module { .. }) => {
                "The costs of lines are known of scripts only; ask for one turn to see the calls of a module."
            }
            Some(Code::Native(_)) | None => "The costs of lines are known of scripts only.",
        }
    }

    /// The profile as one object.
    pub fn as_json(&self) -> serde_json::Value {
        let lines: Vec<_> = self
            .profile
            .lines
            .iter()
            .map(|(line, cost)| {
                json!({
                    "line": line.line,
                    "function": line.function,
                    "count": cost.count,
                    "cost": cost.cost,
                    "source": source_line(self.code, line.line),
                })
            })
            .collect();
        json!({
            "species": self.species,
            "first_tick": self.ticks.start(),
            "last_tick": self.ticks.end(),
            "turns": self.profile.turns,
            "spent": self.profile.spent,
            "dearest": self.profile.dearest,
            "lines": lines,
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean and a share are rounded anyway")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
