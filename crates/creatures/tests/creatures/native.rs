//! Native behaviours: the list of them, and animals that programs drive.

use std::collections::BTreeMap;

use serde_json::json;
use terrarium_creatures::behaviour::native::{self, NATIVES, behaviour};
use terrarium_creatures::behaviour::{Drives, Memory};
use terrarium_creatures::species::{DRIVEN, Kind};

#[test]
fn names_are_unique_for_each_kind_and_everything_is_documented() {
    let names: BTreeMap<_, _> = NATIVES.iter().map(|n| ((n.name, n.kind), n.about)).collect();
    assert_eq!(names.len(), NATIVES.len());
    for native in NATIVES {
        assert!(!native.about.is_empty(), "{}", native.name);
        for p in native.parameters {
            assert!((p.min..=p.max).contains(&p.default), "{} {}", native.name, p.name);
            assert!(!p.meaning.is_empty() && !p.unit.is_empty(), "{} {}", native.name, p.name);
        }
    }
}

#[test]
fn every_behaviour_can_be_created_with_its_defaults() {
    for native in NATIVES {
        assert!(behaviour(native.kind, native.name, &BTreeMap::new()).is_ok(), "{}", native.name);
    }
}

#[test]
fn errors_name_the_wrong_value() {
    let message = |kind, name, parameters: &[(&str, f64)]| {
        let parameters = parameters.iter().map(|&(k, v)| (k.to_owned(), v)).collect();
        behaviour(kind, name, &parameters).err().unwrap().problem
    };
    assert_eq!(
        message(Kind::Herbivore, "grazr", &[]),
        "there is no native behaviour `grazr` (did you mean `grazer`?)"
    );
    assert_eq!(
        message(Kind::Carnivore, "grazer", &[]),
        "`grazer` is a behaviour for a herbivore, not for a carnivore"
    );
    assert_eq!(
        message(Kind::Herbivore, "grazer", &[("cautoin", 1.0)]),
        "`grazer` has no parameter `cautoin` (did you mean `caution`?)"
    );
    assert_eq!(
        message(Kind::Herbivore, "grazer", &[("caution", f64::NAN)]),
        "`caution` must lie between 0 and 10000 units, not NaN"
    );
}

#[test]
fn drives_are_limited_and_no_number_is_none() {
    let drives = Drives::new([2.0, -7.0, f32::NAN, 0.25, f32::INFINITY, -1.0, 1.0, 0.0]);
    let steps = json!([32767, -32767, 0, 8192, 32767, -32767, 32767, 0]);
    assert_eq!(serde_json::to_value(drives).unwrap(), steps);
    let mut memory = Memory::default();
    native::drive(&mut memory, drives);
    let found = native::describe_memory(DRIVEN, &memory).unwrap();
    let expected = "walk_x 1.00, walk_y -1.00, speed 0.00, feed 0.25, strike 1.00, flee -1.00, \
                    breed 1.00, signal 0.00; ";
    assert!(found.starts_with(expected), "{found}");
}
