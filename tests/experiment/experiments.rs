//! Sweeps, shards and merges of experiments: interruptions never change the tables.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use terrarium::document::{Document, Override};
use terrarium::experiment::{
    CaseEnding, Experiment, JOURNAL, Overrides, Plan, Results, Row, Shard, SweepOptions,
    SweepResult, merge, record_of, sweep,
};

use super::sweeps::{Experiments, POND, StopAfter, content, jobs, pond, resuming, rows};

const EXPERIMENT: &str = r#"
description = "How much light does a pond need?"
ticks = 20
replicates = 3

[base]
scenario = "pond.toml"

[factors]
rules.light = [20, 40]
population.hare = { from = 1, to = 9, steps = 2, whole = true }

[stop]
when = "hare > 8 && tick >= 10"

[keep]
census = 5
"#;

#[test]
fn tables_do_not_depend_on_jobs_or_interruptions() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let whole = workdir.path("whole");
    let result = sweep(&plan, &whole, jobs(1), &()).unwrap();
    assert!(result.finished && result.progress.done == 12 && result.progress.failed == 0);
    let expected = content(&whole);
    let names: Vec<_> = expected.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "anova.csv",
            "census.parquet/part-000000.parquet",
            "incidence.csv",
            "interaction.png",
            "log_rank.csv",
            "manifest.json",
            "response-points.png",
            "response-population.hare.png",
            "response-rules.light.png",
            "runs.csv",
            "runs.parquet",
            "summary.csv",
            "survival-points.png",
            "survival-population.hare.png",
            "survival-rules.light.png",
            "survival.csv",
        ]
    );
    let endings: Vec<_> = rows(&whole).iter().map(|row| row.ending.name()).collect();
    assert!(endings.contains(&"complete") && endings.contains(&"stopped"), "{endings:?}");

    for count in [2, 8] {
        let dir = workdir.path(format!("jobs-{count}"));
        sweep(&plan, &dir, jobs(count), &()).unwrap();
        assert!(content(&dir) == expected, "{count} jobs");
    }
    // Interrupted repeatedly at different ticks, and killed while writing a line.
    let dir = workdir.path("interrupted");
    for round in 0_u64.. {
        let observer = StopAfter(AtomicU64::new(7 + 23 * round % 61));
        let result = sweep(&plan, &dir, resuming(1 + round as usize % 3), &observer).unwrap();
        if result.finished {
            assert!(round > 2, "it was never interrupted");
            break;
        }
        let journal = dir.join(JOURNAL);
        let mut torn = fs::read(&journal).unwrap();
        let last = torn.split_inclusive(|&byte| byte == b'\n').next_back().map(<[u8]>::to_vec);
        if let Some(line) = last {
            torn.extend(&line[..line.len() / 2]);
            fs::write(&journal, torn).unwrap();
        }
    }
    assert!(content(&dir) == expected);
}

#[test]
fn shards_merge_in_any_order() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let whole = workdir.path("whole");
    sweep(&plan, &whole, jobs(2), &()).unwrap();
    let dirs: Vec<_> = (1..=3)
        .map(|number| {
            let dir = workdir.path(format!("shard-{number}"));
            let shard = Shard::new(number, 3).unwrap();
            sweep(&plan, &dir, SweepOptions { shard, ..jobs(2) }, &()).unwrap();
            dir
        })
        .collect();
    for order in [[0, 1, 2], [2, 0, 1]] {
        let out = workdir.path(format!("merged-{order:?}"));
        let shards = order.map(|index| dirs[index].clone());
        let SweepResult { finished, progress, .. } = merge(&shards, &out).unwrap();
        assert!(finished && progress.done == 12);
        assert!(content(&out) == content(&whole));
    }

    let refusal = |shards: &[&PathBuf]| {
        let error = merge(shards, workdir.path("no")).unwrap_err();
        assert!(error.is_input() && !workdir.path("no").exists());
        workdir.without_path(&error.to_string())
    };
    let other = workdir.path("other");
    sweep(&workdir.plan(&EXPERIMENT.replace("ticks = 20", "ticks = 10")), &other, jobs(2), &())
        .unwrap();
    let [first, second, third] = [&dirs[0], &dirs[1], &dirs[2]];
    insta::assert_snapshot!(
        [
            refusal(&[first, third]),
            refusal(&[first, second, third, first]),
            refusal(&[first, &other]),
            refusal(&[first, &workdir.path("nowhere")]),
            refusal(&[]),
        ]
        .join("\n"),
        @r#"
        4 of 12 runs are missing from these directories: 1, 4, 7, 10; give all shards, and finish each with `--resume`, or merge those that have ended with `--partial`
        run 0 is in both shard-1 and shard-1; give each shard once
        other: this is the directory of another experiment: it differs in ticks (10 there, 20 here), compared with shard-1; merge shards of one experiment
        nowhere: there is no manifest.json; give a directory written by `terrarium batch --out`
        no shards are given; give their directories
        "#
    );
}

#[test]
fn a_run_can_be_repeated_from_its_number_alone() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let dir = workdir.path("sweep");
    sweep(&plan, &dir, jobs(2), &()).unwrap();
    let results = Results::open(&dir).unwrap();
    for number in [0, 11] {
        let recorded = results.row(number).unwrap().unwrap();
        let repeated = Plan::new(results.manifest().experiment.clone()).unwrap();
        assert_eq!(repeated.simulate(&repeated.case(number).unwrap()), recorded);
    }
    assert_eq!(results.row(12).unwrap(), None);
    assert!(plan.case(12).unwrap_err().to_string().contains("the last is 11"));
}

#[test]
fn adding_runs_does_not_change_the_seeds_of_existing_runs() {
    let workdir = pond();
    let seeds = |text: &str| -> BTreeMap<(String, String, u32), u64> {
        let experiment = workdir.experiment(text).unwrap();
        let index = |name: &str| experiment.factors.iter().position(|f| f.name == name);
        let value = |case: &terrarium::experiment::Case, name: &str, base: &str| {
            index(name).map_or(base.to_owned(), |index| case.point[index].to_string())
        };
        let known = |case: &terrarium::experiment::Case| {
            let rest = experiment.factors.iter().zip(&case.point);
            let mut rest =
                rest.filter(|(f, _)| !["rules.light", "population.hare"].contains(&&*f.name));
            rest.all(|(f, value)| {
                f.base.as_ref().map(ToString::to_string) == Some(value.to_string())
            })
        };
        let cases = experiment.cases().filter(known);
        cases
            .map(|c| {
                (
                    (
                        value(&c, "rules.light", "40"),
                        value(&c, "population.hare", "5"),
                        c.replicate,
                    ),
                    c.seed,
                )
            })
            .collect()
    };
    let before = seeds(
        "ticks = 9\nreplicates = 2\nbase.scenario = \"pond.toml\"\nfactors.rules.light = [20, 40]",
    );
    assert_eq!(before.len(), 4);
    for more in [
        "replicates = 5\nfactors.rules.light = [20, 40]",
        "replicates = 2\nfactors.rules.light = [10, 20, 30, 40]",
        "replicates = 2\nfactors.rules.light = [20, 40]\nfactors.population.hare = [1, 5]",
        "replicates = 2\nfactors.rules.crown = [5.0, 6]\nfactors.rules.light = [20, 40]",
        "replicates = 2\nfactors.rules.light = [40, 20.0]\nfactors.species.hare.points.speed = [35, 40, 30]",
    ] {
        let after = seeds(&format!("ticks = 100\nbase.scenario = \"pond.toml\"\n{more}"));
        for (case, seed) in &before {
            assert_eq!(after.get(case), Some(seed), "{case:?} of {more}");
        }
    }
}

#[test]
fn a_run_that_cannot_start_is_a_row_with_the_reason() {
    let workdir = pond();
    // Each value is valid alone, but not both together.
    let text = r#"
ticks = 3

[base]
scenario = "pond.toml"
set = ["species.hare.points.energy=0"]

[factors]
species.hare.points.speed = [40, 52]
species.hare.points.sight = [10, 22]
"#;
    let dir = workdir.path("sweep");
    let result = sweep(&workdir.plan(text), &dir, jobs(2), &()).unwrap();
    assert!(result.finished && (result.progress.done, result.progress.failed) == (4, 1));
    let rows = rows(&dir);
    let failed: Vec<_> = rows.iter().filter(|row| row.is_failed()).collect();
    let [Row { case: 3, ending: CaseEnding::Failed { reason }, .. }] = failed[..] else {
        panic!("{failed:?}");
    };
    assert!(reason.contains("the points add up to"), "{reason}");
    let csv = fs::read_to_string(dir.join("runs.csv")).unwrap();
    assert!(csv.lines().nth(4).unwrap().contains(",failed,"), "{csv}");
}

#[test]
fn a_species_that_was_never_there_is_not_lost() {
    let workdir = pond();
    let text = r#"
ticks = 10
replicates = 2

[base]
scenario = "pond.toml"

[factors]
population.hare = [0, 3]

[stop]
extinction = "any"
"#;
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(text), &dir, jobs(2), &()).unwrap();
    for row in rows(&dir) {
        let hares = row.of_species("hare").unwrap();
        assert_eq!((row.ticks, hares.extinct_at), (10, None));
        assert_eq!(
            (hares.founders, hares.was_there()),
            if row.case < 2 { (0, false) } else { (3, true) }
        );
    }
    let lines = |name: &str, with: &str| {
        let table = fs::read_to_string(dir.join(name)).unwrap();
        table.lines().filter(|line| line.contains(with)).map(str::to_owned).collect::<Vec<_>>()
    };
    let survival = lines("survival.csv", ",hare,");
    let expected = [0, 10].map(|tick| format!("population.hare,3,hare,{tick},2,0,1.0,,"));
    assert_eq!(survival, expected);
    let summary = lines("summary.csv", "lives.hare");
    assert!(summary.len() == 1 && summary[0].starts_with("3,lives.hare,2,0,2,1.0"), "{summary:?}");
}

const MEASURED: &str = r#"
ticks = 30
replicates = 3

[base]
scenario = "pond.toml"

[factors]
population.hare = [0, 6]

[stop]
when = "hare > 8 && tick >= 10"

[measures]
hares = "mean(hare)"
late = "mean(hare, tick >= 20)"
peak = "max(hare)"
peak_at = "argmax(hare)"
eating = "hare.points.eating"
eating_sd = "final(hare.points.eating.sd)"
energy = "mean(clover.energy)"
first = "first(clover)"
deaths = "clover.died.eaten + clover.died.starved"
ratio = "mean(hare) / mean(lynx_like)"

[keep]
census = 1
"#;

#[test]
fn measures_agree_with_the_census_of_the_same_runs() {
    let workdir = pond();
    let text = MEASURED.replace("lynx_like", "hare, tick > 25 && hare > 1000");
    let (plan, dir) = (workdir.plan(&text), workdir.path("sweep"));
    sweep(&plan, &dir, jobs(2), &()).unwrap();
    let results = Results::open(&dir).unwrap();
    for run in results.censuses().unwrap() {
        let (row, census) = run.unwrap();
        let of = |species: &'static str| {
            census.iter().filter(move |it| it.species == species).collect::<Vec<_>>()
        };
        let mean = |values: Vec<f64>| {
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let (hares, clover) = (of("hare"), of("clover"));
        assert_eq!(hares.len() as u64, row.ticks + 1);
        let peak = hares.iter().map(|it| it.alive).max().unwrap();
        let peak_at = hares.iter().find(|it| it.alive == peak).unwrap().tick;
        let late = hares.iter().filter(|it| it.tick >= 20).map(|it| it.alive as f64).collect();
        let energy = mean(clover.iter().map(|it| it.energy).collect());
        let died = &row.of_species("clover").unwrap().deaths;
        assert_eq!(
            row.measures[..4],
            [
                mean(hares.iter().map(|it| it.alive as f64).collect()),
                mean(late),
                Some(peak as f64),
                Some(peak_at as f64)
            ]
        );
        let close = |a: Option<f64>, b: Option<f64>| (a.unwrap() - b.unwrap()).abs() < 1e-6;
        assert!(close(row.measures[6], energy), "{row:?}");
        assert_eq!(row.measures[7], Some(clover[0].alive as f64));
        assert_eq!(row.measures[8], Some((died["eaten"] + died["starved"]) as f64));
        let is_alive = hares.last().unwrap().alive > 0;
        assert_eq!(row.measures[4].is_some(), is_alive, "no trait without organisms");
        assert_eq!(row.measures[5].is_some(), is_alive);
        assert_eq!(row.measures[9], None, "no ticks, no value");
        assert_eq!(plan.simulate(&plan.case(row.case).unwrap()), row);
    }
}

#[test]
fn measures_are_columns_and_survive_interruptions_and_merges() {
    let workdir = pond();
    let text = MEASURED.replace("mean(lynx_like)", "hare");
    let (plan, whole) = (workdir.plan(&text), workdir.path("whole"));
    sweep(&plan, &whole, jobs(1), &()).unwrap();
    let expected = content(&whole);
    let dir = workdir.path("parts");
    sweep(&plan, &dir, jobs(1), &StopAfter(AtomicU64::new(70))).unwrap();
    assert!(rows(&dir).len() < 6);
    sweep(&plan, &dir, resuming(2), &()).unwrap();
    assert_eq!(content(&dir), expected);
    let shards = [1, 2].map(|number| workdir.path(format!("shard-{number}")));
    for (number, dir) in (1..).zip(&shards) {
        let shard = Shard::new(number, 2).unwrap();
        sweep(&plan, dir, SweepOptions { shard, ..jobs(1) }, &()).unwrap();
    }
    merge(&shards, workdir.path("merged")).unwrap();
    assert_eq!(content(&workdir.path("merged")), expected);

    let runs = fs::read_to_string(whole.join("runs.csv")).unwrap();
    let mut lines = runs.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let [hares, ratio, hash] = ["hares", "ratio", "state_hash"]
        .map(|name| head.iter().position(|column| *column == name).unwrap());
    assert_eq!((hares + 9, ratio + 1), (ratio, hash));
    for (line, row) in lines.zip(rows(&whole)) {
        assert_eq!(line[hares].parse().ok(), row.measures[0]);
        assert_eq!(line[ratio].is_empty(), row.of_species("hare").unwrap().alive == 0);
    }
    let summary = fs::read_to_string(whole.join("summary.csv")).unwrap();
    assert!(!summary.contains("\n0,ratio,") && summary.contains("\n0,hares,3,0,3,0.0,"));
    assert!(summary.contains("\n6,ratio,3,0,"), "{summary}");

    let other = workdir.plan(&text.replace("max(hare)", "min(hare)"));
    let error = sweep(&other, &whole, resuming(1), &()).unwrap_err().to_string();
    assert!(error.contains("it differs in measures"), "{error}");
}

#[test]
fn a_sweep_without_measures_differs_from_one_with_them() {
    let workdir = pond();
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(EXPERIMENT), &dir, jobs(1), &()).unwrap();
    let with = workdir.plan(&format!("{EXPERIMENT}\n[measures]\npeak = \"max(hare)\""));
    let error = sweep(&with, &dir, resuming(1), &()).unwrap_err().to_string();
    assert!(error.contains("it differs in measures"), "{error}");
}

#[test]
fn invalid_measures_are_refused_at_their_line() {
    let workdir = pond();
    let refusals: Vec<_> = [
        "peak = 3",
        "Peak = \"max(hare)\"",
        "ticks = \"max(hare)\"",
        "hare_alive = \"max(hare)\"",
        "peak = \"max(hair)\"",
        "peak = \"maxi(hare)\"",
        "late = \"mean(hare, tick > 20)\"",
        "mean.late = \"mean(hare)\"",
    ]
    .into_iter()
    .map(|line| workdir.refusal(&format!("{EXPERIMENT}\n[measures]\n{line}")))
    .collect();
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    question.toml:20:8: `measures.peak` is `3`; give a string in quotes
    question.toml:20:1: `Peak` cannot be the name of a measure; begin with a letter from a to z, and use only such letters, digits and `_`, at most 60
    question.toml:20:1: `ticks` is already a column of runs.csv; choose another name for this measure
    question.toml:20:1: `hare_alive` is already a column of runs.csv; choose another name for this measure
    question.toml:20:13: measures have no name `hair`; did you mean `hare`?
    question.toml:20:9: measures have no function `maxi`; use one of `mean`, `sd`, `sum`, `min`, `max`, `argmin`, `argmax`, `first`, `final`, `slope`, `period` (did you mean `max`?)
    question.toml:20:20: this condition can never hold in a run of 20 ticks; correct the condition or `ticks`
    question.toml:20:1: `measures.mean` is the table `mean`; give a string in quotes
    "#);
}

#[test]
fn records_of_selected_runs_are_kept() {
    let workdir = pond();
    let text = "ticks = 5\nreplicates = 2\nbase.scenario = \"pond.toml\"\n[keep]\nruns = [1]\nrecordings = true\n\
                individuals = true\nancestry = true";
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(text), &dir, jobs(1), &()).unwrap();
    assert!(dir.join(record_of(1)).join("manifest.json").exists());
    for name in ["individuals.csv", "ancestry.csv", "ancestry.parquet"] {
        assert!(dir.join(record_of(1)).join(name).exists(), "{name}");
    }
    assert!(!dir.join(record_of(0)).exists());
    let recording = dir.join(terrarium::experiment::recording_of(1));
    assert_eq!(terrarium::record::Recording::open(recording).unwrap().last_tick(), 5);
}

#[test]
fn wrong_directories_and_damaged_journals_are_refused() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    let dir = workdir.path("sweep");
    let refusal = |plan: &Plan, options: SweepOptions| {
        let error = sweep(plan, &dir, options, &()).unwrap_err();
        workdir.without_path(&error.to_string())
    };
    sweep(&plan, &dir, jobs(1), &StopAfter(AtomicU64::new(90))).unwrap();
    let mut messages = vec![refusal(&plan, jobs(1))];
    let longer = workdir.plan(&EXPERIMENT.replace("ticks = 20", "ticks = 30"));
    messages.push(refusal(&longer, resuming(1)));
    let shard = Shard::new(1, 2).unwrap();
    messages.push(refusal(&plan, SweepOptions { shard, ..resuming(1) }));

    let journal = dir.join(JOURNAL);
    let intact = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = intact.lines().collect();
    assert!(lines.len() > 2, "{intact}");
    let damaged = intact.replacen("\"births\":", "\"births\":1", 1);
    let twice = format!("{intact}{}\n", lines[0]);
    for text in [damaged, twice] {
        fs::write(&journal, &text).unwrap();
        let last = format!("jsonl:{}:", lines.len() + 1);
        messages.push(refusal(&plan, resuming(1)).replace(&last, "jsonl:LAST:"));
        assert_eq!(fs::read_to_string(&journal).unwrap(), text, "the file is unchanged");
    }
    fs::write(&journal, &intact).unwrap();
    sweep(&plan, &dir, resuming(2), &()).unwrap();
    messages.push(refusal(&plan, jobs(1)));
    let pond = workdir.path("pond.toml");
    let error = sweep(&plan, &pond, jobs(1), &()).unwrap_err();
    messages.push(workdir.without_path(&error.to_string()));
    let occupied = sweep(&plan, workdir.path(""), jobs(1), &()).unwrap_err().to_string();
    messages.push(occupied.replace(&*workdir.path("").to_string_lossy(), "WORKDIR"));
    fs::write(&pond, POND.replace("count = 12", "count = 13")).unwrap();
    messages.push(refusal(&workdir.plan(EXPERIMENT), resuming(1)));
    insta::assert_snapshot!(messages.join("\n"), @r#"
    sweep: this experiment was started here before; continue it with `--resume`, or choose another directory with `--out`
    sweep: this is the directory of another experiment: it differs in ticks (20 there, 30 here); choose another with `--out`, or restore the experiment
    sweep: this is the directory of shard 1/1, not 1/2; choose another with `--out`
    sweep/journal.jsonl:1: this line is damaged: its checksum does not match; the file was not changed: restore a copy of it, or remove this line to repeat its run with `--resume`
    sweep/journal.jsonl:LAST: run 0 occurs twice; the file was not changed: remove this line or the other
    sweep: this experiment was finished here before; continue it with `--resume`, or choose another directory with `--out`
    pond.toml: this is a file; give the path of a directory with `--out`
    WORKDIR: this directory is not empty, and not that of a sweep; choose another with `--out`, or remove it first
    sweep: this is the directory of another experiment: the scenario has changed since; choose another with `--out`, or restore the experiment
    "#);
}

#[test]
fn very_many_runs_need_a_confirmation() {
    let workdir = pond();
    let text = "ticks = 5\nreplicates = 10\nbase.scenario = \"pond.toml\"\n[factors]\n\
                rules.light = { from = 1, to = 10, steps = 10000 }\n\
                rules.crown = { from = 1, to = 10, steps = 10000 }";
    let plan = workdir.plan(text);
    let error = sweep(&plan, workdir.path("sweep"), jobs(1), &()).unwrap_err();
    insta::assert_snapshot!(error, @r#"the experiment has 1000000000 runs: 100000000 points with 10 replicates each; confirm this with `--yes`, or sample points: `[design] kind = "latin"`, `points = 100`"#);
    assert!(!workdir.path("sweep").exists());
    let last = plan.case(999_999_999).unwrap();
    assert_eq!((last.point[0].to_string(), last.replicate), ("10".to_owned(), 9));
}

#[test]
fn overrides_and_seeds_of_the_command_line_are_applied() {
    let workdir = pond();
    let document = Document::parse("q.toml", EXPERIMENT).unwrap();
    let overrides = vec![Override::parse("population.clover=7").unwrap()];
    let overrides = Overrides { overrides, seeds: Some((4, 6)) };
    let experiment =
        Experiment::from_document("q", workdir.folder(), &document, &overrides).unwrap();
    let cases: Vec<_> = experiment.cases().collect();
    assert_eq!(cases.len(), 12);
    assert!(cases.iter().all(|case| case.seed == 4 + u64::from(case.replicate)));
    let arguments = experiment.arguments(&cases[1]);
    let command = workdir.without_path(&arguments.join(" "));
    insta::assert_snapshot!(command, @r#"run pond.toml --seed 5 --set population.clover=7 --set rules.light=20 --set population.hare=1 --ticks 20"#);
}

#[test]
fn diagnostics_of_an_experiment_have_a_location_and_a_remedy() {
    let workdir = pond();
    let base = "ticks = 20\nbase.scenario = \"pond.toml\"\n";
    let messages: Vec<String> = [
        "",
        "ticks = 0\nbase.scenario = \"pond.toml\"",
        "base.scenario = \"pond.toml\"",
        "ticks = 20\nbase.scenario = \"pound.toml\"",
        "ticks = 20\nbase.scenario = \"medow\"",
        "ticks = 20\nbase = { scenario = \"pond.toml\", set = [\"rules.lihgt=3\"] }",
        "ticks = 20\nbase = { scenario = \"pond.toml\", set = [\"seed=3\"] }",
        "+tick = 20",
        "+replicates = 0",
        "+replicates = 2\nseeds = \"1..3\"",
        "+seeds = \"3..1\"",
        "+factors.rules.lihgt = [20, 30]",
        "+factors.rules.light = []",
        "+factors.rules.light = [20, 20.0]",
        "+factors.rules.light = [20, -1]",
        "+factors.rules.light = [\"a\"]",
        "+factors.rules.light = [true]",
        "+factors.species.hare.points.sped = [20]",
        "+factors.species.hair.points.speed = [20]",
        "+factors.population.har = [20]",
        "+factors.zzzzzz = [20]",
        "+factors.seed = [1, 2]",
        "+factors.navigator = [\"exact\"]",
        "+factors.map = [\"nowhere.map\"]",
        "+factors.creatures = [\"nowhere\"]",
        "+factors.rules.light = { from = 1, to = 9 }",
        "+factors.rules.light = { from = 9, to = 1, steps = 3 }",
        "+factors.rules.light = { from = 0, to = 9, steps = 3, scale = \"log\" }",
        "+factors.rules.light = { from = 1, to = 3, steps = 9, whole = true }",
        "+factors.rules.light = { from = 1.5, to = 3, steps = 2, whole = true }",
        "+[design]\nkind = \"latn\"",
        "+[design]\nkind = \"latin\"",
        "+[design]\npoints = 3",
        "+[design]\nkind = \"random\"\npoints = 9\n[factors]\nrules.light = [1, 2]",
        "+[[point]]\nrules.light = 1\n[[point]]\nrules.crown = 2",
        "+[[point]]\nrules.light = 1\n[[point]]\nrules.light = 1.0",
        "+factors.rules.light = [1]\n[[point]]\nrules.light = 1",
        "+[stop]\nextinction = \"har\"",
        "+[stop]\nextinction = [\"any\", \"hare\"]",
        "+[stop]\nwinner = true",
        "+[stop]\nwhen = \"hare < 10 && tick > 500\"",
        "+[stop]\nwhen = \"hare >= 0\"",
        "+[stop]\nwhen = \"har < 10\"",
        "+[stop]\nwhen = [\"hare < 9\", \"hare < 9\"]",
        "+[keep]\nsnapshots = 5",
        "+[keep]\nruns = [1]",
        "+[keep]\nruns = \"some\"",
    ]
    .into_iter()
    .map(|text| match text.strip_prefix('+') {
        Some(rest) if rest.starts_with('[') || rest.starts_with("factors") => {
            format!("{base}{rest}")
        }
        Some(rest) => format!("{rest}\n{base}"),
        None => text.to_owned(),
    })
    .map(|text| workdir.refusal(&text))
    .collect();
    insta::assert_snapshot!(messages.join("\n"), @r#"
    question.toml: the file is empty; start from a copy of one that ships with the program
    question.toml:1:9: `ticks` is `0`; give a whole number from 1 to 1000000000000 ticks
    question.toml:1:1: `ticks` is missing; add a line such as `ticks = 5000`
    pound.toml: there is no such file; check the path
    there is no scenario `medow`, neither shipped nor as a file; give the path of a file, or one of `archipelago`, `conquest`, `meadow` (did you mean `meadow`?)
    override `rules.lihgt=3`: there is no rule `lihgt`; did you mean `light`? `terrarium rules` lists them all
    question.toml:2:41: the seed of a run is derived from that of the experiment; set `seed` of the experiment, or `seeds = "1..10"` (on the command line: --seeds)
    question.toml:1:1: there is no key `tick`; did you mean `ticks`?
    question.toml:1:14: `replicates` is `0`; give a whole number from 1 to 4294967295 runs at each point
    question.toml:2:9: `replicates` and `seeds` exclude each other: each sets the runs at a point; leave out one of them
    question.toml:1:9: `seeds` is the string `"3..1"`; give the first and the last seed, such as 1..10
    question.toml:3:15: there is no factor `rules.lihgt`; the nearest are `rules.light`, `rules.healing`, `rules.healing_cost`
    question.toml:3:23: `factors.rules.light` has no values, so there is nothing to run; give at least one value, or leave out the factor
    question.toml:3:28: the value `20` is given twice; leave one out; to run a point several times, use `replicates`
    question.toml:3:28: `rules.light` is `-1`; give a number from 0 to 1000000 (energy per tick)
    question.toml:3:24: `rules.light` is the string `a`; give a number, without quotes
    question.toml:3:24: `rules.light` is `true`; give a number, without quotes
    question.toml:3:29: there is no factor `species.hare.points.sped`; the nearest are `species.hare.points.speed`, `species.deer.points.speed`, `species.hare.points.sight`
    question.toml:3:29: there is no factor `species.hair.points.speed`; the nearest are `species.hare.points.speed`, `species.hare.points.sight`, `species.hare.points.eating`
    question.toml:3:20: there is no factor `population.har`; the nearest are `population.hare`, `population.oak`, `population.ant`
    question.toml:3:9: there is no factor `zzzzzz`; give a rule such as `rules.light`, `population.NAME`, a parameter such as `species.NAME.points.speed`, `map` or `creatures`
    question.toml:3:9: the seed of a run is derived from that of the experiment; use `replicates = 10`, or `seeds = "1..10"` to choose the seeds
    question.toml:3:9: the navigator is a property of a species; name the species, as in `species.hare.navigator`
    question.toml:3:16: `map` cannot be nowhere.map: nowhere.map: there is no such file; check the path
    question.toml:3:22: `creatures` cannot be nowhere: cannot read the folder nowhere: No such file or directory (os error 2); give a creature's folder, or a folder of them
    question.toml:3:23: a range in a grid needs a number of values; add `steps = 5`, or sample points: `[design] kind = "latin"`, `points = 100`
    question.toml:3:40: the range from 9 to 1 is empty; give a `to` greater than `from`
    question.toml:3:32: a logarithmic range cannot start at 0; give a `from` above 0
    question.toml:3:51: `factors.rules.light.steps` is `9`; give at most 3: the range has no more different values
    question.toml:3:23: 1.5 and 3 are not both whole numbers; give whole numbers, or leave out `whole`
    question.toml:4:8: `design.kind` is the string `"latn"`; give one of `grid`, `list`, `latin`, `random` (did you mean `latin`?)
    question.toml:3:1: `points` is missing in [design]; add a line such as `points = 100`
    question.toml:4:10: the number of points of a grid follows from its factors; leave out `points`, or sample this many points: `kind = "latin"`
    question.toml:3:1: 9 points are requested, but the factors have only 2 different ones; use a grid (leave out [design]), with `replicates` to run each point several times
    question.toml:6:7: `rules.crown` is not a factor of the first point; give values for the same factors at every point
    question.toml:5:1: this point is given twice; leave one out; to run a point several times, use `replicates`
    question.toml:3:1: there are both [factors] and [[point]]; leave out one of them
    question.toml:4:14: no run has a species `har`; did you mean `hare`?
    question.toml:4:15: `any` already includes every species; give either `any` or a list of species
    question.toml:4:10: no run has a winner: the base scenario has no colonies; leave out `winner`, or use a scenario with [colonies], such as conquest
    question.toml:4:8: this condition can never hold in a run of 20 ticks; correct the condition or `ticks`, or leave it out
    question.toml:4:8: this condition always holds: every run would stop after its first tick; correct the condition
    question.toml:4:9: conditions have no name `har`; did you mean `hare`?
    question.toml:4:21: this condition occurs twice; remove one of the two
    question.toml:4:13: `keep.snapshots` applies to the records of runs, but no run has one; choose the runs: `runs = "first"`, "all", or a list such as [0, 17]
    question.toml:4:9: `keep.runs` is `1`; give a whole number from 0 to 0 (the number of a run)
    question.toml:4:8: `keep.runs` is the string `"some"`; give "first", "all", or a list of run numbers, such as [0, 17]
    "#);
}

#[test]
fn designs_can_be_sampled_and_listed() {
    let workdir = pond();
    let of = |rest: &str| {
        let experiment = workdir
            .experiment(&format!("ticks = 5\nbase.scenario = \"pond.toml\"\n{rest}"))
            .unwrap();
        let points = experiment
            .cases()
            .map(|case| case.point.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        points.collect::<Vec<_>>()
    };
    let list = "[[point]]\nrules.light = 1\npopulation.hare = 3\n[[point]]\npopulation.hare = 4\nrules.light = 2.5";
    assert_eq!(of(list), ["1 3", "2.5 4"]);
    let sampled = "design = { kind = \"latin\", points = 8 }\n[factors]\n\
                 rules.light = { from = 1, to = 100, scale = \"log\" }\n\
                 population.hare = { from = 1, to = 8, whole = true }";
    let mut hares: Vec<_> =
        of(sampled).iter().map(|p| p.rsplit(' ').next().unwrap().to_owned()).collect();
    hares.sort();
    assert_eq!(hares, ["1", "2", "3", "4", "5", "6", "7", "8"]);
}
