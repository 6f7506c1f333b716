//! Animals that a program drives, tick by tick.

use std::collections::BTreeMap;

use terrarium::behaviour::{Drives, OrganismId, driven_inputs};
use terrarium::genome::brain::{Input, OUTPUTS, Output};
use terrarium::playback::{Opened, Playback, RecordingObserver};
use terrarium::record::Provenance;
use terrarium::record::recording::Place;
use terrarium::run::{Observer, SimulationBuilder};
use terrarium::species::{BehaviourChoice, DRIVEN, Kind, SpeciesId};
use terrarium::tick::{Change, Command, Simulation};
use terrarium::world::StateHash;

const HARE: &str = "hare";

/// A small meadow with six hares that are driven.
fn meadow() -> (Simulation, SpeciesId) {
    let others = ["clover", "oak", "deer", "lynx", "wolf"];
    let builder = SimulationBuilder::new("meadow").seed(5).world_size(900.0, 700.0);
    let none = |it: terrarium::run::SimulationBuilder, name: &str| it.population(name, 0);
    let builder = others.into_iter().fold(builder, none).population("hare", 6);
    let mut simulation = builder.build().unwrap();
    let all = &simulation.world().config().species;
    let index = all.iter().position(|it| it.name == HARE).unwrap();
    let species = SpeciesId(u16::try_from(index).unwrap());
    let mut into = all[index].clone();
    into.behaviour = Some(BehaviourChoice::native(DRIVEN));
    simulation.change(Change { species, into: Box::new(into) }).unwrap();
    (simulation, species)
}

fn places(simulation: &Simulation) -> BTreeMap<OrganismId, f64> {
    let all = simulation.world().organisms();
    all.map(|organism| (organism.who.id, organism.body.centre.x)).collect()
}

fn at_full_speed(output: Output, drive: f32) -> Drives {
    let mut drives = [0.0; OUTPUTS];
    drives[output as usize] = drive;
    drives[Output::Speed as usize] = 1.0;
    Drives::new(drives)
}

/// Drives every second animal east and the others west, or all of them south.
fn command(species: SpeciesId, simulation: &Simulation) -> Command {
    let is_south = simulation.world().tick() >= 4;
    let ids = places(simulation).into_keys();
    let drives = ids.map(|id| {
        let east = if id.0 % 2 == 0 { 1.0 } else { -1.0 };
        let walk = if is_south { (Output::WalkY, 0.5) } else { (Output::WalkX, east) };
        (id, at_full_speed(walk.0, walk.1))
    });
    Command::Drive { species, drives: drives.collect() }
}

#[test]
fn animals_walk_where_they_are_driven() {
    let (mut simulation, species) = meadow();
    let before = places(&simulation);
    for _ in 0..4 {
        simulation.apply(command(species, &simulation)).unwrap();
        simulation.tick();
        simulation.check().unwrap();
    }
    let after = places(&simulation);
    let moved: Vec<_> = before.iter().map(|(id, x)| (id.0, after[id] - x)).collect();
    let is_right = |&&(id, dx): &&(u64, f64)| (id % 2 == 0) == (dx > 0.0);
    // One of them may meet the border.
    assert!(moved.iter().filter(is_right).count() >= 5, "{moved:?}");
    let senses = simulation
        .sensed_by_all(species, |senses, memory| driven_inputs(senses, Kind::Herbivore, memory));
    assert!(senses.keys().eq(before.keys()), "one row for each");
    let is_sensed = senses
        .iter()
        .filter(|(id, inputs)| (id.0 % 2 == 0) == (inputs[Input::SpeedX as usize] > 0.5));
    assert!(is_sensed.count() >= 5, "{senses:?}");
}

#[test]
fn drives_hold_for_one_turn() {
    let (mut simulation, species) = meadow();
    let (mut undriven, _) = meadow();
    simulation.apply(command(species, &simulation)).unwrap();
    simulation.tick();
    undriven.tick();
    assert_ne!(places(&simulation), places(&undriven));
    let memory =
        |simulation: &Simulation| simulation.sensed_by_all(species, |_, memory| memory.clone());
    assert_eq!(memory(&simulation), memory(&undriven), "nothing is left of what drove them");
}

#[test]
fn a_recording_is_played_back_without_the_program_that_drove_them() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("driven.recording");
    let (mut simulation, species) = meadow();
    let place = Place::File(path.clone());
    let mut recording =
        RecordingObserver::begin(&place, &simulation, Provenance::default()).unwrap();
    let mut hashes: Vec<StateHash> = vec![simulation.world().state_hash()];
    for _ in 0..12 {
        let command = command(species, &simulation);
        simulation.apply(command.clone()).unwrap();
        assert!(recording.after_command(&simulation, &command, Ok(())).is_continue());
        simulation.tick();
        assert!(recording.after_tick(&simulation).is_continue());
        hashes.push(simulation.world().state_hash());
    }
    recording.finish().unwrap();
    let Opened::Playback(mut playback) = Playback::of_recording(&path).unwrap() else {
        panic!("this version has written it")
    };
    assert!(!playback.chronicle().has_commands(), "a remark for each tick would hide all others");
    for tick in [12, 3, 7, 0, 11] {
        playback.seek(tick).unwrap();
        let hash = playback.simulation().world().state_hash();
        assert_eq!(hash, hashes[usize::try_from(tick).unwrap()], "tick {tick}");
    }
}

#[test]
fn wrong_drives_are_refused_and_change_nothing() {
    let (mut simulation, species) = meadow();
    let hash = simulation.world().state_hash();
    let mut refused = |species, drives| {
        let refusal = simulation.apply(Command::Drive { species, drives }).unwrap_err();
        assert_eq!(simulation.world().state_hash(), hash);
        refusal.to_string()
    };
    let one = at_full_speed(Output::WalkX, 1.0);
    let first = *places(&meadow().0).keys().next().unwrap();
    let other = SpeciesId(if species.0 == 0 { 1 } else { 0 });
    let found = [
        refused(species, vec![(first, one), (OrganismId(99), one)]),
        refused(species, vec![(first, one), (first, one)]),
        refused(other, vec![]),
        refused(SpeciesId(77), vec![]),
    ];
    insta::assert_snapshot!(found.join("\n"), @"
    organism #99 is no living hare, or has drives twice; give each living one once
    organism #1 is no living hare, or has drives twice; give each living one once
    clover cannot be driven: its behaviour is not `driven`; give it that one, or choose another species
    there is no species 77; this world has 6, counted from 0
    ");
}
