//! What it costs to live many short runs: a thousand of them with one job and with two, what is spent
//! on a run beside its ticks, and how much of it is writing.
//!
//! `cargo bench -p terrarium-benches --bench batch`; the number of runs and the ticks of each can be given: `-- 1000 100`.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a benchmark looks at the clock and prints rounded figures"
)]

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use terrarium::document::Document;
use terrarium::experiment::{Experiment, Overrides, Plan, SweepOptions, sweep};
use terrarium::run::Start;

fn main() {
    let mut given = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut number =
        |otherwise: u64| given.next().map_or(otherwise, |text| text.parse().expect("a number"));
    let (runs, ticks) = (number(1000), number(100));
    let plan = plan(runs, ticks);
    // Once without looking at the clock, so that everything is in memory.
    swept(&plan, 2);
    let (one, two) = (swept(&plan, 1), swept(&plan, 2));
    let living = alone(|| living(&plan));
    let ticking = alone(|| ticking(&plan, ticks));

    println!("| {runs} runs of {ticks} ticks | seconds | runs/s |");
    println!("|---|---|---|");
    for (name, seconds) in [
        ("ticks alone, one thread", ticking),
        ("runs, nothing written, one thread", living),
        ("sweep, one job", one),
        ("sweep, two jobs", two),
    ] {
        println!("| {name} | {seconds:.2} | {:.0} |", runs as f64 / seconds);
    }
    let each = |seconds: f64| seconds / runs as f64 * 1e3;
    println!("\ntwo jobs: {:.0} % of twice the rate of one", one / two / 2.0 * 100.0);
    println!("beside its ticks a run takes {:.2} ms", each(one - ticking));
    println!("writing and tables: {:.1} % of the time", (one - living) / one * 100.0);
}

/// A small meadow, lived again and again.
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

/// How long a sweep takes with so many jobs, tables and charts included.
fn swept(plan: &Plan, jobs: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let options = SweepOptions { jobs: NonZeroUsize::new(jobs), ..SweepOptions::default() };
    let start = Instant::now();
    let swept = sweep(plan, folder.path().join("out"), options, &()).expect("a sweep");
    assert!(swept.finished && swept.progress.failed == 0);
    start.elapsed().as_secs_f64()
}

/// How long the same runs take one after the other when nothing is written.
fn living(plan: &Plan) -> f64 {
    let start = Instant::now();
    for case in plan.experiment().cases() {
        assert!(!plan.simulate(&case).is_failed());
    }
    start.elapsed().as_secs_f64()
}

/// How long their ticks alone take.
fn ticking(plan: &Plan, ticks: u64) -> f64 {
    let mut seconds = 0.0;
    for case in plan.experiment().cases() {
        let settings = plan.experiment().settings(&case).expect("settings");
        let start =
            Start::Scenario { name: "meadow".to_owned(), settings, creature_folders: Vec::new() };
        let mut simulation = start.ready().expect("a world").simulation;
        let start = Instant::now();
        (0..ticks).for_each(|_| simulation.tick());
        seconds += start.elapsed().as_secs_f64();
    }
    seconds
}

/// What `measure` finds on a single thread, as the runs of a sweep with one job have.
fn alone(measure: impl FnOnce() -> f64 + Send) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread can be started").install(measure)
}
