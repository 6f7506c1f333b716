//! The runs of a process share compiled code. No run notices: not of which species or parameters the
//! others are, nor in which order they come.

use terrarium::behaviour::{self, Behaviour, FaultKind};
use terrarium::rules::Rules;
use terrarium::species::{BehaviourChoice, Code, Kind};
use terrarium_testing::state_hashes;
use terrarium_testing::turns::{run, turn};

use crate::modules::{module, showing};
use crate::script_worlds::{meadow_with, with_script};

/// A behaviour, and what its creature does in every turn.
struct Expected {
    code: Code,
    parameters: &'static [(&'static str, f64)],
    turn_budget: u32,
    signal: Result<u64, FaultKind>,
}

impl Expected {
    fn new(code: Code, signal: u64) -> Self {
        Self { code, parameters: &[], turn_budget: 10_000, signal: Ok(signal) }
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
        Expected::new(script("fn on_tick() { signal(1); }"), 1),
        Expected::new(script("fn on_tick() { signal(2); }"), 2),
        Expected::new(script(doubled), 2),
        Expected { parameters: &[("n", 3.0)], ..Expected::new(script(doubled), 6) },
        Expected { parameters: &[("n", 4.0)], ..Expected::new(script(doubled), 8) },
        Expected::new(script(counting), 200),
        Expected {
            turn_budget: 100,
            signal: Err(FaultKind::OverBudget),
            ..Expected::new(script(counting), 0)
        },
        Expected::new(signalling(7), 7),
        Expected::new(signalling(8), 8),
        Expected::new(looping.clone(), 9),
        Expected {
            turn_budget: 100,
            signal: Err(FaultKind::OverBudget),
            ..Expected::new(looping, 0)
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

#[test]
fn a_second_run_equals_the_first_whatever_ran_between() {
    let roaming = "fn on_tick() { for i in 0..100 { random(); } roam(random() * 9.0); }";
    let grazing = "fn on_tick() { let food = best_food(); if food != () { graze(food); } }";
    let workdir = with_script(roaming);
    let write = |script: &str| workdir.write("grazer/behaviour.rhai", script);
    let hashes = |more: &[&str]| state_hashes(&mut meadow_with(workdir.folder(), more), 25);

    let first = hashes(&[]);
    // The same species with other code, and the same code under other limits.
    write(grazing);
    let saved = hashes(&[]);
    assert_ne!(saved, first, "the changed script is compiled");
    write(roaming);
    let limited = hashes(&["rules.turn_budget=100"]);
    assert_ne!(limited, first);
    assert_eq!(hashes(&[]), first);
    write(grazing);
    assert_eq!(hashes(&[]), saved);
}
