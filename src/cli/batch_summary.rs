//! The summary of an experiment, as text and as JSON.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::batch::{INFORMATIVE_ENDS, changes_land};
use super::batch_evolution;
use super::output::columns;
use crate::behaviour::Colony;
use crate::experiment::Experiment;
use crate::experiment::summary::{
    Among, Group, Measure, Quantity, Response, Summary, Unusual, VarianceOf,
};
use crate::shell;
use crate::statistics::Effect;
use crate::wording::{counted, figure};

/// The summary as text: a table for each factor, then the failed and the unusual runs with the
/// commands that re-run them. `dir` is the directory of the experiment's tables.
pub(super) fn as_text(experiment: &Experiment, summary: &Summary, dir: &Path) -> String {
    let mut text = format!("{}: {}", experiment.name, counted(summary.runs, "run"));
    match summary.failed {
        0 => text.push('\n'),
        failed => drop(writeln!(text, ", {failed} failed")),
    }
    for response in &summary.responses {
        text.push('\n');
        text.push_str(&table(summary, response));
    }
    text.push_str(&legend(summary));
    if !summary.measures.is_empty() {
        for response in &summary.responses {
            text.push('\n');
            text.push_str(&measures(summary, response));
        }
        text.push_str("\nmeasures: mean ± 95 % interval; 7/10: 7 of 10 runs have a value\n");
    }
    for response in &summary.responses {
        text.push_str(&batch_evolution::as_text(response));
    }
    text.push_str(&variances(summary));
    text.push_str(&cells(summary));
    for response in &summary.responses {
        text.push_str(&founders(response));
    }
    if summary.has_informative_ends() {
        let _ = writeln!(text, "\n{INFORMATIVE_ENDS}");
    }
    if let [first, ..] = &summary.failures[..] {
        text.push_str("\nfailed:\n");
        for (case, reason) in &summary.failures {
            let _ = writeln!(text, "  run {case}: {reason}");
        }
        let _ = writeln!(text, "  re-run: {}", rerun_command(dir, first.0));
    }
    if !summary.unusual.is_empty() {
        text.push_str("\nmost unusual:\n");
    }
    for unusual in &summary.unusual {
        let _ = writeln!(text, "  {}", describe(unusual));
        let _ = writeln!(text, "    re-run: {}", rerun_command(dir, unusual.case));
        if let Some(watch) = watch_command(experiment, unusual.case) {
            let _ = writeln!(text, "    watch: {watch}");
        }
    }
    text
}

/// The summary as one JSON object.
pub(super) fn as_json(experiment: &Experiment, summary: &Summary, dir: &Path) -> Value {
    let by_level = |response: &Response| {
        let values = response.nonempty_groups().map(|group| level_as_json(summary, group));
        json!({ "factor": response.factor, "values": values.collect::<Vec<_>>() })
    };
    let factors = summary.responses.iter().map(by_level);
    let failures = summary.failures.iter().map(|(case, reason)| {
        json!({ "run": case, "reason": reason, "again": rerun_command(dir, *case) })
    });
    let unusual = summary.unusual.iter().map(|unusual| {
        json!({
            "run": unusual.case,
            "measure": unusual.measure.to_string(),
            "value": unusual.value,
            "median": unusual.median,
            "score": unusual.score,
            "among": match unusual.among { Among::Replicates => "replicates", Among::All => "all" },
            "again": rerun_command(dir, unusual.case),
            "watch": watch_command(experiment, unusual.case),
        })
    });
    json!({
        "experiment": experiment.name,
        "runs": summary.runs,
        "failed": summary.failed,
        "factors": factors.collect::<Vec<_>>(),
        "points": summary.cells.as_ref().map(by_level),
        "variance": summary.variances().iter().map(variance_as_json).collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(),
        "unusual": unusual.collect::<Vec<_>>(),
    })
}

/// The command that re-runs a run and compares the result.
fn rerun_command(dir: &Path, case: u64) -> String {
    shell::terrarium(&[&"batch", &"--from-run", &dir.display(), &case])
}

/// The command that opens a run in the viewer.
fn watch_command(experiment: &Experiment, case: u64) -> Option<String> {
    let case = experiment.case(case)?;
    let command =
        |words: Vec<String>| shell::command(&[vec!["terrarium".to_owned()], words].concat());
    if experiment.base.stored.is_none() {
        let world = experiment.world_arguments(&case);
        return Some(command([vec!["watch".to_owned()], world].concat()));
    }
    // Viewers show a stored world as it is: the run with its seed is recorded first.
    let recording = format!("run-{}.recording", case.number);
    let mut run = experiment.arguments(&case);
    run.extend(["--record".to_owned(), recording.clone()]);
    Some(format!("{} && {}", command(run), command(vec!["watch".to_owned(), recording])))
}

fn describe(unusual: &Unusual) -> String {
    let Unusual { case, measure, value, median, score, among } = unusual;
    let among = match among {
        Among::Replicates => "of its replicates",
        Among::All => "of all runs",
    };
    let (value, median) = (figure(*value), figure(*median));
    format!("run {case}: {measure} is {value}; the median {among} is {median} (z = {score:.1})")
}

/// The most values of a factor that the text lists.
pub(super) const MOST_VALUES: usize = 24;

/// A table with the results at each value of a factor.
fn table(summary: &Summary, response: &Response) -> String {
    let factor = response.factor.clone().unwrap_or_default();
    let colonies = || Colony::ALL.iter().filter(|_| summary.is_conquest);
    let mut head = vec![factor, "runs".to_owned()];
    head.extend(colonies().map(|colony| format!("{colony} wins")));
    head.extend(summary.species.iter().cloned());
    let mut rows = vec![head];
    for group in response.nonempty_groups().take(MOST_VALUES) {
        let mut row = vec![group.level.label.clone(), (group.runs - group.failed).to_string()];
        row.extend(colonies().map(|colony| wins(group, colony.name())));
        row.extend(summary.species.iter().map(|species| alive(group, species)));
        rows.push(row);
    }
    let mut text = columns(&rows, |column| column >= 1);
    if response.nonempty_groups().count() > MOST_VALUES {
        let more = response.nonempty_groups().count() - MOST_VALUES;
        let _ = writeln!(text, "… and {more} more values: see summary.csv");
    }
    text
}

/// A table with the measures that the experiment defines at each value of a factor.
fn measures(summary: &Summary, response: &Response) -> String {
    let mut head = vec![response.factor.clone().unwrap_or_default()];
    head.extend(summary.measures.iter().cloned());
    let mut rows = vec![head];
    for group in response.nonempty_groups().take(MOST_VALUES) {
        let mut row = vec![group.level.label.clone()];
        row.extend(summary.measures.iter().map(|name| own(group, name)));
        rows.push(row);
    }
    columns(&rows, |column| column >= 1)
}

/// A table of the effects of factors on the populations at the end and on own measures; empty if
/// there is no test of them.
fn variances(summary: &Summary) -> String {
    let all = summary.variances();
    let is_shown = |it: &&VarianceOf| matches!(it.measure.what, Quantity::Alive | Quantity::Own);
    let shown: Vec<&VarianceOf> = all.iter().filter(is_shown).collect();
    let tested = shown.iter().flat_map(|it| &it.sources).any(|(_, effect)| effect.f.is_some());
    let Some(first) = shown.first().filter(|_| tested) else { return String::new() };
    let has_blocks = first.sources.iter().any(|(_, effect)| effect.is_block);
    let mut head = vec!["analysis of variance".to_owned(), "df".to_owned()];
    head.extend(shown.iter().map(|it| it.measure.of.clone()));
    let mut rows = vec![head];
    for (index, (source, effect)) in first.sources.iter().enumerate() {
        let mut row = vec![source.clone(), effect.freedom.to_string()];
        row.extend(shown.iter().map(|it| effect_cell(&it.sources[index].1)));
        rows.push(row);
    }
    format!(
        "\n{}\nF, p, and the share of the variance{}; all in anova.csv\n",
        columns(&rows, |column| column >= 1),
        if has_blocks { "; replicate: what runs with the same seed have in common" } else { "" }
    )
}

/// How large the probability of an interaction by chance may be for the means at each point to be shown.
const CLEAR: f64 = 0.05;

/// With several factors, what the tables above pool; where factors clearly interact, also the means at each point.
fn cells(summary: &Summary) -> String {
    let Some(factors) = summary.responses.get(1..).filter(|others| !others.is_empty()) else {
        return String::new();
    };
    if summary.runs == summary.failed {
        return String::new();
    }
    let pooled = match factors.len() {
        1 => "of the other factor",
        _ => "of the other factors",
    };
    let mut text = format!("\neach row above pools the runs at all values {pooled}\n");
    let variances = summary.variances();
    let shown: Vec<Measure> = match variances.is_empty() {
        // Nothing shows whether the factors interact.
        true => {
            let species = summary.species.iter().map(|it| Measure::new(Quantity::Alive, it));
            species
                .chain(summary.measures.iter().map(|it| Measure::new(Quantity::Own, it)))
                .collect()
        }
        false => variances.iter().filter(|it| interacts(it)).map(|it| it.measure.clone()).collect(),
    };
    let shown: Vec<&Measure> =
        shown.iter().filter(|it| matches!(it.what, Quantity::Alive | Quantity::Own)).collect();
    if shown.is_empty() {
        return text;
    }
    if !variances.is_empty() {
        let names: Vec<&str> = shown.iter().map(|it| it.of.as_str()).collect();
        let _ = writeln!(text, "the factors interact (p < {CLEAR}) in {}", names.join(", "));
    }
    let Some(cells) = &summary.cells else {
        return text + "the means at each point are in summary.csv\n";
    };
    let mut head = vec![cells.factor.clone().unwrap_or_default()];
    head.extend(shown.iter().map(|it| it.of.clone()));
    let mut rows = vec![head];
    for group in cells.nonempty_groups() {
        let mut row = vec![group.level.label.clone()];
        row.extend(shown.iter().map(|it| match it.what {
            Quantity::Alive => alive(group, &it.of),
            _ => own(group, &it.of),
        }));
        rows.push(row);
    }
    format!("{text}the means at each point:\n\n{}", columns(&rows, |column| column >= 1))
}

fn interacts(variance: &VarianceOf) -> bool {
    let mut effects = variance.sources.iter().map(|(_, effect)| effect);
    effects.any(|effect| effect.factors.len() > 1 && effect.p.is_some_and(|p| p < CLEAR))
}

/// The founders of species at the values of a factor that changes the land, where they differ.
fn founders(response: &Response) -> String {
    let Some(factor) = response.factor.as_ref().filter(|factor| changes_land(factor)) else {
        return String::new();
    };
    let groups: Vec<&Group> = response.nonempty_groups().collect();
    let species: BTreeSet<&String> =
        groups.iter().flat_map(|group| group.founders.keys()).collect();
    let mut rows = vec![vec![format!("founders by {factor}")]];
    rows[0].extend(groups.iter().take(MOST_VALUES).map(|group| group.level.label.clone()));
    for name in species {
        let found = groups.iter().map(|group| group.founders.get(name));
        if found.clone().all(|it| it == found.clone().next().flatten()) {
            continue;
        }
        let cell = |it: Option<&(u64, u64)>| match it {
            None => "0".to_owned(),
            Some((least, most)) if least == most => least.to_string(),
            Some((least, most)) => format!("{least} to {most}"),
        };
        rows.push([name.clone()].into_iter().chain(found.take(MOST_VALUES).map(cell)).collect());
    }
    if rows.len() == 1 {
        String::new()
    } else {
        format!("\n{}", columns(&rows, |column| column >= 1))
    }
}

fn effect_cell(effect: &Effect) -> String {
    let Some(share) = effect.eta_squared else { return "-".to_owned() };
    let share = format!("{:.0} %", share * 100.0);
    match effect.f.zip(effect.p) {
        None => share,
        Some((f, p)) if p < 0.001 => format!("{} p<0.001 {share}", figure(f)),
        Some((f, p)) => format!("{} p={p:.3} {share}", figure(f)),
    }
}

fn own(group: &Group, name: &str) -> String {
    let (measure, runs) = (Measure::new(Quantity::Own, name), group.runs - group.failed);
    let mut cell = match group.mean(&measure) {
        Some((mean, Some((_, high)))) => format!("{} ± {}", figure(mean), figure(high - mean)),
        Some((mean, None)) => figure(mean),
        None => "-".to_owned(),
    };
    if group.count(&measure) < runs {
        let _ = write!(cell, " {}/{runs}", group.count(&measure));
    }
    cell
}

/// Explains the cells of the tables; empty without species.
fn legend(summary: &Summary) -> String {
    if summary.species.is_empty() {
        return String::new();
    }
    let won = "wins: share of runs [95 % interval]\n";
    format!(
        "\nspecies: mean number alive at the end ± 95 % interval; 7/10: alive in 7 of 10 runs\n{}",
        if summary.is_conquest { won } else { "" }
    )
}

fn wins(group: &Group, colony: &str) -> String {
    match group.mean(&Measure::new(Quantity::Won, colony)) {
        Some((share, Some((low, high)))) => format!("{share:.2} [{low:.2}, {high:.2}]"),
        _ => String::new(),
    }
}

fn alive(group: &Group, species: &str) -> String {
    let Some((mean, interval)) = group.mean(&Measure::new(Quantity::Alive, species)) else {
        return String::new();
    };
    let (living, count) = group.living(species);
    let mut cell = match interval {
        Some((_, high)) => format!("{} ± {}", figure(mean), figure(high - mean)),
        None => figure(mean),
    };
    if living < count {
        let _ = write!(cell, " {living}/{count}");
    }
    cell
}

fn variance_as_json(variance: &VarianceOf) -> Value {
    let sources = variance.sources.iter().map(|(source, effect)| {
        json!({
            "source": source, "freedom": effect.freedom, "squares": effect.squares,
            "f": effect.f, "p": effect.p, "eta_squared": effect.eta_squared,
        })
    });
    json!({ "measure": variance.measure.to_string(), "sources": sources.collect::<Vec<_>>() })
}

fn level_as_json(summary: &Summary, group: &Group) -> Value {
    let species = summary.species.iter().map(|species| {
        let found = group.mean(&Measure::new(Quantity::Alive, species));
        let (living, count) = group.living(species);
        let mean = found.map(|(mean, _)| mean);
        let interval = found.and_then(|(_, interval)| interval).map(|(low, high)| [low, high]);
        let object = json!({
            "alive": mean, "interval": interval, "lives_in": living, "of": count,
            "founders": group.founders.get(species).map(|(least, most)| [least, most]),
        });
        (species.clone(), object)
    });
    let won = Colony::ALL.iter().filter(|_| summary.is_conquest).map(|colony| {
        let found = group.mean(&Measure::new(Quantity::Won, colony.name()));
        let interval = found.and_then(|(_, interval)| interval).map(|(low, high)| [low, high]);
        let object = json!({ "share": found.map(|(share, _)| share), "interval": interval });
        (colony.name().to_owned(), object)
    });
    let measures = summary.measures.iter().map(|name| {
        let measure = Measure::new(Quantity::Own, name);
        let found = group.mean(&measure);
        let interval = found.and_then(|(_, interval)| interval).map(|(low, high)| [low, high]);
        let mean = found.map(|(mean, _)| mean);
        let object = json!({ "mean": mean, "interval": interval, "of": group.count(&measure) });
        (name.clone(), object)
    });
    json!({
        "value": group.level.label,
        "runs": group.runs,
        "failed": group.failed,
        "won": won.collect::<serde_json::Map<_, _>>(),
        "species": species.collect::<serde_json::Map<_, _>>(),
        "measures": measures.collect::<serde_json::Map<_, _>>(),
        "excess": batch_evolution::as_json(group),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::summary::fixture::{eight_runs, summarize, unusual_run};

    #[test]
    fn the_text_has_means_failures_and_commands() {
        let (experiment, rows) = eight_runs();
        let (summary, _) = summarize(&experiment, &rows);
        insta::assert_snapshot!(as_text(&experiment, &summary, Path::new("out/my speed")));
    }

    #[test]
    fn an_unusual_run_has_the_commands_to_rerun_and_watch_it() {
        let (experiment, rows) = unusual_run();
        let (summary, _) = summarize(&experiment, &rows);
        let text = as_text(&experiment, &summary, Path::new("out"));
        let seed = rows[17].seed;
        let watch = format!(
            "watch: terrarium watch meadow --seed {seed} --set species.hare.points.speed=40\n"
        );
        assert!(text.contains("re-run: terrarium batch --from-run out 17\n"), "{text}");
        assert!(text.contains(&watch), "{text}");
        assert!(text.contains("run 17: "), "{text}");
        let json = as_json(&experiment, &summary, Path::new("out"));
        assert_eq!(json["unusual"][0]["run"], 17);
        assert_eq!(json["factors"][0]["values"][1]["species"]["hare"]["lives_in"], 11);
    }
}
