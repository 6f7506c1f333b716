//! Journeys that end within a distance of a point.

use proptest::prelude::*;
use terrarium_creatures::behaviour::{ActionKind, EventKind, OrganismId, Refusal};
use terrarium_space::geometry::DVec2;
use terrarium_testing::by_hand::{CELL, Scene};

const SPEED: f64 = 6.0;

/// The centre of a cell of a picture.
fn cell(column: f64, row: f64) -> DVec2 {
    DVec2::new(column + 0.5, row + 0.5) * CELL
}

/// Sends the herbivore `h` within a distance of a point. Returns how its journey ends, and the places of its
/// centre at the end of each tick.
fn journey(picture: &str, goal: DVec2, distance: f64) -> (EventKind, Vec<DVec2>) {
    let scene = Scene::new(picture);
    let h = scene.id('h');
    let mut stage = scene.go(move |turn| {
        if turn.senses.tick == 0 && turn.senses.me.id == h {
            turn.intent.go_within(goal, distance, SPEED);
        }
    });
    let mut places = Vec::new();
    for _ in 0..400 {
        stage.tick();
        places.push(stage.body(h).centre());
        let ends =
            |event: &EventKind| matches!(event, EventKind::Arrived | EventKind::Refused { .. });
        if let Some(event) = stage.events_of(h).into_iter().find(ends) {
            return (event, places);
        }
    }
    panic!("the journey does not end");
}

#[test]
fn it_ends_in_the_tick_in_which_the_centre_comes_within() {
    let goal = cell(6.0, 0.0);
    let (event, places) = journey("h......", goal, 50.0);
    assert_eq!(event, EventKind::Arrived);
    let within: Vec<bool> = places.iter().map(|place| place.distance(goal) <= 50.0).collect();
    let (last, before) = within.split_last().unwrap();
    assert!(*last && before.iter().all(|is_within| !is_within), "{places:?}");
}

#[test]
fn a_creature_that_is_there_arrives_where_it_is() {
    let (event, places) = journey("h......", cell(1.0, 0.0), CELL);
    assert_eq!((event, &places[..]), (EventKind::Arrived, &[cell(0.0, 0.0)][..]));
}

#[test]
fn without_a_distance_it_ends_at_the_point() {
    let (event, places) = journey("h...\n....", cell(3.0, 1.0), 0.0);
    assert_eq!((event, places.last()), (EventKind::Arrived, Some(&cell(3.0, 1.0))));
}

#[test]
fn a_point_that_another_stands_on_can_be_reached() {
    let goal = cell(5.0, 1.0);
    let (event, places) = journey(".......\nh....g.\n.......", goal, CELL * 1.5);
    assert_eq!(event, EventKind::Arrived);
    assert!(places.last().unwrap().distance(goal) <= CELL * 1.5);
}

#[test]
fn it_leads_around_walls_and_is_refused_where_no_path_leads_to_the_point() {
    let (event, places) = journey("...~...\nh..~...\n...~...\n.......", cell(6.0, 0.0), 10.0);
    assert_eq!(event, EventKind::Arrived);
    assert!(places.iter().any(|place| place.y >= CELL * 3.0), "{places:?}");
    let (event, _) =
        journey("........\n...~~~..\nh..~.~..\n...~~~..\n........", cell(4.0, 2.0), 1.0);
    let (slot, why) = (ActionKind::Move, Refusal::Unreachable);
    assert_eq!(event, EventKind::Refused { slot, why, target: None });
}

#[test]
fn distances_that_are_none_are_refused() {
    for distance in [-1.0, f64::NAN, f64::INFINITY] {
        let mut stage = Scene::new("h...")
            .go(move |turn| turn.intent.go_within(cell(3.0, 0.0), distance, SPEED));
        stage.tick();
        let (slot, why) = (ActionKind::Move, Refusal::NotANumber);
        let refused = EventKind::Refused { slot, why, target: None };
        assert_eq!(stage.events_of(OrganismId(1)), [refused], "{distance}");
    }
}

proptest! {
    /// On open ground it ends at the first place of the straight path that is within the distance.
    #[test]
    fn it_takes_no_step_too_many(column in 0.0..9.0_f64, row in 0.0..4.0_f64, distance in 0.0..80.0_f64) {
        let open = ["..........", "..........", "....h.....", "..........", ".........."].join("\n");
        let goal = cell(column, row);
        let (event, places) = journey(&open, goal, distance);
        prop_assert_eq!(event, EventKind::Arrived);
        let end = places.last().unwrap().distance(goal);
        prop_assert!(end <= distance.max(0.01), "{end} > {distance}");
        let start = cell(4.0, 2.0).distance(goal);
        let steps = ((start - distance) / SPEED).ceil().max(0.0);
        prop_assert!((places.len() as f64 - steps.max(1.0)).abs() <= 1.0, "{} ticks for {steps} steps", places.len());
    }
}
