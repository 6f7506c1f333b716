//! Experiments with commands at stated ticks.

use terrarium::prelude::*;
use terrarium::record::snapshot;
use terrarium::run::PreparedScenario;
use terrarium_testing::Workdir;

use super::sweeps::{Experiments, pond};

/// The state of the pond after so many ticks with these overrides.
fn alone(workdir: &Workdir, sets: &[&str], seed: u64, ticks: u64) -> StateHash {
    let overrides: Vec<Override> = sets.iter().map(|text| Override::parse(text).unwrap()).collect();
    let pond = workdir.path("pond.toml").display().to_string();
    let prepared = PreparedScenario::read(&pond, &overrides, &[]).unwrap();
    let mut simulation = prepared.found_with_seed(seed).unwrap().simulation;
    (0..ticks).for_each(|_| simulation.tick());
    simulation.world().state_hash()
}

const DRY: &str = "\n[[command]]\nname = \"dry\"\ntick = 5\ndrought = { light = 0.1, ticks = 8 }\n\
                   [[command]]\ntick = 7\nremove = { species = \"hare\", share = 0.5 }\n";

#[test]
fn commands_of_an_experiment_are_in_every_run_and_their_keys_are_factors() {
    let workdir = pond();
    let text = "ticks = 20\n[base]\nscenario = \"pond.toml\"\n[factors]\n\
                command.dry.light = [0.1, 0.9]\ncommand.remove.tick = [3, 7]\n";
    let plan = workdir.plan(&format!("{text}{DRY}"));
    for case in plan.experiment().cases() {
        let [light, tick] = &case.point[..] else { panic!("two factors") };
        let sets = [
            format!("command.dry={{ tick = 5, drought = {{ light = {light}, ticks = 8 }} }}"),
            format!(
                "command.remove={{ tick = {tick}, remove = {{ species = \"hare\", share = 0.5 }} }}"
            ),
        ];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let row = plan.simulate(&case);
        assert_eq!(row.state_hash, Some(alone(&workdir, &sets, row.seed, 20)), "{:?}", case.point);
    }
    // The values in the file are those of the base: they do not change the seeds.
    let seeds: Vec<u64> = plan.experiment().cases().map(|case| case.seed).collect();
    let plain = workdir.plan("ticks = 20\n[base]\nscenario = \"pond.toml\"\n");
    assert_eq!(plain.case(0).unwrap().seed, seeds[1]);
}

#[test]
fn a_stored_world_is_disturbed_from_its_tick_on() {
    let workdir = pond();
    let pond = workdir.path("pond.toml").display().to_string();
    let mut simulation =
        PreparedScenario::read(&pond, &[], &[]).unwrap().create().unwrap().simulation;
    (0..10).for_each(|_| simulation.tick());
    snapshot::save(simulation.world(), workdir.path("10.snapshot")).unwrap();
    let base = "ticks = 9\n[base]\nsnapshot = \"10.snapshot\"\n";
    let factor = "[factors]\ncommand.dry.tick = [12, 15]\n";
    let command = "[[command]]\nname = \"dry\"\ntick = 12\ndrought = { light = 0 }\n";
    let plan = workdir.plan(&format!("{base}{factor}{command}"));
    let hashes: Vec<_> =
        plan.experiment().cases().map(|case| plan.simulate(&case).state_hash).collect();
    assert_ne!(hashes[0], hashes[1]);

    let late = command.replace("tick = 12", "tick = 9");
    let refusal = workdir.refusal(&format!("{base}{late}"));
    assert!(
        refusal.contains("is due after tick 9, but the stored world is at tick 10"),
        "{refusal}"
    );
    assert!(refusal.starts_with("question.toml:4:1"), "{refusal}");
    let refusal = workdir.refusal(&format!("{base}{}{command}", factor.replace("15", "3")));
    assert!(refusal.contains("is due after tick 3"), "{refusal}");

    // Rules that are only valid together.
    let pair = "set = [\"rules.incubation_ticks=5\", \"rules.birth_radius=5\"]\n";
    workdir.plan(&format!("{base}{pair}"));
    let refusal = workdir.refusal(&format!("{base}set = [\"rules.incubation_ticks=5\"]\n"));
    assert!(refusal.contains("rules.incubation_ticks=5"), "{refusal}");
}

#[test]
fn mistakes_in_commands_are_located_in_the_file_of_the_experiment() {
    let workdir = pond();
    let base = "ticks = 9\n[base]\nscenario = \"pond.toml\"\n";
    let cases = [
        (DRY.replace("light", "lihgt"), "did you mean `light`?"),
        (DRY.replace("\"hare\"", "\"hair\""), "did you mean `hare`?"),
        (DRY.replace("name = \"dry\"", "name = \"remove\""), "is already at question.toml:5:1"),
        (DRY.replace("tick = 5\n", ""), "`tick` is missing"),
        (format!("{DRY}[factors]\ncommand.dry.lihgt = [1]\n"), "command.dry.light"),
        (format!("{DRY}[factors]\ncommand.dy.light = [1]\n"), "command.dry.light"),
        (format!("{DRY}[factors]\ncommand.dry.light = [2]\n"), "give a number from 0 to 1"),
        ("[command]\ntick = 3\n".to_owned(), "with two brackets"),
    ];
    for (text, expected) in cases {
        let refusal = workdir.refusal(&format!("{base}{text}"));
        assert!(refusal.contains(expected), "{text}: {refusal}");
        assert!(refusal.starts_with("question.toml:"), "{text}: {refusal}");
    }
}
