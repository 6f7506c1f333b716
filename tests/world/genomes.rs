//! Genomes: neutral marks change nothing, all of it is inherited, stored and restored, and wrong ones are refused.

use std::collections::BTreeMap;

use terrarium::behaviour::OrganismId;
use terrarium::genome::Genome;
use terrarium::tick::Simulation;
use terrarium::world::{RestoreError, SavedNature, SavedOrganism, World};
use terrarium_testing::{ticked, with_threads};

use crate::restored::restored;
use crate::shipped::{SMALL_MEADOW, simulation};

/// A small meadow with lemmings instead of hares.
fn lemmings(more: &[&str]) -> Simulation {
    let lemmings = ["population.hare=0", "population.lemming=40", "population.stoat=6"];
    simulation("meadow", &[SMALL_MEADOW, &lemmings, more].concat(), 5)
}

fn genomes(world: &World) -> BTreeMap<OrganismId, Genome> {
    world.organisms().filter_map(|it| Some((it.who.id, it.genome?))).collect()
}

#[test]
fn neutral_marks_change_nothing_else() {
    let without = ticked(simulation("meadow", SMALL_MEADOW, 5), 300);
    let marks = ["species.hare.mutation.colour=5", "species.clover.mutation.pattern=0.2"];
    let with = ticked(simulation("meadow", &[SMALL_MEADOW, &marks].concat(), 5), 300);
    let marked = genomes(with.world());
    let hues = marked.values().filter(|genome| genome.marks.hue != 0.0).count();
    assert!(hues > 50, "{hues} of {}", marked.len());
    let bare = |world: &World| -> Vec<SavedOrganism> {
        world.organisms().map(|it| SavedOrganism { genome: None, ..it }).collect()
    };
    assert_eq!(bare(without.world()), bare(with.world()));
    assert_ne!(without.world().state_hash(), with.world().state_hash());
}

#[test]
fn worlds_with_brains_are_repeatable_on_any_number_of_threads_and_across_snapshots() {
    let run = |threads| {
        with_threads(threads, || {
            ticked(lemmings(&["species.lemming.mutation.brain.neuron=0.3"]), 200)
        })
    };
    let (one, other) = (run(1), run(3));
    assert_eq!(one.world().state_hash(), other.world().state_hash());
    assert!(genomes(one.world()).values().any(|it| it.brain.as_ref().unwrap().neurons() > 0));
    let again = restored(one.world());
    assert_eq!(genomes(again.world()), genomes(one.world()));
    let hash = |sim| ticked(sim, 60).world().state_hash();
    assert_eq!(hash(again), hash(one));
}

#[test]
fn a_child_differs_from_its_parent_by_at_most_the_size_of_a_mutation() {
    let mut simulation = lemmings(&[
        "species.lemming.mutation.colour=3",
        "species.lemming.mutation.brain.weight=0.2",
    ]);
    let mut all = genomes(simulation.world());
    let mut children = 0;
    for _ in 0..250 {
        simulation.tick();
        for it in simulation.world().organisms().filter(|it| it.who.parent != OrganismId::NONE) {
            let Some(genome) = it.genome else { continue };
            if let (Some(parent), false) = (all.get(&it.who.parent), all.contains_key(&it.who.id)) {
                let turned = (genome.marks.hue - parent.marks.hue).abs();
                let is_lemming =
                    simulation.world().config().species(it.who.species).name == "lemming";
                let most = if is_lemming { 0.030_01 } else { 0.020_01 };
                assert!(turned.min(1.0 - turned) <= most, "{turned}");
                children += 1;
            }
            all.insert(it.who.id, genome);
        }
    }
    assert!(children > 30, "{children}");
}

#[test]
fn carcasses_have_no_genome() {
    let simulation = ticked(lemmings(&[]), 250);
    let dead = |it: &SavedOrganism| matches!(it.nature, SavedNature::Carcass(_));
    assert!(simulation.world().organisms().any(|it| dead(&it)));
    assert!(simulation.world().organisms().filter(dead).all(|it| it.genome.is_none()));
}

/// A change of a genome to one that its species cannot have.
type Wrong = (&'static str, fn(&mut Option<Genome>));

#[test]
fn genomes_that_a_species_cannot_have_are_refused() {
    const WRONG: [Wrong; 6] = [
        ("none", |genome| *genome = None),
        ("no brain", |genome| genome.as_mut().unwrap().brain = None),
        ("a hue beyond a turn", |genome| genome.as_mut().unwrap().marks.hue = 1.0),
        ("a rate that is no number", |genome| genome.as_mut().unwrap().rate = f32::NAN),
        ("a rate above 1", |genome| genome.as_mut().unwrap().rate = 1.5),
        ("a parameter too many", |genome| genome.as_mut().unwrap().parameters.push(1.0)),
    ];
    let simulation = lemmings(&[]);
    let world = simulation.world();
    let lemming = world.organisms().find(|it| it.genome.is_some()).unwrap();
    let admitted = |organism: SavedOrganism| {
        let mut empty = World::from_frame(world.frame()).unwrap();
        empty.admit(organism, OrganismId::NONE)
    };
    assert_eq!(admitted(lemming.clone()), Ok(()));
    for (what, change) in WRONG {
        let mut organism = lemming.clone();
        change(&mut organism.genome);
        assert_eq!(admitted(organism), Err(RestoreError::Genome(lemming.who.id)), "{what}");
    }
    let clover = world.organisms().find(|it| it.genome.is_none()).unwrap();
    let marked = SavedOrganism { genome: lemming.genome, ..clover.clone() };
    assert_eq!(admitted(marked), Err(RestoreError::Genome(clover.who.id)));
}

#[test]
fn an_extracted_species_is_like_the_organism() {
    let simulation = ticked(lemmings(&[]), 200);
    let world = simulation.world();
    let lemming = world.config().species_id("lemming").unwrap();
    let id = world.typical_organism(lemming).unwrap();
    let species = world.species_like(id, "wise-lemming").unwrap();
    let genome = world.organism(id).unwrap().genome.unwrap();
    assert_eq!(species.brain.as_ref(), genome.brain.as_deref());
    assert_eq!(species.genome().unwrap().brain, genome.brain);
    assert_eq!(world.species_like(world.next_id(), "nobody"), None);
}
