//! Modules built with the kits decide exactly as the native behaviour that they reimplement.

use std::collections::BTreeMap;

use terrarium::behaviour::wasm::Wasm;
use terrarium::behaviour::{make_all, native};
use terrarium::prelude::*;
use terrarium::record::snapshot;
use terrarium_testing::neighbourhood::{neighbours, turn};
use terrarium_testing::with_threads;

use crate::conformance::{Case, GRAZING, Tally, assert_compared, compare};
use crate::shipped::{SMALL_MEADOW, simulation};

/// A crowded meadow in which many carnivores hunt the hares and deer.
const MEADOW: &[&str] = &[
    "world.size=[1600, 1200]",
    "population.clover=300",
    "population.oak=20",
    "population.hare=150",
    "population.deer=60",
    "population.lynx=12",
    "population.wolf=12",
];

/// Walks to the nearest plant and eats of it, or to the middle of the world: the example of every
/// kit.
struct Browser;

impl Behaviour for Browser {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            if turn.senses.me.can_reproduce {
                turn.intent.reproduce();
            }
            if let Some(plant) = turn.senses.sight.iter().find(|s| s.kind == SightingKind::Plant) {
                turn.intent.go_beside(plant.id, turn.senses.me.max_speed);
                turn.intent.eat(plant.id);
            } else {
                turn.intent.go_near(turn.senses.bounds.centre(), turn.senses.me.max_speed);
            }
        }
    }
}

/// Compares a module with a native behaviour, for all grazers of the meadow.
fn compare_module(
    module: &[u8],
    parameters: &BTreeMap<String, f64>,
    native: &dyn Fn(&Species) -> Box<dyn Behaviour>,
) -> Tally {
    let case = Case { species: &["hare", "deer"], native, overrides: MEADOW };
    let load = |species: &Species, rules: &Rules| -> Box<dyn Behaviour> {
        Box::new(Wasm::new(species.kind, module, parameters, rules).unwrap())
    };
    compare(&case, &load, || Box::new(|native, other| native.memory == other.memory))
}

fn compare_grazer(module: &[u8]) {
    let parameters = BTreeMap::from([("caution".to_owned(), 90.0)]);
    let tally = compare_module(module, &parameters, &|_| grazer(&parameters));
    assert_compared(&tally, GRAZING);
}

/// The native behaviour that the module reimplements.
fn grazer(parameters: &BTreeMap<String, f64>) -> Box<dyn Behaviour> {
    native::behaviour(Kind::Herbivore, "grazer", parameters).unwrap()
}

#[test]
fn a_grazer_in_rust_decides_as_the_native_one() {
    compare_grazer(include_bytes!("../creatures/grazer-rust.wasm"));
}

#[test]
fn a_grazer_in_c_decides_as_the_native_one() {
    compare_grazer(include_bytes!("../creatures/grazer-c.wasm"));
}

#[test]
fn the_browsers_of_all_kits_decide_as_the_native_one() {
    let kits: [&[u8]; 3] = [
        include_bytes!("../creatures/browser-rust.wasm"),
        include_bytes!("../creatures/browser-c.wasm"),
        include_bytes!("../creatures/browser-assemblyscript.wasm"),
    ];
    for module in kits {
        compare_module(module, &BTreeMap::new(), &|_| Box::new(Browser));
        let alone = |behaviour: &dyn Behaviour| {
            let mut turns = [turn(&[])];
            behaviour.decide(&mut turns);
            turns[0].intent.clone()
        };
        assert_eq!(alone(&crate::modules::load(module).unwrap()), alone(&Browser));
    }
}

/// A small meadow with this behaviour for deer.
fn meadow_with(deer: Box<dyn Behaviour>, world: terrarium::world::World) -> Simulation {
    let mut behaviours = make_all(&world.config().species, &world.config().rules).unwrap();
    let index = world.config().species.iter().position(|s| s.name == "deer").unwrap();
    behaviours[index] = Some(deer);
    Simulation::new(world, behaviours)
}

#[test]
fn a_world_evolves_alike_with_native_and_wasm_deer() {
    let found = || simulation("meadow", SMALL_MEADOW, 11).into_world();
    let none = &BTreeMap::new();
    let module: &[u8] = include_bytes!("../creatures/grazer-c.wasm");
    let load = || Box::new(Wasm::new(Kind::Herbivore, module, none, &Rules::default()).unwrap());
    let mut native = meadow_with(grazer(none), found());
    let expected: Vec<_> = (0..120).map(|_| tick(&mut native)).collect();
    for threads in [1, 8] {
        with_threads(threads, || {
            let mut sim = meadow_with(load(), found());
            for (number, expected) in expected.iter().enumerate() {
                assert_eq!(tick(&mut sim), *expected, "tick {number} on {threads} threads");
                if number == 60 {
                    // Continue from a snapshot, with new instances.
                    let mut file = std::io::Cursor::new(Vec::new());
                    snapshot::write(sim.world(), &mut file).unwrap();
                    let Ok(read) = snapshot::read("memory", file) else { panic!("just written") };
                    sim = meadow_with(load(), read.world);
                }
            }
        });
    }
}

fn tick(sim: &mut Simulation) -> StateHash {
    sim.tick();
    sim.world().state_hash()
}

#[test]
fn a_turn_uses_the_same_fuel_in_every_build() {
    // These numbers change with the engine, the instrumentation and the kits; when they do,
    // `MODULE_ENGINE` must change too.
    let modules: [(&[u8], u64); 2] = [
        (include_bytes!("../creatures/grazer-rust.wasm"), 376),
        (include_bytes!("../creatures/grazer-c.wasm"), 161),
    ];
    let sight = neighbours();
    for (module, expected) in modules {
        let behaviour =
            Wasm::new(Kind::Herbivore, module, &BTreeMap::new(), &Rules::default()).unwrap();
        let mut turns: Vec<_> = (0..=sight.len()).map(|seen| turn(&sight[..seen])).collect();
        behaviour.decide(&mut turns);
        assert!(turns.iter().all(|turn| turn.fault.is_none()));
        assert_eq!(turns.iter().map(|turn| turn.spent).sum::<u64>(), expected);
    }
}
