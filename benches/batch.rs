//! Measures a sweep of many short runs with one job and with two, the overhead of a run over its
//! ticks, and the share of writing files.
//!
//! `cargo bench -p terrarium-benches --bench batch`; optional arguments are the number of runs and of
//! ticks per run: `-- 1000 100`.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use terrarium::document::Document;
use terrarium::experiment::{Experiment, Overrides, Plan, SweepOptions, sweep};
use terrarium::run::Start;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut number =
        |default: u64| arguments.next().map_or(default, |text| text.parse().expect("a number"));
    let (runs, ticks) = (number(1000), number(100));
    let plan = plan(runs, ticks);
    // Warm up caches.
    time_sweep(&plan, 2);
    let (one, two) = (time_sweep(&plan, 1), time_sweep(&plan, 2));
    let running = single_threaded(|| time_runs(&plan));
    let ticking = single_threaded(|| time_ticks(&plan, ticks));

    println!("| {runs} runs of {ticks} ticks | seconds | runs/s |");
    println!("|---|---|---|");
    for (name, seconds) in [
        ("ticks only, one thread", ticking),
        ("runs without writing, one thread", running),
        ("sweep, one job", one),
        ("sweep, two jobs", two),
    ] {
        println!("| {name} | {seconds:.2} | {:.0} |", runs as f64 / seconds);
    }
    let per_run = |seconds: f64| seconds / runs as f64 * 1e3;
    println!("\ntwo jobs: {:.0} % of twice the rate of one job", one / two / 2.0 * 100.0);
    println!("overhead per run: {:.2} ms", per_run(one - ticking));
    println!("writing and tables: {:.1} % of the time", (one - running) / one * 100.0);
}

/// A plan of `runs` replicates of a small meadow.
fn plan(runs: u64, ticks: u64) -> Plan {
    let text = format!(
        r#"
        ticks = {ticks}
        replicates = {runs}
        [base]
        scenario = "meadow"
        set = [
            "world.size=[900, 600]", "population.clover=60", "population.oak=4",
            "population.hare=20", "population.deer=8", "population.lynx=2", "population.wolf=0",
        ]
        [keep]
        census = 50
        "#
    );
    let document = Document::parse("short.toml", &text).expect("a document");
    let overrides = Overrides::default();
    let experiment = Experiment::from_document("short", Path::new(""), &document, &overrides);
    Plan::new(experiment.expect("an experiment")).expect("a plan")
}

/// The duration of a sweep with this number of jobs in seconds, tables and charts included.
fn time_sweep(plan: &Plan, jobs: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let options = SweepOptions { jobs: NonZeroUsize::new(jobs), ..SweepOptions::default() };
    let start = Instant::now();
    let result = sweep(plan, folder.path().join("out"), options, &()).expect("a sweep");
    assert!(result.finished && result.progress.failed == 0);
    start.elapsed().as_secs_f64()
}

/// The duration of the same runs in seconds, one after the other and without writing files.
fn time_runs(plan: &Plan) -> f64 {
    let start = Instant::now();
    for case in plan.experiment().cases() {
        assert!(!plan.simulate(&case).is_failed());
    }
    start.elapsed().as_secs_f64()
}

/// The duration of their ticks only, in seconds.
fn time_ticks(plan: &Plan, ticks: u64) -> f64 {
    let mut seconds = 0.0;
    for case in plan.experiment().cases() {
        let overrides = plan.experiment().overrides(&case).expect("settings");
        let start =
            Start::Scenario { name: "meadow".to_owned(), overrides, creature_folders: Vec::new() };
        let mut simulation = start.ready().expect("a world").simulation;
        let start = Instant::now();
        (0..ticks).for_each(|_| simulation.tick());
        seconds += start.elapsed().as_secs_f64();
    }
    seconds
}

/// Calls `measure` on a pool of one thread, as a sweep with one job does.
fn single_threaded(measure: impl FnOnce() -> f64 + Send) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread can be started").install(measure)
}
