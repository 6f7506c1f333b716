//! Heritable parameters: each animal decides by the values that it has inherited.

use std::collections::BTreeMap;

use terrarium::behaviour::{self, Movement, SightingKind};
use terrarium::genome::{HeritableParameters, ParameterRange};
use terrarium::prelude::*;
use terrarium::species::{BehaviourChoice, Code};

use crate::turns::{run, sighting, turn};

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
