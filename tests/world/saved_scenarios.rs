//! Worlds saved as scenarios: what is founded from them is the same land with the same organisms in it.

use std::path::Path;

use proptest::prelude::*;
use terrarium::document::Document;
use terrarium::prelude::*;
use terrarium::scenario::{Places, SaveScenarioError, SavedScenario, Scenario};
use terrarium::tick::Command;
use terrarium::world::SavedNature;

use crate::edits::edit;
use crate::shipped::{SMALL_MEADOW, simulation};

/// The world founded from a world that was saved.
fn founded(world: &World, places: Places) -> World {
    let saved = SavedScenario::new(world, places, Path::new("saved.toml")).unwrap();
    assert_eq!(saved.species, [], "all species are shipped");
    let document = Document::parse("saved.toml", &saved.text).unwrap();
    let scenario = Scenario::from_document("saved", Path::new(""), document, &[]).unwrap();
    scenario.create(world.config().species.clone()).unwrap()
}

/// The species, place and radius of every living organism.
fn places(world: &World) -> Vec<(SpeciesId, [u64; 3])> {
    let living = world.organisms().filter(|it| !matches!(it.nature, SavedNature::Carcass(_)));
    let place = |it: terrarium::world::SavedOrganism| {
        let (at, radius) = (it.body.centre, it.body.radius);
        (it.who.species, [at.x, at.y, radius].map(f64::to_bits))
    };
    let mut places: Vec<_> = living.map(place).collect();
    places.sort_unstable();
    places
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_saved_world_is_founded_as_it_was(
        seed in 0..20_u64,
        scenario in prop::sample::select(vec!["meadow", "archipelago", "conquest"]),
        commands in prop::collection::vec(edit(1100.0), 0..12),
    ) {
        let overrides = if scenario == "meadow" { SMALL_MEADOW } else { &[] };
        let mut sim = simulation(scenario, overrides, seed);
        for command in commands {
            (0..4).for_each(|_| sim.tick());
            let _ = sim.apply(command);
        }
        let world = sim.world();
        let again = founded(world, Places::Same);
        let (old, new) = (world.config(), again.config());
        prop_assert_eq!((old.seed, old.bounds, &old.rules), (new.seed, new.bounds, &new.rules));
        prop_assert_eq!((&old.colonies, &old.links), (&new.colonies, &new.links));
        prop_assert_eq!(&world.command_effects().walls, &again.command_effects().walls);
        prop_assert_eq!(&world.command_effects().polygons, &again.command_effects().polygons);
        prop_assert_eq!(places(world), places(&again));
        match (world.conquest(), again.conquest()) {
            (Some(before), Some(after)) => {
                prop_assert_eq!(before.ground(old).unwrap().obstacles(), after.ground(new).unwrap().obstacles());
                let owners = |it: &terrarium::world::Conquest| -> Vec<_> {
                    it.bases.iter().map(|base| base.owner).collect()
                };
                prop_assert_eq!(owners(before), owners(after));
            }
            _ => prop_assert_eq!(&old.terrain, &new.terrain),
        }
        let behaviours = behaviour::make_all(&new.species, &new.rules).unwrap();
        let mut sim = Simulation::new(again, behaviours);
        prop_assert_eq!(sim.check(), Ok(()));
        for _ in 0..5 {
            sim.tick();
            prop_assert_eq!(sim.check(), Ok(()));
        }
    }
}

#[test]
fn with_random_places_only_the_numbers_are_kept() {
    let mut sim = simulation("meadow", SMALL_MEADOW, 2);
    (0..30).for_each(|_| sim.tick());
    let again = founded(sim.world(), Places::Random);
    assert_eq!(again.populations(), sim.world().populations());
    assert_ne!(places(&again), places(sim.world()));
}

#[test]
fn a_world_that_takes_too_many_bytes_is_refused() {
    let overrides = ["world.size=[60000, 60000]", "population.clover=50000", "population.hare=100"];
    let sim = simulation("meadow", &overrides, 1);
    let refusal = SavedScenario::new(sim.world(), Places::Same, Path::new("big.toml")).unwrap_err();
    assert!(matches!(refusal, SaveScenarioError::TooLarge { has_places: true, .. }), "{refusal}");
    assert!(refusal.to_string().contains("--random-places"), "{refusal}");
    assert!(SavedScenario::new(sim.world(), Places::Random, Path::new("big.toml")).is_ok());
}

#[test]
fn changed_species_are_saved_with_their_scenario() {
    let overrides: Vec<&str> =
        SMALL_MEADOW.iter().copied().chain(["species.hare.points.speed=35"]).collect();
    let mut sim = simulation("meadow", &overrides, 1);
    let area = Aabb::spanning(DVec2::splat(300.0), DVec2::splat(400.0));
    sim.apply(Command::BuildWall { area }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fast.toml");
    let saved = SavedScenario::new(sim.world(), Places::Same, &path).unwrap();
    assert_eq!(saved.species.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["hare"]);
    saved.save(&path).unwrap();
    let start = terrarium::run::Start::Scenario {
        name: path.display().to_string(),
        overrides: Vec::new(),
        creature_folders: Vec::new(),
    };
    let again = start.ready().unwrap().simulation;
    let hare = |sim: &Simulation| {
        let species = &sim.world().config().species;
        species.iter().find(|it| it.name == "hare").unwrap().nature.clone()
    };
    assert_eq!(hare(&again), hare(&sim));
    assert_eq!(again.world().command_effects().walls, sim.world().command_effects().walls);
    assert!(saved.save(&path).is_err(), "the folder of creatures is not overwritten");
}
