//! Measures how long runs of a small world take to start, a sweep of many short runs with one job
//! and with two, and the parts of a run: starting, ticks, counting, and writing files.
//!
//! `cargo bench -p terrarium-benches --bench batch`; optional arguments are the number of runs and of
//! ticks per run: `-- 1000 100`. With 0 ticks only starts are measured.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use terrarium::document::Document;
use terrarium::experiment::{Case, Experiment, Overrides, Plan, SweepOptions, sweep};
use terrarium::run::{PreparedScenario, Ready, Start};

fn main() {
    println!("Measures starts of runs, and sweeps with two jobs beside those with one.\n");
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut number =
        |default: u64| arguments.next().map_or(default, |text| text.parse().expect("a number"));
    let (runs, ticks) = (number(200), number(100));
    print_starts(runs);
    if ticks > 0 {
        print_sweeps(runs, ticks);
    }
}

/// What distinguishes the runs of a sweep, and its factor.
const SWEEPS: [(&str, &str); 5] = [
    ("another rule", "rules.light = { from = 40, to = 60 STEPS }"),
    ("another trait", "species.deer.travel.wariness = { from = 1, to = 3 STEPS }"),
    (
        "another parameter of a module",
        "species.deer.behaviour.parameters.caution = { from = 30, to = 60 STEPS }",
    ),
    (
        "another parameter of a script",
        "species.lynx.behaviour.parameters.spring = { from = 20, to = 40 STEPS }",
    ),
    ("another limit of code", "rules.turn_budget = { from = 10000, to = 20000 STEPS }"),
];

/// Prints the times to start runs that differ in something. To start a run is to read its scenario
/// and creatures, to create their behaviours, and to found its world.
fn print_starts(runs: u64) {
    println!("| runs that differ in | read, ms | found, ms | start a run, ms |\n|---|---|---|---|");
    let row = |name: &str, [reading, founding]: [f64; 2]| {
        println!("| {name} | {reading:.3} | {founding:.3} | {:.3} |", reading + founding);
    };
    let start = Instant::now();
    PreparedScenario::read("meadow", &[], &[]).expect("a scenario");
    let first = start.elapsed().as_secs_f64() * 1e3;
    println!("| nothing: the first, which compiles the species | {first:.3} | | |");
    let replicates = plan(runs, 1, "");
    row("their seed", single_threaded(|| time_seeds(&replicates)));
    for (name, factor) in SWEEPS {
        let factor = factor.replace("STEPS", &format!(", steps = {runs}"));
        let points = plan(1, 1, &factor);
        row(name, single_threaded(|| time_points(&points)));
    }
    println!();
}

/// The milliseconds that take reading and founding a run.
fn time_start(plan: &Plan, case: &Case) -> [f64; 2] {
    let overrides = plan.experiment().overrides(case).expect("settings");
    let start = Instant::now();
    let scenario = PreparedScenario::read("meadow", &overrides, &[]).expect("a scenario");
    let read = start.elapsed();
    let world = scenario.create().expect("a world");
    let founded = start.elapsed();
    drop(world);
    [read, founded - read].map(|duration| duration.as_secs_f64() * 1e3)
}

/// The mean milliseconds of reading and founding runs of the same scenario, read once.
fn time_seeds(plan: &Plan) -> [f64; 2] {
    let first = plan.case(0).expect("a run");
    let overrides = plan.experiment().overrides(&first).expect("settings");
    let start = Instant::now();
    let scenario = PreparedScenario::read("meadow", &overrides, &[]).expect("a scenario");
    let read = start.elapsed();
    for case in plan.experiment().cases() {
        scenario.found_with_seed(case.seed).expect("a world");
    }
    [read, start.elapsed() - read].map(|time| time.as_secs_f64() * 1e3 / plan.runs() as f64)
}

/// The mean milliseconds of reading and founding runs at different parameter points.
fn time_points(plan: &Plan) -> [f64; 2] {
    let times = plan.experiment().cases().map(|case| time_start(plan, &case));
    let sum = times.fold([0.0; 2], |sum, time| [sum[0] + time[0], sum[1] + time[1]]);
    sum.map(|milliseconds| milliseconds / plan.runs() as f64)
}

/// Prints what a sweep takes, and the parts of its runs.
fn print_sweeps(runs: u64, ticks: u64) {
    let plan = plan(runs, ticks, "");
    // Warm up caches.
    time_sweep(&plan, 2);
    let (one, two) = (time_sweep(&plan, 1), time_sweep(&plan, 2));
    let running = single_threaded(|| time_runs(&plan));
    let starting = single_threaded(|| time_seeds(&plan)).iter().sum::<f64>() * runs as f64 / 1e3;
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
    println!("\n| part of a run | ms | % |\n|---|---|---|");
    for (name, seconds) in [
        ("start", starting),
        ("ticks", ticking),
        ("events counted, census, state hash", running - starting - ticking),
        ("journal and tables", one - running),
    ] {
        println!("| {name} | {:.3} | {:.1} |", seconds / runs as f64 * 1e3, seconds / one * 100.0);
    }
    println!("\ntwo jobs: {:.0} % of twice the rate of one job", one / two / 2.0 * 100.0);
}

/// A plan of runs of a small meadow: so many replicates at each level of a factor, if there is one.
fn plan(replicates: u64, ticks: u64, factor: &str) -> Plan {
    let text = format!(
        r#"
        ticks = {ticks}
        replicates = {replicates}
        [base]
        scenario = "meadow"
        set = [
            "world.size=[900, 600]", "population.clover=60", "population.oak=4",
            "population.hare=20", "population.deer=8", "population.lynx=2", "population.wolf=0",
        ]
        [factors]
        {factor}
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
        let Ready { mut simulation, .. } = start.ready().expect("a world");
        let start = Instant::now();
        (0..ticks).for_each(|_| simulation.tick());
        seconds += start.elapsed().as_secs_f64();
    }
    seconds
}

/// Calls `measure` on a pool of one thread, as a sweep with one job does.
fn single_threaded<T: Send>(measure: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread can be started").install(measure)
}
