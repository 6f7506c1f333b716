//! Where in the code of a module a turn failed: found exactly when notes are wanted, and of no effect
//! on anything else.

use std::collections::BTreeMap;

use proptest::prelude::*;
use terrarium::behaviour::wasm::Wasm;
use terrarium::behaviour::{CodePlace, FaultKind, Notes};
use terrarium::prelude::*;
use terrarium_testing::neighbourhood::{neighbours, turn};

use crate::modules::{load, module};

/// What a turn leaves behind.
#[derive(Debug, PartialEq)]
struct Outcome {
    fault: Option<Fault>,
    intent: Intent,
    memory: Memory,
    spent: u64,
    rng: CreatureRng,
}

/// Runs a turn with and without notes, which makes no difference. Returns what it leaves, and the place
/// of its fault.
fn decide(behaviour: &Wasm, memory: &[u8]) -> (Outcome, Option<CodePlace>) {
    let sight = neighbours();
    let mut turns = [turn(&sight), turn(&sight)];
    turns[1].notes = Notes::wanted();
    turns.iter_mut().for_each(|turn| turn.memory = Memory::from_bytes(memory.to_vec()));
    behaviour.decide(&mut turns);
    assert_eq!(turns[0].notes, Notes::default());
    let place = turns[1].notes.fault_place().cloned();
    let [plain, traced] = turns.map(|turn| {
        let Turn { fault, intent, memory, spent, rng, .. } = turn;
        Outcome { fault, intent, memory, spent, rng }
    });
    assert_eq!(plain, traced);
    (plain, place)
}

/// The kind of the fault of a module in text form, and its place as text.
fn place_of(source: &str) -> (FaultKind, String) {
    let behaviour = load(source).unwrap_or_else(|refusal| panic!("{refusal}: {source}"));
    let (outcome, place) = decide(&behaviour, &[]);
    let fault = outcome.fault.unwrap_or_else(|| panic!("no fault: {source}"));
    let place = place.unwrap_or_else(|| panic!("no place of {fault}: {source}"));
    (fault.kind, place.to_string())
}

/// A module whose turn fails in `$bite`, which `$hunt` calls. Each part is in a line of its own.
fn hunting(parts: &str, bite: &str) -> String {
    let hunt = "(func $hunt\n(call $idle)\n(call $bite)\n(call $idle))";
    let parts = format!("{parts}(func $idle)\n(func $bite (local $n i32)\n{bite})\n{hunt}");
    module(&parts, "(call $idle)\n(call $hunt)")
}

/// The lines of a text that contain some code.
fn line_of(source: &str, code: &str) -> usize {
    let lines: Vec<_> = source.lines().collect();
    let found: Vec<_> = (0..lines.len()).filter(|&line| lines[line].contains(code)).collect();
    let [line] = found[..] else { panic!("{code} is in lines {found:?} of {source}") };
    line + 1
}

#[test]
fn a_trap_has_its_function_line_and_callers() {
    let trapping = [
        "(unreachable)",
        "(drop (i32.div_s (i32.const 1) (local.get $n)))",
        "(drop (i32.rem_u (i32.const 1) (local.get $n)))",
        "(drop (i64.div_u (i64.const 1) (i64.const 0)))",
        "(drop (i32.load offset=9 (i32.const -4)))",
        "(drop (i64.load16_s (i32.const -1)))",
        "(drop (f64.load (i32.const -9)))",
        "(i64.store (i32.const -4) (i64.const 1))",
        "(f32.store (i32.const -4) (f32.const 1))",
        "(drop (i32.trunc_f64_s (f64.const nan)))",
        "(drop (i64.trunc_f32_u (f32.const -7)))",
        "(memory.fill (i32.const -9) (i32.const 1) (i32.const 99))",
        "(memory.copy (i32.const -9) (i32.const 1) (i32.const 99))",
        "(call_indirect (i32.const 7))",
        "(call_indirect (param i32) (i32.const 3) (i32.const 0))",
        "(drop (table.get (i32.const 9)))",
        "(call $abort (i32.const 0) (i32.const 0))",
        "(call $log (i32.const -1) (i32.const 9))",
    ];
    let parts = "(import \"terrarium\" \"abort\" (func $abort (param i32 i32)))
        (import \"terrarium\" \"log\" (func $log (param i32 i32)))
        (table 1 funcref) (elem (i32.const 0) $idle)\n";
    for instruction in trapping {
        let body = format!("(call $idle)\n{instruction}\n(call $idle)");
        let source = hunting(parts, &body);
        let (kind, place) = place_of(&source);
        assert_eq!(kind, FaultKind::Trapped, "{instruction}");
        let expected = format!(
            "in `bite` (behaviour.wat:{}), called by `hunt` (behaviour.wat:{}), `terrarium_turn` \
             (behaviour.wat:{})",
            line_of(&source, instruction),
            line_of(&source, "(call $bite)"),
            line_of(&source, "(call $hunt)")
        );
        assert_eq!(place, expected, "{instruction}");
    }
}

#[test]
fn the_place_is_the_one_where_the_turn_fails_and_not_where_it_might() {
    // The call fails when it is reached for the 90th time.
    let body = "(loop $on
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (call $divide (i32.sub (local.get $n) (i32.const 90)))
        (call $divide (i32.const 3))
        (br $on))";
    let divide = "(func $divide (param i32)
        (drop (i32.div_u (i32.const 8) (local.get 0))))";
    let source = hunting(divide, body);
    let first = line_of(&source, "(i32.sub (local.get $n) (i32.const 90))");
    let (kind, place) = place_of(&source);
    assert_eq!(kind, FaultKind::Trapped);
    assert!(place.contains(&format!("called by `bite` (behaviour.wat:{first})")), "{place}");
}

#[test]
fn a_turn_over_budget_has_the_loop_that_it_was_in() {
    let loops = [
        "(loop $on\n(br $on))",
        "(loop $on\n(local.set $n (i32.add (local.get $n) (i32.const 1)))\n(br_if $on (i32.const 1)))",
        "(loop $on\n(call $idle)\n(br $on))",
        "(loop $on\n(if (local.get $n) (then (call $idle)) (else (call $idle)))\n(br $on))",
        "(loop $on\n(memory.fill (i32.const 0) (i32.const 1) (i32.const 3000))\n(br $on))",
        "(loop $on\n(drop (call $random))\n(br $on))",
    ];
    let parts = "(import \"terrarium\" \"random\" (func $random (result i64)))\n";
    for body in loops {
        let source = hunting(parts, body);
        let (kind, place) = place_of(&source);
        assert_eq!(kind, FaultKind::OverBudget, "{body}");
        let (first, last) = (line_of(&source, "(loop $on"), line_of(&source, "(br"));
        let is_in_loop = |line| {
            let in_bite = format!("in `bite` (behaviour.wat:{line})");
            let in_idle = format!("called by `bite` (behaviour.wat:{line})");
            place.contains(&in_bite) || place.contains(&in_idle)
        };
        assert!((first..=last).any(is_in_loop), "{body}: {place}");
    }
}

#[test]
fn a_turn_that_reads_its_budget_takes_the_same_path_again() {
    let parts = "(import \"terrarium\" \"budget_left\" (func $left (result i64)))\n";
    let body = "(loop $on
        (br_if $on (i64.gt_u (call $left) (i64.const 123456))))
        (if (i64.eqz (i64.and (call $left) (i64.const 64)))
        (then (unreachable))
        (else (drop (i32.load (i32.const -1)))))";
    let source = hunting(parts, body);
    let (outcome, _) = decide(&load(&source).unwrap(), &[]);
    let is_first = outcome.fault.unwrap().reason.contains("unreachable");
    let (_, place) = place_of(&source);
    let line = line_of(&source, if is_first { "(unreachable)" } else { "(i32.load" });
    assert!(place.contains(&format!("in `bite` (behaviour.wat:{line})")), "{place}");
}

#[test]
fn a_recursion_that_is_too_deep_has_its_functions() {
    // The second one exceeds the size of the stack and not the depth of calls.
    let locals = "(local i64)".repeat(200);
    let plain = "(func $dig (call $dig))".to_owned();
    let large = format!("(func $dig {locals} (call $dig))");
    let mutual = format!("(func $dig (call $down)) (func $down {locals} (call $dig))");
    let indirect = "(table 1 funcref) (elem (i32.const 0) $dig)
        (func $dig (call_indirect (i32.const 0)))"
        .to_owned();
    for parts in [plain, large, mutual.clone(), indirect] {
        let (kind, place) = place_of(&module(&parts, "(call $dig)"));
        assert_eq!(kind, FaultKind::TooDeep, "{parts}");
        let is_cycle = parts == mutual && place.starts_with("in `down`");
        assert!(place.starts_with("in `dig`") || is_cycle, "{parts}: {place}");
    }
}

#[test]
fn a_bad_intent_has_the_place_that_wrote_it() {
    let go = |x: &str, speed: &str| {
        format!(
            "(i32.store (i32.const 0) (i32.const 2))
            (f64.store (i32.const 8) (f64.const {x}))
            (f64.store (i32.const 24) (f64.const {speed}))"
        )
    };
    let cases = [
        ("(i32.store (i32.const 0) (i32.const 7))".to_owned(), "(i32.const 7)"),
        ("(i32.store (i32.const 4) (i32.const 128))".to_owned(), "(i32.const 128)"),
        ("(i64.store8 (i32.const 5) (i64.const 9))".to_owned(), "(i64.const 9)"),
        (go("nan", "4"), "(f64.const nan)"),
        (go("4", "-inf"), "(f64.const -inf)"),
        (
            "(i32.store (i32.const 0) (i32.const 4))\n(i64.store (i32.const 32) (i64.const -1))"
                .to_owned(),
            "(i64.const -1)",
        ),
        (
            "(i32.store (i32.const 0) (i32.const 6))\n(f64.store (i32.const 32) (f64.const -2))"
                .to_owned(),
            "(f64.const -2)",
        ),
        (
            "(i32.store (i32.const 4) (i32.const 8))\n(i32.store (i32.const 84) (i32.const -1))"
                .to_owned(),
            "(i32.const -1)",
        ),
        (
            // Other bytes of the word change later, and the value is the last of several.
            "(i32.store (i32.const 0) (i32.const 8))
            (i32.store (i32.const 0) (i32.const 1))
            (i32.store (i32.const 0) (i32.const 9))
            (i32.store (i32.const 4) (i32.const 32))"
                .to_owned(),
            "(i32.const 9)",
        ),
        (
            "(i32.store (i32.const 999) (i32.const 77))
            (memory.copy (i32.const 0) (i32.const 999) (i32.const 4))"
                .to_owned(),
            "(memory.copy",
        ),
        ("(memory.fill (i32.const 0) (i32.const 7) (i32.const 2))".to_owned(), "(memory.fill"),
    ];
    for (body, code) in cases {
        let source = hunting("", &format!("(call $idle)\n{body}\n(call $idle)"));
        let (kind, place) = place_of(&source);
        assert_eq!(kind, FaultKind::BadIntent, "{body}");
        let expected =
            format!("in `bite` (behaviour.wat:{}), called by `hunt`", line_of(&source, code));
        assert!(place.starts_with(&expected), "{body}: {place}");
    }
    let body =
        "(i32.store (i32.const 4) (i32.const 64))\n(i32.store (i32.const 92) (i32.const 8001))";
    let source = hunting("", body);
    let (kind, place) = place_of(&source);
    assert_eq!(kind, FaultKind::BadMemory);
    let line = line_of(&source, "(i32.const 8001)");
    assert!(place.starts_with(&format!("in `bite` (behaviour.wat:{line})")), "{place}");
}

/// A module in binary form, without debug information.
fn binary(source: &str) -> Vec<u8> {
    let buffer = wast::parser::ParseBuffer::new(source).unwrap();
    wast::parser::parse::<wast::Wat<'_>>(&buffer).unwrap().encode().unwrap()
}

fn place_in(module: &[u8]) -> String {
    decide(&load(module).unwrap(), &[]).1.unwrap().to_string()
}

#[test]
fn a_module_without_names_has_numbers() {
    let named = hunting("", "(unreachable)");
    let place = place_in(&binary(&named));
    assert_eq!(place, "in `bite`, called by `hunt`, `terrarium_turn`");
    // The names are only those of the export section.
    let nameless = ["idle", "bite", "hunt"].iter().enumerate();
    let nameless = nameless.fold(named, |text, (index, name)| {
        text.replace(&format!("func ${name}"), "func")
            .replace(&format!("call ${name}"), &format!("call {index}"))
    });
    let place = place_in(&binary(&nameless));
    assert_eq!(place, "in function 1, called by function 2, `terrarium_turn`");
}

/// `tests/creatures/lost/behaviour.c`, built with debug information.
#[test]
fn a_module_from_c_has_the_functions_that_are_inlined() {
    let source = include_str!("../creatures/lost/behaviour.c");
    let behaviour = load(include_bytes!("../creatures/lost/behaviour.wasm")).unwrap();
    let expected = |code: &[&str]| -> Vec<_> {
        code.iter().map(|code| u32::try_from(line_of(source, code)).unwrap()).collect()
    };
    let names = ["nth", "choose", "decide"];
    let lines = expected(&["return list[index]", "nth(numbers", "choose(me)"]);
    let (outcome, place) = decide(&behaviour, &[0]);
    let place = place.unwrap();
    assert_eq!(outcome.fault.unwrap().kind, FaultKind::Trapped);
    let frames = std::iter::once(&place.function).chain(&place.callers);
    for ((frame, name), line) in frames.zip(names).zip(lines) {
        let at = frame.line.as_ref().unwrap();
        assert_eq!((frame.name.as_deref(), &*at.file, at.line), (Some(name), "behaviour.c", line));
    }
    assert!(place.callers.len() == 2, "{place:?}");
}

const MODULES: [&[u8]; 8] = [
    include_bytes!("../creatures/grazer-rust.wasm"),
    include_bytes!("../creatures/grazer-c.wasm"),
    include_bytes!("../creatures/forager-rust.wasm"),
    include_bytes!("../creatures/forager-c.wasm"),
    include_bytes!("../creatures/forager-assemblyscript.wasm"),
    include_bytes!("../../sparring/strider/behaviour.wasm"),
    include_bytes!("../../sparring/raider/behaviour.wasm"),
    include_bytes!("../../sparring/gleaner/behaviour.wasm"),
];

proptest! {
    /// The place is reported only if the copy fails in the same way with the same fuel left. So that it
    /// always is means that the fuel of both is the same wherever it runs out.
    #[test]
    fn the_place_of_a_turn_that_exceeds_any_budget_is_found(
        number in 0..MODULES.len(), budget in 1_u32..60, memory in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let rules = Rules { turn_budget: budget, ..Rules::default() };
        let behaviour =
            Wasm::new(Kind::Herbivore, MODULES[number], &BTreeMap::new(), &rules).unwrap();
        let (outcome, place) = decide(&behaviour, &memory);
        // Failed assertions have their lines.
        let is_over = |fault: &Fault| fault.kind == FaultKind::OverBudget;
        prop_assert!(place.is_some() || !outcome.fault.as_ref().is_some_and(is_over), "{outcome:?}");
    }
}
