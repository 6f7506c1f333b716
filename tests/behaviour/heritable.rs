//! Heritable parameters: each animal decides by the values that it has inherited.

use std::collections::BTreeMap;

use terrarium::behaviour::{self, Movement, Note, SightingKind, Turn};
use terrarium::genome::{HeritableParameters, ParameterRange};
use terrarium::prelude::*;
use terrarium::species::{BehaviourChoice, Code};
use terrarium_testing::turns::{run, sighting, turn};

fn choice(code: Code) -> BehaviourChoice {
    BehaviourChoice {
        code,
        parameters: [("pace".to_owned(), 0.25)].into(),
        heritable: [("pace".to_owned(), ParameterRange { min: 0.1, max: 1.0 })].into(),
    }
}

/// The speed at which an animal moves that has inherited this pace, or nothing.
fn speed(behaviour: &dyn Behaviour, pace: Option<f32>) -> f64 {
    let ranges: BTreeMap<_, _> = choice(Code::Native(String::new())).heritable;
    let values: Vec<f32> = pace.into_iter().collect();
    let sight = [sighting(11, SightingKind::Plant, 90.0)];
    let mut turn = turn(&sight, &[]);
    if pace.is_some() {
        turn.senses.me.heritable = HeritableParameters::new(&ranges, &values);
    }
    match run(behaviour, turn).intent.movement {
        Movement::Go { speed, .. } => speed,
        other => panic!("{other:?}"),
    }
}

#[test]
fn native_behaviours_and_scripts_use_what_an_animal_has_inherited() {
    let script = "fn on_tick() { go_beside(best_food(), param(\"pace\") * me.max_speed); }";
    for code in [Code::Native("runner".to_owned()), Code::script(script)] {
        let behaviour = behaviour::make(Kind::Herbivore, &choice(code), &Rules::default()).unwrap();
        // The maximum speed is 20 units a tick.
        assert_eq!(speed(&*behaviour, None), 5.0);
        assert_eq!(speed(&*behaviour, Some(0.5)), 10.0);
        assert_eq!(speed(&*behaviour, Some(0.75)), 15.0);
        assert_eq!(speed(&*behaviour, Some(0.5)), 10.0, "nothing is left of another animal");
    }
}

/// The note of a turn.
fn note(turn: Turn<'_>) -> String {
    match &turn.notes.into_list()[..] {
        [Note::Log(text)] => text.clone(),
        others => panic!("{others:?}"),
    }
}

/// The DNA that a script passes on, as it notes it.
fn passed_on(expression: &str) -> String {
    let script = format!("fn on_tick() {{ log({expression}); }}");
    let choice = BehaviourChoice {
        code: Code::script(&script),
        parameters: BTreeMap::new(),
        heritable: BTreeMap::new(),
    };
    let behaviour = behaviour::make(Kind::Herbivore, &choice, &Rules::default()).unwrap();
    let turn = run(&*behaviour, turn(&[], &[]));
    assert_eq!(turn.fault, None, "{expression}");
    note(turn)
}

#[test]
fn scripts_mutate_and_cross_the_dna_of_children() {
    let number = |text: String| -> f64 { text.parse().unwrap() };
    assert!((number(passed_on("mutated(200.0)")) - 200.0).abs() <= 10.0);
    assert!(number(passed_on("mutated(0.0)")).abs() <= 0.05);
    assert_ne!(passed_on("mutated(200.0)"), passed_on("200.0"));
    assert_eq!(passed_on("mutated(200.0, 0)"), passed_on("200.0"));
    assert_eq!(passed_on("mutated(\"fast\")"), "fast");
    assert_eq!(passed_on("crossed([1, [2]], [1, [2]])"), passed_on("[1, [2]]"));
    let crossed = passed_on("crossed([0,0,0,0,0,0,0,0,0,0,0,0], [1,1,1,1,1,1,1,1,1,1,1,1])");
    assert!(crossed.contains('0') && crossed.contains('1'), "{crossed}");
    assert_eq!(passed_on("crossed(#{a: 1}, #{b: 2})"), passed_on("#{a: 1}"));
    // Their random numbers do not shift the creature's own.
    assert_eq!(
        passed_on("random()"),
        passed_on("{ mutated([1.0, 2.0]); crossed(1, 2); random() }")
    );
}

#[test]
fn scripts_know_the_dna_of_both_parents() {
    let script = "fn on_tick() { log(`${me.dna} ${me.second_dna} ${me.needs_partner}`); }";
    let behaviour =
        behaviour::make(Kind::Herbivore, &choice(Code::script(script)), &Rules::default()).unwrap();
    let noted = |turn| note(run(&*behaviour, turn));
    assert_eq!(noted(turn(&[], &[])), "  false");
    let mut mated = turn(&[], &[]);
    // The integers 1 and 2 in the encoding of plain data.
    (mated.senses.me.dna, mated.senses.me.second_dna) = (&[3, 2], &[3, 4]);
    mated.senses.me.needs_partner = true;
    assert_eq!(noted(mated), "1 2 true");
    assert_eq!(noted(turn(&[], &[])), "  false", "nothing is left of another animal");
}
