//! Scenarios that are read once and founded many times.

use std::fs;

use terrarium_creatures::species::{CreatureFiles, read_creature_files};
use terrarium_input::document::Override;
use terrarium_run::PreparedScenario;
use terrarium_run::scenario::{FoundingProgress, Scenario};
use terrarium_sim::world::StateHash;

#[test]
fn the_progress_of_founding_counts_every_founder_and_changes_nothing() {
    let overrides = [Override::parse("population.hare=30").unwrap()];
    let scenario = PreparedScenario::read("meadow", &overrides, &[]).unwrap();
    let mut calls = Vec::new();
    let observed = scenario.found_with_observer(&mut |progress| calls.push(progress));
    let observed = observed.unwrap_or_else(|error| panic!("{error}")).simulation;
    let founders = observed.world().organism_count() as u64;
    let expected = (0..=founders).map(|placed| FoundingProgress { placed, founders });
    assert!(calls.into_iter().eq(expected));
    let unobserved = scenario.create().unwrap_or_else(|error| panic!("{error}")).simulation;
    assert_eq!(observed.world().state_hash(), unobserved.world().state_hash());
}

/// The hash of the first world, and that after some ticks.
fn hashes(scenario: &PreparedScenario) -> [StateHash; 2] {
    let mut simulation = scenario.create().unwrap_or_else(|error| panic!("{error}")).simulation;
    let first = simulation.world().state_hash();
    (0..5).for_each(|_| simulation.tick());
    [first, simulation.world().state_hash()]
}

#[test]
fn a_scenario_of_text_is_that_of_the_same_files() {
    let overrides = [Override::parse("population.hare=30").unwrap()];
    let named = PreparedScenario::read("meadow", &overrides, &[]).unwrap();
    let text = Scenario::shipped_text("meadow").unwrap();
    let given = PreparedScenario::of_text("meadow", text, &overrides, &[]).unwrap();
    assert_eq!(hashes(&given), hashes(&named));
    let record = given.create().unwrap_or_else(|error| panic!("{error}")).provenance;
    let expected = named.create().unwrap_or_else(|error| panic!("{error}")).provenance;
    assert_eq!(record, expected);
}

#[test]
fn creatures_in_memory_take_the_place_of_folders_and_of_shipped_ones() {
    let folder = tempfile::tempdir().unwrap();
    let hare = CreatureFiles::shipped().into_iter().find(|it| it.name == "hare").unwrap();
    let home = folder.path().join("own/hare");
    fs::create_dir_all(&home).unwrap();
    let manifest = String::from_utf8(hare.files["creature.toml"].clone()).unwrap();
    let manifest = manifest.replace("description = \"", "description = \"An own hare. ");
    fs::write(home.join("creature.toml"), &manifest).unwrap();
    let text = Scenario::shipped_text("meadow").unwrap();
    let text = format!("creatures = [\"own\"]\n{text}");
    let path = folder.path().join("pond.toml");
    fs::write(&path, &text).unwrap();
    let read = PreparedScenario::read(path.to_str().unwrap(), &[], &[]).unwrap();
    let refusal = PreparedScenario::of_text("pond", &text, &[], &[]).err().unwrap().to_string();
    assert!(refusal.contains("pond.toml:1"), "{refusal}");
    assert!(refusal.contains("give the files of the creatures"), "{refusal}");
    let own = read_creature_files(&folder.path().join("own")).unwrap();
    drop(folder);
    let given = PreparedScenario::of_text("pond", &text, &[], &own).unwrap();
    assert_eq!(given.species(), read.species());
    assert_eq!(hashes(&given), hashes(&read));
}

#[test]
fn a_scenario_of_text_names_no_files() {
    let text = |land: &str| format!("description = \"A clearing\"\n{land}\n");
    let refusal = |land: &str, overrides: &[&str]| {
        let overrides: Vec<_> =
            overrides.iter().map(|text| Override::parse(text).unwrap()).collect();
        let refused = PreparedScenario::of_text("clearing", &text(land), &overrides, &[]);
        refused.err().unwrap().diagnostic().to_string()
    };
    let open = "[world]\nsize = [400, 300]";
    let refused = [
        refusal("[terrain]\nmap = \"river.map\"", &[]),
        refusal(open, &["terrain.map=river.map"]),
        refusal(open, &["creatures=[\"own\"]"]),
        refusal(&format!("creatures = [\"own\"]\n{open}"), &[]),
    ];
    insta::assert_snapshot!(refused.join("\n"), @"
    clearing.toml:3:7: the map is a file, but the scenario is given without files; write the terrain as rows: `rows = [...]` with a string for each row of tiles
    override `terrain.map=river.map`: the map is a file, but the scenario is given without files; write the terrain as rows: `rows = [...]` with a string for each row of tiles
    override `creatures=[\"own\"]`: the creatures are in folders, but the scenario is given without files; give the files of the creatures, and leave out `creatures`
    clearing.toml:2:13: the creatures are in folders, but the scenario is given without files; give the files of the creatures, and leave out `creatures`
    ");
}
