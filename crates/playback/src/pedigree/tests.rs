use std::collections::BTreeMap;

use terrarium_run::SimulationBuilder;
use terrarium_run::record::recording::Place;
use terrarium_sim::tick::Command;

use super::*;
use crate::Playback;

fn meadow() -> Playback {
    let few = ["world.size=[900, 700]", "population.clover=60", "population.oak=4"];
    let animals = ["population.hare=20", "population.deer=4", "population.lynx=1"];
    let overrides = [&few[..], &animals, &["population.wolf=1"]].concat();
    let mut playback = Playback::live(
        SimulationBuilder::new("meadow").overrides(&overrides).ready().unwrap(),
        &Place::Temporary,
    )
    .unwrap();
    playback.keep_pedigree();
    playback
}

fn step(playback: &mut Playback, ticks: u64) {
    (0..ticks).for_each(|_| playback.step().unwrap());
}

/// The pedigree up to the last tick of the playback, replayed from its first one.
fn replayed(playback: &mut Playback) -> Pedigree {
    let recording = playback.recorded().unwrap();
    let mut other = Playback::of_recorded(recording).unwrap();
    let last = other.frontier();
    Pedigree::replayed(&mut other, last, |_, _| {}).unwrap()
}

fn added(species: u16) -> Command {
    Command::Add { species: SpeciesId(species), at: glam::DVec2::new(450.0, 350.0) }
}

#[test]
fn the_living_members_are_those_of_the_world() {
    let mut playback = meadow();
    step(&mut playback, 300);
    let pedigree = replayed(&mut playback);
    let world = playback.simulation().world();
    let mut query = world.query::<Living<'_>>().without::<&Carcass>();
    let living: BTreeMap<OrganismId, Member> =
        query.iter().map(|living| (living.0.id, Member::new(living, world))).collect();
    let known = pedigree.members().iter().filter(|it| it.is_alive(300));
    assert!(known.map(|it| (it.id, *it)).eq(living));
    let dead = pedigree.members().iter().filter(|it| it.died.is_some());
    assert!(dead.clone().count() > 10, "many have died");
    assert!(dead.into_iter().all(|it| it.died.is_some_and(|died| it.born <= died && died <= 300)));
    // Every identity was given to an organism that was seen.
    assert!(pedigree.members().iter().map(|it| it.id.0).eq(1..world.next_id().0));
}

#[test]
fn what_was_kept_continues_what_was_replayed() {
    let mut playback = meadow();
    step(&mut playback, 100);
    let begun = playback.timeline().pedigree().cloned();
    assert_eq!(begun, None, "the first ticks are not known yet");
    // Since the first tick was kept, nothing is missing; a later beginning needs the replay.
    let mut late = Playback::of_recorded(playback.recorded().unwrap()).unwrap();
    late.seek(100).unwrap();
    late.keep_pedigree();
    let first = replayed(&mut late);
    step(&mut late, 150);
    assert!(late.pedigree().is_none(), "the ticks before were not seen");
    late.learn_pedigree(first);
    let whole = replayed(&mut late);
    assert_eq!(late.pedigree(), Some(&whole));
    step(&mut late, 20);
    let whole = replayed(&mut late);
    assert_eq!(late.pedigree(), Some(&whole), "new ticks are added");
}

#[test]
fn a_branch_has_the_organisms_before_it() {
    let mut playback = meadow();
    step(&mut playback, 200);
    let whole = replayed(&mut playback);
    playback.learn_pedigree(whole);
    playback.seek(120).unwrap();
    playback.branch().unwrap();
    playback.command(added(0)).unwrap();
    step(&mut playback, 60);
    let whole = replayed(&mut playback);
    assert_eq!(playback.pedigree(), Some(&whole));
}

#[test]
fn pedigrees_with_a_gap_are_not_joined() {
    let mut playback = meadow();
    let mut early = Pedigree::begin(playback.simulation().world());
    step(&mut playback, 2);
    let late = Pedigree::begin(playback.simulation().world());
    let before = early.clone();
    assert!(!early.join(&late));
    assert_eq!(early, before);
}

#[test]
fn kin_are_found_by_going_up_and_down_from_parent_to_child() {
    let mut playback = meadow();
    step(&mut playback, 500);
    let pedigree = replayed(&mut playback);
    for tick in [250, 500] {
        for member in pedigree.members().iter().filter(|it| it.born <= tick) {
            let kinship = pedigree.kinship(member.id, tick).expect("it is born");
            let up = |id: OrganismId| pedigree.member(id).map(|it| it.parent);
            let line: Vec<OrganismId> = std::iter::successors(up(member.id), |id| up(*id))
                .filter(|&id| id != OrganismId::NONE)
                .collect();
            assert!(kinship.ancestors.iter().map(|it| it.id).eq(line));
            let born = || pedigree.members().iter().filter(|it| it.born <= tick);
            let children = born().filter(|it| it.parent == member.id);
            assert!(kinship.children.iter().map(|it| it.id).eq(children.map(|it| it.id)));
            let descends = |it: &&Member| {
                let mut above = std::iter::successors(up(it.id), |id| up(*id));
                above.any(|id| id == member.id)
            };
            assert_eq!(kinship.descendants, born().filter(descends).count() as u64);
            let living = born().filter(descends).filter(|it| it.is_alive(tick));
            assert_eq!(kinship.living_descendants, living.count() as u64);
        }
    }
    let unborn = pedigree.members().iter().find(|it| it.born > 250).unwrap();
    assert_eq!(pedigree.kinship(unborn.id, 250), None);
}

/// A meadow with lemmings, which have genomes, and no other animals.
fn lemmings() -> Simulation {
    let plants = ["world.size=[900, 700]", "population.clover=60", "population.oak=0"];
    let others = ["hare", "deer", "lynx", "wolf"].map(|name| format!("population.{name}=0"));
    let mut few: Vec<&str> = others.iter().map(String::as_str).chain(plants).collect();
    few.push("population.lemming=20");
    SimulationBuilder::new("meadow").overrides(&few).build().unwrap()
}

#[test]
fn genomes_are_cut_and_continued() {
    let [mut simulation, mut middle] = [0, 1].map(|_| lemmings());
    let mut whole = Pedigree::begin(simulation.world());
    let (mut early, mut late) = (whole.clone(), None);
    for tick in 1..=300 {
        simulation.tick();
        let world = simulation.world();
        whole.record(world);
        if tick <= 200 {
            early.record(world);
            middle.tick();
        }
        if let Some(late) = &mut late {
            History::record(late, world);
        }
        if tick == 150 {
            late = Some(Pedigree::begin(world));
        }
    }
    let numbers = |it: &Pedigree| it.genomes().map(|genomes| genomes.iter().count());
    assert!(numbers(&early) > Some(20) && numbers(&whole) > numbers(&early), "many were born");
    assert_eq!(whole.until(middle.world()), early);
    assert!(early.join(&late.unwrap()));
    assert_eq!(early, whole);
}
