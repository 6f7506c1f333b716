//! Equality of lists and maps, with all that they contain.

use proptest::prelude::*;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_testing::turns::{logged, run, script, sighting, turn};

/// The log of an expression.
fn log_of(expression: &str) -> String {
    logged(&format!("fn on_tick() {{ log(`${{{expression}}}`) }}"))
}

#[test]
fn lists_and_maps_are_equal_by_what_they_contain() {
    for (expression, value) in [
        ("[1, 2] == [1, 2]", "true"),
        ("[1, 2] != [1, 2]", "false"),
        ("[1, 2] == [1, 3]", "false"),
        ("[1, 2] == [1]", "false"),
        ("[] == []", "true"),
        ("[1] == [1.0]", "true"),
        ("[9007199254740993] == [9007199254740992]", "false"),
        ("[0.0 / 0.0] == [0.0 / 0.0]", "false"),
        ("[[1], \"x\", (), true, 'c'] == [[1], \"x\", (), true, 'c']", "true"),
        ("[[1], \"x\"] == [[1], \"y\"]", "false"),
        ("[1] == [true]", "false"),
        ("[\"1\"] == [1]", "false"),
        ("[1] == 1", "false"),
        ("[1] == ()", "false"),
        ("#{ a: 1, b: [2] } == #{ b: [2], a: 1 }", "true"),
        ("#{ a: 1 } == #{ a: 2 }", "false"),
        ("#{ a: 1 } != #{ b: 1 }", "true"),
        ("#{} == #{}", "true"),
        ("#{} == []", "false"),
        ("[1, 2] in [[0], [1, 2]]", "true"),
        ("[[0], #{ a: 1 }].index_of(#{ a: 1 })", "1"),
        ("[[0]].contains([1])", "false"),
        ("[9007199254740993].contains(9007199254740992)", "false"),
    ] {
        assert_eq!(log_of(expression), value, "{expression}");
    }
}

#[test]
fn values_of_the_host_are_equal_to_themselves() {
    let sight =
        [sighting(11, SightingKind::Plant, 10.0), sighting(12, SightingKind::Carnivore, 30.0)];
    let behaviour = script(
        "fn on_tick() {
            let plant = nearest(\"plant\"); let any = all(\"any\");
            log(`${plant == any[0]} ${plant == any[1]} ${plant != any[1]} ${[plant] == [any[0]]}`);
            log(`${me == me} ${plant == me} ${any == all(\"any\")} ${any.index_of(find(12))}`);
        }",
    )
    .unwrap();
    let done = run(&*behaviour, turn(&sight, &[]));
    assert_eq!(done.fault, None);
    let log = format!("{:?}", done.notes.into_list());
    assert_eq!(log, r#"[Log("true false true true"), Log("true false true 1")]"#);
}

/// The operations that a comparison of two lists spends, which first differ at an index.
fn spent(length: usize, differs_at: usize) -> u64 {
    let text = "x".repeat(length);
    let other: String = (0..length).map(|at| if at == differs_at { 'y' } else { 'x' }).collect();
    let source = format!(
        "const A = split(\"{text}\", \"\"); const B = split(\"{other}\", \"\");
         fn on_tick() {{ let before = budget_left(); let same = A == B; memory.spent = before - budget_left(); }}"
    );
    let done = run(&*script(&source).unwrap(), turn(&[], &[]));
    assert_eq!(done.fault, None, "{source}");
    let memory = terrarium_script::decode(done.memory.bytes()).cast::<rhai::Map>();
    memory["spent"].as_int().unwrap().cast_unsigned()
}

#[test]
fn a_comparison_costs_by_what_it_compares() {
    // Beside the copies of both lists.
    assert!(
        spent(120, 120) >= spent(120, 0) + 120 / 4 - 1,
        "{} {}",
        spent(120, 120),
        spent(120, 0)
    );
    assert!(spent(120, 60) >= spent(120, 0) + 60 / 4 - 1);
}

/// A value as a script writes it.
fn written() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("()".to_owned()),
        any::<bool>().prop_map(|it| it.to_string()),
        (-3_i64..3).prop_map(|it| it.to_string()),
        "[ab]{0,2}".prop_map(|it| format!("\"{it}\"")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3)
            .prop_map(|items| format!("[{}]", items.join(", ")));
        let map = prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|map| {
            let entries: Vec<_> = map.iter().map(|(name, it)| format!("{name}: {it}")).collect();
            format!("#{{{}}}", entries.join(", "))
        });
        prop_oneof![list, map]
    })
}

proptest! {
    #[test]
    fn values_are_equal_when_they_are_written_alike(a in written(), b in written()) {
        for (a, b) in [(&a, &a), (&a, &b)] {
            let expected = format!("{} {}", a == b, a != b);
            prop_assert_eq!(log_of(&format!("[{a}] == [{b}]}} ${{[{a}] != [{b}]")), expected);
        }
    }
}
