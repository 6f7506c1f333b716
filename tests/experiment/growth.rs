//! Sweeps that grow: more replicates, levels or points give the tables of a fresh, larger sweep.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use terrarium::experiment::{Experiment, JOURNAL, Overrides, Plan, Shard, SweepOptions, sweep};

use super::sweeps::{Experiments, POND, StopAfter, content, jobs, pond, resuming, rows};

const GRID: &str = r#"
ticks = 6
replicates = 2

[base]
scenario = "pond.toml"

[factors]
rules.light = [20, 40]
population.hare = [1, 5]

[keep]
census = 3
runs = "first"
recordings = true
"#;

/// The grid with all three dimensions larger, new levels before and between the old ones.
fn larger() -> String {
    GRID.replace("replicates = 2", "replicates = 3")
        .replace("[20, 40]", "[10, 20, 30, 40]")
        .replace("[1, 5]", "[5, 3, 1]")
}

/// The worlds at the end of the runs of a sweep.
fn hashes(dir: &Path) -> BTreeSet<String> {
    rows(dir).iter().map(|row| format!("{:?} {}", row.state_hash, row.seed)).collect()
}

#[test]
fn a_grown_sweep_equals_a_fresh_one_and_runs_only_the_new_runs() {
    let workdir = pond();
    let (small, large) = (workdir.plan(GRID), workdir.plan(&larger()));
    let fresh = workdir.path("fresh");
    sweep(&large, &fresh, jobs(2), &()).unwrap();
    let expected = content(&fresh);
    assert!(expected.keys().any(|name| name.starts_with("kept/run-000009/")), "{expected:?}");

    let finished = workdir.path("finished");
    sweep(&small, &finished, jobs(2), &()).unwrap();
    let before = hashes(&finished);
    let result = sweep(&large, &finished, resuming(2), &()).unwrap();
    assert_eq!((result.progress.found, result.progress.done), (8, 36));
    assert!(content(&finished) == expected, "of a finished sweep");
    assert!(before.is_subset(&hashes(&finished)));

    // Of an interrupted sweep, whose last line is incomplete, and growing is interrupted as well.
    let interrupted = workdir.path("interrupted");
    sweep(&small, &interrupted, jobs(1), &StopAfter(AtomicU64::new(25))).unwrap();
    let journal = interrupted.join(JOURNAL);
    let mut torn = fs::read(&journal).unwrap();
    torn.extend(b"{\"sum\":");
    fs::write(&journal, torn).unwrap();
    let result = sweep(&large, &interrupted, resuming(1), &StopAfter(AtomicU64::new(9))).unwrap();
    assert!(!result.finished && result.progress.found > 0, "{:?}", result.progress);
    assert!(sweep(&large, &interrupted, resuming(2), &()).unwrap().finished);
    assert!(content(&interrupted) == expected, "of an interrupted sweep");
}

/// Copies a directory.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// A process can be killed after each step of replacing the files.
#[test]
fn a_growth_that_was_killed_is_completed() {
    let workdir = pond();
    let (small, large) = (workdir.plan(GRID), workdir.plan(&larger()));
    let fresh = workdir.path("fresh");
    sweep(&large, &fresh, jobs(2), &()).unwrap();
    let old = workdir.path("old");
    sweep(&small, &old, jobs(2), &()).unwrap();
    // The state when the new files are complete: those of a growth that runs nothing.
    let done = workdir.path("done");
    copy(&old, &done);
    sweep(&large, &done, resuming(1), &StopAfter(AtomicU64::new(0))).unwrap();
    let kept = ["run-000000", "run-000002", "run-000004", "run-000006"];
    let renumbered = ["run-000015", "run-000009", "run-000033", "run-000027"];
    for steps in 0..=8 {
        let dir = workdir.path(format!("killed-{steps}"));
        copy(&old, &dir);
        let grown = dir.join(".grown");
        fs::create_dir_all(grown.join("kept")).unwrap();
        for name in [JOURNAL, "journal.census", "manifest.json"] {
            fs::copy(done.join(name), grown.join(name)).unwrap();
        }
        for number in 0..steps.min(4) {
            for end in ["", ".recording"] {
                let from = dir.join("kept").join(format!("{}{end}", kept[number]));
                let to = grown.join("kept").join(format!("{}{end}", renumbered[number]));
                fs::rename(from, to).unwrap();
            }
        }
        if steps >= 5 {
            fs::remove_dir(dir.join("kept")).unwrap();
            fs::rename(grown.join("kept"), dir.join("kept")).unwrap();
        }
        let moved = [JOURNAL, "journal.census", "manifest.json"];
        for name in &moved[..steps.saturating_sub(5)] {
            fs::rename(grown.join(name), dir.join(name)).unwrap();
        }
        let unfinished = terrarium::experiment::Results::open(&dir).err().map(|e| e.to_string());
        let unfinished = unfinished.expect("it is not complete");
        assert!(unfinished.contains("continue it with `terrarium batch --resume`"), "{unfinished}");
        let result = sweep(&large, &dir, resuming(2), &()).unwrap();
        assert_eq!((result.progress.found, result.progress.done), (8, 36), "{steps}");
        assert!(content(&dir) == content(&fresh), "after {steps} steps");
    }
}

#[test]
fn points_of_a_file_and_random_points_can_be_added() {
    let workdir = pond();
    let points = |text: &str| workdir.write("points.csv", text);
    let of_file = |replicates: u32| {
        workdir.plan(&format!(
            "ticks = 3\nreplicates = {replicates}\nbase.scenario = \"pond.toml\"\ndesign.file = \"points.csv\""
        ))
    };
    let random = |points: u32, replicates: u32| {
        workdir.plan(&format!(
            "ticks = 3\nreplicates = {replicates}\nbase.scenario = \"pond.toml\"\n\
             design = {{ kind = \"random\", points = {points} }}\n\
             factors.rules.light = {{ from = 10, to = 50 }}"
        ))
    };
    // The second point fails, with its line in the reason, which changes.
    points("rules.light\n20\n-4\n20\n");
    let small = of_file(2);
    points("rules.light\n50\n20\n-4\n20\n20\n20\n30\n");
    let large = of_file(3);
    for (name, small, large, found) in
        [("file", small, large, 4), ("random", random(3, 2), random(5, 3), 6)]
    {
        let [grown, fresh] = ["grown", "fresh"].map(|of| workdir.path(format!("{of}-{name}")));
        sweep(&small, &grown, jobs(2), &()).unwrap();
        sweep(&large, &fresh, jobs(2), &()).unwrap();
        let result = sweep(&large, &grown, resuming(2), &()).unwrap();
        assert_eq!(result.progress.found, found, "{name}");
        assert!(content(&grown) == content(&fresh), "{name}");
    }
}

#[test]
fn smaller_and_altered_experiments_are_refused() {
    let workdir = pond();
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(GRID), &dir, jobs(2), &()).unwrap();
    let before = content(&dir);
    let journal = fs::read(dir.join(JOURNAL)).unwrap();
    let refusal = |plan: &Plan, options: SweepOptions| {
        workdir.without_path(&sweep(plan, &dir, options, &()).unwrap_err().to_string())
    };
    let changed = |from: &str, to: &str| workdir.plan(&larger().replace(from, to));
    let mut messages = vec![
        refusal(&workdir.plan(&larger()), jobs(1)),
        refusal(
            &workdir.plan(&larger()),
            SweepOptions { shard: Shard::new(1, 2).unwrap(), ..resuming(1) },
        ),
    ];
    for (from, to) in [
        ("replicates = 3", "replicates = 1"),
        ("[10, 20, 30, 40]", "[10, 20, 30]"),
        ("replicates = 3", "seeds = \"1..9\""),
        ("ticks = 6", "ticks = 7"),
        ("[factors]", "[factors]\nrules.crown = [1, 2]"),
        ("[keep]", "[stop]\nextinction = \"hare\"\n[keep]"),
        ("runs = \"first\"", "runs = \"all\""),
        ("scenario = \"pond.toml\"", "scenario = \"pond.toml\"\nset = [\"rules.roots=1\"]"),
    ] {
        messages.push(refusal(&changed(from, to), resuming(1)));
    }
    workdir.write("pond.toml", POND.replace("count = 12", "count = 13"));
    messages.push(refusal(&workdir.plan(&larger()), resuming(1)));
    assert!(content(&dir) == before && fs::read(dir.join(JOURNAL)).unwrap() == journal);
    insta::assert_snapshot!(messages.join("\n"), @r"
    sweep: this experiment was run here before, with fewer points or replicates; add the missing runs with `--resume`, or choose another directory with `--out`
    sweep: this is the directory of shard 1/1, not 1/2; choose another with `--out`
    sweep: this is the directory of another experiment: it has 2 replicates, more than 1; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: rules.light has the value 40 there, which is missing here; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: its replicates are 2, not those of the seeds 1..9; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: it differs in ticks (6 there, 7 here); choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: its factors are rules.light, population.hare, not rules.crown, rules.light, population.hare; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: it differs in stop; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: it differs in keep.runs; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: it differs in base.set; choose another with `--out`, or restore the experiment
    sweep: this is the directory of another experiment: the scenario has changed since; choose another with `--out`, or restore the experiment
    ");
}

#[test]
fn designs_that_cannot_grow_are_refused() {
    let workdir = pond();
    let mut messages = Vec::new();
    let mut refuse = |name: &str, small: &str, large: &str| {
        let dir = workdir.path(name);
        let plan =
            |rest: &str| workdir.plan(&format!("ticks = 2\nbase.scenario = \"pond.toml\"\n{rest}"));
        sweep(&plan(small), &dir, jobs(2), &()).unwrap();
        let error = sweep(&plan(large), &dir, resuming(2), &()).unwrap_err().to_string();
        messages.push(workdir.without_path(&error));
    };
    let sampled = |kind: &str, points: u32, to: u32| {
        format!(
            "design = {{ kind = \"{kind}\", points = {points} }}\n\
             factors.rules.light = {{ from = 10, to = {to} }}"
        )
    };
    refuse("latin", &sampled("latin", 2, 50), &sampled("latin", 3, 50));
    refuse("range", &sampled("random", 2, 50), &sampled("random", 3, 60));
    refuse("random", &sampled("random", 2, 50), &sampled("random", 1, 50));
    refuse("seeds", "seeds = \"1..2\"", "seeds = \"0..2\"");
    let kept = |replicates: u32| {
        format!("replicates = {replicates}\nfactors.rules.light = [20, 40]\nkeep.runs = [1, 2]")
    };
    refuse("kept", &kept(2), &kept(3));
    refuse(
        "list",
        "[[point]]\nrules.light = 20\n[[point]]\nrules.light = 30",
        "[[point]]\nrules.light = 20\n[[point]]\nrules.light = 40\n[[point]]\nrules.light = 50",
    );
    insta::assert_snapshot!(messages.join("\n"), @r"
    latin: this is the directory of another experiment: it has 2 points and not 3, and the points of a Latin hypercube all change with their number; choose another with `--out`, or restore the experiment
    range: this is the directory of another experiment: rules.light has another range, from which its points were drawn; choose another with `--out`, or restore the experiment
    random: this is the directory of another experiment: it has 2 points, more than 1; choose another with `--out`, or restore the experiment
    seeds: this is the directory of another experiment: its replicates are those of the seeds 1..2, not those of the seeds 0..2; choose another with `--out`, or restore the experiment
    kept: this is the directory of another experiment: `keep.runs` has run 2, and a larger experiment gives this number to another run; choose another with `--out`, or restore the experiment
    list: this is the directory of another experiment: it has the point (30) more often than here; choose another with `--out`, or restore the experiment
    ");
}

/// Comments and layout of a scenario, a creature or a map do not matter, their content does.
#[test]
fn the_meaning_of_files_counts_and_not_their_text() {
    let workdir = pond();
    let write = |name: &str, text: &str| {
        let path = workdir.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let clover = Path::new(env!("CARGO_MANIFEST_DIR")).join("creatures/clover/creature.toml");
    let creature = fs::read_to_string(clover).unwrap().replace("\"clover\"", "\"reed\"");
    write("creatures/reed/creature.toml", &creature);
    let map = "type octile\nheight 4\nwidth 8\nmap\n........\n........\n........\n........\n";
    write("a.map", map);
    let scenario = "description = \"A pond\"\n[terrain]\nmap = \"a.map\"\ntile = 60\n\
                    [[population]]\nspecies = \"reed\"\ncount = 2\n";
    write("land.toml", scenario);
    let text = "ticks = 2\nbase = { scenario = \"land.toml\", creatures = [\"creatures\"] }";
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(text), &dir, jobs(1), &()).unwrap();
    let resume = || sweep(&workdir.plan(text), &dir, resuming(1), &()).map_err(|e| e.to_string());

    write(
        "land.toml",
        &format!("# A comment.\n{}", scenario.replace("tile = 60", "tile  =  60.0 # as before")),
    );
    write("creatures/reed/creature.toml", &format!("# A comment.\n\n{creature}"));
    write("a.map", &map.replace('\n', "\r\n"));
    resume().unwrap();

    write("a.map", &map.replacen("........", "...@....", 1));
    assert!(resume().unwrap_err().contains("the map has changed since"));
    write("a.map", map);
    write(
        "creatures/reed/creature.toml",
        &creature.replacen("description = \"", "description = \"Not ", 1),
    );
    assert!(resume().unwrap_err().contains("the creature reed has changed since"));
    write("creatures/reed/creature.toml", &creature);
    resume().unwrap();
}

#[test]
fn seeds_of_the_command_line_can_be_extended() {
    let workdir = pond();
    fs::write(
        workdir.path("light.toml"),
        "ticks = 3\nbase.scenario = \"pond.toml\"\nfactors.rules.light = [20, 40]",
    )
    .unwrap();
    let plan = |last| {
        let overrides = Overrides { seeds: Some((4, last)), ..Overrides::default() };
        Plan::new(Experiment::read(&workdir.path("light.toml"), &overrides).unwrap()).unwrap()
    };
    let [grown, fresh] = ["grown", "fresh"].map(|name| workdir.path(name));
    sweep(&plan(5), &grown, jobs(2), &()).unwrap();
    sweep(&plan(7), &fresh, jobs(2), &()).unwrap();
    assert_eq!(sweep(&plan(7), &grown, resuming(2), &()).unwrap().progress.found, 4);
    assert!(content(&grown) == content(&fresh));
}
