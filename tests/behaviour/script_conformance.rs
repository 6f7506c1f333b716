//! Behaviours written in Rhai as well: they want what the native ones want, turn for turn.

#![cfg(feature = "scripts")]

use crate::conformance::{Alike, Case, GRAZING, again, assert_compared, compare, native};
use serde::de::DeserializeOwned;
use terrarium::behaviour::{self, Behaviour, Note, Turn};
use terrarium::rules::Rules;
use terrarium::species::{BehaviourChoice, Code, Species};

/// The behaviour that a species ships with.
fn shipped(species: &Species, rules: &Rules) -> Box<dyn Behaviour> {
    let choice = species.behaviour.as_ref().unwrap();
    assert!(matches!(choice.code, Code::Script { .. }), "{} is a script", species.name);
    behaviour::make(species.kind, choice, rules).unwrap()
}

/// The cautious grazer, with the parameters of a species that lives as it does.
fn grazer(species: &Species, rules: &Rules) -> Box<dyn Behaviour> {
    let parameters = species.behaviour.as_ref().unwrap().parameters.clone();
    let code = Code::script(include_str!("../creatures/grazer/behaviour.rhai"));
    behaviour::make(species.kind, &BehaviourChoice { code, parameters }, rules).unwrap()
}

/// What a native behaviour remembers: for how long it has waited, and whom it shuns until when.
type Remembered = (u32, Vec<(u64, u64)>);

/// Whether a script remembers the same; `read` says how the native behaviour keeps it.
fn remembers<T: DeserializeOwned + Default + 'static>(read: fn(T) -> Remembered) -> Box<Alike> {
    let probe = "fn on_tick() { log(memory.waited ?? 0); log(shunned()); }";
    let probe = crate::turns::script(probe).unwrap();
    Box::new(move |native, script| {
        let mut turns = [again(script, script.memory.clone())];
        probe.decide(&mut turns);
        let [Turn { notes, .. }] = turns;
        let (waited, shunned) = read(native.memory.recall());
        let shunned: Vec<_> = shunned.into_iter().map(|(whom, _)| whom).collect();
        let expected = [Note::Log(waited.to_string()), Note::Log(format!("{shunned:?}"))];
        notes.into_list() == expected
    })
}

#[test]
fn the_grazer_wants_what_the_native_one_wants() {
    let case = Case { species: &["deer"], native: &|deer| native("grazer", deer), settings: &[] };
    let tally = compare(&case, &grazer, || remembers(|shunned| (0, shunned)));
    assert_compared(&tally, GRAZING);
}

#[test]
#[should_panic(expected = "assertion `left == right` failed")]
fn a_grazer_that_is_a_little_more_cautious_is_found_out() {
    let cautious = |species: &Species, rules: &Rules| {
        let mut species = species.clone();
        let choice = species.behaviour.as_mut().unwrap();
        *choice.parameters.get_mut("caution").unwrap() += 0.5;
        grazer(&species, rules)
    };
    let case = Case { species: &["deer"], native: &|deer| native("grazer", deer), settings: &[] };
    compare(&case, &cautious, || remembers(|shunned| (0, shunned)));
}

/// A meadow on which many hunt for enough that there are turns to compare.
const HUNTING_GROUND: &[&str] = &[
    "world.size=[2400, 1800]",
    "population.clover=900",
    "population.hare=600",
    "population.deer=240",
    "population.lynx=150",
    "population.wolf=150",
];

#[test]
fn the_wolf_wants_what_the_native_pack_wants() {
    let case =
        Case { species: &["wolf"], native: &|wolf| native("pack", wolf), settings: HUNTING_GROUND };
    let tally = compare(&case, &shipped, || remembers(|shunned| (0, shunned)));
    let wishes = [
        "go to a point",
        "go to somebody",
        "go on",
        "halt",
        "eat",
        "reproduce",
        "attack",
        "signal",
        "remember",
    ];
    assert_compared(&tally, &wishes);
}

#[test]
fn the_lynx_wants_what_the_native_ambusher_wants() {
    let case = Case {
        species: &["lynx"],
        native: &|lynx| native("ambusher", lynx),
        settings: HUNTING_GROUND,
    };
    let tally = compare(&case, &shipped, || remembers(|remembered| remembered));
    let wishes = [
        "go to a point",
        "go to somebody",
        "go on",
        "halt",
        "eat",
        "reproduce",
        "attack",
        "remember",
    ];
    assert_compared(&tally, &wishes);
}
