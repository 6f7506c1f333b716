//! The runs of a process share compiled code. No run notices: not of which species or parameters the
//! others are, nor in which order they come.

use std::fs;
use std::path::Path;

use terrarium::behaviour::{self, Behaviour, FaultKind};
use terrarium::document::Override;
use terrarium::rules::Rules;
use terrarium::run::Start;
use terrarium::species::{BehaviourChoice, Code, Kind};
use terrarium::tick::Simulation;
use terrarium::world::StateHash;

use crate::modules::{module, showing};
use crate::shipped::SMALL_MEADOW;
use crate::turns::{run, turn};

/// A behaviour, and what its creature does in every turn.
struct Expected {
    code: Code,
    parameters: &'static [(&'static str, f64)],
    turn_budget: f64,
    signal: Result<u64, FaultKind>,
}

impl Expected {
    fn of(code: Code, signal: u64) -> Self {
        Self { code, parameters: &[], turn_budget: 10_000.0, signal: Ok(signal) }
    }

    fn behaviour(&self) -> Box<dyn Behaviour> {
        let parameters = self.parameters.iter().map(|&(name, value)| (name.to_owned(), value));
        let choice = BehaviourChoice {
            code: self.code.clone(),
            parameters: parameters.collect(),
            heritable: Default::default(),
        };
        let rules = Rules { turn_budget: self.turn_budget, ..Rules::default() };
        behaviour::make(Kind::Herbivore, &choice, &rules).unwrap_or_else(|error| panic!("{error}"))
    }

    fn check(&self, behaviour: &dyn Behaviour) {
        let done = run(behaviour, turn(&[], &[]));
        let signal = match done.fault {
            Some(fault) => Err(fault.kind),
            None => Ok(done.intent.signal.expect("it signals")),
        };
        assert_eq!(signal, self.signal, "{:?} with {:?}", self.code, self.parameters);
    }
}

/// Behaviours that differ in one thing each: the source, a parameter, or the budget.
fn variants() -> Vec<Expected> {
    let script = |text: &str| Code::script(text);
    let doubled = "const N = param(\"n\", 1) * 2; fn on_tick() { signal(int(N)); }";
    let counting = "fn on_tick() { let n = 0; while n < 200 { n += 1; } signal(n); }";
    let signalling = |number: u32| {
        Code::module(module("", &showing(&format!("(i64.const {number})"))).into_bytes())
    };
    let looping = "(loop $on
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $on (i32.lt_u (local.get $i) (i32.const 5000))))";
    let looping = Code::module(module("", &format!("{looping} {}", showing("(i64.const 9)"))));
    vec![
        Expected::of(script("fn on_tick() { signal(1); }"), 1),
        Expected::of(script("fn on_tick() { signal(2); }"), 2),
        Expected::of(script(doubled), 2),
        Expected { parameters: &[("n", 3.0)], ..Expected::of(script(doubled), 6) },
        Expected { parameters: &[("n", 4.0)], ..Expected::of(script(doubled), 8) },
        Expected::of(script(counting), 200),
        Expected {
            turn_budget: 100.0,
            signal: Err(FaultKind::OverBudget),
            ..Expected::of(script(counting), 0)
        },
        Expected::of(signalling(7), 7),
        Expected::of(signalling(8), 8),
        Expected::of(looping.clone(), 9),
        Expected {
            turn_budget: 100.0,
            signal: Err(FaultKind::OverBudget),
            ..Expected::of(looping, 0)
        },
    ]
}

#[test]
fn code_of_one_behaviour_is_never_taken_for_that_of_another() {
    let variants = variants();
    // Again in the other order, when all sources have been compiled.
    for variant in variants.iter().chain(variants.iter().rev()) {
        variant.check(&*variant.behaviour());
    }
    // And turn by turn, while all are in use.
    let behaviours: Vec<_> = variants.iter().map(Expected::behaviour).collect();
    for _ in 0..3 {
        variants
            .iter()
            .zip(&behaviours)
            .for_each(|(variant, behaviour)| variant.check(&**behaviour));
    }
}

#[test]
fn what_is_wrong_with_code_is_reported_every_time() {
    let make = |code: &Code, parameters: &[(&str, f64)]| {
        let parameters = parameters.iter().map(|&(name, value)| (name.to_owned(), value));
        let choice = BehaviourChoice {
            code: code.clone(),
            parameters: parameters.collect(),
            heritable: Default::default(),
        };
        behaviour::make(Kind::Herbivore, &choice, &Rules::default()).err().map(|it| it.to_string())
    };
    let needy = Code::script("const N = param(\"need\"); fn on_tick() { signal(1); }");
    let idle = Code::module(module("", ""));
    let broken = Code::script("fn on_tick() { signal(1 }");
    for _ in 0..2 {
        let missing = make(&needy, &[]).expect("its parameter is missing");
        assert!(missing.contains("has no `need`"), "{missing}");
        assert_eq!(make(&needy, &[("need", 1.0)]), None);
        let unknown = make(&idle, &[("need", 1.0)]).expect("it has no parameters");
        assert!(unknown.contains("no parameter `need`"), "{unknown}");
        assert_eq!(make(&idle, &[]), None);
        assert!(make(&broken, &[]).is_some());
    }
}

/// The small meadow with the creature in this folder.
fn meadow(folder: &Path, overrides: &[&str]) -> Simulation {
    let all = SMALL_MEADOW.iter().chain(&["seed=3", "population.grazer=30"]).chain(overrides);
    let start = Start::Scenario {
        name: "meadow".to_owned(),
        overrides: all.map(|text| Override::parse(text).unwrap()).collect(),
        creature_folders: vec![folder.to_owned()],
    };
    match start.ready() {
        Ok(ready) => ready.simulation,
        Err(error) => panic!("{error}"),
    }
}

fn hashes(mut simulation: Simulation) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        simulation.tick();
        simulation.world().state_hash()
    };
    (0..25).map(|_| hash_after_tick()).collect()
}

#[test]
fn a_second_run_equals_the_first_whatever_ran_between() {
    let folder = tempfile::tempdir().unwrap();
    let creature = folder.path().join("grazer");
    fs::create_dir(&creature).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/creatures/grazer");
    let manifest = fs::read_to_string(from.join("creature.toml")).unwrap();
    // The parameters are those of the grazer's own script.
    let manifest = manifest.split("[behaviour.parameters]").next().unwrap();
    fs::write(creature.join("creature.toml"), manifest).unwrap();
    let write = |script: &str| fs::write(creature.join("behaviour.rhai"), script).unwrap();
    let roaming = "fn on_tick() { for i in 0..100 { random(); } roam(random() * 9.0); }";
    let grazing = "fn on_tick() { let food = best_food(); if food != () { graze(food); } }";

    write(roaming);
    let first = hashes(meadow(&creature, &[]));
    // The same species with other code, and the same code under other limits.
    write(grazing);
    let saved = hashes(meadow(&creature, &[]));
    assert_ne!(saved, first, "the changed script is compiled");
    write(roaming);
    let limited = hashes(meadow(&creature, &["rules.turn_budget=100"]));
    assert_ne!(limited, first);
    assert_eq!(hashes(meadow(&creature, &[])), first);
    write(grazing);
    assert_eq!(hashes(meadow(&creature, &[])), saved);
}
