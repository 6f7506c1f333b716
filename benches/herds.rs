//! Simulates ten thousand deer on a meadow with each kind of behaviour: the same grazer as native
//! code, as a script, and as WebAssembly modules compiled from Rust and C. The deer decide the same,
//! so the worlds are identical; only the time for decisions differs.
//!
//! `cargo bench -p terrarium-benches --bench herds`
#![allow(clippy::disallowed_methods, reason = "a benchmark measures time")]
#![allow(clippy::cast_precision_loss, reason = "counts of deer are small")]

use std::collections::BTreeMap;
use std::time::Instant;

use terrarium::behaviour::{Behaviour, make, make_all};
use terrarium::document::Override;
use terrarium::run;
use terrarium::scenario::Scenario;
use terrarium::species::{BehaviourChoice, Code, Kind};
use terrarium::tick::Simulation;

/// The number of warm-up ticks and of measured ticks.
const TICKS: [u32; 2] = [10, 40];

/// Ten thousand deer, with clover as food and no other animals.
const MEADOW: [&str; 7] = [
    "world.size=[24000, 24000]",
    "population.deer=10000",
    "population.clover=20000",
    "population.oak=0",
    "population.hare=0",
    "population.lynx=0",
    "population.wolf=0",
];

fn main() {
    println!(
        "Measures ticks of ten thousand deer with scripts and modules, beside native behaviours.\n"
    );
    let script = include_str!("../tests/creatures/grazer/behaviour.rhai");
    let modules = [
        include_bytes!("../tests/creatures/grazer-rust.wasm").as_slice(),
        include_bytes!("../tests/creatures/grazer-c.wasm").as_slice(),
    ];
    let kinds = [
        ("native", Code::Native("grazer".to_owned())),
        ("script", Code::script(script)),
        ("module, Rust", Code::module(modules[0].to_vec())),
        ("module, C", Code::module(modules[1].to_vec())),
    ];
    println!(
        "| behaviour | ms per tick | of which sensing, deciding and planning | µs of that per deer |"
    );
    println!("|---|---|---|---|");
    for (name, code) in kinds {
        let (tick, deciding, deer) = measure(code);
        let each = deciding / deer * 1e6;
        println!("| {name} | {:.1} | {:.1} | {each:.2} |", tick * 1e3, deciding * 1e3);
    }
}

/// The duration of a tick on one thread in seconds, the part of it for sensing, deciding and
/// planning, and the number of deer.
fn measure(code: Code) -> (f64, f64, f64) {
    let overrides: Vec<_> =
        MEADOW.iter().map(|text| Override::parse(text).expect("a valid override")).collect();
    let scenario = Scenario::find("meadow", &overrides).expect("the meadow ships");
    let world = run::create_world(&scenario, &overrides, &[]).expect("there is room");
    let (species, rules) = (&world.config().species, &world.config().rules);
    let mut behaviours = make_all(species, rules).expect("the behaviours ship");
    let index = species.iter().position(|species| species.name == "deer").expect("deer ship");
    let parameters: BTreeMap<_, _> =
        species[index].behaviour.clone().expect("deer have a behaviour").parameters;
    let choice = BehaviourChoice { code, parameters, heritable: BTreeMap::new() };
    let deer: Box<dyn Behaviour> =
        make(Kind::Herbivore, &choice, rules).expect("the behaviour is valid");
    behaviours[index] = Some(deer);
    let mut simulation = Simulation::new(world, behaviours);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        (0..TICKS[0]).for_each(|_| simulation.tick());
        let (begin, mut deciding) = (Instant::now(), 0.0);
        for _ in 0..TICKS[1] {
            let tick = Instant::now();
            simulation.tick_with_observer(&mut |phase| {
                if phase == "sense and decide" {
                    deciding += tick.elapsed().as_secs_f64();
                }
            });
        }
        let ticks = f64::from(TICKS[1]);
        let deer = simulation.world().populations()[index];
        (begin.elapsed().as_secs_f64() / ticks, deciding / ticks, deer as f64)
    })
}
