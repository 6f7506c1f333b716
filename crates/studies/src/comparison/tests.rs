use std::collections::BTreeMap;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::document::Override;
use terrarium_playback::Opened;
use terrarium_run::Start;
use terrarium_run::record::recording::Place;
use terrarium_sim::tick::Command;
use terrarium_sim::world::{Identity, SavedNature};

use super::*;

/// A small meadow with all species.
const SMALL: [&str; 7] = [
    "world.size=[1150, 860]",
    "population.clover=90",
    "population.oak=6",
    "population.hare=40",
    "population.deer=16",
    "population.lynx=4",
    "population.wolf=4",
];

fn meadow(overrides: &[&str]) -> Playback {
    let texts = SMALL.iter().chain(overrides);
    let overrides = texts.map(|text| Override::parse(text).unwrap()).collect();
    let name = "meadow".to_owned();
    let start = Start::Scenario { name, overrides, creature_folders: Vec::new() };
    Playback::live(start.ready().unwrap(), &Place::Temporary).unwrap()
}

fn run(playback: &mut Playback, ticks: u64) {
    (0..ticks).for_each(|_| playback.step().unwrap());
}

fn every(ticks: u64) -> Extent {
    Extent { ticks: None, every: Some(ticks) }
}

fn compared(branches: [&mut Playback; 2], extent: Extent) -> Comparison {
    compare(branches, extent, &mut |_, _| {}).unwrap()
}

/// The identity of the first living organism of a species.
fn first_of(playback: &Playback, name: &str) -> OrganismId {
    let species = world(playback).config().species_id(name).unwrap();
    let is_living = |it: &terrarium_sim::world::SavedOrganism| {
        it.who.species == species && !matches!(it.nature, SavedNature::Carcass(_))
    };
    world(playback).organisms().find(is_living).unwrap().who.id
}

#[test]
fn branches_without_a_difference_never_part() {
    let [mut one, mut other] = [meadow(&[]), meadow(&[])];
    run(&mut one, 60);
    // Ticks that are not recorded are simulated.
    let extent = Extent { ticks: Some(60), every: Some(20) };
    let comparison = compared([&mut one, &mut other], extent);
    assert_eq!((&comparison.ticks, &comparison.inputs[..]), (&(0..=60), &[][..]));
    assert_eq!(comparison.parting, None);
    let ticks: Vec<u64> = comparison.moments.iter().map(|moment| moment.tick).collect();
    assert_eq!(ticks, [0, 20, 40, 60]);
    for moment in &comparison.moments {
        assert_eq!(moment.all.share(), Some(1.0));
        assert_eq!(moment.census[0], moment.census[1]);
    }
    assert_eq!(comparison.outcomes[0], comparison.outcomes[1]);
    let folder = tempfile::tempdir().unwrap();
    comparison.write(folder.path()).unwrap();
    let differences = std::fs::read_to_string(folder.path().join(DIFFERENCES_CSV)).unwrap();
    assert_eq!(differences, "tick,species,column,a,b,difference\n");
}

#[test]
fn a_removed_organism_is_where_the_branches_part() {
    let mut one = meadow(&[]);
    run(&mut one, 120);
    let mut other = meadow(&[]);
    run(&mut other, 20);
    let hare = first_of(&other, "hare");
    other.command(Command::Remove { organism: hare }).unwrap();
    run(&mut other, 100);
    let comparison = compared([&mut one, &mut other], every(10));
    let [input] = &comparison.inputs[..] else { panic!("{:?}", comparison.inputs) };
    assert_eq!(input.what, "command after tick 20");
    assert_eq!((input.a.as_str(), &input.b), ("none", &format!("{hare} removed")));
    let parting = comparison.parting.unwrap();
    assert_eq!((parting.tick, parting.is_at_start), (21, false));
    assert_eq!(parting.commands, comparison.inputs);
    let removed = parting.organisms.iter().find(|it| it.ids == [Some(hare), None]).unwrap();
    assert_eq!(removed.species, "hare");
    assert_eq!(removed.events[1], ["was removed"]);
    let shares: Vec<f64> = comparison.moments.iter().map(|it| it.all.share().unwrap()).collect();
    assert!(shares[..3].iter().all(|&share| share == 1.0), "{shares:?}");
    assert!(shares[3] < 1.0 && shares[3] > 0.9, "the others are where they were: {shares:?}");
    assert!(shares[12] > 0.2 && shares[12] < shares[3], "the difference spreads: {shares:?}");
}

#[test]
fn a_creature_that_decides_otherwise_is_named_first_with_its_decision() {
    let [mut one, mut other] =
        [meadow(&[]), meadow(&["species.hare.behaviour.parameters.pace=0.3"])];
    run(&mut one, 60);
    run(&mut other, 60);
    let comparison = compared([&mut one, &mut other], every(10));
    assert_eq!(comparison.inputs.len(), 1, "{:?}", comparison.inputs);
    assert_eq!(comparison.inputs[0].what, "species.hare.behaviour.parameters.pace");
    let parting = comparison.parting.unwrap();
    let first = &parting.organisms[0];
    assert_eq!(first.species, "hare");
    assert!(first.decisions.iter().any(|lines| !lines.is_empty()), "{parting:?}");
    assert!(first.values.iter().any(|it| it.what == "velocity"), "{parting:?}");
}

#[test]
fn a_branch_from_a_later_tick_is_compared_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("past.recording");
    let mut past = meadow(&[]);
    run(&mut past, 80);
    past.save_recording(&path).unwrap();
    let ready = Playback::ready_at(&path, 50).unwrap();
    let mut branch = Playback::live(ready, &Place::Temporary).unwrap();
    let rule = Command::SetRules { rules: vec![("light".to_owned(), 5.0)] };
    branch.command(rule).unwrap();
    run(&mut branch, 40);
    let Opened::Playback(mut past) = Playback::of_recording(&path).unwrap() else { panic!() };
    let comparison = compared([&mut past, &mut branch], every(15));
    assert_eq!(comparison.ticks, 50..=80);
    assert_eq!(comparison.inputs[0].b, "rule light = 5");
    let parting = comparison.parting.unwrap();
    assert_eq!((parting.tick, parting.count > 50), (51, true), "all plants get less light");
    assert!(parting.organisms[0].values.iter().any(|it| it.what == "energy"), "{parting:?}");
}

#[test]
fn worlds_of_other_species_or_ticks_are_refused() {
    let refusal = |one: &mut Playback, other: &mut Playback| {
        compare([one, other], Extent::default(), &mut |_, _| {}).unwrap_err().to_string()
    };
    let mut conquest = Playback::live(
        Start::Scenario {
            name: "conquest".to_owned(),
            overrides: Vec::new(),
            creature_folders: Vec::new(),
        }
        .ready()
        .unwrap(),
        &Place::Temporary,
    )
    .unwrap();
    let other_species = refusal(&mut meadow(&[]), &mut conquest);
    assert!(other_species.contains("of different worlds: the species of the first are clover"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("past.recording");
    let mut past = meadow(&[]);
    run(&mut past, 10);
    past.save_recording(&path).unwrap();
    let ready = Playback::ready_at(&path, 10).unwrap();
    let mut late = Playback::live(ready, &Place::Temporary).unwrap();
    let apart = refusal(&mut meadow(&[]), &mut late);
    assert!(apart.contains("the first has ticks 0..=0, the second 10..=10"), "{apart}");
}

/// Similarity by maps, organism by organism, from whole copies.
#[test]
fn similarity_is_that_of_a_count_one_by_one() {
    let [mut one, mut other] = [meadow(&[]), meadow(&["rules.light=29"])];
    run(&mut one, 40);
    run(&mut other, 40);
    let seen = |playback: &Playback| -> BTreeMap<_, _> {
        let living =
            world(playback).organisms().filter(|it| !matches!(it.nature, SavedNature::Carcass(_)));
        let state = |it: terrarium_sim::world::SavedOrganism| {
            let Identity { species, born, generation, lineage, .. } = it.who;
            let nature = match it.nature {
                SavedNature::Animal(life, traits, mind, motion) => {
                    let (dna, course) =
                        ((mind.dna, mind.dna_for_child), (motion.velocity, motion.course));
                    format!("{life:?} {traits:?} {dna:?} {course:?}")
                }
                other => format!("{other:?}"),
            };
            (lineage, format!("{species:?} {born} {generation} {:?} {nature}", it.body))
        };
        living.map(state).collect()
    };
    let [first, second] = [seen(&one), seen(&other)];
    let found = Similarity::of_species(
        &Likeness::of_all(world(&one)),
        &Likeness::of_all(world(&other)),
        world(&one).config().species.len(),
    );
    let found = found.into_iter().fold(Similarity::default(), |sum, it| sum + it);
    let in_both = first.keys().filter(|lineage| second.contains_key(lineage)).count() as u64;
    let identical = first.iter().filter(|(lineage, it)| second.get(lineage) == Some(it)).count();
    let alive = [first.len(), second.len()].map(|count| count as u64);
    assert_eq!(found, Similarity { alive, in_both, identical: identical as u64 });
    assert!(identical > 0 && (identical as u64) < in_both, "{found:?}");
}

#[test]
fn a_timetable_is_something_in_which_branches_differ() {
    let mut dry = meadow(&["command.drought={ tick = 5, drought = { light = 0.2, ticks = 50 } }"]);
    let mut wet = meadow(&[]);
    let extent = Extent { ticks: Some(10), every: None };
    let comparison = compared([&mut dry, &mut wet], extent);
    let differing: Vec<&str> = comparison.inputs.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(differing, ["timetable"]);
    assert_eq!(comparison.parting.unwrap().tick, 6, "the tick after the command");
}
