//! `terrarium turn`: turns step by step, and what the lines of a script cost.

use serde_json::Value;
use terrarium_testing::{Workdir, scenario};

use crate::workdir;

fn pond_toml() -> String {
    scenario(5, [600, 400], &[("clover", 12), ("vole", 3), ("shrew", 1), ("hare", 2)])
}

/// The first of the voles, which come after the clovers; the shrew and the first hare come after them.
const VOLE: &str = "13";
const SHREW: &str = "16";
const HARE: &str = "17";

const BEHAVIOUR: &str = r#"fn sum_to(limit) {
    let sum = 0;
    for number in 1..=limit {
        sum += number;
    }
    sum
}

fn on_tick() {
    memory.turns = (memory.turns ?? 0) + 1;
    let sum = sum_to(memory.turns % 4);
    if sum == 6 { memory.mood = "wild"; eat(me.id); }
    if world.tick == 9 { throw "nine"; }
    while world.tick == 10 { sum += 1; }
    go_to(300.0, 200.0, me.max_speed);
}
"#;

/// A module that draws a random number, logs and returns.
const MODULE: &str = r#"(module
  (import "terrarium" "random" (func $random (result i64)))
  (import "terrarium" "log" (func $log (param i32 i32)))
  (memory (export "memory") 5)
  (data (i32.const 8) "here")
  (func (export "terrarium_abi") (result i32) (i32.const 1))
  (func (export "terrarium_buffer") (result i32) (i32.const 1024))
  (func (export "terrarium_turn")
    (drop (call $random))
    (call $log (i32.const 8) (i32.const 4))))"#;

/// A workdir with a finished run of 12 ticks, `runs/one`, and its recording.
fn recorded() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    for name in ["vole", "shrew"] {
        workdir.success(&["creature", "new", name, "--kind", "herbivore"]);
    }
    workdir.write("creatures/vole/behaviour.rhai", BEHAVIOUR);
    let run = ["run", "pond.toml", "--creatures", "creatures", "--ticks", "12"];
    workdir.success(&[&run[..], &["--out", "runs/one", "--record", "one.recording"]].concat());
    workdir
}

fn steps(turn: &Value) -> &Vec<Value> {
    turn["steps"].as_array().expect("steps")
}

fn sum(values: &[Value], key: &str) -> u64 {
    values.iter().map(|value| value[key].as_u64().expect(key)).sum()
}

#[test]
fn the_costs_of_steps_and_of_lines_add_up_to_what_the_turns_used() {
    let workdir = recorded();
    let mut spent = 0;
    for tick in 1..=12 {
        let tick = tick.to_string();
        for vole in 13..16 {
            let vole = vole.to_string();
            let turn = workdir.json(&["turn", "one.recording", &vole, "--tick", &tick]);
            assert_eq!(sum(steps(&turn), "cost"), turn["spent"].as_u64().unwrap(), "{turn}");
            assert_eq!(turn["dropped_steps"], 0);
            spent += turn["spent"].as_u64().unwrap();
        }
    }
    let profile = workdir.json(&["turn", "runs/one", "vole"]);
    assert_eq!((&profile["turns"], &profile["spent"]), (&36.into(), &spent.into()));
    assert_eq!(sum(profile["lines"].as_array().unwrap(), "cost"), spent);
    let dearest = &profile["dearest"];
    assert_eq!((&dearest["id"], &dearest["tick"]), (&13.into(), &11.into()), "over the budget");
    // Of one tick, the profile has the lines of the steps.
    let part = workdir.json(&["turn", "runs/one", "vole", "--ticks", "3..3"]);
    let turn = workdir.json(&["turn", "runs/one", VOLE, "--tick", "3"]);
    let count = |line: u64| {
        let lines = steps(&turn).iter().filter(|step| step["line"].as_u64() == Some(line));
        3 * lines.count() as u64
    };
    for line in part["lines"].as_array().unwrap() {
        assert_eq!(line["count"].as_u64().unwrap(), count(line["line"].as_u64().unwrap()));
    }
}

#[test]
fn the_steps_of_a_script_show_each_line_with_what_it_changed() {
    let workdir = recorded();
    let text = workdir.success(&["turn", "runs/one", VOLE, "--tick", "3"]);
    let (report, steps) = text.split_once("\nSteps\n").expect(&text);
    assert!(report.starts_with("tick 3, vole #13, herbivore\n"), "{report}");
    insta::assert_snapshot!(steps, @r#"
    14 steps, 126 operations

     cost  line
                on_tick:
        2     9 fn on_tick() {
       27    10     memory.turns = (memory.turns ?? 0) + 1;
                        memory.turns = 3
       15    11     let sum = sum_to(memory.turns % 4);
                        sum = 6
                    sum_to:
        1     1     fn sum_to(limit) {
                            limit = 3
        2     2         let sum = 0;
                            sum = 0
        7     3         for number in 1..=limit {
                            number = 1
        4     4             sum += number;
                            number = 2
                            sum = 1
        4     4             sum += number;
                            number = 3
                            sum = 3
        5     4             sum += number;
                            sum = 6
        1     6         sum
                            returned = 6
                on_tick:
       27    12     if sum == 6 { memory.mood = "wild"; eat(me.id); }
                        memory.mood = "wild"
                        eat = #13
       10    13     if world.tick == 9 { throw "nine"; }
       11    14     while world.tick == 10 { sum += 1; }
       10    15     go_to(300.0, 200.0, me.max_speed);
                        move = to (300.0, 200.0) at 35.0
    "#);
}

#[test]
fn failed_turns_end_with_their_fault_where_it_happened() {
    let workdir = recorded();
    let thrown = workdir.json(&["turn", "runs/one", VOLE, "--tick", "10"]);
    assert_eq!(steps(&thrown).last().unwrap()["line"], 13, "{thrown}");
    assert!(thrown["fault"].as_str().unwrap().contains("nine"), "{thrown}");
    let long = workdir.success(&["turn", "runs/one", VOLE, "--tick", "11"]);
    assert!(long.contains("steps; --all prints them"), "{long}");
    assert!(long.lines().last().unwrap().contains("The turn failed: over_budget"), "{long}");
    assert!(long.lines().count() < 500);
    let all = workdir.success(&["turn", "runs/one", VOLE, "--tick", "11", "--all"]);
    assert!(all.lines().count() > 600 && !all.contains("--all prints"));
}

#[test]
fn the_last_turn_is_the_default() {
    let workdir = recorded();
    let last = workdir.json(&["turn", "runs/one", VOLE]);
    assert_eq!(last, workdir.json(&["turn", "runs/one", VOLE, "--tick", "12", "--threads", "1"]));
}

#[test]
fn a_native_behaviour_has_no_steps_and_says_so() {
    let workdir = recorded();
    let text = workdir.success(&["turn", "runs/one", HARE, "--tick", "3"]);
    assert!(text.ends_with("none: a native behaviour is not executed line by line\n"), "{text}");
    let profile = workdir.success(&["turn", "runs/one", "hare"]);
    assert!(profile.contains("hare: 24 turns in ticks 1 to 12, 0 operations"), "{profile}");
}

#[test]
fn a_module_shows_its_calls_of_host_functions() {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore"]);
    workdir.success(&["creature", "new", "shrew", "--kind", "herbivore"]);
    std::fs::remove_file(workdir.path("creatures/shrew/behaviour.rhai")).unwrap();
    workdir.write("creatures/shrew/behaviour.wasm", MODULE);
    workdir.edit("creatures/shrew/creature.toml", "\ncaution", "\n# caution");
    let run = ["run", "pond.toml", "--creatures", "creatures", "--ticks", "4", "--out", "one"];
    workdir.success(&run);
    let turn = workdir.json(&["turn", "one", SHREW, "--tick", "3"]);
    let calls: Vec<_> = steps(&turn).iter().map(|step| step["call"].as_str().unwrap()).collect();
    assert_eq!(calls, ["random()", "log(\"here\")", "return"], "{turn}");
    assert_eq!(turn["unit"], "instructions");
    assert_eq!(steps(&turn)[0]["changes"][0]["name"], "result");
}

#[test]
fn questions_without_an_answer_are_refused() {
    let workdir = recorded();
    for (arguments, expected) in [
        (&["runs/one", "vool"][..], "did you mean `vole`?"),
        (&["runs/one", "0"], "give one of"),
        (&["runs/one", "999"], "its organisms are #1 to #18"),
        (&["runs/one", "999", "--tick", "3"], "organism 999 had no turn in tick 3"),
        (&["runs/one", "1", "--tick", "3"], "organism 1 had no turn in tick 3"),
        (&["runs/one", VOLE, "--tick", "13"], "has turns in ticks 1 to 12"),
        (&["runs/one", VOLE, "--tick", "0"], "has turns in ticks 1 to 12"),
        (&["runs/one", VOLE, "--ticks", "1..2"], "a turn of an organism has one tick"),
        (&["runs/one", "vole", "--tick", "3"], "use --ticks 3..3"),
        (&["runs/one", "vole", "--ticks", "0..3"], "has turns in ticks 1 to 12"),
        (&["runs/two", "vole"], "there is no such file or directory"),
    ] {
        let result = workdir.run(&[&["turn"], arguments].concat());
        assert_eq!(result.code, Some(2), "{arguments:?}: {}", result.err);
        assert!(result.err.contains(expected), "{arguments:?}: {}", result.err);
    }
}
