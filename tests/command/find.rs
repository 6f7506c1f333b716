//! `terrarium find`: ticks in which a condition about one organism holds.

use serde_json::Value;
use terrarium_testing::{Workdir, scenario};

use crate::workdir;

/// Enough ticks for several keyframes.
const TICKS: &str = "2600";

/// The first clover.
const CLOVER: &str = "1";

/// The first of the voles, which come after the clovers and hares.
const VOLE: &str = "31";

fn pond_toml() -> String {
    scenario(5, [700, 500], &[("clover", 24), ("hare", 6), ("vole", 2)])
}

/// Counts its turns, and changes its mood every 100 of them.
const BEHAVIOUR: &str = r#"fn on_tick() {
    memory.turns = (memory.turns ?? 0) + 1;
    memory.mood = if (memory.turns / 100) % 2 == 0 { "calm" } else { "wild" };
    if memory.turns % 50 == 0 { eat(me.id); return; }
    let plant = best_food();
    if plant != () { graze(plant); }
}

fn on_idle() { roam(me.max_speed * 0.3); }
"#;

fn recorded() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore"]);
    workdir.write("creatures/vole/behaviour.rhai", BEHAVIOUR);
    let run = ["run", "pond.toml", "--creatures", "creatures", "--ticks", TICKS];
    workdir.success(&[&run[..], &["--out", "one", "--record", "one.recording"]].concat());
    workdir
}

fn find<'a>(when: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    find_of(VOLE, when, more)
}

fn find_of<'a>(creature: &'a str, when: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["find", "one.recording", "--creature", creature, "--when", when], more].concat()
}

/// All ticks in which the condition holds, by searching on from each one.
fn all(workdir: &Workdir, creature: &str, when: &str) -> Vec<u64> {
    let mut ticks: Vec<u64> = Vec::new();
    loop {
        let from = ticks.last().map_or(0, |tick| tick + 1).to_string();
        let result = workdir.run(&find_of(creature, when, &["--from", &from, "--format", "json"]));
        if result.code != Some(0) {
            assert!([Some(1), Some(2)].contains(&result.code), "{}", result.err);
            return ticks;
        }
        let hit: Value = serde_json::from_str(&result.out).unwrap();
        ticks.push(hit["tick"].as_u64().unwrap());
    }
}

#[test]
fn the_backward_search_finds_the_last_of_all_forward_ones() {
    let workdir = recorded();
    // The clover lives through several keyframes.
    for (creature, when) in [(VOLE, "changed(memory.mood)"), (CLOVER, "gave_birth")] {
        let ticks = all(&workdir, creature, when);
        assert!(ticks.len() > 1 && ticks.is_sorted(), "{creature} {when}: {ticks:?}");
        let backward = |more: &[&str]| {
            workdir.json(&find_of(creature, when, &[&["--backward"], more].concat()))
        };
        let last = backward(&[]);
        assert_eq!(last["tick"], *ticks.last().unwrap(), "{when}");
        let of_run = ["find", "one", "--creature", creature, "--when", when, "--backward"];
        assert_eq!(workdir.json(&of_run), last);
        // From before the last, the one before it is found.
        let before = (ticks[ticks.len() - 1] - 1).to_string();
        let before = backward(&["--from", &before]);
        assert_eq!(before["tick"], ticks[ticks.len() - 2], "{when}");
    }
    // The script decides when its mood changes.
    assert_eq!(all(&workdir, VOLE, "changed(memory.mood)")[..3], [1, 100, 200]);
}

#[test]
fn the_values_before_and_after_are_printed_with_commands_for_the_tick() {
    let workdir = recorded();
    let out = workdir.success(&find("memory.mood == \"wild\" && tick > 3", &[]));
    assert_eq!(
        out,
        "tick 100\n\n\
         name         before  after\n\
         memory.mood  \"calm\"  \"wild\"\n\
         tick         99      100\n\n\
         Inspect it there: terrarium inspect one.recording --id 31 --tick 100\n\
         Watch it there:   terrarium watch one.recording --tick 100 --follow 31 --paused\n"
    );
    workdir.success(&["inspect", "one.recording", "--id", VOLE, "--tick", "100"]);
    let hit = workdir.json(&find("born || tick == 0", &[]));
    assert_eq!((&hit["tick"], &hit["values"][1]["before"]), (&0.into(), &Value::Null));
    let refusal = workdir.json(&find("\"eat: itself\" in refusals", &[]));
    assert_eq!(refusal["tick"], 50);
    let refused = workdir.json(&find("refused", &[]))["tick"].as_u64().unwrap();
    assert!(refused <= 50, "{refused}");
}

#[test]
fn a_death_is_found_from_both_ends() {
    let workdir = recorded();
    let deaths = workdir.json(&["why", "one", "clover"]);
    let death = &deaths["causes"][0]["last"][0];
    let id = death["id"].to_string();
    for more in [&[][..], &["--backward"]] {
        let find = ["find", "one.recording", "--creature", &id, "--when", "died"];
        assert_eq!(workdir.json(&[&find[..], more].concat())["tick"], death["tick"]);
    }
}

#[test]
fn a_condition_that_never_holds_exits_with_1() {
    let workdir = recorded();
    for backward in [&[][..], &["--backward"]] {
        let result = workdir.run(&find("me.energy < 0 || memory.mod == 3", backward));
        assert_eq!((result.code, &*result.out), (Some(1), ""), "{}", result.err);
        let message = result.message();
        assert!(message.contains("never holds for #31 in ticks 0 to "), "{message}");
        assert!(message.contains("memory.mod had no value in any of them"), "{message}");
    }
}

#[test]
fn invalid_conditions_and_organisms_are_refused() {
    let workdir = recorded();
    let refused = |when: &str, more: &[&str]| workdir.refused(&find(when, more));
    let why = refused("me.enrgy < 5", &[]);
    assert!(
        why.contains("conditions have no name `enrgy`") && why.contains("did you mean `energy`?"),
        "{why}"
    );
    assert!(why.contains("--when:1:4"), "{why}");
    let why = refused("refusd", &[]);
    assert!(why.contains("no name `refusd`") && why.contains("did you mean `refused`?"), "{why}");
    let why = refused("me.energy <", &[]);
    assert!(why.contains("write a condition such as"), "{why}");
    let why = refused("me.energy", &[]);
    assert!(why.contains("it is not true or false but of the type f64"), "{why}");
    let why = refused("memory.mood + 1 > \"a\".len", &[]);
    assert!(why.contains("--when"), "{why}");
    let why = refused("ate", &["--from", "9999"]);
    assert!(
        why.contains("--from: tick 9999 is outside the run, which has ticks 0 to 2600"),
        "{why}"
    );
    let why = workdir.refused(&["find", "one", "--creature", "99999", "--when", "ate"]);
    assert!(why.contains("there is no organism #99999 in ticks 0 to 2600"), "{why}");
    let died = workdir.json(&["why", "one", "clover"])["causes"][0]["last"][0].clone();
    let from = (died["tick"].as_u64().unwrap() + 1).to_string();
    let id = died["id"].to_string();
    let why =
        workdir.refused(&["find", "one", "--creature", &id, "--when", "ate", "--from", &from]);
    assert!(why.contains("is not alive in the ticks that were searched"), "{why}");
    let why = workdir.refused(&["find", "pond.toml", "--creature", "3", "--when", "ate"]);
    assert!(why.contains("neither the directory of a run nor a recording"), "{why}");
}
