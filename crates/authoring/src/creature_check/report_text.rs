//! The report of a check as text.

use std::fmt::Write;

use terrarium_input::wording::columns;

use super::{Budget, FaultGroup, MAX_OPERATIONS, Report, TICKS};

impl Report {
    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let report = self;
        let mut text = String::new();
        let code = report.behaviour.as_deref().unwrap_or("no behaviour");
        let _ = writeln!(text, "{}, a {}: {code}\n", report.name, report.kind.name());
        if let Some(points) = &report.points {
            let _ = writeln!(text, "points    {} of {} spent", points.spent, points.allowed);
            points.wasted.iter().for_each(|note| text.push_str(&format!("          {note}\n")));
        }
        text.push_str(&survival(report));
        if let Some(budget) = &report.budget {
            text.push_str(&budget_used(budget));
        }
        if report.ended_early {
            let (ticks, most) = (report.ticks, MAX_OPERATIONS / 1_000_000);
            let _ = writeln!(
                text,
                "          ended early, after {ticks} of {TICKS} ticks: its turns took {most} million operations"
            );
        }
        let refusals = report.refusals.iter().map(|rejected| {
            vec![
                format!("  {}", rejected.action),
                rejected.why.to_owned(),
                rejected.count.to_string(),
                rejected.remedy.to_owned(),
            ]
        });
        text.push_str(&section("refusals", refusals.collect()));
        let faults = report.faults.iter().take(MAX_FAULTS).map(|group| {
            let FaultGroup { kind, count, .. } = group;
            vec![format!("  {kind}"), count.to_string(), group.reason_and_code()]
        });
        text.push_str(&section("faults", faults.collect()));
        if report.suspended {
            text.push_str("          the species was suspended after too many faults\n");
        }
        text
    }
}

/// The number of different faults to list.
const MAX_FAULTS: usize = 8;

fn survival(report: &Report) -> String {
    let survival = &report.survival;
    let deaths: Vec<_> = survival
        .deaths
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(cause, count)| format!("{count} {}", cause.replace('_', " ")))
        .collect();
    let deaths = if deaths.is_empty() { "none".to_owned() } else { deaths.join(", ") };
    let end = match survival.extinct {
        Some(tick) => format!("extinct since tick {tick}"),
        None => format!("{} alive after {} ticks", survival.alive, report.ticks),
    };
    let (founders, births) = (survival.founders, survival.births);
    format!("survival  {founders} founders, {end}; {births} births; deaths: {deaths}\n")
}

fn budget_used(budget: &Budget) -> String {
    let Budget { turns, mean, p99, worst, allowed } = *budget;
    format!(
        "budget    {turns} turns; operations: mean {mean:.0}, p99 {p99}, max {worst}, limit {allowed}\n"
    )
}

/// Formats the rows below a heading, or states that there are none.
fn section(heading: &str, rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        format!("{heading:<8}  none\n")
    } else {
        format!("{heading}\n{}", columns(&rows, |_| false))
    }
}
