//! One behaviour written several times: what the kits make of it decides as the native one does,
//! to the last bit.

#![cfg(feature = "wasm")]

mod shipped;
#[path = "module_turns/mod.rs"]
mod turns;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shipped::{SMALL_MEADOW, simulation};
use terrarium::batch;
use terrarium::behaviour::wasm::Wasm;
use terrarium::behaviour::{make_all, native};
use terrarium::prelude::*;
use terrarium::record::snapshot;
use turns::{neighbours, turn};

/// How many turns are compared at least.
const TURNS: u64 = 100_000;

/// Decides as the native behaviour does, and looks what a module would have decided.
struct Compared {
    native: Box<dyn Behaviour>,
    module: Wasm,
    turns: Arc<AtomicU64>,
    wishes: Arc<[AtomicU64; 8]>,
}

impl Behaviour for Compared {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let mut others: Vec<_> = turns.iter().map(again).collect();
        self.native.decide(turns);
        self.module.decide(&mut others);
        for (turn, other) in turns.iter().zip(&others) {
            assert_eq!(other.fault, None, "{:?}", turn.senses);
            assert_eq!(other.intent, turn.intent, "{:?}", turn.senses);
            assert_eq!(other.memory, turn.memory, "{:?}", turn.senses);
            assert_eq!(other.rng, turn.rng, "{:?}", turn.senses);
            for (count, is_wished) in self.wishes.iter().zip(wishes(turn)) {
                count.fetch_add(u64::from(is_wished), Ordering::Relaxed);
            }
        }
        self.turns.fetch_add(turns.len() as u64, Ordering::Relaxed);
    }
}

/// The same turn, not yet decided.
fn again<'a>(turn: &Turn<'a>) -> Turn<'a> {
    Turn {
        senses: turn.senses.clone(),
        memory: turn.memory.clone(),
        rng: turn.rng.clone(),
        intent: Intent::default(),
        fault: None,
        spent: 0,
        notes: turn.notes.clone(),
    }
}

/// What a turn has used of the interface.
fn wishes(turn: &Turn<'_>) -> [bool; 8] {
    let Turn { intent, memory, .. } = turn;
    let goes = |to: fn(&Destination) -> bool| matches!(&intent.movement, Movement::Go { to: aim, .. } if to(aim));
    [
        goes(|to| matches!(to, Destination::Point(_))),
        goes(|to| matches!(to, Destination::Beside(_))),
        intent.movement == Movement::Halt,
        intent.movement == Movement::GoOn,
        intent.eat.is_some(),
        intent.reproduce.is_some(),
        intent.defend.is_some(),
        !memory.bytes().is_empty(),
    ]
}

/// A crowded meadow in which hares and deer graze and flee, among many that hunt them.
const MEADOW: &[&str] = &[
    "world.size=[1600, 1200]",
    "population.clover=300",
    "population.oak=20",
    "population.hare=150",
    "population.deer=60",
    "population.lynx=12",
    "population.wolf=12",
];

/// Whose place the module takes.
fn grazer(parameters: &BTreeMap<String, f64>) -> Box<dyn Behaviour> {
    native::behaviour(Kind::Herbivore, "grazer", parameters).unwrap()
}

/// Walks up to the nearest plant and eats of it: the example of every kit.
struct Browser;

impl Behaviour for Browser {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            if turn.senses.me.can_reproduce {
                turn.intent.reproduce();
            }
            if let Some(plant) = turn.senses.sight.iter().find(|s| s.seen == Seen::Plant) {
                turn.intent.go_beside(plant.id, turn.senses.me.max_speed);
                turn.intent.eat(plant.id);
            }
        }
    }
}

fn compare(
    module: &[u8],
    native: impl Fn() -> Box<dyn Behaviour>,
    parameters: &BTreeMap<String, f64>,
) -> Arc<[AtomicU64; 8]> {
    let turns = Arc::new(AtomicU64::new(0));
    let wishes = Arc::new(<[AtomicU64; 8]>::default());
    for seed in 1.. {
        let seed = format!("seed={seed}");
        let settings = MEADOW.iter().copied().chain([seed.as_str()]);
        let settings: Vec<_> = settings.map(|text| Setting::parse(text).unwrap()).collect();
        let scenario = Scenario::find("meadow", &settings).unwrap();
        let world = batch::found(&scenario, &settings, &[]).unwrap();
        let (rules, species) = (&world.setting.rules, &world.setting.species);
        let mut behaviours = make_all(species, rules).unwrap();
        for (behaviour, species) in behaviours.iter_mut().zip(species) {
            if species.kind == Kind::Herbivore {
                *behaviour = Some(Box::new(Compared {
                    native: native(),
                    module: Wasm::new(module, parameters, rules).unwrap(),
                    turns: Arc::clone(&turns),
                    wishes: Arc::clone(&wishes),
                }));
            }
        }
        let mut sim = Simulation::new(world, behaviours);
        for _ in 0..400 {
            sim.tick();
        }
        if turns.load(Ordering::Relaxed) >= TURNS {
            break;
        }
    }
    wishes
}

fn compare_grazer(module: &[u8]) {
    let parameters = BTreeMap::from([("caution".to_owned(), 90.0)]);
    let wishes = compare(module, || grazer(&parameters), &parameters);
    // Every part of the behaviour has been at work.
    for (place, count) in wishes.iter().enumerate() {
        assert!(count.load(Ordering::Relaxed) > 20, "wish {place} was too rare");
    }
}

#[test]
fn a_grazer_in_rust_decides_as_the_native_one() {
    compare_grazer(include_bytes!("creatures/grazer-rust.wasm"));
}

#[test]
fn a_grazer_in_c_decides_as_the_native_one() {
    compare_grazer(include_bytes!("creatures/grazer-c.wasm"));
}

#[test]
fn the_browsers_of_all_kits_decide_alike() {
    let kits: [&[u8]; 3] = [
        include_bytes!("creatures/browser-rust.wasm"),
        include_bytes!("creatures/browser-c.wasm"),
        include_bytes!("creatures/browser-assemblyscript.wasm"),
    ];
    for module in kits {
        compare(module, || Box::new(Browser), &BTreeMap::new());
    }
}

/// A small meadow whose deer are decided for by this.
fn meadow_with(deer: Box<dyn Behaviour>, world: terrarium::world::World) -> Simulation {
    let mut behaviours = make_all(&world.setting.species, &world.setting.rules).unwrap();
    let place = world.setting.species.iter().position(|s| s.name == "deer").unwrap();
    behaviours[place] = Some(deer);
    Simulation::new(world, behaviours)
}

#[test]
fn a_world_lives_alike_whatever_its_deer_are_written_in() {
    let found = || simulation("meadow", SMALL_MEADOW, 11).into_world();
    let none = &BTreeMap::new();
    let module: &[u8] = include_bytes!("creatures/grazer-c.wasm");
    let load = || Box::new(Wasm::new(module, none, &Rules::default()).unwrap());
    let mut native = meadow_with(grazer(none), found());
    let expected: Vec<_> = (0..120).map(|_| live(&mut native)).collect();
    for threads in [1, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut sim = meadow_with(load(), found());
            for (tick, expected) in expected.iter().enumerate() {
                assert_eq!(live(&mut sim), *expected, "tick {tick} on {threads} threads");
                if tick == 60 {
                    // Goes on from a snapshot of itself, with instances that have decided nothing.
                    let mut file = std::io::Cursor::new(Vec::new());
                    snapshot::write(sim.world(), &mut file).unwrap();
                    let Ok(read) = snapshot::read("memory", file) else { panic!("just written") };
                    sim = meadow_with(load(), read.world);
                }
            }
        });
    }
}

fn live(sim: &mut Simulation) -> StateHash {
    sim.tick();
    sim.world().state_hash()
}

#[test]
fn a_turn_takes_the_same_fuel_in_every_build() {
    // When the engine, its marks or the kits change, so do these; then `MODULE_ENGINE` has to.
    let modules: [(&[u8], u64); 2] = [
        (include_bytes!("creatures/grazer-rust.wasm"), 250),
        (include_bytes!("creatures/grazer-c.wasm"), 123),
    ];
    let sight = neighbours();
    for (module, expected) in modules {
        let behaviour = Wasm::new(module, &BTreeMap::new(), &Rules::default()).unwrap();
        let mut turns: Vec<_> = (0..=sight.len()).map(|seen| turn(&sight[..seen])).collect();
        behaviour.decide(&mut turns);
        assert!(turns.iter().all(|turn| turn.fault.is_none()));
        assert_eq!(turns.iter().map(|turn| turn.spent).sum::<u64>(), expected);
    }
}
