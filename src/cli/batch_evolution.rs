//! The evolution of the runs of an experiment beyond their neutral shadows, as text and as JSON.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::batch_summary::MOST_VALUES;
use super::output::columns;
use crate::experiment::summary::{Group, Measure, Response};

/// A table of the figures that differ from shadows at a value of a factor; empty if no run was compared with any.
pub(super) fn as_text(response: &Response) -> String {
    let groups: Vec<&Group> = response.nonempty_groups().take(MOST_VALUES).collect();
    let all: BTreeSet<&Measure> = groups.iter().flat_map(|group| group.excesses()).collect();
    if all.is_empty() {
        return String::new();
    }
    let differs = |measure: &&Measure| groups.iter().any(|group| is_apart(group, measure));
    let shown: Vec<&Measure> = all.iter().copied().filter(differs).collect();
    if shown.is_empty() {
        return "\nevolution: no figure differs from neutral shadows on average; all in summary.csv\n"
            .to_owned();
    }
    let by = response.factor.as_ref().map_or_else(String::new, |factor| format!(", by {factor}"));
    let mut head = vec![format!("excess{by}")];
    head.extend(groups.iter().map(|group| group.level.label.clone()));
    let mut rows = vec![head];
    for measure in &shown {
        let mut row = vec![measure.of.clone()];
        row.extend(groups.iter().map(|group| cell(group, measure)));
        rows.push(row);
    }
    format!(
        "\n{}\nexcess: the run less the mean of its shadows, mean ± 95 % interval; {} of {} figures, whose\n\
         interval is without 0 at a value; all in summary.csv, each run in evolution.csv\n",
        columns(&rows, |column| column >= 1),
        shown.len(),
        all.len(),
    )
}

/// Whether the interval of the mean excludes 0.
fn is_apart(group: &Group, measure: &Measure) -> bool {
    let interval = group.mean(measure).and_then(|(_, interval)| interval);
    interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
}

fn cell(group: &Group, measure: &Measure) -> String {
    match group.mean(measure) {
        Some((mean, Some((_, high)))) => {
            let half = high - mean;
            let digits = decimals(half);
            format!("{mean:.digits$} ± {half:.digits$}")
        }
        Some((mean, None)) => format!("{mean:.0$}", decimals(mean)),
        None => "-".to_owned(),
    }
}

/// The number of decimals with which a number has two digits that are not leading zeros: changes of traits can be small.
fn decimals(number: f64) -> usize {
    const MOST: usize = 6;
    let mut size = number.abs();
    let mut decimals = 0;
    while size < 10.0 && decimals < MOST {
        size *= 10.0;
        decimals += 1;
    }
    if number == 0.0 { 2 } else { decimals }
}

/// The mean excess of each figure at a value of a factor.
pub(super) fn as_json(group: &Group) -> Value {
    let excess = |measure: &Measure| {
        let found = group.mean(measure);
        let mean = found.map(|(mean, _)| mean);
        let interval = found.and_then(|(_, interval)| interval).map(|(low, high)| [low, high]);
        let object = json!({ "mean": mean, "interval": interval, "of": group.count(measure) });
        (measure.of.clone(), object)
    };
    group.excesses().map(excess).collect::<Map<_, _>>().into()
}
