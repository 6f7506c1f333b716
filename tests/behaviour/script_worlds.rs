//! Worlds with scripts: they are reproducible on any number of threads and from any snapshot, and a
//! species with a faulty script does not affect the others.

use std::fs;
use std::path::{Path, PathBuf};

use terrarium::behaviour::native;
use terrarium::prelude::*;
use terrarium::species::Code;
use terrarium::world::{SavedNature, SavedOrganism};
use terrarium_testing::Workdir;
use terrarium_testing::with_threads;

use crate::restored::restored;
use crate::shipped::SMALL_MEADOW;

/// The folder of the grazer with a script.
fn grazer() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/creatures/grazer")
}

/// The small meadow with some grazers from a folder.
fn meadow(folder: &Path) -> Simulation {
    meadow_with(folder, &[])
}

/// The same, with more overrides.
pub fn meadow_with(folder: &Path, overrides: &[&str]) -> Simulation {
    let meadow = SimulationBuilder::new("meadow").overrides(SMALL_MEADOW).seed(3);
    let meadow = meadow.population("grazer", 40).overrides(overrides).creatures(folder);
    meadow.build().unwrap_or_else(|error| panic!("{error}"))
}

/// A folder with a copy of the grazer that has another script.
pub fn with_script(source: &str) -> Workdir {
    let manifest = fs::read_to_string(grazer().join("creature.toml")).unwrap();
    // The parameters are those of the grazer's own script.
    let manifest = manifest.split("[behaviour.parameters]").next().unwrap();
    let workdir = Workdir::new();
    workdir.write("grazer/creature.toml", manifest);
    workdir.write("grazer/behaviour.rhai", source);
    workdir
}

/// The state hash after each of so many ticks, all of which pass every check.
pub fn hashes(simulation: &mut Simulation, ticks: usize) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        simulation.tick();
        simulation.check().unwrap();
        simulation.world().state_hash()
    };
    (0..ticks).map(|_| hash_after_tick()).collect()
}

/// A script that uses memory and random numbers, and sometimes fails or exceeds its budget.
const MOODY: &str = r#"
    fn on_tick() {
        if memory.path == () { memory.path = []; memory.turns = 0; }
        memory.turns += 1;
        memory.path.push([me.x, me.y]);
        if memory.path.len() > 20 { memory.path.shift(); }
        let mood = random(1, 200);
        if mood == 1 { throw "I do not want to"; }
        if mood == 2 { loop { } }
        if mood == 3 { go_to(0.0 / 0.0, 1); return; }
        signal(memory.turns);
        let food = best_food();
        if food != () { graze(food, me.max_speed * random()); } else { roam(); }
        if me.can_reproduce { reproduce(memory.turns); }
    }
"#;

#[test]
fn a_world_with_scripts_is_reproducible_on_any_number_of_threads() {
    let workdir = with_script(MOODY);
    let on = |threads: usize| {
        with_threads(threads, || {
            let mut simulation = meadow(workdir.folder());
            let hashes = hashes(&mut simulation, 60);
            assert!(simulation.world().faults().iter().sum::<u64>() > 3, "some turns have failed");
            hashes
        })
    };
    assert_eq!(on(1), on(8));
}

#[test]
fn a_run_resumes_from_a_snapshot_without_the_creature_folder() {
    let workdir = with_script(MOODY);
    let mut uninterrupted = meadow(workdir.folder());
    drop(workdir);
    hashes(&mut uninterrupted, 25);
    let mut resumed = restored(uninterrupted.world());
    assert_eq!(hashes(&mut resumed, 25), hashes(&mut uninterrupted, 25));
}

#[test]
fn a_faulty_script_is_suspended_and_the_others_continue() {
    let workdir = with_script("fn on_tick() { loop { } }");
    let mut simulation = meadow(workdir.folder());
    hashes(&mut simulation, 10);
    let world = simulation.world();
    let index = world.config().species.iter().position(|s| s.name == "grazer").unwrap();
    assert!((100..140).contains(&world.faults()[index]), "{:?}", world.faults());
    let others = world.faults().into_iter().enumerate().filter(|(other, _)| *other != index);
    assert!(others.into_iter().all(|(_, faults)| faults == 0));
}

#[test]
fn the_script_of_the_grazer_has_no_faults() {
    let mut simulation = meadow(&grazer());
    hashes(&mut simulation, 120);
    assert!(simulation.world().faults().iter().all(|&faults| faults == 0));
}

#[test]
fn a_meadow_evolves_alike_with_scripted_and_native_hunters() {
    for seed in 1..=3 {
        let mut scripted = crate::shipped::simulation("meadow", SMALL_MEADOW, seed);
        let world = crate::shipped::simulation("meadow", SMALL_MEADOW, seed).into_world();
        let mut behaviours =
            behaviour::make_all(&world.config().species, &world.config().rules).unwrap();
        for (species, behaviour) in world.config().species.iter().zip(&mut behaviours) {
            let twin = match species.name.as_str() {
                "wolf" => "pack",
                "lynx" => "ambusher",
                _ => continue,
            };
            let choice = species.behaviour.as_ref().unwrap();
            assert!(matches!(choice.code, Code::Script { .. }), "{}", species.name);
            let native = native::behaviour(Kind::Carnivore, twin, &choice.parameters);
            *behaviour = Some(native.unwrap());
        }
        let mut native = Simulation::new(world, behaviours);
        for tick in 0..250 {
            scripted.tick();
            native.tick();
            let without_memory = |sim: &Simulation| state_without_memory(sim.world());
            assert_eq!(without_memory(&scripted), without_memory(&native), "tick {tick}");
        }
    }
}

/// All organisms without their memories, and the events of the last tick.
fn state_without_memory(world: &World) -> (Vec<SavedOrganism>, Vec<Event>) {
    let mut organisms: Vec<_> = world.organisms().collect();
    for organism in &mut organisms {
        if let SavedNature::Animal(_, _, mind, _) = &mut organism.nature {
            mind.memory = Memory::default();
        }
    }
    (organisms, world.events().to_vec())
}

#[test]
fn code_for_another_engine_is_refused_with_both_named() {
    let world = meadow(&grazer()).into_world();
    let mut species = world.config().species.clone();
    let grazer = species.iter_mut().find(|s| s.name == "grazer").unwrap();
    let choice = grazer.behaviour.as_mut().unwrap();
    let Code::Script { engine, .. } = &mut choice.code else { panic!("it is a script") };
    "rhai 1.0.0".clone_into(engine);
    let Err(refusal) = behaviour::make_all(&species, &world.config().rules) else {
        panic!("it was not refused")
    };
    insta::assert_snapshot!(refusal, @"the behaviour of `grazer`: it was made for rhai 1.0.0, but this terrarium runs such creatures on rhai 1.27.0; another engine could change its behaviour: use the terrarium it was made with, or found the world again");
}

#[test]
fn the_engine_version_is_the_locked_one() {
    let lock =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    let (name, version) = terrarium::species::SCRIPT_ENGINE.split_once(' ').unwrap();
    assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")));
}
