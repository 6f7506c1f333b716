//! The appearance of worlds.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_creatures::species::Kind;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::scene::{Action, Build, Scene, SceneError};
use terrarium_sim::tick::{Command, Simulation};
use terrarium_space::geometry::DVec2;

fn simulation(name: &str, overrides: &[&str]) -> Simulation {
    SimulationBuilder::new(name).overrides(overrides).build().unwrap()
}

const SMALL: [&str; 8] = [
    "seed=7",
    "world.size=[900, 600]",
    "population.clover=80",
    "population.oak=4",
    "population.hare=20",
    "population.deer=8",
    "population.lynx=3",
    "population.wolf=2",
];

/// The scene of a small meadow after so many ticks.
fn meadow(ticks: u64) -> Scene {
    let mut simulation = simulation("meadow", &SMALL);
    let mut scene = Scene::new(&simulation, None);
    for _ in 0..ticks {
        simulation.tick();
        scene = Scene::new(&simulation, Some(&scene));
    }
    scene
}

#[test]
fn every_organism_has_one_figure_in_order_of_identity() {
    let mut simulation = simulation("meadow", &SMALL);
    for _ in 0..60 {
        simulation.tick();
    }
    let scene = Scene::new(&simulation, None);
    let world = simulation.world();
    assert!(scene.figures.is_sorted_by(|a, b| a.id < b.id));
    assert_eq!(scene.populations(), world.populations());
    let carcasses =
        scene.figures.iter().filter(|figure| figure.kind == SightingKind::Carcass).count();
    assert_eq!(carcasses as u64, world.carcasses());
    for figure in &scene.figures {
        assert_eq!(scene.figure(figure.id), Some(figure));
        assert_eq!(scene.figure_at(figure.centre, 0.0), Some(figure));
        assert!((0.0..=1.0).contains(&figure.energy), "{figure:?}");
        assert!(figure.light.is_none() || figure.kind == SightingKind::Plant, "{figure:?}");
    }
    assert_eq!(scene.figure(OrganismId(u64::MAX)), None);
}

#[test]
fn actions_follow_from_states_and_events() {
    let mut simulation = simulation("meadow", &SMALL);
    let mut seen = BTreeSet::new();
    let mut scene = Scene::new(&simulation, None);
    for _ in 0..400 {
        simulation.tick();
        scene = Scene::new(&simulation, Some(&scene));
        for figure in &scene.figures {
            if figure.kind == SightingKind::Plant || figure.kind == SightingKind::Carcass {
                assert_eq!(figure.action, Action::Resting);
            }
            seen.insert(figure.action);
        }
    }
    for action in [Action::Walking, Action::Eating, Action::Attacking, Action::Fleeing] {
        assert!(seen.contains(&action), "{action:?} of {seen:?}");
    }
}

#[test]
fn figures_that_stand_still_keep_their_facing() {
    let mut simulation = simulation("meadow", &SMALL);
    let mut before = Scene::new(&simulation, None);
    let mut standing = 0;
    for _ in 0..50 {
        simulation.tick();
        let scene = Scene::new(&simulation, Some(&before));
        for figure in scene.figures.iter().filter(|figure| figure.velocity == DVec2::ZERO) {
            if let Some(old) = before.figure(figure.id) {
                assert_eq!(old.facing, figure.facing);
                standing += 1;
            }
        }
        before = scene;
    }
    assert!(standing > 100);
}

#[test]
fn the_ground_is_shared_until_it_changes() {
    let mut simulation = simulation("conquest", &[]);
    let first = Scene::new(&simulation, None);
    assert_eq!((first.bases.len(), first.ground.columns), (5, 41));
    let mut before = first.clone();
    let mut changes = 0;
    for _ in 0..300 {
        simulation.tick();
        let scene = Scene::new(&simulation, Some(&before));
        if !Arc::ptr_eq(&scene.ground, &before.ground) {
            changes += 1;
        }
        let computed = Scene::new(&simulation, None);
        assert_eq!(scene.ground, computed.ground, "at tick {}", scene.tick);
        before = scene;
    }
    assert!((1..300).contains(&changes), "{changes}");
    assert!(before.bases.iter().any(|base| base.lean != 0.0));
}

#[test]
fn a_scene_reads_back_from_its_bytes() {
    let mut caves = simulation("meadow", &SMALL);
    let corners = [(100.0, 100.0), (300.0, 120.0), (180.0, 180.0), (120.0, 400.0)];
    let corners = corners.map(DVec2::from).to_vec();
    caves.apply(Command::BuildPolygon { corners }).unwrap();
    let caves = Scene::new(&caves, None);
    assert_eq!(caves.ground.polygons.len(), 1);
    for scene in [meadow(40), caves, Scene::new(&simulation("conquest", &[]), None)] {
        let back = Scene::from_bytes(&scene.to_bytes()).unwrap();
        assert_eq!(back.figures.len(), scene.figures.len());
        assert_eq!((&back.species, &back.bases), (&scene.species, &scene.bases));
        assert_eq!(back.ground.tiles, scene.ground.tiles);
        assert_eq!(back.ground.polygons, scene.ground.polygons);
        for (back, figure) in back.figures.iter().zip(&scene.figures) {
            assert_eq!((back.id, back.kind, back.action), (figure.id, figure.kind, figure.action));
            assert!((back.centre - figure.centre).abs().max_element() <= 1.0 / 64.0);
        }
        let repeated = Scene::from_bytes(&back.to_bytes()).unwrap();
        assert_eq!(repeated, back, "rounding is idempotent");
    }
}

/// The number of bytes of the length of a list.
fn length_of(count: usize) -> usize {
    if count < 128 { 1 } else { 2 }
}

#[test]
fn invalid_scenes_are_refused() {
    let bytes = meadow(3).to_bytes();
    assert_eq!(Scene::from_bytes(b""), Err(SceneError::NotAScene));
    assert_eq!(Scene::from_bytes(b"scen"), Err(SceneError::NotAScene));
    assert_eq!(Scene::from_bytes(b"something else"), Err(SceneError::NotAScene));
    let later = [&b"scen"[..], &6_u32.to_le_bytes(), &bytes[8..]].concat();
    assert_eq!(Scene::from_bytes(&later), Err(SceneError::OtherFormat(6)));
    // Format 1 ended before the links, format 2 before the calamities, format 3 before the polygons, format 4 before the
    // outlines of species and what shows of traits, which take 4 bytes each, and 1 to 3.
    let scene = Scene::from_bytes(&bytes).unwrap();
    let without = scene.figures.iter().map(|it| it.build).all(|it| it == Build::default());
    assert!(!without, "traits show");
    let mut plain = scene.clone();
    plain.figures.iter_mut().for_each(|figure| figure.build = Build::default());
    let plain = plain.to_bytes();
    let lists = 1 + 4 * scene.species.len() + length_of(scene.figures.len()) + scene.figures.len();
    for (format, less) in [(1_u32, 3), (2, 2), (3, 1), (4, 0)] {
        let content = &plain[8..plain.len() - lists - less];
        let earlier = [&b"scen"[..], &format.to_le_bytes(), content].concat();
        let earlier = Scene::from_bytes(&earlier).unwrap();
        let kinds = earlier.species.iter().map(|look| (look.kind, look.silhouette.body));
        assert!(kinds.into_iter().all(|(kind, body)| body.is_of_plants() == (kind == Kind::Plant)));
        assert_eq!(earlier.figures.len(), scene.figures.len());
        assert_eq!(
            (earlier.links, earlier.calamities),
            (scene.links.clone(), scene.calamities.clone())
        );
    }
    for end in 8..bytes.len() {
        assert!(matches!(Scene::from_bytes(&bytes[..end]), Err(SceneError::Damaged(_))));
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(Scene::from_bytes(&longer), Err(SceneError::Damaged(_))));
}

proptest! {
    #[test]
    fn altered_bytes_never_panic(index in any::<prop::sample::Index>(), to in any::<u8>()) {
        let mut bytes = meadow(1).to_bytes();
        let index = index.index(bytes.len());
        bytes[index] = to;
        if let Ok(scene) = Scene::from_bytes(&bytes) {
            prop_assert!(scene.figures.iter().all(|figure| figure.centre.is_finite()));
        }
    }
}
