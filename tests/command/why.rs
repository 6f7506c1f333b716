//! `terrarium why`, and `terrarium inspect` on recorded runs.

use serde_json::Value;
use terrarium_testing::{Workdir, scenario};

use crate::workdir;

/// Hares that breed and starve, a lynx that hunts them, and voles whose script fails and is refused.
fn pond_toml() -> String {
    scenario(5, [900, 700], &[("clover", 40), ("hare", 14), ("lynx", 2), ("vole", 4)])
}

const BEHAVIOUR: &str = r#"fn on_tick() {
    memory.turns = (memory.turns ?? 0) + 1;
    if memory.turns % 10 == 3 { log(`turn ${memory.turns}`); }
    if world.tick == 7 { throw "seven"; }
    eat(me.id);
}

fn on_idle() { roam(me.max_speed); }
"#;

/// A workdir with a finished run, `runs/one`, and its recording.
fn recorded() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore"]);
    workdir.write("creatures/vole/behaviour.rhai", BEHAVIOUR);
    let run = ["run", "pond.toml", "--creatures", "creatures", "--ticks", "600"];
    workdir.success(&[&run[..], &["--out", "runs/one", "--record", "one.recording"]].concat());
    workdir
}

fn species<'a>(deaths: &'a Value, name: &str) -> &'a Value {
    let all = deaths["species"].as_array().unwrap();
    all.iter().find(|species| species["name"] == name).expect(name)
}

/// The last death of a cause.
fn last(deaths: &Value, name: &str, cause: &str) -> Value {
    let causes = species(deaths, name)["causes"].as_array().unwrap();
    let found = causes.iter().find(|it| it["cause"] == cause);
    found.unwrap_or_else(|| panic!("no {name} {cause}: {deaths}"))["last"][0].clone()
}

#[test]
fn deaths_agree_with_the_outcome_of_the_run_and_with_its_recording() {
    let workdir = recorded();
    let deaths = workdir.json(&["why", "runs/one"]);
    assert_eq!((&deaths["first_tick"], &deaths["last_tick"]), (&0.into(), &600.into()));
    let manifest = workdir.read_json("runs/one/manifest.json");
    let mut total = 0;
    for outcome in manifest["outcome"]["species"].as_array().unwrap() {
        let counted = species(&deaths, outcome["name"].as_str().unwrap());
        assert_eq!(counted["births"], outcome["births"]);
        assert_eq!(counted["alive_after"], outcome["alive"]);
        assert_eq!(counted["suspended"], outcome["suspended"]);
        let faults = counted["faults"].as_array().unwrap().iter();
        let faults: u64 = faults.map(|fault| fault["count"].as_u64().unwrap()).sum();
        assert_eq!(faults, outcome["faults"].as_u64().unwrap());
        for (cause, count) in outcome["deaths"].as_object().unwrap() {
            let causes = counted["causes"].as_array().unwrap();
            let of_cause = causes.iter().find(|it| it["cause"] == cause.as_str());
            let found = of_cause.map_or(0, |it| it["count"].as_u64().unwrap());
            assert_eq!(found, count.as_u64().unwrap(), "{} {cause}", outcome["name"]);
            total += found;
            let killers = of_cause.iter().flat_map(|it| it["killers"].as_array().unwrap());
            let killed: u64 = killers.map(|it| it["count"].as_u64().unwrap()).sum();
            assert_eq!(killed, if ["killed", "eaten"].contains(&&**cause) { found } else { 0 });
        }
    }
    assert!(total > 20, "{deaths}");
    assert_eq!(workdir.json(&["why", "one.recording"]), deaths);
    let hares = workdir.json(&["why", "runs/one", "hare"]);
    assert_eq!(hares["causes"], species(&deaths, "hare")["causes"]);
}

#[test]
fn the_energy_of_a_life_adds_up_and_its_death_is_that_of_the_table() {
    let workdir = recorded();
    let deaths = workdir.json(&["why", "one.recording"]);
    let mut lives = 0;
    for species in deaths["species"].as_array().unwrap() {
        for cause in species["causes"].as_array().unwrap() {
            let death = &cause["last"][0];
            let id = death["id"].to_string();
            let life = workdir.json(&["why", "runs/one", &id]);
            assert_eq!(life, workdir.json(&["why", "one.recording", &id]));
            assert_eq!(life["species"], species["name"]);
            for (key, value) in
                [("tick", &death["tick"]), ("cause", &cause["cause"]), ("by", &death["by"])]
            {
                assert_eq!(&life["died"][key], value, "{id} {key}");
            }
            assert_eq!((&life["age"], &life["last_tick"]), (&death["age"], &death["tick"]));
            assert_eq!(life["children"].as_array().unwrap().len() as u64, death["children"]);
            // Amounts are multiples of 2⁻¹⁶, so that sums of doubles are exact.
            let sum = |budget: &Value| -> f64 {
                budget.as_object().unwrap().values().map(|it| it.as_f64().unwrap()).sum()
            };
            let after = life["energy_after"].as_f64().unwrap();
            assert_eq!(
                sum(&life["energy"]),
                after - life["energy_before"].as_f64().unwrap(),
                "{id}"
            );
            let states = life["states"].as_array().unwrap().iter();
            let intervals: f64 = states.map(|it| sum(&it["energy"])).sum();
            assert_eq!(intervals, sum(&life["energy"]), "{id}");
            let eaten: f64 = life["meals"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["energy"].as_f64().unwrap())
                .sum();
            assert_eq!(eaten, life["energy"]["food"].as_f64().unwrap());
            lives += 1;
        }
    }
    assert!(lives > 4, "{deaths}");
}

#[test]
fn a_starved_vole_is_explained() {
    let workdir = recorded();
    let deaths = workdir.json(&["why", "runs/one"]);
    let text = workdir.success(&["why", "runs/one"]);
    let id = last(&deaths, "vole", "starved")["id"].to_string();
    assert!(text.contains("vole     starved "), "{text}");
    assert!(text.contains("terrarium why runs/one "), "{text}");
    let text = workdir.success(&["why", "runs/one", &id]);
    for part in [
        "It starved. In its last ",
        "It never ate.",
        "`eat` was refused ",
        "(itself: choose another organism)",
        "1 of its turns failed and did nothing",
        "its turn failed: trapped: seven (line 4, column ",
        "logged ",
        "times, first: turn 3; last: turn ",
        "Last known turn, in tick ",
        "#{\"turns\": ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Refusals are a run, not a line for each.
    assert!(text.matches("`eat` was refused").count() <= 3, "{text}");
    let life = workdir.json(&["why", "runs/one", &id]);
    let refusals = life["refusals"][0]["count"].as_u64().unwrap();
    let runs = life["episodes"].as_array().unwrap().iter().filter(|it| it["what"] == "refused");
    assert_eq!(runs.map(|it| it["count"].as_u64().unwrap()).sum::<u64>(), refusals);
    let text = workdir.success(&["why", "runs/one", "vole"]);
    for part in [
        "Deaths of vole in ticks 0 to 600",
        "Refused actions",
        "  eat  the target is the creature itself (itself: ",
        "Failed turns",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_plant_has_a_life_too() {
    let workdir = recorded();
    let life = workdir.json(&["why", "runs/one", "1"]);
    assert!(life["energy"]["light"].as_f64().unwrap() > 0.0, "{life}");
    assert!(life["energy"]["living"].as_f64().unwrap() < 0.0, "{life}");
    let grazed = life["episodes"].as_array().unwrap().iter().filter(|it| it["what"] == "grazed");
    let grazed: f64 = grazed.map(|it| it["amount"].as_f64().unwrap()).sum();
    assert_eq!(grazed, -life["energy"]["grazed"].as_f64().unwrap());
    assert!(grazed > 0.0 && life["last_decision"].is_null(), "{life}");
    assert!(workdir.success(&["why", "runs/one", "#1"]).contains(" of full light"));
}

#[test]
fn unknown_organisms_species_and_files_are_refused() {
    let workdir = recorded();
    let refused = |arguments: &[&str]| workdir.refused(&[&["why"], arguments].concat());
    let why = refused(&["runs/one", "99999"]);
    assert!(
        why.contains("there is no organism #99999 in this run; its organisms are #1 to #"),
        "{why}"
    );
    let why = refused(&["runs/one", "hair"]);
    assert!(why.contains("there is no species `hair` in this run; did you mean `hare`?"), "{why}");
    let why = refused(&["runs/one", "zzz"]);
    assert!(why.contains("`clover`") && why.contains("the number of an organism"), "{why}");
    let why = refused(&["runs"]);
    assert!(why.contains("runs: this directory holds no run"), "{why}");
    let why = refused(&["meadow"]);
    assert!(why.contains("meadow: there is no such file or directory"), "{why}");
    let why = refused(&["pond.toml"]);
    assert!(why.contains("neither the directory of a run nor a recording"), "{why}");
    let why = refused(&["runs/one/final.snapshot"]);
    assert!(why.contains("this is a snapshot, a single tick"), "{why}");
    let bytes = workdir.bytes("one.recording");
    workdir.write("short.recording", &bytes[..60]);
    let why = refused(&["short.recording"]);
    assert!(why.contains("short.recording"), "{why}");
    let mut damaged = bytes;
    let index = damaged.len() / 2;
    damaged[index] ^= 1;
    workdir.write("bad.recording", &damaged);
    let result = workdir.run(&["why", "bad.recording"]);
    assert_ne!(result.code, Some(101), "{}", result.err);
    // A resumed run does not have the organisms that were gone before.
    workdir.success(&[
        "run",
        "--from",
        "runs/one/final.snapshot",
        "--ticks",
        "5",
        "--out",
        "runs/two",
    ]);
    let id = last(&workdir.json(&["why", "runs/one"]), "vole", "starved")["id"].to_string();
    let why = refused(&["runs/two", &id]);
    assert!(why.contains("was gone before tick 600, with which this run begins"), "{why}");
}

#[test]
fn an_inspection_of_a_recorded_tick_equals_that_of_a_simulation() {
    let workdir = recorded();
    for tick in ["1", "40"] {
        let world =
            ["inspect", "pond.toml", "--creatures", "creatures", "--id", "42", "--ticks", tick];
        let simulated = workdir.json(&world);
        for run in ["runs/one", "one.recording"] {
            assert_eq!(workdir.json(&["inspect", run, "--id", "42", "--tick", tick]), simulated);
        }
    }
    let refused = |arguments: &[&str]| workdir.refused(&[&["inspect"], arguments].concat());
    let why = refused(&["runs/one", "--id", "42", "--tick", "601"]);
    assert!(why.contains("--tick 601: runs/one has ticks 0 to 600"), "{why}");
    let why = refused(&["runs/one", "--id", "42", "--ticks", "4"]);
    assert!(why.contains("use --tick to choose one of its ticks"), "{why}");
    let why = refused(&["pond.toml", "--id", "42", "--tick", "4", "--creatures", "creatures"]);
    assert!(why.contains("use --ticks 4 to simulate"), "{why}");
    let why = refused(&["runs/one", "--id", "42", "--seed", "4"]);
    assert!(why.contains("a recorded run cannot be changed"), "{why}");
    let id = last(&workdir.json(&["why", "runs/one"]), "clover", "starved")["id"].to_string();
    let why = refused(&["runs/one", "--id", &id]);
    assert!(why.contains(&format!("`terrarium why runs/one {id}` reports when it died")), "{why}");
    let why = refused(&["runs/one", "--id", "99999"]);
    assert!(why.contains("there are "), "{why}");
}
