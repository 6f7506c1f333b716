//! Measures how crowds of travelling animals flow, beside two yardsticks in the same scenes: discs that
//! avoid each other by ORCA, with the crate `dodgy_2d`, and walkers on a lattice that are moved by priority
//! inheritance with backtracking (PIBT).
//!
//! `cargo bench -p terrarium-benches --bench crowds`; arguments after `--` select scenes, and a number is
//! that of the ticks to measure: `-- door ring 500`.
//!
//! Each walker goes to its next goal as soon as it has arrived. Before the measured ticks there are 200 others. All on
//! one thread; times are processor time. Every candidate must repeat the first ticks to the bit, and neither
//! animals nor walkers on the lattice may overlap at the end of any tick.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts and coordinates of scenes are small"
)]

mod animals;
mod candidate;
mod discs;
mod lattice_walkers;
mod measurement;
mod near;
mod scene;
mod scenes;
mod steps_to_goal;

use self::animals::Animals;
use self::candidate::Make;
use self::discs::Discs;
use self::lattice_walkers::LatticeWalkers;
use self::measurement::{Flow, measure};
use self::scene::Scene;
use self::scenes::scenes;

/// The number of measured ticks, unless another is asked for.
const TICKS: u32 = 2000;

/// The largest number of walkers of a scene that are measured alone.
const ALONE: usize = 32;

/// The candidates, in the order of the cells of a row.
const CANDIDATES: [Make; 3] = [
    |scene| Box::new(Animals::new(scene)),
    |scene| Box::new(Discs::new(scene)),
    |scene| Box::new(LatticeWalkers::new(scene)),
];

fn main() {
    println!("Measures crowds of animals, beside ORCA (`dodgy_2d`) and PIBT on a lattice.\n");
    println!("Each cell: animals / ORCA / PIBT. Free flow: the arrivals of a walker alone.\n");
    let arguments = std::env::args().skip(1).filter(|it| !it.starts_with("--"));
    let (numbers, names): (Vec<String>, Vec<String>) =
        arguments.partition(|it| it.parse::<u32>().is_ok());
    let ticks = numbers.first().map_or(TICKS, |ticks| ticks.parse().expect("it is a number"));
    let columns = [
        "scene",
        "walkers",
        "free flow in 1,000 ticks",
        "arrivals ÷ free flow of an animal",
        "longest stand, ticks",
        "stood for more than 200 ticks",
        "µs a walker and tick",
        "deepest overlap of ORCA, units",
    ];
    println!("| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let selected = scenes().into_iter();
    let selected =
        selected.filter(|scene| names.is_empty() || names.iter().any(|name| name == scene.name));
    pool.install(|| selected.for_each(|scene| print_row(&scene, ticks)));
}

fn print_row(scene: &Scene, ticks: u32) {
    let free = CANDIDATES.map(|make| free_flow(make, scene, ticks));
    let flows = CANDIDATES.map(|make| measure(make, scene, ticks));
    for index in [0, 2] {
        assert!(flows[index].deepest_overlap <= 0.0, "{}: nobody overlaps", scene.name);
    }
    let cells = |of: &dyn Fn(&Flow) -> String| flows.each_ref().map(of).join(" / ");
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {:.1} |",
        scene.name,
        scene.walkers.len(),
        free.map(|arrivals| format!("{:.2}", arrivals * 1e3)).join(" / "),
        cells(&|flow| format!("{:.3}", flow.arrivals / free[0])),
        cells(&|flow| flow.longest_stand.to_string()),
        cells(&|flow| flow.long_standers.to_string()),
        cells(&|flow| format!("{:.2}", flow.seconds * 1e6)),
        flows[1].deepest_overlap
    );
}

/// The mean arrivals in a tick of some walkers of a scene, each without the others.
fn free_flow(make: Make, scene: &Scene, ticks: u32) -> f64 {
    let every = scene.walkers.len().div_ceil(ALONE);
    let alone = scene.walkers.iter().step_by(every).map(|walker| scene.with_only(walker));
    let arrivals: Vec<f64> = alone.map(|scene| measure(make, &scene, ticks).arrivals).collect();
    arrivals.iter().sum::<f64>() / arrivals.len() as f64
}
