//! Mating: who finds a partner, what children inherit from both parents, and what is stored of it.

use std::collections::BTreeSet;

use terrarium::behaviour::{ActionKind, Activity, EventKind, OrganismId, Refusal, Turn};
use terrarium::genome::Genome;
use terrarium::rules::Energy;
use terrarium::species::{Nature, SexualReproduction};
use terrarium::tick::{Change, Simulation};
use terrarium::world::{Mating, RestoreError, SavedNature, SavedOrganism, World};
use terrarium_testing::by_hand::{GRASS, HERBIVORE, Scene, Stage};
use terrarium_testing::{ticked, with_threads};

use crate::restored::restored;
use crate::shipped::{SMALL_MEADOW, simulation};

const NEAR: SexualReproduction = SexualReproduction { reach: 24.0, distance: None };

fn breed(turn: &mut Turn<'_>) {
    if turn.senses.me.can_reproduce {
        turn.intent.reproduce();
    }
}

fn has_conceived(stage: &Stage, id: OrganismId) -> bool {
    stage.events_of(id).contains(&EventKind::Conceived)
}

fn refusal(stage: &Stage, id: OrganismId) -> Option<Refusal> {
    stage.events_of(id).into_iter().find_map(|event| match event {
        EventKind::Refused { slot: ActionKind::Reproduce, why, .. } => Some(why),
        _ => None,
    })
}

/// The partner whose gamete an organism carries.
fn mate(stage: &Stage, id: OrganismId) -> Option<OrganismId> {
    Some(stage.see(id)?.mating?.gamete?.of)
}

#[test]
fn animals_conceive_only_beside_one_of_their_species_that_requests_it_too() {
    // Cells are as wide as the reach.
    for (picture, partner) in [
        ("h", None),
        ("hi", Some('i')),
        ("h.i", Some('i')),
        ("h..i", None),
        ("hwi", Some('i')),
        ("hw", None),
        ("hc", None),
        ("hij", Some('i')),
        ("j.hi", Some('i')),
    ] {
        let scene = Scene::new(picture).sexual(HERBIVORE, NEAR);
        let (own, other) = (scene.id('h'), partner.map(|letter| scene.id(letter)));
        let mut stage = scene.go(breed);
        stage.tick();
        assert_eq!(mate(&stage, own), other, "{picture}");
        assert_eq!(has_conceived(&stage, own), other.is_some(), "{picture}");
        let why = if other.is_none() { Some(Refusal::NoPartner) } else { None };
        assert_eq!(refusal(&stage, own), why, "{picture}");
        if let Some(other) = other {
            assert!(has_conceived(&stage, other), "{picture}: both conceive");
        }
    }
}

#[test]
fn a_partner_that_does_not_want_a_child_is_none() {
    let scene = Scene::new("hi").sexual(HERBIVORE, NEAR);
    let (own, other) = (scene.id('h'), scene.id('i'));
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == own {
            assert!(turn.senses.me.needs_partner);
            breed(turn);
        } else {
            let doing = turn.senses.conditions.get(0).unwrap().doing;
            let courted = turn.senses.tick > 0;
            assert_eq!(doing == Activity::Courting, courted, "tick {}", turn.senses.tick);
        }
    });
    stage.ticks(3);
    assert_eq!(refusal(&stage, own), Some(Refusal::NoPartner));
    assert!(!has_conceived(&stage, other));
}

#[test]
fn organisms_beyond_the_genetic_distance_do_not_mate() {
    let (even, fast) =
        ([20.0, 20.0, 20.0, 20.0, 20.0, 0.0, 0.0], [10.0, 10.0, 10.0, 10.0, 60.0, 0.0, 0.0]);
    // Four differences of 0.1 and one of 0.4, among eight traits.
    let apart = f64::sqrt((4.0 * 0.01 + 0.16) / 8.0);
    for (distance, are_mates) in [(apart + 0.001, true), (apart - 0.001, false)] {
        let kind = SexualReproduction { distance: Some(distance), ..NEAR };
        let scene = Scene::new("hi").points('h', even).points('i', fast).sexual(HERBIVORE, kind);
        let own = scene.id('h');
        let mut stage = scene.go(breed);
        stage.tick();
        assert_eq!(has_conceived(&stage, own), are_mates, "{distance}");
        let why = if are_mates { None } else { Some(Refusal::TooDistant) };
        assert_eq!(refusal(&stage, own), why);
    }
}

/// The children of two animals beside each other, with what `h` and `i` pass on.
fn children_of(points: [[f32; 7]; 2], ticks: u64) -> Vec<SavedOrganism> {
    let scene = Scene::new(".......\n.......\n..h.i..\n.......\n.......");
    let scene = scene.sexual(HERBIVORE, NEAR).rule("mutation", 0.0);
    let scene = scene.rule("breeding_wait_herbivore", 0.0).rule("energy_base", 10_000.0);
    let scene = scene.rule("lifespan_herbivore", 10_000.0);
    let rich = Energy::from_units(100_000.0);
    let scene = scene.points('h', points[0]).points('i', points[1]);
    let scene = scene.life('h', |life| life.energy = rich).life('i', |life| life.energy = rich);
    let parents = [scene.id('h'), scene.id('i')];
    let mut stage = scene.go(move |turn| {
        let me = &turn.senses.me;
        if let Some(index) = parents.iter().position(|id| *id == me.id).filter(|_| me.can_reproduce)
        {
            turn.intent.reproduce = Some(vec![u8::try_from(index).unwrap()]);
        }
    });
    stage.ticks(ticks);
    stage.newcomers(2)
}

#[test]
fn children_inherit_each_trait_from_either_parent_at_their_mean_price() {
    let parents = [[60.0, 20.0, 5.0, 5.0, 10.0, 0.0, 0.0], [10.0, 20.0, 5.0, 5.0, 60.0, 0.0, 0.0]];
    let price = |points: [f32; 7]| -> f32 { points.iter().map(|it| it * it).sum() };
    let mean = (price(parents[0]) + price(parents[1])) / 2.0;
    let children = children_of(parents, 1_000);
    let mut kinds = BTreeSet::new();
    for SavedOrganism { who, nature, mating, .. } in &children {
        let SavedNature::Animal(_, traits, mind, _) = nature else { panic!("{who:?}") };
        assert!((price(traits.points) / mean - 1.0).abs() < 1e-4, "{traits:?}");
        // The unchanged trait shows the scale.
        let scale = traits.points[1] / 20.0;
        let of_first = [0, 4].map(|index| {
            let own = traits.points[index] / scale;
            let is_of = parents.map(|points| (own / points[index] - 1.0).abs() < 1e-4);
            assert!(is_of[0] != is_of[1], "{traits:?}");
            is_of[0]
        });
        kinds.insert(of_first);
        let Mating { second_parent, second_dna, gamete } = mating.as_ref().unwrap();
        assert_eq!(who.parent.0 + second_parent.0, 3, "the parents are 1 and 2");
        let expected = [who.parent.0 - 1, second_parent.0 - 1];
        assert_eq!([mind.dna[0], second_dna[0]].map(u64::from), expected);
        assert_eq!(*gamete, None);
    }
    assert!(children.len() > 10, "{}", children.len());
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

#[test]
fn a_child_can_be_born_after_its_second_parent_has_died() {
    let scene = Scene::new("...\nh.i\n...").sexual(HERBIVORE, NEAR);
    let (own, other) = (scene.id('h'), scene.id('i'));
    let lethal = |life: &mut terrarium::world::Life| life.energy = Energy::from_units(10_000.0);
    let scene = scene.rule("energy_base", 1_000.0).life('h', lethal).life('i', lethal);
    let scene = scene.form('i', |who, _| who.born = -591);
    let mut stage = scene.go(breed);
    while stage.newcomers(2).is_empty() {
        stage.tick();
        assert!(stage.0.world().tick() < 500, "no child is born");
    }
    assert!(matches!(stage.see(other).map(|it| it.nature), None | Some(SavedNature::Carcass(_))));
    let child = &stage.newcomers(2)[0];
    assert_eq!((child.who.parent, child.mating.as_ref().unwrap().second_parent), (own, other));
}

#[test]
fn plants_take_the_pollen_of_the_nearest_grown_one_of_their_species() {
    let kind = SexualReproduction { reach: 48.0, distance: None };
    for (picture, pollen) in [("g", None), ("gt", None), ("g.gt", Some(2)), ("g...g", None)] {
        let scene = Scene::new(picture).sexual(GRASS, kind).rule("light", 100.0);
        let id = scene.id('g');
        let mut stage = scene.go(|_| {});
        stage.ticks(3);
        assert_eq!(mate(&stage, id), pollen.map(OrganismId), "{picture}");
        assert_eq!(stage.life(id).is_expecting(), pollen.is_some(), "{picture}");
    }
}

/// A small meadow of lemmings that mate, and clover that is pollinated.
fn mating_meadow(more: &[&str]) -> Simulation {
    let own = [
        "population.hare=0",
        "population.lemming=60",
        "species.lemming.reproduction.sexual=true",
        "species.lemming.reproduction.reach=60",
        "species.clover.reproduction.sexual=true",
        "species.clover.mutation.colour=5",
    ];
    simulation("meadow", &[SMALL_MEADOW, &own, more].concat(), 5)
}

fn mated(world: &World, species: &str) -> Vec<(SavedOrganism, Mating)> {
    let species = world.config().species_id(species).unwrap();
    let of_species = world.organisms().filter(|it| it.who.species == species);
    of_species.filter_map(|it| Some((it.clone(), it.mating?))).collect()
}

/// The mating meadow after so many ticks, and as many more as it takes until a lemming expects a child.
fn expecting_meadow(ticks: u64) -> Simulation {
    let mut sim = ticked(mating_meadow(&[]), ticks);
    while mated(sim.world(), "lemming").iter().all(|(_, it)| it.gamete.is_none()) {
        assert!(sim.world().tick() < ticks + 200, "none expects a child");
        sim.tick();
    }
    sim
}

#[test]
fn worlds_that_mate_are_repeatable_on_any_number_of_threads_and_across_snapshots() {
    let run = |threads| with_threads(threads, || expecting_meadow(300));
    let (one, other) = (run(1), run(3));
    assert_eq!(one.world().state_hash(), other.world().state_hash());
    for species in ["lemming", "clover"] {
        let all = mated(one.world(), species);
        let with_two = all.iter().filter(|(_, it)| it.second_parent != OrganismId::NONE).count();
        let expecting = all.iter().filter(|(_, it)| it.gamete.is_some()).count();
        assert!(with_two > 10 && expecting > 0, "{species}: {with_two}, {expecting}");
        for (it, mating) in &all {
            let founder = it.who.parent == OrganismId::NONE;
            assert_eq!(mating.second_parent == OrganismId::NONE, founder, "{species}");
            assert!(mating.second_parent != it.who.parent || founder, "{species}");
        }
    }
    let again = restored(one.world());
    let hash = |sim| ticked(sim, 60).world().state_hash();
    assert_eq!(hash(again), hash(one));
}

#[test]
fn genomes_of_children_are_crossed_from_both_parents() {
    // Nothing mutates: each mark of a child is that of a parent, so marks of founders, which are alike, stay.
    let mut simulation = mating_meadow(&[
        "species.lemming.mutation.rate=1",
        "species.lemming.mutation.brain.weights=1",
        "species.lemming.mutation.brain.neuron=0",
        "species.lemming.mutation.brain.connection=0",
        "species.lemming.mutation.brain.removal=0",
        "species.lemming.mutation.brain.weight=0.001",
        "species.lemming.mutation.colour=0.01",
    ]);
    let mut genomes: std::collections::BTreeMap<OrganismId, Genome> = Default::default();
    let (mut of_bearer, mut of_second) = (0, 0);
    for _ in 0..500 {
        simulation.tick();
        for (it, mating) in mated(simulation.world(), "lemming") {
            let genome = it.genome.unwrap();
            if genomes.contains_key(&it.who.id) {
                continue;
            }
            if let (Some(first), Some(second)) =
                (genomes.get(&it.who.parent), genomes.get(&mating.second_parent))
            {
                let weights = |of: &Genome| -> Vec<f32> {
                    of.brain.as_ref().unwrap().connections().iter().map(|it| it.weight).collect()
                };
                let near = |a: f32, b: f32| (a - b).abs() <= 0.001_01;
                let (own, first, second) = (weights(&genome), weights(first), weights(second));
                for (index, &weight) in own.iter().enumerate() {
                    let of = [near(weight, first[index]), near(weight, second[index])];
                    assert!(of[0] || of[1], "{weight}: {} or {}", first[index], second[index]);
                    of_bearer += usize::from(of == [true, false]);
                    of_second += usize::from(of == [false, true]);
                }
            }
            genomes.insert(it.who.id, genome);
        }
    }
    assert!(of_bearer > 2 && of_second > 2, "{of_bearer} and {of_second}");
}

#[test]
fn a_species_can_change_how_it_reproduces_while_it_is_alive() {
    let mut simulation = ticked(mating_meadow(&[]), 100);
    let lemming = simulation.world().config().species_id("lemming").unwrap();
    let sexual = simulation.world().config().species(lemming).clone();
    for reproduction in [None, sexual.reproduction] {
        let into = terrarium::species::Species { reproduction, ..sexual.clone() };
        simulation.change(Change { species: lemming, into: into.into() }).unwrap();
        let living = simulation.world().organisms();
        let living = living.filter(|it| !matches!(it.nature, SavedNature::Carcass(_)));
        for it in living.filter(|it| it.who.species == lemming) {
            assert_eq!(it.mating.is_some(), reproduction.is_some());
        }
        restored(simulation.world());
        simulation = ticked(simulation, 60);
        simulation.check().unwrap();
    }
}

#[test]
fn gametes_that_no_mate_can_have_given_are_refused() {
    type Wrong = (&'static str, fn(&mut SavedOrganism));
    fn gamete(it: &mut SavedOrganism) -> &mut terrarium::world::Gamete {
        it.mating.as_mut().unwrap().gamete.as_mut().unwrap()
    }
    const WRONG: [Wrong; 7] = [
        ("no mating", |it| it.mating = None),
        ("a second parent that is not born yet", |it| {
            it.mating.as_mut().unwrap().second_parent = OrganismId(1 << 40);
        }),
        ("of one that is not born yet", |it| gamete(it).of = OrganismId(1 << 40)),
        ("of a plant", |it| {
            let Nature::Animal(traits) = gamete(it).traits else { panic!("of an animal") };
            gamete(it).traits = Nature::Plant(terrarium::species::PlantTraits {
                mature_radius: traits.mature_radius,
                height: 1.0,
                preferred_light: 1.0,
                seed_spread: 1.0,
            });
        }),
        ("with points that are no number", |it| {
            let Nature::Animal(traits) = &mut gamete(it).traits else { panic!("of an animal") };
            traits.points[2] = f32::NAN;
        }),
        ("without a genome", |it| gamete(it).genome = None),
        ("of one that expects nothing", |it| {
            let SavedNature::Animal(life, ..) = &mut it.nature else { panic!("an animal") };
            (life.incubation, life.embryo) = (0, Energy::ZERO);
        }),
    ];
    let simulation = expecting_meadow(200);
    let world = simulation.world();
    let mated = mated(world, "lemming");
    let (expecting, _) = mated.iter().find(|(_, it)| it.gamete.is_some()).unwrap();
    let admitted = |organism: SavedOrganism| {
        let mut empty = World::from_frame(world.frame()).unwrap();
        empty.admit(organism, OrganismId::NONE)
    };
    assert_eq!(admitted(expecting.clone()), Ok(()));
    for (what, change) in WRONG {
        let mut organism = expecting.clone();
        change(&mut organism);
        assert_eq!(admitted(organism), Err(RestoreError::Mating(expecting.who.id)), "{what}");
    }
}
