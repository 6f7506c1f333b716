//! Experiments whose runs continue a snapshot or a tick of a recording.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicU64;

use terrarium::experiment::{CaseEnding, SweepOptions, record_of, sweep};
use terrarium::playback::RecordingObserver;
use terrarium::prelude::*;
use terrarium::record::recording::Place;
use terrarium::record::{Manifest, snapshot};
use terrarium::run::{PreparedScenario, Ready, Start, run_ticks};
use terrarium::tick::Command;
use terrarium_testing::Workdir;

use super::sweeps::{Experiments, StopAfter, content, jobs, pond, resuming, rows};

/// A pond that was recorded for 30 ticks, with snapshots of ticks 10 and 20.
fn recorded() -> Workdir {
    let workdir = pond();
    let pond = workdir.path("pond.toml").display().to_string();
    let Ready { mut simulation, provenance } =
        PreparedScenario::read(&pond, &[], &[]).unwrap().create().unwrap();
    let place = Place::File(workdir.path("pond.recording"));
    let mut recording = RecordingObserver::begin(&place, &simulation, provenance).unwrap();
    for _ in 0..3 {
        assert!(run_ticks(&mut simulation, 10, &mut [&mut recording]).is_continue());
        let tick = simulation.world().tick();
        snapshot::save(simulation.world(), workdir.path(format!("{tick}.snapshot"))).unwrap();
    }
    recording.finish().unwrap();
    workdir
}

/// The state after so many ticks from a snapshot, with another seed and another rule.
fn continued(workdir: &Workdir, tick: u64, seed: u64, light: Option<f64>, ticks: u64) -> StateHash {
    let start = Start::Snapshot(workdir.path(format!("{tick}.snapshot")));
    let mut simulation = start.ready().unwrap().simulation;
    simulation.apply(Command::Reseed { seed }).unwrap();
    if let Some(value) = light {
        simulation.apply(Command::SetRules { rules: vec![("light".to_owned(), value)] }).unwrap();
    }
    (0..ticks).for_each(|_| simulation.tick());
    simulation.world().state_hash()
}

const FROM_SNAPSHOT: &str = "ticks = 7\nreplicates = 2\n[base]\nsnapshot = \"10.snapshot\"\n\
                             [factors]\nrules.light = [40, 10]\n[keep]\ncensus = 5\nruns = \"first\"\n";

#[test]
fn interrupted_runs_of_a_stored_world_keep_their_seed_and_their_rules() {
    let workdir = recorded();
    let plan = workdir.plan(&FROM_SNAPSHOT.replace("runs = \"first\"\n", ""));
    let whole = workdir.path("whole");
    sweep(&plan, &whole, jobs(1), &()).unwrap();
    // Before the first tick, within a run, and between two.
    for calls in 0..12 {
        let dir = workdir.path(format!("stopped-{calls}"));
        let options = SweepOptions { checkpoint_every: NonZeroU64::new(3), ..jobs(1) };
        assert!(!sweep(&plan, &dir, options, &StopAfter(AtomicU64::new(calls))).unwrap().finished);
        assert!(sweep(&plan, &dir, resuming(1), &()).unwrap().finished);
        assert!(content(&dir) == content(&whole), "{calls}");
    }
}

#[test]
fn runs_continue_a_snapshot_each_with_its_seed_and_its_rules() {
    let workdir = recorded();
    let plan = workdir.plan(FROM_SNAPSHOT);
    let [one, two] = [1, 2].map(|count| {
        let dir = workdir.path(format!("on-{count}"));
        sweep(&plan, &dir, jobs(count), &()).unwrap();
        dir
    });
    assert_eq!(content(&one), content(&two));
    for row in rows(&one) {
        let light = row.point[0].number();
        assert_eq!(row.state_hash, Some(continued(&workdir, 10, row.seed, light, 7)), "{row:?}");
        assert_eq!((row.ticks, &row.ending), (7, &CaseEnding::Complete));
        assert_eq!(plan.simulate(&plan.case(row.case).unwrap()), row);
    }
    let manifest = Manifest::read(one.join(record_of(2))).unwrap();
    assert_eq!((manifest.first_tick, manifest.seed, manifest.commands.len()), (10, 3, 2));
    assert_eq!(manifest.provenance.started_from.unwrap().tick, 10);
}

#[test]
fn the_tick_of_a_recording_can_be_given_or_vary() {
    let workdir = recorded();
    let base = "ticks = 5\nreplicates = 3\n[base]\nrecording = \"pond.recording\"\n";
    let varied = workdir.plan(&format!("{base}[factors]\nbase.tick = [20, 10, 30]"));
    for case in varied.experiment().cases() {
        let tick = varied.experiment().stored_tick(&case).unwrap();
        assert_eq!(case.point[0].to_string(), tick.to_string());
        let row = varied.simulate(&case);
        assert_eq!(row.state_hash, Some(continued(&workdir, tick, row.seed, None, 5)), "{tick}");
    }
    let given = workdir.plan(&format!("{base}tick = 20\nset = [\"rules.light=12\"]"));
    let row = given.simulate(&given.case(1).unwrap());
    assert_eq!(row.state_hash, Some(continued(&workdir, 20, row.seed, Some(12.0), 5)));
    assert_ne!(varied.fingerprint(), given.fingerprint());
}

#[test]
fn ticks_in_conditions_and_measures_are_those_of_the_world() {
    let workdir = recorded();
    let text = "ticks = 9\n[base]\nsnapshot = \"20.snapshot\"\n[stop]\nwhen = \"tick >= 24\"\n\
                [measures]\nmiddle = \"mean(tick)\"\nlast = \"tick\"\nbegun = \"argmin(tick)\"\n\
                since = \"elapsed\"\nlate = \"first(tick, elapsed >= 3)\"\nsteep = \"slope(tick)\"\n";
    let plan = workdir.plan(text);
    let row = plan.simulate(&plan.case(0).unwrap());
    assert!(matches!(&row.ending, CaseEnding::Stopped { condition } if condition == "tick >= 24"));
    let measures: Vec<f64> = row.measures.iter().flatten().copied().collect();
    assert_eq!((row.ticks, &measures[..]), (4, &[22.0, 24.0, 20.0, 4.0, 23.0, 1.0][..]));
}

#[test]
fn stored_worlds_that_cannot_be_continued_are_refused_with_a_remedy() {
    let workdir = recorded();
    let cases = [
        ("snapshot = \"nix.snapshot\"", "nix.snapshot"),
        ("snapshot = \"pond.toml\"", "not a snapshot"),
        ("snapshot = \"pond.recording\"", "this is a recording"),
        ("recording = \"10.snapshot\"\ntick = 3", "this is a snapshot"),
        ("recording = \"pond.recording\"", "add `tick = 2500`, or a factor"),
        ("recording = \"pond.recording\"\ntick = 31", "its ticks are 0 to 30"),
        ("snapshot = \"10.snapshot\"\ntick = 3", "a snapshot has one tick only"),
        ("scenario = \"pond.toml\"\ntick = 3", "there is no `recording`"),
        ("scenario = \"pond.toml\"\nsnapshot = \"10.snapshot\"", "leave out one of them"),
        (
            "snapshot = \"10.snapshot\"\nset = [\"population.hare=3\"]",
            "only rules and the timetable can be set",
        ),
        (
            "snapshot = \"10.snapshot\"\nset = [\"rules.growing=3\"]",
            "is fixed when a world is founded",
        ),
        ("snapshot = \"10.snapshot\"\n[factors]\npopulation.hare = [3]", "population.hare"),
        ("snapshot = \"10.snapshot\"\n[factors]\nbase.tick = [3]", "base.tick"),
        (
            "snapshot = \"10.snapshot\"\n[stop]\nwhen = \"tick >= 5\"",
            "this condition always holds: every run would stop after its first tick; correct the \
             condition; `tick` is that of the world, and `elapsed` counts",
        ),
        (
            "snapshot = \"10.snapshot\"\n[stop]\nwhen = \"tick > 19\"",
            "this condition can never hold in a run of 9 ticks after tick 10",
        ),
        (
            "recording = \"pond.recording\"\ntick = 3\n[measures]\na = \"sum(1, elapsed > 9)\"",
            "this condition can never hold in a run of 9 ticks after tick 0 to 30",
        ),
        ("snapshot = \"10.snapshot\"\n[factors]\nrules.points = [3]", "is fixed"),
        ("recording = \"pond.recording\"\n[factors]\nbase.tick = [3, 40]", "its ticks are 0 to 30"),
        ("recording = \"pond.recording\"\n[factors]\nbase.tick = [3.5]", "a whole number"),
    ];
    for (base, expected) in cases {
        let refusal = workdir.refusal(&format!("ticks = 9\n[base]\n{base}"));
        assert!(refusal.contains(expected), "{base}: {refusal}");
        let is_located = ["question.toml:", "override `"].iter().any(|it| refusal.starts_with(it));
        assert!(is_located, "{base}: {refusal}");
    }
}
