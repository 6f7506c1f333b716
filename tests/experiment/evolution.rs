//! Sweeps whose runs are compared with neutral shadows.

use std::fs;
use std::sync::atomic::AtomicU64;

use terrarium::experiment::evolution::{EVOLUTION_CSV, EVOLUTION_PARQUET};
use terrarium::experiment::{Shard, SweepOptions, merge, sweep};

use super::checkpoints::sweep_in_many_rounds;
use super::sweeps::{Experiments, StopAfter, content, jobs, pond, resuming, rows};

const TICKS: u64 = 90;

/// Short lives, so that there are children that mutate.
const EXPERIMENT: &str = r#"
ticks = 90
replicates = 2
factors.rules.light = [40, 80]

[base]
scenario = "pond.toml"
set = ["rules.lifespan_herbivore=5", "rules.lifespan_plant=15"]

[evolution]
shadows = 3
"#;

#[test]
fn the_evolution_of_runs_survives_interruptions_checkpoints_and_growth() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let whole = workdir.path("whole");
    sweep(&plan, &whole, jobs(1), &()).unwrap();
    let expected = content(&whole);
    assert!(expected.contains_key(EVOLUTION_CSV) && expected.contains_key(EVOLUTION_PARQUET));
    let figures: Vec<_> = rows(&whole).into_iter().flat_map(|row| row.evolution).collect();
    let moved = |it: &&terrarium::experiment::EvolutionFigure| {
        it.z.is_some() && it.excess().is_some_and(|excess| excess != 0.0)
    };
    assert!(figures.iter().filter(moved).count() > 10, "something mutated: {figures:?}");

    let dir = workdir.path("jobs");
    sweep(&plan, &dir, jobs(4), &()).unwrap();
    assert!(content(&dir) == expected, "4 jobs");

    let dir = workdir.path("interrupted");
    sweep_in_many_rounds(&plan, &dir);
    assert!(content(&dir) == expected, "the organisms before a checkpoint are part of it");

    let (small, dir) = (EXPERIMENT.replace("[40, 80]", "[80]"), workdir.path("grown"));
    let small = workdir.plan(&small.replace("replicates = 2", "replicates = 1"));
    sweep(&small, &dir, jobs(1), &StopAfter(AtomicU64::new(TICKS * 2))).unwrap();
    assert!(!rows(&dir).is_empty());
    sweep(&plan, &dir, resuming(2), &()).unwrap();
    assert!(content(&dir) == expected, "a grown sweep");

    let shards: Vec<_> = (1..=2)
        .map(|number| {
            let dir = workdir.path(format!("shard-{number}"));
            let shard = Shard::new(number, 2).unwrap();
            sweep(&plan, &dir, SweepOptions { shard, ..jobs(1) }, &()).unwrap();
            dir
        })
        .collect();
    let merged = workdir.path("merged");
    merge(&shards, &merged).unwrap();
    assert!(content(&merged) == expected, "merged shards");
}

#[test]
fn a_run_without_windows_or_a_species_has_no_such_figures() {
    let workdir = pond();
    let stopping = "\n[stop]\nwhen = \"tick >= 20\"";
    let text = EXPERIMENT.replace("shadows = 3", "shadows = 3\npersistence = 60") + stopping;
    let row = workdir.plan(&text).simulate(&workdir.plan(&text).case(0).unwrap());
    assert_eq!((row.ticks, row.ending.name()), (20, "stopped"));
    let named = |name: &str| row.evolution.iter().find(|it| it.figure == name).unwrap();
    assert_eq!(named("ecology").value, None, "no window is 60 ticks before the end");
    assert!(named("height").value.is_some());

    let only = EXPERIMENT.replace("shadows = 3", "shadows = 3\nspecies = [\"hare\"]");
    let [only, all] = [&only, EXPERIMENT].map(|text| {
        let plan = workdir.plan(text);
        plan.simulate(&plan.case(1).unwrap()).evolution
    });
    let of_hares = all.iter().filter(|it| it.species == "hare");
    assert!(only.iter().eq(of_hares), "shadows of a species do not depend on others");
    assert!(all.iter().any(|it| it.species == "all") && only.iter().all(|it| it.species == "hare"));

    let lonely = EXPERIMENT.replace("set = [", "set = [\"population.hare=0\",");
    let plan = workdir.plan(&lonely);
    let evolution = plan.simulate(&plan.case(0).unwrap()).evolution;
    assert!(!evolution.is_empty() && evolution.iter().all(|it| it.species == "clover"));
}

#[test]
fn the_excess_over_shadows_is_a_measure() {
    let workdir = pond();
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(EXPERIMENT), &dir, jobs(2), &()).unwrap();
    let summary = fs::read_to_string(dir.join("summary.csv")).unwrap();
    let anova = fs::read_to_string(dir.join("anova.csv")).unwrap();
    let rows = rows(&dir);
    let excess = |run: usize| {
        let mut figures = rows[run].evolution.iter();
        figures.find(|it| (&*it.species, &*it.figure) == ("clover", "height")).unwrap().excess()
    };
    let mean = f64::midpoint(excess(0).unwrap(), excess(1).unwrap());
    let line = summary.lines().find(|line| line.starts_with("40,excess.clover.height,")).unwrap();
    let cells: Vec<&str> = line.split(',').collect();
    assert_eq!(cells[2..5], ["2", "0", "2"], "{line}");
    assert!((cells[5].parse::<f64>().unwrap() - mean).abs() < 1e-12, "{line} {mean}");
    assert!(anova.contains("\nexcess.clover.height,rules.light,1,"), "{anova}");
}

#[test]
fn an_experiment_without_the_section_is_as_before() {
    let workdir = pond();
    let (plain, _) = EXPERIMENT.split_once("[evolution]").unwrap();
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(plain), &dir, jobs(1), &()).unwrap();
    for name in [EVOLUTION_CSV, EVOLUTION_PARQUET] {
        assert!(!dir.join(name).exists());
    }
    for name in ["manifest.json", "journal.jsonl", "summary.csv"] {
        let text = fs::read_to_string(dir.join(name)).unwrap();
        assert!(!text.contains("evolution") && !text.contains("excess"), "{name}: {text}");
    }
    let error = sweep(&workdir.plan(EXPERIMENT), &dir, resuming(1), &()).unwrap_err();
    assert!(error.to_string().contains("it differs in evolution"), "{error}");
    let other = EXPERIMENT.replace("shadows = 3", "shadows = 4");
    let dir = workdir.path("other");
    sweep(&workdir.plan(EXPERIMENT), &dir, jobs(2), &()).unwrap();
    let error = sweep(&workdir.plan(&other), &dir, resuming(1), &()).unwrap_err().to_string();
    assert!(error.contains("it differs in evolution.shadows (3 there, 4 here)"), "{error}");
}

#[test]
fn wrong_options_are_refused_at_their_line() {
    let workdir = pond();
    let messages = [
        "shadow = 3",
        "shadows = 100001",
        "candidates = 8",
        "species = \"har\"",
        "species = [\"hare\", \"hare\"]",
        "species = []",
        "grid = 0",
        "persistence = 91",
        "every = 0",
    ]
    .map(|key| workdir.refusal(&EXPERIMENT.replace("shadows = 3", key)));
    let many = EXPERIMENT.replace("ticks = 90", "ticks = 9000").replace("shadows = 3", "every = 2");
    insta::assert_snapshot!([&messages[..], &[workdir.refusal(&many)]].concat().join("\n"), @"
    question.toml:11:1: there is no key `shadow` in [evolution]; did you mean `shadows`?
    question.toml:11:11: `evolution.shadows` is `100001`; give a whole number from 0 to 100000 shadows
    question.toml:11:1: there is no key `candidates` in [evolution]; the keys here are `shadows`, `species`, `every`, `persistence`, `grid`
    question.toml:11:11: no run has a species `har`; did you mean `hare`?
    question.toml:11:20: this species occurs twice; remove one of the two
    question.toml:11:11: there are no species in this list; name a species, or leave out `species` for all of them
    question.toml:11:8: `evolution.grid` is `0`; give a number above 0, such as 5
    question.toml:11:15: `evolution.persistence` is `91`; give a whole number from 1 to 90 ticks
    question.toml:11:9: `evolution.every` is `0`; give a whole number from 1 to 1000000000000 ticks
    question.toml:11:9: these are 2251 windows in a run of 9000 ticks; give more ticks, for at most 1000 windows
    ");
}
