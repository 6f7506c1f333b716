//! Malicious and nonsensical scripts: they are stopped with a fault and do no harm.

use proptest::prelude::*;
use terrarium::behaviour::{EventKind, Fault, FaultKind, MAX_NOTES, OrganismId, SightingKind};
use terrarium::rules::Rules;
use terrarium_testing::turns::{event, run, script, script_with, sighting, turn};

/// The fault of a turn of a script, in a thread with the stack size of a worker thread.
fn fault(source: &str) -> Option<Fault> {
    let source = source.to_owned();
    let turn_of = move || {
        let behaviour = script(&source).unwrap_or_else(|refusal| panic!("{source}: {refusal}"));
        let sight =
            [sighting(11, SightingKind::Plant, 10.0), sighting(12, SightingKind::Carnivore, 30.0)];
        let done = run(&*behaviour, turn(&sight, &[]));
        assert!(done.spent <= 10_000);
        done.fault
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(turn_of).unwrap();
    thread.join().expect("no script panics")
}

fn kind(body: &str) -> Option<FaultKind> {
    fault(&format!("fn again(x) {{ again(x + 1) }} fn on_tick() {{ {body} }}")).map(|f| f.kind)
}

#[test]
fn endless_loops_exceed_the_budget() {
    for body in [
        "loop {}",
        "while true { }",
        "for i in 0..9223372036854775807 { }",
        "do { } while true;",
        "try { loop { } } catch { }",
        "loop { try { loop { } } catch { } }",
        "loop { nearest(\"any\"); }",
        "loop { log(1); }",
        "loop { best_food([1, 2, 3, 4]); }",
    ] {
        assert_eq!(kind(body), Some(FaultKind::OverBudget), "{body}");
    }
}

#[test]
fn the_handlers_of_a_turn_share_the_budget() {
    let source = "fn on_tick() { for i in 0..1500 { } } fn on_idle() { for i in 0..1500 { } }";
    let mut rules = Rules::default();
    let behaviour = |rules: &Rules| script_with(source, &[], rules).unwrap();
    let spent = run(&*behaviour(&rules), turn(&[], &[])).spent;
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    rules.set("turn_budget", spent as f64 - 1.0).unwrap();
    let done = run(&*behaviour(&rules), turn(&[], &[]));
    assert_eq!(done.fault.unwrap().kind, FaultKind::OverBudget);
}

#[test]
fn recursion_and_nesting_end_before_the_stack_overflows() {
    assert_eq!(kind("again(0)"), Some(FaultKind::TooDeep));
    // With the deepest nesting allowed in each call.
    for (open, close) in
        [("(", ")"), ("[", "][0]"), ("if true { ", " } else { 0 }"), ("1 + (", ")")]
    {
        let nested = |depth: usize| {
            let inner = format!("{}deep(x + 1){}", open.repeat(depth), close.repeat(depth));
            format!("fn deep(x) {{ let y = {inner}; y }} fn on_tick() {{ deep(0) }}")
        };
        let deepest = (1..200).take_while(|&depth| script(&nested(depth)).is_ok()).last();
        let fault = fault(&nested(deepest.expect("a little nesting is allowed"))).unwrap();
        assert_eq!(fault.kind, FaultKind::TooDeep, "{open}");
    }
}

#[test]
fn growing_strings_lists_and_maps_are_stopped() {
    for body in [
        "let s = \"ab\"; loop { s += s; }",
        "let a = []; loop { a.push(1); }",
        "let a = [1]; loop { a = [a, a]; }",
        "let m = #{}; for i in 0..1000 { m[`k${i}`] = i; }",
        "let a = [1, 2]; for i in 0..20 { a[0] = a; a[1] = a; }",
        "for i in 0..1000 { memory[`k${i}`] = i; }",
        "let s = \"abcdefgh\"; let a = []; loop { s += s; a.push(s); }",
    ] {
        assert_eq!(kind(body), Some(FaultKind::OutOfMemory), "{body}");
    }
    let many: String = (0..100).map(|n| format!("let v{n} = {n};")).collect();
    assert_eq!(kind(&many), Some(FaultKind::OutOfMemory));
}

#[test]
fn numbers_that_are_not_finite_are_faults_and_arbitrary_ids_are_not() {
    for body in ["go_to(0.0 / 0.0, 1)", "go_to(1, 1.0 / 0.0)", "go_to(1, 1, -1.0 / 0.0)"] {
        assert_eq!(kind(body), Some(FaultKind::BadIntent), "{body}");
    }
    assert_eq!(kind("attack(1); eat(-5); defend(9223372036854775807); go_beside(0)"), None);
    assert_eq!(kind("for i in 0..100 { go_to(i, i); eat(i); signal(i); }"), None);
}

#[test]
fn only_plain_data_can_be_remembered() {
    for body in ["memory.a = me", "memory.a = [nearest(\"plant\")]", "memory.a = 0..5"] {
        assert_eq!(kind(body), Some(FaultKind::BadMemory), "{body}");
    }
    let mut rules = Rules::default();
    rules.set("memory_limit", 100.0).unwrap();
    let source = "fn on_tick() { let s = \"0123456789\"; memory.a = s + s + s + s + s + s + s + s + s + s; }";
    let done = run(&*script_with(source, &[], &rules).unwrap(), turn(&[], &[]));
    assert_eq!(done.fault.unwrap().kind, FaultKind::BadMemory);
}

#[test]
fn excess_log_lines_are_dropped() {
    let behaviour = script("fn on_tick() { for i in 0..1000 { log(i); } }").unwrap();
    assert_eq!(run(&*behaviour, turn(&[], &[])).notes.into_list().len(), MAX_NOTES);
}

#[test]
fn scripts_cannot_leave_the_sandbox() {
    for word in
        ["eval(\"1\")", "import \"/etc/passwd\" as p", "sleep(9)", "timestamp()", "Fn(\"f\")"]
    {
        assert!(script(&format!("fn on_tick() {{ {word}; }}")).is_err(), "{word}");
    }
    for word in ["open", "read_file", "env", "exit", "parse_json", "sort", "pad", "fill", "sum"] {
        assert!(script(&format!("fn on_tick() {{ {word}(1, 2); }}")).is_err(), "{word}");
    }
}

#[test]
fn huge_nested_text_is_rejected() {
    for part in
        ["(", "{", "[", "if true {", "!", "-", "#{a:", "f(", "/*", "`${", "fn f(){", "1+", "a."]
    {
        let source = part.repeat(200_000 / part.len());
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let is_rejected = thread.spawn(move || script(&source).is_err()).unwrap();
        assert!(is_rejected.join().expect("no text makes the compiler panic"), "{part}");
    }
}

/// Tokens for scripts that are nearly valid.
const WORDS: [&str; 40] = [
    "fn",
    "on_tick",
    "(",
    ")",
    "{",
    "}",
    "let",
    "x",
    "=",
    "1",
    "2.5",
    "\"a\"",
    "me",
    ".",
    "energy",
    "memory",
    ";",
    "if",
    "else",
    "loop",
    "for",
    "in",
    "nearest",
    "\"plant\"",
    "[",
    "]",
    "+",
    "-",
    "*",
    "/",
    "==",
    "()",
    "go_to",
    ",",
    "return",
    "const",
    "#{",
    ":",
    "while",
    "..",
];

proptest! {
    #[test]
    fn no_text_makes_a_script_panic_or_hang(text in ".{0,300}") {
        if let Ok(behaviour) = script(&text) {
            run(&*behaviour, turn(&[], &[]));
        }
    }

    #[test]
    fn no_words_make_a_script_panic_or_hang(
        words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..60),
    ) {
        for source in [words.join(" "), format!("fn on_tick() {{ {} }}", words.join(" "))] {
            if let Ok(behaviour) = script(&source) {
                run(&*behaviour, turn(&[], &[]));
            }
        }
    }
}

/// The operations that a turn spends on these statements.
fn spent(statements: &str) -> u64 {
    let constant = "const LIST = [1, 2, 3, 4, 5, 6, 7, 8];";
    let source = format!("{constant} fn on_tick() {{ {statements} }}");
    let behaviour = script(&source).unwrap_or_else(|refusal| panic!("{source}: {refusal}"));
    let done = run(&*behaviour, turn(&[], &[]));
    assert_eq!(done.fault, None, "{source}");
    done.spent
}

#[test]
fn a_read_costs_by_the_size_of_what_is_copied() {
    let list = |length: u64, then: &str| {
        spent(&format!("let l = []; for i in 0..{length} {{ l.push(i); }} let other = 1; {then}"))
    };
    let copy = |length| list(length, "let t = l;") - list(length, "let t = other;");
    assert!(copy(100) - copy(10) >= 90, "{} {}", copy(10), copy(100));
    // Reading an item copies nothing else.
    let item = |length| list(length, "l[3];") - list(length, "other;");
    assert!(item(100) - item(10) < 15, "{} {}", item(10), item(100));
    assert!(spent("let t = LIST;") >= spent("let t = 1;") + 8);
}

#[test]
fn a_turn_without_budget_keeps_what_it_decided_unless_the_rule_is_off() {
    let source = "fn on_attacked(by, damage) { memory.by = by; defend(by); }
        fn on_tick() { signal(9); memory.kept = false; while budget_left() > 0 { } }";
    let events = [event(EventKind::Attacked { by: OrganismId(11), damage: 1.0 })];
    let mut rules = Rules::default();
    let mut turn_by = |keeps: f64| {
        rules.set("keep_decisions", keeps).unwrap();
        let done = run(&*script_with(source, &[], &rules).unwrap(), turn(&[], &events));
        assert_eq!(done.fault.unwrap().kind, FaultKind::OverBudget);
        let memory = terrarium::behaviour::script::describe(done.memory.bytes()).unwrap();
        (done.intent.defend, done.intent.signal, memory)
    };
    // The handler that succeeded keeps all of its own in any case.
    let attacker = Some(OrganismId(11));
    assert_eq!(turn_by(1.0), (attacker, Some(9), "#{\"by\": 11}".to_owned()));
    assert_eq!(turn_by(0.0), (attacker, None, "#{\"by\": 11}".to_owned()));
}

#[test]
fn caught_errors_are_charged_for_and_places_after_them_are_right() {
    let spent = |body: &str| {
        let behaviour = script(&format!("fn on_tick() {{ {body} }}")).unwrap();
        let done = run(&*behaviour, turn(&[], &[]));
        assert_eq!(done.fault, None, "{body}");
        done.spent
    };
    let (thrown, caught) =
        (spent("let x = 0; try { 1 / 1 } catch { }"), spent("let x = 0; try { 1 / 0 } catch { }"));
    assert!(caught >= thrown + 10, "{caught} {thrown}");
    // A function of the script cannot take the place of the charge.
    assert_eq!(caught, spent("let x = 0; try { 1 / 0 } catch { } } fn c() { "));
    let body =
        "try { 1 / 0 } catch (e) { if e.position != 9 { throw e.position; } } throw \"here\";";
    let fault = fault(&format!("fn on_tick() {{\n{body}\n}}")).unwrap();
    let column = body.find("throw \"here\"").unwrap() + 1;
    assert_eq!(fault.line_and_column(), Some((2, column)), "{fault}");
}

#[test]
fn every_fault_has_a_line_and_column() {
    let padding = "let pad = 1;\n";
    for body in [
        "loop { }",
        "while true { log(nearest(\"any\")); }",
        "let s = \"0123456789\"; while true { s += s; }",
        "let l = []; while true { l.push(1); }",
        "again(0)",
        "go_to(0.0 / 0.0, 1)",
        "go_to(1, 1, 1.0 / 0.0)",
        "memory.a = me;",
        "memory.a = [nearest(\"plant\")];",
        "throw \"no\";",
        "let x = 1 + [];",
        "attack(());",
        "let l = [1]; l[7] = 2;",
        "flee(3.5);",
        "for i in 0..200 { memory[`k${i}`] = i; }",
    ] {
        let source =
            format!("fn again(x) {{ again(x + 1) }}\nfn on_tick() {{\n{padding}  {body}\n}}");
        let fault = fault(&source).unwrap_or_else(|| panic!("{body}"));
        let (line, column) = fault.line_and_column().unwrap_or_else(|| panic!("{body}: {fault}"));
        // The engine gives no place to a call that is too deep: it is the handler's.
        let expected = if body == "again(0)" { 2 } else { 4 };
        assert!(line == expected && column > 1, "{body}: {fault}");
        assert!(!fault.reason.contains("::"), "{fault}");
    }
    let mut rules = Rules::default();
    rules.set("memory_limit", 60.0).unwrap();
    let source = "fn on_tick() {\n  memory.small = 1;\n  memory.large = TEXT;\n}\nconst TEXT = \"\
        0123456789012345678901234567890123456789012345678901234567890123456789\";";
    let done = run(&*script_with(source, &[], &rules).unwrap(), turn(&[], &[]));
    let fault = done.fault.unwrap();
    assert_eq!(
        (fault.kind, fault.line_and_column().map(|at| at.0)),
        (FaultKind::BadMemory, Some(3))
    );
    assert!(fault.reason.contains("`memory.large` takes"), "{fault}");
}
