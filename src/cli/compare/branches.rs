//! Two branches of a world, as text and as JSON.

use std::fmt::Write;
use std::path::Path;

use indicatif::ProgressBar;
use serde_json::{Map, Value, json};

use super::Compare;
use crate::behaviour::Death;
use crate::cli::output::columns;
use crate::cli::progress::bar;
use crate::cli::recorded::open_recorded;
use crate::cli::target::Target;
use crate::cli::{Failure, Format, output};
use crate::comparison::{
    COMPARISON_PNG, Comparison, ComparisonError, DIFFERENCES_CSV, Difference, Extent,
    PartedOrganism, Parting, SIMILARITY_CSV, Similarity, compare,
};
use crate::playback::Playback;
use crate::record::SpeciesOutcome;
use crate::record::recording::Place;
use crate::wording::counted;

/// The number of ticks between two updates of the progress bar.
const UPDATE_INTERVAL: u64 = 16;

/// The number of moments in the printed table.
const ROWS: usize = 12;

impl Compare {
    pub(super) fn compare_branches(&self, paths: [&Path; 2]) -> Result<(), Failure> {
        let mut one = open(paths[0])?;
        let mut other = open(paths[1])?;
        let extent = Extent { ticks: self.ticks, every: self.every.map(u64::from) };
        let mut shown: Option<ProgressBar> = None;
        let compared = compare([&mut one, &mut other], extent, &mut |done, ticks| {
            if done.is_multiple_of(UPDATE_INTERVAL) {
                shown.get_or_insert_with(|| bar(ticks, "ticks compared")).set_position(done);
            }
        });
        if let Some(bar) = shown {
            bar.finish_and_clear();
        }
        let comparison = compared.map_err(|error| match error {
            ComparisonError::Playback(error) => error.into(),
            other => Failure::input(other),
        })?;
        for (path, branch) in paths.iter().zip([&one, &other]) {
            if let Some(difference) = branch.difference() {
                output::note(format_args!(
                    "note: {}: from tick {} on, the replay differs from the record; the comparison is about the \
                     replay",
                    path.display(),
                    difference.tick
                ));
            }
        }
        self.out.iter().try_for_each(|dir| comparison.write(dir)).map_err(Failure::failed)?;
        output::print(&match self.format {
            Format::Human => self.branches_as_text(&comparison, paths),
            Format::Json => format!("{}\n", as_json(&comparison)),
        })
    }

    fn branches_as_text(&self, comparison: &Comparison, paths: [&Path; 2]) -> String {
        let (first, last) = (comparison.ticks.start(), comparison.ticks.end());
        let [a, b] = paths.map(|path| path.display().to_string());
        let mut text = format!("A: {a}\nB: {b}\nticks {first} to {last}\n\n");
        text.push_str(&inputs(&comparison.inputs));
        text.push_str(&parting(comparison));
        text.push_str("\nshare of the living organisms that are identical:\n");
        text.push_str(&shares(comparison));
        if first == last {
            text.push_str(
                "\nthere is only this tick to compare; to continue both, give --ticks N\n",
            );
        } else {
            text.push_str("\nalive at the end, born and died since the beginning:\n");
            text.push_str(&outcomes(&comparison.outcomes));
        }
        if let Some(dir) = &self.out {
            let dir = dir.display();
            let _ = writeln!(
                text,
                "\nresults in {dir}: see {SIMILARITY_CSV}, {DIFFERENCES_CSV} and {COMPARISON_PNG}"
            );
        }
        text
    }
}

/// Opens a branch: a recorded run, or a snapshot, which has only one tick.
fn open(path: &Path) -> Result<Playback, Failure> {
    match Target::find(&path.to_string_lossy())? {
        Target::Snapshot(path) => Ok(Playback::of_snapshot(path, &Place::Temporary)?),
        _ => open_recorded(path),
    }
}

fn inputs(inputs: &[Difference]) -> String {
    if inputs.is_empty() {
        return "they have the same seed, rules, land, species and commands\n".to_owned();
    }
    let mut rows = vec![["differs", "A", "B"].map(str::to_owned).to_vec()];
    rows.extend(inputs.iter().map(|it| vec![it.what.clone(), it.a.clone(), it.b.clone()]));
    columns(&rows, |_| false)
}

fn parting(comparison: &Comparison) -> String {
    let Some(parting) = &comparison.parting else {
        return format!("\nall organisms are identical up to tick {}\n", comparison.ticks.end());
    };
    let Parting { tick, is_at_start, commands, count, organisms } = parting;
    let (differ, verb) =
        (counted(*count as u64, "organism"), if *count == 1 { "differs" } else { "differ" });
    let mut text = match is_at_start {
        true => format!("\nthey differ from the beginning, tick {tick}: {differ} {verb}\n"),
        false => format!("\nthey part in tick {tick}: {differ} {verb}\n"),
    };
    for Difference { what, a, b, .. } in commands {
        let _ = writeln!(text, "  {what}: A {a}, B {b}");
    }
    for organism in organisms {
        text.push_str(&parted(organism));
    }
    if *count > organisms.len() {
        let _ = writeln!(text, "  … and {} more", count - organisms.len());
    }
    text
}

fn parted(organism: &PartedOrganism) -> String {
    let PartedOrganism { species, ids, decisions, events, values } = organism;
    let mut text = match ids {
        [Some(a), Some(b)] if a == b => format!("  {species} {a}\n"),
        [Some(a), Some(b)] => format!("  {species} {a} in A, {b} in B\n"),
        [Some(a), None] => format!("  {species} {a}: only in A\n"),
        [None, Some(b)] => format!("  {species} {b}: only in B\n"),
        [None, None] => String::new(),
    };
    for (what, [a, b]) in [("decided", decisions), ("event", events)] {
        for (branch, lines) in [("A", a), ("B", b)] {
            for line in lines {
                let _ = writeln!(text, "    {what} in {branch}: {line}");
            }
        }
    }
    for Difference { what, a, b, .. } in values {
        let _ = writeln!(text, "    {what}: {a} in A, {b} in B");
    }
    text
}

/// The shares of identical organisms at some moments: more at first, since they fall fast.
fn shares(comparison: &Comparison) -> String {
    let mut head = vec!["tick".to_owned(), "all".to_owned()];
    head.extend(comparison.species.iter().map(|species| species.name.clone()));
    let mut rows = vec![head];
    let moments = &comparison.moments;
    let last = moments.len() - 1;
    let step = last.div_ceil(ROWS).max(1);
    let chosen = (0..last).step_by(step).chain([last]);
    for moment in chosen.map(|index| &moments[index]) {
        let share = |similarity: &Similarity| {
            similarity.share().map_or_else(|| "–".to_owned(), |share| format!("{share:.3}"))
        };
        let mut row = vec![moment.tick.to_string(), share(&moment.all)];
        row.extend(moment.species.iter().map(share));
        rows.push(row);
    }
    columns(&rows, |_| true)
}

fn outcomes([one, other]: &[Vec<SpeciesOutcome>; 2]) -> String {
    let head = ["species", "branch", "alive", "born"].map(str::to_owned).into_iter();
    let mut rows = vec![head.chain(Death::ALL.map(Death::title)).collect::<Vec<_>>()];
    for (a, b) in one.iter().zip(other) {
        for (branch, it) in [("A", a), ("B", b)] {
            let name = if branch == "A" { it.name.clone() } else { String::new() };
            let mut row = vec![name, branch.to_owned()];
            row.extend([it.alive, it.births].map(|count| count.to_string()));
            row.extend(Death::ALL.map(|cause| it.deaths[cause.name()].to_string()));
            rows.push(row);
        }
    }
    columns(&rows, |column| column >= 2)
}

fn as_json(comparison: &Comparison) -> Value {
    let similarity = |it: &Similarity| {
        let Similarity { alive, in_both, identical } = it;
        json!({ "alive": alive, "in_both": in_both, "identical": identical, "share": it.share() })
    };
    let moments = comparison.moments.iter().map(|moment| {
        let species = comparison.species.iter().zip(&moment.species);
        let species: Map<_, _> =
            species.map(|(of, it)| (of.name.clone(), similarity(it))).collect();
        json!({ "tick": moment.tick, "all": similarity(&moment.all), "species": species })
    });
    let organism = |it: &PartedOrganism| {
        json!({
            "species": it.species, "ids": it.ids, "decisions": it.decisions, "events": it.events,
            "values": it.values,
        })
    };
    let parting = comparison.parting.as_ref().map(|it| {
        let organisms: Vec<_> = it.organisms.iter().map(organism).collect();
        json!({
            "tick": it.tick, "is_at_start": it.is_at_start, "commands": it.commands, "count": it.count,
            "organisms": organisms,
        })
    });
    json!({
        "ticks": [comparison.ticks.start(), comparison.ticks.end()],
        "inputs": comparison.inputs,
        "parting": parting,
        "moments": moments.collect::<Vec<_>>(),
        "outcomes": comparison.outcomes,
    })
}
