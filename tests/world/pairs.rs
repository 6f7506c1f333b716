//! Worlds that differ in one thing, under the same chance.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use terrarium::behaviour::{Destination, OrganismId};
use terrarium::geometry::{Aabb, DVec2};
use terrarium::species::SpeciesId;
use terrarium::tick::{Command, Simulation};
use terrarium::world::{Lineage, SavedNature, SavedOrganism};

use crate::shipped::{SMALL_MEADOW, simulation};

const CLOVER: SpeciesId = SpeciesId(0);
const HARE: SpeciesId = SpeciesId(2);

/// Where the inhabited part of a divided meadow ends, and where its far corner begins.
const INHABITED: f64 = 1150.0;
const FAR: f64 = 2200.0;

/// A meadow with all species in its left part, an empty middle, and a walled-off corner on the right.
fn divided_meadow(seed: u64) -> Simulation {
    let overrides = [
        "world.size=[2600, 860]",
        "population.clover=200",
        "population.oak=12",
        "population.hare=90",
        "population.deer=36",
        "population.lynx=8",
        "population.wolf=8",
    ];
    let mut sim = simulation("meadow", &overrides, seed);
    let outside: Vec<OrganismId> = sim
        .world()
        .organisms()
        .filter(|it| it.body.centre.x > INHABITED - 50.0)
        .map(|it| it.who.id)
        .collect();
    for organism in outside {
        sim.apply(Command::Remove { organism }).unwrap();
    }
    for x in [INHABITED, FAR] {
        let area = Aabb::new(DVec2::new(x, 0.0), DVec2::new(x + 40.0, 860.0));
        sim.apply(Command::Wall { area }).unwrap();
    }
    sim
}

/// The organisms left of `border`: what each is and does, by lineage, without identities.
fn observed(sim: &Simulation, border: f64) -> BTreeMap<Lineage, String> {
    let all: Vec<SavedOrganism> = sim.world().organisms().collect();
    let names: BTreeMap<OrganismId, Lineage> =
        all.iter().map(|it| (it.who.id, it.who.lineage)).collect();
    let near = all.iter().filter(|it| it.body.centre.x < border);
    near.map(|it| (it.who.lineage, described(it, &names))).collect()
}

fn described(it: &SavedOrganism, names: &BTreeMap<OrganismId, Lineage>) -> String {
    let nature = match &it.nature {
        SavedNature::Plant(life, traits) => format!("{life:?} {traits:?}"),
        SavedNature::Animal(life, traits, mind, motion) => {
            let destination = motion.journey.as_ref().map(|it| it.destination);
            let towards = match destination {
                Some(Destination::Beside(other)) => format!("beside {:?}", names.get(&other)),
                other => format!("{other:?}"),
            };
            format!("{life:?} {traits:?} {:?} {:?} {towards}", mind.dna, motion.velocity)
        }
        SavedNature::Carcass(carcass) => format!("{carcass:?}"),
    };
    let who = &it.who;
    format!("{:?} {} {} {:?} {nature}", who.species, who.born, who.generation, it.body)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn an_organism_that_nobody_meets_changes_nobodys_chance_though_it_breeds(seed: u64) {
        let [mut one, mut other] = [divided_meadow(seed), divided_meadow(seed)];
        let corner = [DVec2::new(2550.0, 300.0), DVec2::new(2550.0, 600.0)];
        let scattered = Command::Scatter {
            species: CLOVER,
            places: corner.to_vec(),
            radius: 30.0,
            count: 6,
        };
        other.apply(scattered).unwrap();
        other.apply(Command::Add { species: HARE, at: corner[0] }).unwrap();
        let is_extra = |it: &SavedOrganism| it.body.centre.x > FAR;
        for tick in 0..300 {
            one.tick();
            other.tick();
            let [expected, found] = [&one, &other].map(|sim| observed(sim, FAR - 600.0));
            prop_assert_eq!(expected, found, "in tick {}", tick);
        }
        let strays = other.world().organisms().filter(|it| {
            (FAR - 600.0..FAR).contains(&it.body.centre.x)
        });
        prop_assert_eq!(strays.count(), 0, "the extra organisms stay far away");
        prop_assert_eq!(one.world().organisms().filter(is_extra).count(), 0);
        let bred = other.world().organisms().filter(|it| is_extra(it) && it.who.generation > 0);
        prop_assert!(bred.count() > 0, "the extra organisms breed");
        let ids = |sim: &Simulation| -> BTreeMap<Lineage, OrganismId> {
            sim.world().organisms().map(|it| (it.who.lineage, it.who.id)).collect()
        };
        let ids_there = ids(&other);
        let shifted = ids(&one).into_iter().filter(|(lineage, id)| ids_there[lineage] != *id);
        prop_assert!(shifted.count() > 20, "and so shift the identities of others");
    }
}

#[test]
fn one_founder_more_moves_none_but_those_in_whose_place_it_is() {
    let of = |more: &str| {
        let sim = simulation("meadow", &[SMALL_MEADOW, &[more]].concat(), 5);
        observed(&sim, f64::INFINITY)
    };
    let fewer = of("population.clover=90");
    let more = of("population.clover=91");
    assert_eq!(more.len(), fewer.len() + 1);
    let moved = fewer.iter().filter(|(lineage, it)| more[lineage] != **it).count();
    assert!(moved <= 2, "{moved} of {}", fewer.len());
}

#[test]
fn no_two_organisms_have_the_same_lineage() {
    let mut meadow = simulation("meadow", SMALL_MEADOW, 2);
    let at = DVec2::new(500.0, 400.0);
    let hare = || Command::Add { species: HARE, at };
    let clover =
        || Command::Scatter { species: CLOVER, places: vec![at], radius: 300.0, count: 40 };
    let mut conquest = simulation("conquest", &["rules.nest_ticks=1"], 2);
    let mut nested = BTreeSet::new();
    for tick in 0..400 {
        if tick % 100 == 0 {
            for command in [hare(), clover(), hare(), clover()] {
                meadow.apply(command).unwrap();
            }
        }
        for sim in [&mut meadow, &mut conquest] {
            sim.tick();
            let all = sim.world().organisms().map(|it| it.who.lineage);
            let distinct: BTreeSet<Lineage> = all.collect();
            assert_eq!(distinct.len(), sim.world().organism_count(), "in tick {tick}");
        }
        let newcomers = conquest.world().organisms().filter(|it| it.who.born > 0);
        nested.extend(newcomers.filter(|it| it.who.generation == 0).map(|it| it.who.lineage));
    }
    assert!(nested.len() > 5, "creatures leave nests");
}
