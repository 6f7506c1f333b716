//! Texts: what is read in them, and what is cut out of them.

use proptest::prelude::*;
use terrarium_testing::turns::{logged, run, script, turn};

/// The log of a body of `on_tick`.
fn log_of(expression: &str) -> String {
    logged(&format!("fn on_tick() {{ log(`${{{expression}}}`) }}"))
}

#[test]
fn numbers_are_read_in_texts() {
    for (expression, value) in [
        ("int(\"17\")", "17"),
        ("int(\" -3 \")", "-3"),
        ("int(\"+5\")", "5"),
        ("int(\"1.9\")", "1"),
        ("int(\"-1.9\")", "-1"),
        ("int('7')", "7"),
        ("int(\"9223372036854775807\")", "9223372036854775807"),
        ("int(\"-9223372036854775808\")", "-9223372036854775808"),
        ("int(\"9223372036854775808\") == ()", "true"),
        ("int(\"1e30\") == ()", "true"),
        ("int(\"\") == ()", "true"),
        ("int(\"x\") == ()", "true"),
        ("int(\"1 2\") == ()", "true"),
        ("int(\"NaN\") == ()", "true"),
        ("int(2.9)", "2"),
        ("float(\"1.5\")", "1.5"),
        ("float(\"17\")", "17.0"),
        ("float(\"1e3\")", "1000.0"),
        ("float(\"1,5\") == ()", "true"),
        ("float(\"\") == ()", "true"),
        ("float(3)", "3.0"),
    ] {
        assert_eq!(log_of(expression), value, "{expression}");
    }
    assert!(log_of("int([1])").contains("here must be a number, not a list"));
}

#[test]
fn texts_are_cut_searched_and_put_together() {
    for (expression, value) in [
        ("slice(\"plant\", 1, 3)", "la"),
        ("\"größe\".slice(2, 4)", "öß"),
        ("slice(\"plant\", 3, 99)", "nt"),
        ("slice(\"plant\", 3, 1)", ""),
        ("slice(\"plant\", -2, 2)", "pl"),
        ("index_of(\"plant\", \"an\")", "2"),
        ("index_of(\"größe\", 'e')", "4"),
        ("index_of(\"plant\", \"z\")", "-1"),
        ("split(\"a,b,,c\", \",\")", r#"["a", "b", "", "c"]"#),
        ("split(\"12:30\", ':')", r#"["12", "30"]"#),
        ("split(\"äb\", \"\")", r#"["ä", "b"]"#),
        ("split(\"\", \",\")", r#"[""]"#),
        ("trim(\"  x y \")", "x y"),
        ("starts_with(\"plant\", \"pl\")", "true"),
        ("ends_with(\"plant\", \"pl\")", "false"),
        ("replace(\"a-b-c\", \"-\", \"..\")", "a..b..c"),
        ("join([1, \"b\", 2.5, true], \"-\")", "1-b-2.5-true"),
        ("join([], \"-\")", ""),
        ("upper(\"grün\")", "GRÜN"),
        ("lower(\"GRÜN\")", "grün"),
        ("\"plant\".contains(\"an\")", "true"),
        ("\"an\" in \"plant\"", "true"),
        ("len(\"größe\")", "5"),
    ] {
        assert_eq!(log_of(expression), value, "{expression}");
    }
}

#[test]
fn texts_and_lists_that_become_too_large_are_faults() {
    for body in [
        "let s = \"a\"; while len(s) < 512 { s += s; } replace(s, \"a\", \"bbbb\")",
        "let s = \"a,\"; while len(s) < 512 { s += s; } split(s, \",\")",
        "let s = \"a\"; while len(s) < 512 { s += s; } join([s, s, s], s)",
    ] {
        let log = logged(&format!("fn on_tick() {{ {body}; }}"));
        assert!(log.contains(" at most "), "{body}: {log}");
    }
}

#[test]
fn constants_are_made_with_the_same_functions() {
    let source = "const PARTS = split(\"3;x\", \";\"); const N = int(PARTS[0]); const S = sin(0.0);
                  fn on_tick() { log(`${PARTS} ${N} ${S}`) }";
    assert_eq!(logged(source), r#"["3", "x"] 3 0.0"#);
}

/// The operations that a turn spends on a statement about a text of a length.
fn spent(length: usize, statement: &str) -> u64 {
    let source = format!(
        "fn on_tick() {{ let s = \"a\"; while len(s) < {length} {{ s += s; }} let before = budget_left();
         {statement}; memory.spent = before - budget_left(); }}"
    );
    let behaviour = script(&source).unwrap_or_else(|refusal| panic!("{source}: {refusal}"));
    let done = run(&*behaviour, turn(&[], &[]));
    assert_eq!(done.fault, None, "{source}");
    let memory = terrarium_script::decode(done.memory.bytes()).cast::<rhai::Map>();
    memory["spent"].as_int().unwrap().cast_unsigned()
}

#[test]
fn functions_of_texts_cost_by_what_they_read() {
    for statement in [
        "slice(s, 0, 9999)",
        "index_of(s, \"b\")",
        "split(s, \"b\")",
        "trim(s)",
        "upper(s)",
        "lower(s)",
        "replace(s, \"b\", \"c\")",
        "join([s], \"b\")",
        "int(s)",
        "float(s)",
        "starts_with(s, s)",
        "s == s",
        "[s] == [s]",
    ] {
        let (short, long) = (spent(64, statement), spent(1024, statement));
        assert!(long >= short + 960 / 5, "{statement}: {short} {long}");
    }
}

proptest! {
    #[test]
    fn parts_joined_again_are_the_text(text in "[a-c,]{0,60}") {
        let round_trip = log_of(&format!("join(split(\"{text}\", \",\"), \",\")"));
        prop_assert_eq!(round_trip, text);
    }

    #[test]
    fn numbers_written_as_text_are_read_again(whole in any::<i64>(), number in any::<f64>()) {
        prop_assert_eq!(log_of(&format!("int(text({whole})) == {whole}")), "true");
        if number.is_finite() {
            prop_assert_eq!(log_of(&format!("float(text({number:e})) == {number:e}")), "true");
        }
    }
}
