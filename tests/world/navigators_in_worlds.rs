//! Species with different navigators: they arrive or are refused, and their worlds are
//! reproducible.

use terrarium::behaviour::{ActionKind, EventKind, Refusal, Turn};
use terrarium::geometry::DVec2;
use terrarium::navigation::{Method, NAVIGATORS};
use terrarium::species::{Kind, Species, SpeciesId};
use terrarium::world::{JourneyState, SavedNature, StateHash};
use terrarium_testing::by_hand::{CARNIVORE, HERBIVORE, Scene, Stage, cell, simulation_of};
use terrarium_testing::with_threads;

use crate::restored::reread;

const SPEED: f64 = 6.0;

fn by(name: &str) -> Method {
    Method::new(name, [].into()).unwrap()
}

/// Sends the first herbivore to a goal in the first tick; returns the event that ends its journey.
fn send(mut scene: Scene, name: &str, goal: DVec2) -> EventKind {
    scene.config.species[HERBIVORE.index()].navigation = by(name);
    let h = scene.id('h');
    let mut stage = scene.go(move |turn: &mut Turn<'_>| {
        if turn.senses.tick == 0 {
            turn.intent.go_to(goal, SPEED);
        }
    });
    for _ in 0..600 {
        stage.tick();
        let end = stage.events_of(h).into_iter().find(|what| {
            matches!(what, EventKind::Arrived | EventKind::Refused { slot: ActionKind::Move, .. })
        });
        if let Some(end) = end {
            return end;
        }
    }
    panic!("with {name} the journey does not end");
}

#[test]
fn navigators_that_can_pass_obstacles_get_around_a_rock() {
    let scene = Scene::new(
        "..............
         ..............
         ..............
         ..............
         .....~~.......
         h....~~.......
         .....~~.......
         ..............
         ..............
         ..............
         ..............",
    );
    // `direct` ignores obstacles, `greedy-wall` oscillates before a wall.
    let cannot = ["direct", "greedy-wall"];
    for navigator in NAVIGATORS.iter().filter(|navigator| !cannot.contains(&navigator.name())) {
        let end = send(scene.clone(), navigator.name(), cell(12, 4));
        assert!(matches!(end, EventKind::Arrived), "{}: {end:?}", navigator.name());
    }
}

#[test]
fn stepwise_navigators_in_an_enclosure_are_refused_because_no_path_was_found() {
    let scene = Scene::new(
        "~~~~~~~~......
         ~......~......
         ~.h....~......
         ~......~......
         ~~~~~~~~......",
    );
    for navigator in NAVIGATORS.iter().filter(|navigator| navigator.is_stepwise()) {
        let end = send(scene.clone(), navigator.name(), cell(12, 2));
        let is_refused = matches!(end, EventKind::Refused { why: Refusal::PathNotFound, .. });
        assert!(is_refused, "{}: {end:?}", navigator.name());
    }
}

/// Two species that differ only in their navigators, among rocks, with few planning steps per tick.
fn rivals(one: Method, other: Method) -> Scene {
    let mut scene = Scene::new(
        "h......v........
         ...~~......~~...
         i..~~...v..~~..w
         ................
         ......~~~.......
         j.......~.......
         ..~.....~..~~..x
         ..~........~~...
         k..............y",
    )
    .rule("living_animal", 0.0)
    .rule("moving", 0.0)
    .rule("planning_steps", 3.0);
    let species = &mut scene.config.species;
    let alike = species[HERBIVORE.index()].clone();
    species[HERBIVORE.index()].navigation = one;
    species[CARNIVORE.index()] =
        Species { name: "rival".to_owned(), navigation: other, kind: Kind::Herbivore, ..alike };
    scene
}

/// Sends each creature to another place every hundred ticks.
fn wander(turn: &mut Turn<'_>) {
    let (id, tick) = (turn.senses.me.id.0, turn.senses.tick);
    if tick.is_multiple_of(100) {
        let place = id * 7 + tick / 100 * 5;
        turn.intent.go_to(cell((place % 16) as u32, (place / 3 % 4) as u32 * 3 % 9), SPEED);
    }
}

fn run(stage: &mut Stage, ticks: usize) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        stage.tick();
        stage.0.world().state_hash()
    };
    (0..ticks).map(|_| hash_after_tick()).collect()
}

/// The number of animals of a species that follow a stepwise search.
fn moving(stage: &Stage, species: SpeciesId) -> usize {
    let world = stage.0.world();
    let organisms = world.organisms();
    let of_species = organisms.filter(|organism| organism.who.species == species);
    let is_moving = of_species.filter(|organism| match &organism.nature {
        SavedNature::Animal(_, _, _, motion) => motion
            .journey
            .as_ref()
            .is_some_and(|journey| matches!(journey.state, JourneyState::Stepwise(..))),
        _ => false,
    });
    is_moving.count()
}

#[test]
fn worlds_with_different_navigators_are_reproducible_on_any_threads_and_from_snapshots() {
    for name in ["wall-memory", "scan", "rolling-grid"] {
        let scene = rivals(by(name), Method::default());
        let on_threads = |count| with_threads(count, || run(&mut scene.clone().go(wander), 500));
        let alone = on_threads(1);
        assert_eq!(alone, on_threads(4), "{name} on four threads");

        let mut stage = scene.clone().go(wander);
        let mut moved = 0;
        for tick in 1..=500 {
            stage.tick();
            moved += moving(&stage, HERBIVORE);
            assert_eq!(moving(&stage, CARNIVORE), 0, "the others plan whole paths");
            // In the middle of a journey.
            if tick % 70 == 5 {
                let read = reread(stage.0.world()).world;
                assert_eq!(read.state_hash(), stage.0.world().state_hash());
                stage = simulation_of(read, wander);
            }
        }
        assert_eq!(Some(&stage.0.world().state_hash()), alone.last(), "{name} from snapshots");
        assert!(moved > 50, "{name} followed a stepwise search in {moved} ticks only");

        let planned = rivals(Method::default(), Method::default());
        assert_ne!(alone, run(&mut planned.go(wander), 500), "{name} makes no difference");
    }
}
