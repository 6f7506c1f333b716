//! The steps of one turn as text and as JSON.

use std::fmt::Write;

use serde_json::json;

use super::source_line;
use crate::behaviour::{Step, StepKind, Steps};
use crate::species::Code;
use crate::tick::{Simulation, TurnTrace};

/// The numbers of first and last steps that are printed of a long turn.
const FIRST: usize = 150;
const LAST: usize = 50;

/// The width of the columns of costs and lines.
const MARGIN: usize = 14;

/// A turn, with the code that was executed in it.
pub(super) struct Shown<'a> {
    pub turn: &'a TurnTrace,
    pub code: Option<&'a Code>,
    /// Why it failed and where, if it did.
    pub fault: Option<String>,
}

/// The report on the organism, and the steps of its turn.
pub(super) fn text(shown: &Shown<'_>, tick: u64, report: &str, all: bool) -> String {
    let turn = shown.turn;
    let mut text = format!("tick {tick}, {report}\nSteps\n");
    let (steps, dropped) = listed(turn);
    if steps.is_empty() {
        let _ = writeln!(text, "  {}", why_none(shown.code));
        return text;
    }
    let unit = unit(shown.code);
    let cost: u64 = steps.iter().map(|step| step.cost).sum();
    let _ = writeln!(text, "  {} steps, {cost} {unit}\n", steps.len() as u64 + dropped);
    let _ = writeln!(text, "{:>7}{:>6}", "cost", "line");
    let skipped = if all { 0..0 } else { FIRST..steps.len().saturating_sub(LAST) };
    let mut function = None;
    for (index, step) in steps.iter().enumerate() {
        if skipped.contains(&index) {
            if index == skipped.start {
                let _ = writeln!(text, "      … {} steps; --all prints them", skipped.len());
                function = None;
            }
            continue;
        }
        if let StepKind::Line(line) = &step.kind
            && function != Some((step.depth, &line.function))
        {
            function = Some((step.depth, &line.function));
            let _ = writeln!(text, "{:MARGIN$}{}{}:", "", indent(step), line.function);
        }
        text.push_str(&line_of(step, shown.code));
    }
    if dropped > 0 {
        let _ = writeln!(text, "      … and {dropped} more steps, which are not kept");
    }
    if let Some(fault) = &shown.fault {
        let _ = writeln!(text, "      The turn failed: {fault}");
    }
    text
}

fn line_of(step: &Step, code: Option<&Code>) -> String {
    let cost = step.cost;
    let indent = indent(step);
    let mut text = match &step.kind {
        StepKind::Line(line) => {
            let source = source_line(code, line.line).replace('\t', "    ");
            format!("{cost:>7}{:>6} {indent}{source}\n", line.line)
        }
        StepKind::HostCall(call) => format!("{cost:>7}{:>6} {call}\n", ""),
        StepKind::Return => format!("{cost:>7}{:>6} return\n", ""),
    };
    for change in &step.changes {
        let _ = writeln!(text, "{:MARGIN$}{indent}        {} = {}", "", change.name, change.value);
    }
    text
}

fn indent(step: &Step) -> String {
    " ".repeat(4 * step.depth.min(20))
}

/// The steps that were kept, and the number of the others.
fn listed(turn: &TurnTrace) -> (&[Step], u64) {
    match &turn.steps {
        Steps::Each(steps, dropped) => (steps, *dropped),
        Steps::None | Steps::Lines(_) => (&[], 0),
    }
}

/// The unit of costs.
fn unit(code: Option<&Code>) -> &'static str {
    match code {
        Some(Code::Module { .. }) => "instructions",
        _ => "operations",
    }
}

fn why_none(code: Option<&Code>) -> &'static str {
    match code {
        Some(Code::Native(_)) => "none: a native behaviour is not executed line by line",
        None => "none: the species has no behaviour",
        Some(_) => "none: no handler was called, or the species is suspended",
    }
}

/// The turn as one object.
pub(super) fn as_json(shown: &Shown<'_>, tick: u64, simulation: &Simulation) -> serde_json::Value {
    let turn = shown.turn;
    let (steps, dropped) = listed(turn);
    let steps: Vec<_> = steps
        .iter()
        .map(|step| {
            let mut object = json!({
                "depth": step.depth,
                "cost": step.cost,
                "changes": step.changes,
            });
            match &step.kind {
                StepKind::Line(line) => {
                    object["line"] = json!(line.line);
                    object["function"] = json!(line.function);
                }
                StepKind::HostCall(call) => object["call"] = json!(call),
                StepKind::Return => object["call"] = json!("return"),
            }
            object
        })
        .collect();
    json!({
        "tick": tick,
        "id": turn.by,
        "species": simulation.world().config().species(turn.species).name,
        "spent": turn.spent,
        "fault": shown.fault,
        "unit": unit(shown.code),
        "steps": steps,
        "dropped_steps": dropped,
    })
}
