//! Malicious and broken modules: each is rejected with a helpful error or fails its turn, and other
//! creatures are not affected.

use proptest::prelude::*;
use terrarium::behaviour::{FaultKind, Note, Notes};
use terrarium::prelude::*;
use terrarium_testing::neighbourhood::{neighbours, turn};

use crate::modules::{load, module, refusal, showing};

/// The fault of one turn of a module that loads.
fn fault_of(source: &str) -> Option<(FaultKind, String)> {
    let behaviour = load(source).unwrap_or_else(|refusal| panic!("{refusal}: {source}"));
    let sight = neighbours();
    let mut turns = [turn(&sight)];
    behaviour.decide(&mut turns);
    let [turn] = turns;
    turn.fault.map(|fault| (fault.kind, fault.reason.into_string()))
}

fn kind_of(source: &str) -> Option<FaultKind> {
    fault_of(source).map(|(kind, _)| kind)
}

#[test]
fn an_endless_loop_ends_with_the_budget() {
    let source = module("", "(loop $on (br $on))");
    let expected = (FaultKind::OverBudget, "it took more than 1000000 instructions".to_owned());
    assert_eq!(fault_of(&source), Some(expected));
}

#[test]
fn recursion_ends_before_the_stack_overflows() {
    let plain = "(func $f (call $f))";
    let with_locals = "(func $f (param i64 f64) (local i64 i64 i64 f64 f64 f64)
        (call $f (local.get 0) (local.get 1)))";
    let mutual = "(func $f (call $g)) (func $g (call $f))";
    let indirect = "(table 1 funcref) (elem (i32.const 0) $f)
        (func $f (call_indirect (i32.const 0)))";
    for parts in [plain, with_locals, mutual, indirect] {
        let arguments = if parts == with_locals { "(i64.const 0) (f64.const 0)" } else { "" };
        let source = module(parts, &format!("(call $f {arguments})"));
        // A small stack: unoptimised builds use much of it.
        let small = std::thread::Builder::new().stack_size(512 << 10);
        let kind = small.spawn(move || kind_of(&source)).unwrap().join().unwrap();
        assert_eq!(kind, Some(FaultKind::TooDeep), "{parts}");
    }
}

#[test]
fn a_loop_uses_no_stack_of_the_host() {
    // The engine may be built so that it dispatches instructions by calls.
    let source = module(
        "",
        "(loop $on
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $on (i32.lt_u (local.get $i) (i32.const 50000))))",
    );
    let small = std::thread::Builder::new().stack_size(128 << 10);
    assert_eq!(small.spawn(move || kind_of(&source)).unwrap().join().unwrap(), None);
}

#[test]
fn no_repeated_instruction_uses_the_stack_of_the_host() {
    let parts = r#"(import "terrarium" "random" (func $random (result i64)))
        (import "terrarium" "sin" (func $sin (param f64) (result f64)))
        (table $t 2 funcref) (elem (i32.const 0) $f $f) (global $n (mut i64) (i64.const 0))
        (func $f) (func $g (param i32 i64) (result i64 i32) (local.get 1) (local.get 0))"#;
    let instructions = [
        "(drop (memory.grow (i32.const 1)))",
        "(drop (memory.grow (i32.const 70000)))",
        "(drop (memory.grow (i32.const 0)))",
        "(memory.fill (local.get $i) (i32.const 1) (i32.const 0))",
        "(memory.copy (local.get $i) (i32.const 1) (i32.const 0))",
        "(drop (call $random))",
        "(drop (call $sin (f64.const 1e300)))",
        "(call $f)",
        "(call $g (i32.const 1) (i64.const 2)) (drop) (drop)",
        "(call_indirect (local.get $i))",
        "(drop (ref.is_null (table.get $t (local.get $i))))",
        "(block $a (block $b (br_table $a $b $a (local.get $i))))",
        "(drop (i64.rem_s (i64.const 7) (i64.const 3)))",
        "(drop (i64.trunc_f64_s (f64.const 7)))",
        "(drop (f64.nearest (f64.sqrt (f64.const 7))))",
        "(global.set $n (i64.popcnt (global.get $n)))",
        "(i64.store16 offset=9 (local.get $i) (i64.load32_s (local.get $j)))",
    ];
    for instruction in instructions {
        let source = module(parts, &format!("(loop $on {instruction} (br $on))"));
        let small = std::thread::Builder::new().stack_size(256 << 10);
        let kind = small.spawn(move || kind_of(&source)).unwrap().join().unwrap();
        let is_growth = instruction.contains("grow");
        let expected = if is_growth { FaultKind::Trapped } else { FaultKind::OverBudget };
        assert_eq!(kind, Some(expected), "{instruction}");
    }
}

#[test]
fn memory_grows_to_its_limit_and_no_further() {
    let grown = "(i64.extend_i32_s (memory.grow (i32.const 59)))";
    let too_far = "(i64.extend_i32_s (memory.grow (i32.const 60)))";
    for (number, shown) in [(grown, 5), (too_far, u64::MAX)] {
        let behaviour = load(module("", &showing(number))).unwrap();
        let sight = neighbours();
        let mut turns = [turn(&sight), turn(&sight)];
        behaviour.decide(&mut turns);
        for turn in turns {
            assert_eq!((turn.fault, turn.intent.signal), (None, Some(shown)));
        }
    }
}

/// The operations that a turn of a module spends on these instructions, and how it ends.
fn spent(instructions: &str) -> (u64, Option<FaultKind>) {
    let behaviour = load(module("", instructions)).unwrap();
    let sight = neighbours();
    let mut turns = [turn(&sight), turn(&sight)];
    behaviour.decide(&mut turns);
    assert_eq!(turns[0].spent, turns[1].spent, "{instructions}");
    (turns[0].spent, turns[0].fault.as_ref().map(|fault| fault.kind))
}

/// The module has five pages.
#[test]
fn a_turn_is_charged_for_what_is_restored_after_it() {
    let (nothing, _) = spent("");
    // A page that is added, and a new instance with five of them.
    let (grown, fault) = spent("(drop (memory.grow (i32.const 1)))");
    assert_eq!(fault, None);
    assert!(grown >= nothing + 40 + 120 + 5 * 80, "{grown} {nothing}");
    // Growth by nothing, or beyond the limit, needs none.
    for no_growth in
        ["(drop (memory.grow (i32.const 0)))", "(drop (memory.grow (i32.const 70000)))"]
    {
        assert!(spent(no_growth).0 <= nothing + 1, "{no_growth}");
    }
    // What was written is restored, after a trap, too.
    let fill = "(memory.fill (i32.const 270000) (i32.const 1) (i32.const 51200))";
    let (filled, _) = spent(fill);
    assert!(filled >= nothing + (51_200 / 16 + 100 * 45) / 100, "{filled} {nothing}");
    let (trapped, fault) = spent(&format!("{fill} (unreachable)"));
    assert_eq!((trapped, fault), (filled, Some(FaultKind::Trapped)));
    let growing_trap = "(drop (memory.grow (i32.const 1))) (unreachable)";
    assert_eq!(spent(growing_trap), (grown, Some(FaultKind::Trapped)));
    // Never more than the budget.
    let loops = "(drop (memory.grow (i32.const 1))) (loop $on (br $on))";
    assert_eq!(spent(loops), (10_000, Some(FaultKind::OverBudget)));
}

/// What a turn writes before it fails is no part of the next one.
#[test]
fn a_turn_after_one_that_trapped_finds_the_memory_as_it_was() {
    let odd = "(i32.and (i32.load (i32.const 136)) (i32.const 1))";
    let ends = ["(unreachable)", "(loop $on (br $on))", "(i32.store (i32.const -4) (i32.const 1))"];
    for end in ends {
        let write = "(i32.store (i32.const 300000) (i32.const 77)) (memory.fill (i32.const 310000) (i32.const 1) (i32.const 900))
            (global.set $kept (i64.const 5))";
        let seen = "(i64.add (global.get $kept) (i64.extend_i32_u (i32.add (i32.load (i32.const 300000)) (i32.load (i32.const 310500)))))";
        let body = format!("(if {odd} (then {write} {end})) {}", showing(seen));
        let behaviour = load(module("(global $kept (mut i64) (i64.const 2))", &body)).unwrap();
        let sight = neighbours();
        let mut turns = [turn(&sight), turn(&sight)];
        for (turn, id) in turns.iter_mut().zip(1..) {
            turn.senses.me.id = OrganismId(id);
        }
        behaviour.decide(&mut turns);
        assert!(turns[0].fault.is_some(), "{end}");
        assert_eq!((&turns[1].fault, turns[1].intent.signal), (&None, Some(2)), "{end}");
    }
}

#[test]
fn bulk_memory_instructions_use_the_budget() {
    for instruction in ["memory.fill", "memory.copy"] {
        let source = module(
            "",
            &format!(
                "(loop $on ({instruction} (i32.const 0) (i32.const 1) (i32.const 300000)) (br $on))"
            ),
        );
        assert_eq!(kind_of(&source), Some(FaultKind::OverBudget), "{instruction}");
    }
}

#[test]
fn a_trap_is_reported_with_its_cause() {
    let cases = [
        ("(unreachable)", "unreachable"),
        ("(drop (i32.div_s (i32.const 1) (local.get $i)))", "divi"),
        ("(drop (i32.load (i32.const -4)))", "out of bounds"),
        ("(i64.store (i32.const -4) (i64.const 1))", "out of bounds"),
        ("(drop (i32.trunc_f64_s (f64.const nan)))", "conversion"),
        ("(memory.fill (i32.const -9) (i32.const 1) (i32.const 99))", "out of bounds"),
    ];
    for (instructions, reason) in cases {
        let (kind, message) = fault_of(&module("", instructions)).unwrap();
        assert_eq!(kind, FaultKind::Trapped, "{instructions}");
        assert!(message.contains(reason), "{instructions}: {message}");
    }
}

#[test]
fn an_invalid_intent_is_a_fault() {
    let set =
        |field: usize, value: &str| format!("(i32.store (i32.const {field}) (i32.const {value}))");
    let go = |x: &str, speed: &str| {
        format!(
            "(i32.store (i32.const 0) (i32.const 2))
             (f64.store (i32.const 8) (f64.const {x})) (f64.store (i32.const 24) (f64.const {speed}))"
        )
    };
    let within = |distance: &str| {
        format!(
            "(i32.store (i32.const 0) (i32.const 6)) (f64.store (i32.const 32) (f64.const {distance}))"
        )
    };
    let dna = |address, length| [set(4, "8"), set(80, address), set(84, length)].concat();
    let memory = |address, length| [set(4, "64"), set(88, address), set(92, length)].concat();
    let bad = [
        (set(0, "7"), FaultKind::BadIntent),
        (set(0, "-1"), FaultKind::BadIntent),
        (set(4, "128"), FaultKind::BadIntent),
        (set(4, "-1"), FaultKind::BadIntent),
        (go("nan", "4"), FaultKind::BadIntent),
        (go("inf", "4"), FaultKind::BadIntent),
        (go("4", "-inf"), FaultKind::BadIntent),
        (go("4", "nan:0x123"), FaultKind::BadIntent),
        (within("-0.5"), FaultKind::BadIntent),
        (within("nan"), FaultKind::BadIntent),
        (within("inf"), FaultKind::BadIntent),
        (set(0, "4") + "(i64.store (i32.const 32) (i64.const -1))", FaultKind::BadIntent),
        (dna("327680", "1"), FaultKind::BadIntent),
        (dna("-1", "2"), FaultKind::BadIntent),
        (dna("0", "8001"), FaultKind::BadIntent),
        (memory("327679", "2"), FaultKind::BadMemory),
        (memory("-1", "-1"), FaultKind::BadMemory),
        (memory("0", "8001"), FaultKind::BadMemory),
    ];
    for (instructions, kind) in bad {
        assert_eq!(kind_of(&module("", &instructions)), Some(kind), "{instructions}");
    }
    let fine = [
        go("-1e300", "1e300"),
        within("0"),
        dna("327679", "1"),
        dna("327680", "0"),
        memory("0", "8000"),
    ];
    for fine in fine {
        assert_eq!(kind_of(&module("", &fine)), None, "{fine}");
    }
}

#[test]
fn a_turn_that_fails_keeps_its_intent_and_memory() {
    let instructions = showing("(i64.const 9)")
        + "(i32.store (i32.const 4) (i32.const 96)) (i32.store (i32.const 92) (i32.const 4)) (unreachable)";
    let behaviour = load(module("", &instructions)).unwrap();
    let sight = neighbours();
    let mut turns = [turn(&sight)];
    turns[0].memory = Memory::from_bytes(vec![1, 2, 3]);
    behaviour.decide(&mut turns);
    assert!(turns[0].fault.is_some() && turns[0].intent == Intent::default());
    assert_eq!(turns[0].memory.bytes(), [1, 2, 3]);
}

#[test]
fn other_creatures_of_the_species_are_not_affected() {
    // Every second creature loops for ever or traps.
    let odd = "(i32.and (i32.load (i32.const 136)) (i32.const 1))";
    for harm in
        ["(loop $on (br $on))", "(unreachable)", "(drop (memory.grow (i32.const 9))) (unreachable)"]
    {
        let source = module("", &format!("(if {odd} (then {harm})) {}", showing("(i64.const 7)")));
        let behaviour = load(source).unwrap();
        let sight = neighbours();
        let mut turns: Vec<_> = (0..10).map(|_| turn(&sight)).collect();
        for (turn, id) in turns.iter_mut().zip(1..) {
            turn.senses.me.id = OrganismId(id);
        }
        behaviour.decide(&mut turns);
        for (turn, id) in turns.iter().zip(1..) {
            assert_eq!(turn.fault.is_some(), id % 2 == 1, "{harm}: creature {id}");
            assert_eq!(turn.intent.signal, (id % 2 == 0).then_some(7), "{harm}: creature {id}");
        }
    }
}

#[test]
fn debug_output_ends_with_the_budget_and_costs_the_same_when_dropped() {
    let flood = module(
        r#"(import "terrarium" "log" (func $log (param i32 i32)))"#,
        "(loop $on (call $log (i32.const 0) (i32.const 5000)) (br $on))",
    );
    let few = module(
        r#"(import "terrarium" "log" (func $log (param i32 i32)))
           (import "terrarium" "mark_text" (func $mark (param f64 f64 i32 i32)))
           (data (i32.const 300000) "hello")"#,
        "(call $log (i32.const 300000) (i32.const 5))
         (call $mark (f64.const 1) (f64.const 2) (i32.const 300000) (i32.const 4))",
    );
    let sight = neighbours();
    for source in [flood, few] {
        let behaviour = load(source).unwrap();
        let mut turns = [turn(&sight), turn(&sight)];
        turns[1].notes = Notes::wanted();
        behaviour.decide(&mut turns);
        let [dropped, kept] = turns;
        assert_eq!((&dropped.fault, dropped.spent), (&kept.fault, kept.spent));
        assert!(dropped.notes.into_list().is_empty());
        if kept.fault.is_none() {
            let notes = [
                Note::Log("hello".to_owned()),
                Note::Text(DVec2::new(1.0, 2.0), "hell".to_owned()),
            ];
            assert_eq!(kept.notes.into_list(), notes);
        }
    }
}

#[test]
fn text_outside_the_memory_is_a_fault() {
    let parts = r#"(import "terrarium" "log" (func $log (param i32 i32)))"#;
    for (address, length) in [("-1", "2"), ("327680", "1"), ("0", "-1")] {
        let call = format!("(call $log (i32.const {address}) (i32.const {length}))");
        assert!(fault_of(&module(parts, &call)).is_some(), "{call}");
    }
}

#[test]
fn an_unknown_import_is_named() {
    let cases = [
        (
            r#"(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))"#,
            "`wasi_snapshot_preview1` `fd_write`",
        ),
        (r#"(import "env" "memory" (memory 1))"#, "`env` `memory`"),
        (r#"(import "terrarium" "now" (func (result i64)))"#, "`terrarium` `now`"),
        (
            r#"(import "terrarium" "sin" (func (param f32) (result f32)))"#,
            "a type other than (f64) -> f64",
        ),
        (r#"(import "terrarium" "random" (global i64))"#, "a type other than () -> i64"),
        (r#"(import "env" "table" (table 1 funcref))"#, "`env` `table`"),
    ];
    for (import, expected) in cases {
        let message = refusal(format!("(module {import})"));
        assert!(message.contains(expected), "{import}: {message}");
    }
}

#[test]
fn a_missing_export_is_named() {
    let whole = module("", "");
    let cases = [
        ("(module)".to_owned(), "a memory called `memory`"),
        (whole.replace("(export \"memory\")", ""), "a memory called `memory`"),
        (whole.replace("terrarium_abi", "abi"), "`terrarium_abi`: () -> i32"),
        (whole.replace("terrarium_buffer", "buffer"), "`terrarium_buffer`: () -> i32"),
        (whole.replace("terrarium_turn", "turn"), "`terrarium_turn`: ()"),
        (
            whole.replace("\"terrarium_turn\")", "\"terrarium_turn\") (param i32)"),
            "`terrarium_turn`: ()",
        ),
        (whole.replace("i32) (i32.const 1)", "i64) (i64.const 1)"), "`terrarium_abi`: () -> i32"),
        (whole.replace("(i32.const 1)", "(i32.const 2)"), "version 2 of the interface"),
        (whole.replace("(i32.const 0)", "(i32.const 4)"), "returns 4,"),
        (whole.replace("(i32.const 0)", "(i32.const 65544)"), "returns 65544"),
        (whole.replace("(i32.const 0)", "(i32.const -8)"), "returns 4294967288"),
    ];
    for (source, expected) in cases {
        let message = refusal(&source);
        assert!(message.contains(expected), "{source}: {message}");
    }
}

#[test]
fn a_module_that_exceeds_a_limit_is_rejected() {
    let many = |part: &str, count: usize| part.repeat(count);
    let cases = [
        (module(&many("(func)", 4001), ""), "functions"),
        (module(&format!("(func (local {}))", many("i64 ", 257)), ""), "local variables"),
        (module(&format!("(func (param {}))", many("i64 ", 17)), ""), "parameters or results"),
        (module(&many("(global (mut i32) (i32.const 0))", 201), ""), "global variables"),
        (module("(table 5000 funcref)", ""), "elements of a table"),
        (module(&many("(data (i32.const 0) \"\")", 1001), ""), "data segments"),
        (module("", "").replace("\"memory\") 5", "\"memory\") 65"), "pages of memory"),
    ];
    for (source, expected) in cases {
        let message = refusal(&source);
        assert!(message.contains(expected), "{message}");
    }
    let message = refusal(vec![0; 100 << 20]);
    assert!(message.contains("104857600 bytes"), "{message}");
}

#[test]
fn unsupported_features_and_persistent_instructions_are_rejected() {
    let cases = [
        module("", "(drop (v128.const i64x2 0 0))"),
        module("", "").replace("\"memory\") 5", "\"memory\") 5 5 shared"),
        module("", "").replace("\"memory\") 5", "\"memory\") i64 5"),
        module("(memory 1)", ""),
        module("(func $f (return_call $f))", ""),
        module("(tag)", ""),
        "(component)".to_owned(),
        module("(table $t 1 funcref)", "(table.set $t (i32.const 0) (ref.null func))"),
        module("(table $t 1 funcref)", "(drop (table.grow $t (ref.null func) (i32.const 1)))"),
        module("(data $d \"x\")", "(data.drop $d)"),
        module("(data $d \"x\")", "(memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))"),
        module("(global (export \"terrarium:marks\") (mut i32) (i32.const 0))", ""),
    ];
    for source in cases {
        let message = refusal(&source);
        assert!(message.contains("; "), "{source}: {message}");
    }
}

#[test]
fn a_start_function_must_return() {
    let message = refusal(module("(func $s (loop $on (br $on))) (start $s)", ""));
    assert!(message.contains("the start function failed: it ran too long"), "{message}");
    let message = refusal(module("(func $s (unreachable)) (start $s)", ""));
    assert!(message.contains("the start function failed"), "{message}");
    let message =
        refusal(module("", "").replace("(i32.const 1)", "(loop $on (br $on)) (i32.const 1)"));
    assert!(message.contains("terrarium_abi failed"), "{message}");
}

#[test]
fn an_error_in_text_form_has_its_position() {
    let source = "(module\n  (fnc))";
    let refusal = load(source).err().unwrap();
    assert_eq!(refusal.span.map(|span| span.start), source.find("fnc"));
}

/// Loads a module, and runs turns if it loads: neither may panic or hang.
fn check_no_harm(source: &[u8]) {
    if let Ok(behaviour) = load(source) {
        let sight = neighbours();
        let mut turns = [turn(&sight), turn(&sight)];
        behaviour.decide(&mut turns);
        assert_eq!(turns[0].intent, turns[1].intent);
        assert_eq!((&turns[0].fault, turns[0].spent), (&turns[1].fault, turns[1].spent));
    }
}

const GRAZERS: [&[u8]; 2] =
    [include_bytes!("../creatures/grazer-rust.wasm"), include_bytes!("../creatures/grazer-c.wasm")];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn arbitrary_bytes_do_no_harm(mut bytes in prop::collection::vec(any::<u8>(), 0..400), is_headed: bool) {
        if is_headed {
            bytes.splice(0..0, *b"\0asm\x01\0\0\0");
        }
        check_no_harm(&bytes);
    }

    #[test]
    fn arbitrary_text_does_no_harm(text in "[(module func loop br i32.const 0-9)$\"]{0,120}") {
        check_no_harm(text.as_bytes());
    }

    #[test]
    fn corrupted_modules_do_no_harm(
        which in 0..2_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = GRAZERS[which].to_vec();
        for (index, value) in changes {
            let index = index.index(bytes.len());
            bytes[index] = value;
        }
        check_no_harm(&bytes);
    }
}
