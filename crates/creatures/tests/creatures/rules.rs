//! Rules are numbers, whole numbers and switches, and files hold all of them as numbers.

use proptest::prelude::*;
use terrarium_creatures::rules::{Energy, RuleError, RuleKind, Rules};

proptest! {
    /// A rule takes exactly the values of its kind in its range; refused ones change nothing.
    #[test]
    fn a_rule_takes_the_values_of_its_kind(
        index in 0..Rules::ALL.len(),
        share in -0.1..1.1_f64,
        is_rounded in any::<bool>(),
    ) {
        let rule = &Rules::ALL[index];
        let given = rule.min + share * (rule.max - rule.min);
        let given = if is_rounded { given.round() } else { given };
        let mut rules = Rules::default();
        let result = rules.set(rule.name, given);
        let is_whole = given.fract() == 0.0;
        if !(rule.min..=rule.max).contains(&given) {
            let is_range = matches!(result, Err(RuleError::OutOfRange { .. }));
            prop_assert!(is_range, "{} {given}: {result:?}", rule.name);
        } else if rule.kind == RuleKind::Number || is_whole {
            prop_assert_eq!(result, Ok(()));
            prop_assert_eq!(rules.get(rule.name), Some(given));
        } else {
            prop_assert_eq!(result, Err(RuleError::NotWhole { name: rule.name, value: given }));
            prop_assert_eq!(rules, Rules::default());
        }
    }
}

proptest! {
    /// Amounts are rounded as the library rounds.
    #[test]
    fn an_amount_is_the_nearest_number_of_quanta(units in any::<f64>(), near in -1e6..1e6_f64) {
        for units in [units, near, (near * 65_536.0).floor() / 65_536.0 + 0.5 / 65_536.0] {
            let expected = (units * 65_536.0 + 0.5).floor() as i64;
            prop_assert_eq!(Energy::from_units(units).quanta(), expected);
        }
    }
}

#[test]
fn amounts_out_of_range_saturate() {
    for (units, quanta) in [
        (f64::INFINITY, i64::MAX),
        (f64::NEG_INFINITY, i64::MIN),
        (f64::MAX, i64::MAX),
        (f64::MIN, i64::MIN),
        (f64::NAN, 0),
    ] {
        assert_eq!(Energy::from_units(units).quanta(), quanta, "{units}");
    }
}

#[test]
fn files_hold_numbers() {
    let mut rules = Rules::default();
    rules.set("occlusion", 1.0).unwrap();
    let json = serde_json::to_value(&rules).unwrap();
    assert_eq!((&json["occlusion"], &json["patience"]), (&1.0.into(), &3.0.into()));
    assert_eq!(serde_json::from_value::<Rules>(json.clone()).unwrap(), rules);
    let mut damaged = json;
    damaged["patience"] = 2.5.into();
    let refusal = serde_json::from_value::<Rules>(damaged).unwrap_err().to_string();
    assert_eq!(refusal, "2.5 is not a whole number");
}

#[test]
fn switches_are_0_or_1() {
    for rule in Rules::ALL.iter().filter(|rule| rule.kind == RuleKind::Switch) {
        assert_eq!((rule.min, rule.max, rule.unit), (0.0, 1.0, "switch"), "{}", rule.name);
    }
}
