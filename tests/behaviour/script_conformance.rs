//! Scripts that reimplement native behaviours request the same actions, turn by turn.

use serde::de::DeserializeOwned;
use terrarium::behaviour::{self, Behaviour, Note, Turn};
use terrarium::rules::Rules;
use terrarium::species::{BehaviourChoice, Code, Species};

use crate::conformance::{Case, GRAZING, SameMemory, assert_compared, compare, copy, native};

/// The behaviour of a shipped species.
fn shipped(species: &Species, rules: &Rules) -> Box<dyn Behaviour> {
    let choice = species.behaviour.as_ref().unwrap();
    assert!(matches!(choice.code, Code::Script { .. }), "{} is a script", species.name);
    behaviour::make(species.kind, choice, rules).unwrap()
}

/// The script of the grazer, with the parameters of a species that grazes natively.
fn grazer(species: &Species, rules: &Rules) -> Box<dyn Behaviour> {
    let parameters = species.behaviour.as_ref().unwrap().parameters.clone();
    let code = Code::script(include_str!("../creatures/grazer/behaviour.rhai"));
    behaviour::make(
        species.kind,
        &BehaviourChoice { code, parameters, heritable: Default::default() },
        rules,
    )
    .unwrap()
}

/// The memory of a native behaviour: the ticks it has waited, and the organisms it shuns, each with
/// the tick until which it does.
type Remembered = (u32, Vec<(u64, u64)>);

/// Compares the memory of a script with that of the native behaviour, which `read` converts.
fn same_memory<T: DeserializeOwned + Default + 'static>(
    read: fn(T) -> Remembered,
) -> Box<SameMemory> {
    let probe = "fn on_tick() { log(memory.waited ?? 0); log(shunned()); }";
    let probe = terrarium_testing::turns::script(probe).unwrap();
    Box::new(move |native, script| {
        let mut turns = [copy(script, script.memory.clone())];
        probe.decide(&mut turns);
        let [Turn { notes, .. }] = turns;
        let (waited, shunned) = read(native.memory.recall());
        let shunned: Vec<_> = shunned.into_iter().map(|(id, _)| id).collect();
        let expected = [Note::Log(waited.to_string()), Note::Log(format!("{shunned:?}"))];
        notes.into_list() == expected
    })
}

#[test]
fn the_grazer_decides_as_the_native_one() {
    let case = Case {
        species: &["deer"],
        native: &|deer| native("grazer", deer),
        // So crowded that some paths are refused.
        overrides: &["world.size=[2000, 1500]"],
    };
    let tally = compare(&case, &grazer, || same_memory(|shunned| (0, shunned)));
    assert_compared(&tally, GRAZING);
}

#[test]
#[should_panic(expected = "assertion `left == right` failed")]
fn a_slightly_more_cautious_grazer_is_detected() {
    let cautious = |species: &Species, rules: &Rules| {
        let mut species = species.clone();
        let choice = species.behaviour.as_mut().unwrap();
        *choice.parameters.get_mut("caution").unwrap() += 0.5;
        grazer(&species, rules)
    };
    let case = Case { species: &["deer"], native: &|deer| native("grazer", deer), overrides: &[] };
    compare(&case, &cautious, || same_memory(|shunned| (0, shunned)));
}

/// A meadow with so many predators that enough of their turns are compared.
const HUNTING_GROUND: &[&str] = &[
    "world.size=[2400, 1800]",
    "population.clover=900",
    "population.hare=600",
    "population.deer=240",
    "population.lynx=150",
    "population.wolf=150",
];

#[test]
fn the_wolf_decides_as_the_native_pack() {
    let case = Case {
        species: &["wolf"],
        native: &|wolf| native("pack", wolf),
        overrides: HUNTING_GROUND,
    };
    let tally = compare(&case, &shipped, || same_memory(|shunned| (0, shunned)));
    let actions = [
        "move to a point",
        "move to an organism",
        "continue",
        "halt",
        "eat",
        "reproduce",
        "attack",
        "signal",
        "remember",
    ];
    assert_compared(&tally, &actions);
}

#[test]
fn the_lynx_decides_as_the_native_ambusher() {
    let case = Case {
        species: &["lynx"],
        native: &|lynx| native("ambusher", lynx),
        overrides: HUNTING_GROUND,
    };
    let tally = compare(&case, &shipped, || same_memory(|remembered| remembered));
    let actions = [
        "move to a point",
        "move to an organism",
        "continue",
        "halt",
        "eat",
        "reproduce",
        "attack",
        "remember",
    ];
    assert_compared(&tally, &actions);
}
