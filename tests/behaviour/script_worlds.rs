//! Worlds in which scripts decide: they repeat, on any number of threads and from any snapshot, and
//! a species whose script misbehaves brings down nobody else.

#![cfg(feature = "scripts")]

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use crate::shipped::SMALL_MEADOW;
use rayon::ThreadPoolBuilder;
use terrarium::behaviour::{self, Event, Memory, native};
use terrarium::document::Override;
use terrarium::record::snapshot;
use terrarium::run::{Ready, Start};
use terrarium::species::{Code, Kind};
use terrarium::tick::Simulation;
use terrarium::world::{SavedNature, SavedOrganism, StateHash, World};

/// The cautious grazer as a script.
fn grazer() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/creatures/grazer")
}

/// The small meadow with some grazers in it, whose folder this is.
fn meadow(folder: &Path) -> Simulation {
    let settings = SMALL_MEADOW.iter().copied().chain(["seed=3", "population.grazer=40"]);
    let start = Start::Scenario {
        name: "meadow".to_owned(),
        settings: settings.map(|text| Override::parse(text).unwrap()).collect(),
        creature_folders: vec![folder.to_owned()],
    };
    match start.ready() {
        Ok(Ready { simulation, .. }) => simulation,
        Err(error) => panic!("{error}"),
    }
}

/// The same folder with another script in it.
fn with_script(source: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let creature = folder.path().join("grazer");
    fs::create_dir(&creature).unwrap();
    fs::copy(grazer().join("creature.toml"), creature.join("creature.toml")).unwrap();
    fs::write(creature.join("behaviour.rhai"), source).unwrap();
    folder
}

fn hashes(simulation: &mut Simulation, ticks: usize) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        simulation.tick();
        simulation.check().unwrap();
        simulation.world().state_hash()
    };
    (0..ticks).map(|_| hash_after_tick()).collect()
}

fn restored(world: &World) -> Simulation {
    let mut file = Cursor::new(Vec::new());
    snapshot::write(world, &mut file).unwrap();
    let Ok(read) = snapshot::read("memory", file) else { panic!("it was just written") };
    let config = &read.world.config();
    let behaviours = behaviour::make_all(&config.species, &config.rules).unwrap();
    Simulation::new(read.world, behaviours)
}

/// Remembers, draws, fails now and then, and spends all it has at times.
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
fn a_world_of_scripts_repeats_on_any_number_of_threads() {
    let folder = with_script(MOODY);
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = meadow(folder.path());
            let hashes = hashes(&mut simulation, 60);
            assert!(simulation.world().faults().iter().sum::<u64>() > 3, "some turns have failed");
            hashes
        })
    };
    assert_eq!(on(1), on(8));
}

#[test]
fn a_snapshot_needs_no_folder_and_goes_on_as_if_nothing_had_happened() {
    let folder = with_script(MOODY);
    let mut uninterrupted = meadow(folder.path());
    drop(folder);
    hashes(&mut uninterrupted, 25);
    let mut resumed = restored(uninterrupted.world());
    assert_eq!(hashes(&mut resumed, 25), hashes(&mut uninterrupted, 25));
}

#[test]
fn a_script_that_misbehaves_is_suspended_and_the_others_live_on() {
    let folder = with_script("fn on_tick() { loop { } }");
    let mut simulation = meadow(folder.path());
    hashes(&mut simulation, 10);
    let world = simulation.world();
    let place = world.config().species.iter().position(|s| s.name == "grazer").unwrap();
    assert!((100..140).contains(&world.faults()[place]), "{:?}", world.faults());
    let others = world.faults().iter().enumerate().filter(|(other, _)| *other != place);
    assert!(others.into_iter().all(|(_, &faults)| faults == 0));
}

#[test]
fn the_grazer_as_a_script_lives_without_a_fault() {
    let mut simulation = meadow(&grazer());
    hashes(&mut simulation, 120);
    assert!(simulation.world().faults().iter().all(|&faults| faults == 0));
}

#[test]
fn a_meadow_lives_alike_whether_its_hunters_are_scripts_or_native() {
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
            assert_eq!(lives(scripted.world()), lives(native.world()), "tick {tick}");
        }
    }
}

/// Everybody there is and all that befell them, but not what they remember.
fn lives(world: &World) -> (Vec<SavedOrganism>, &[Event]) {
    let mut everybody: Vec<_> = world.organisms().collect();
    for organism in &mut everybody {
        if let SavedNature::Animal(_, _, mind, _) = &mut organism.nature {
            mind.memory = Memory::default();
        }
    }
    (everybody, world.events())
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
    insta::assert_snapshot!(refusal, @"the behaviour of `grazer`: it was made for rhai 1.0.0, but this terrarium runs such creatures on rhai 1.27.0; on another engine it could live differently: go on with the terrarium it was made with, or found the world anew");
}

#[test]
fn the_engine_is_the_one_that_is_built_in() {
    let lock =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    let (name, version) = terrarium::species::SCRIPT_ENGINE.split_once(' ').unwrap();
    assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")));
}
