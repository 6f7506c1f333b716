//! Journeys to the reachable place nearest to a point.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use terrarium_creatures::behaviour::{ActionKind, EventKind, OrganismId, Refusal, Turn};
use terrarium_navigation::Method;
use terrarium_sim::tick::Command;
use terrarium_space::geometry::{Aabb, DVec2, Segment};
use terrarium_testing::by_hand::{CELL, Scene, Stage};

const SPEED: f64 = 6.0;

/// Half a body, and half a cell.
const HALF: f64 = CELL / 2.0;

/// The centre of a cell of a picture.
fn cell(column: f64, row: f64) -> DVec2 {
    DVec2::new(column + 0.5, row + 0.5) * CELL
}

/// A herbivore that is sent near a point in the first tick.
struct Errand {
    stage: Stage,
    h: OrganismId,
}

impl Errand {
    fn new(scene: Scene, goal: DVec2) -> Self {
        let h = scene.id('h');
        let stage = scene.go(move |turn: &mut Turn<'_>| {
            if turn.senses.tick == 0 && turn.senses.me.id == h {
                turn.intent.go_near(goal, SPEED);
            }
        });
        Self { stage, h }
    }

    /// Simulates until the journey ends. Returns the last event and where the creature is.
    fn end(&mut self) -> (EventKind, DVec2) {
        for _ in 0..400 {
            self.stage.tick();
            let events = self.stage.events_of(self.h);
            let ends =
                |event: &EventKind| matches!(event, EventKind::Arrived | EventKind::Refused { .. });
            if let Some(event) = events.into_iter().find(ends) {
                return (event, self.stage.body(self.h).centre());
            }
        }
        panic!("the journey does not end");
    }
}

fn assert_arrives(picture: &str, goal: DVec2, expected: DVec2) {
    let (event, at) = Errand::new(Scene::new(picture), goal).end();
    assert_eq!((event, at), (EventKind::Arrived, expected), "{picture}");
}

#[test]
fn a_goal_that_can_be_reached_is_the_nearest_place() {
    assert_arrives("h....\n.~~~.\n.....", cell(4.0, 2.0), cell(4.0, 2.0));
}

#[test]
fn a_goal_in_rock_leads_to_its_side() {
    let picture = "........
                   ..~~~~..
                   h.~~~~..
                   ........";
    let goal = cell(5.0, 1.5) - DVec2::new(3.0, 0.0);
    assert_arrives(picture, goal, cell(6.0, 1.5));
}

#[test]
fn a_goal_across_water_leads_to_the_shore() {
    let picture = "...~~...
                   h..~~...
                   ...~~...";
    assert_arrives(picture, cell(7.0, 2.0), cell(2.0, 2.0));
}

#[test]
fn a_goal_outside_the_world_leads_to_the_border() {
    let picture = ".....\nh....\n....~";
    assert_arrives(picture, DVec2::new(1e300, -7.0), cell(4.0, 0.0));
    assert_arrives(picture, DVec2::new(60.0, 1e9), cell(2.0, 2.0));
}

#[test]
fn an_enclosed_start_leads_to_the_side_of_the_enclosure() {
    let picture = "~~~~~...
                   ~h..~...
                   ~~~~~...";
    assert_arrives(picture, cell(7.0, 2.0), cell(3.0, 1.0));
}

#[test]
fn organisms_around_the_goal_are_approached_as_far_as_they_let_it() {
    let picture = "..........
                   ......ggg.
                   h.....g.g.
                   ......ggg.
                   ..........";
    assert_arrives(picture, cell(7.0, 2.0), cell(5.0, 2.0));
    // A move to the point itself is refused there.
    let scene = Scene::new(picture);
    let h = scene.id('h');
    let mut stage = scene.go(|turn| turn.intent.go_to(cell(7.0, 2.0), SPEED));
    stage.tick();
    let (slot, why) = (ActionKind::Move, Refusal::Unreachable);
    assert_eq!(stage.events_of(h), [EventKind::Refused { slot, why, target: None }]);
}

#[test]
fn a_creature_without_free_steps_is_where_it_can_be() {
    assert_arrives("~~~....\n~h~....\n~~~....", cell(5.0, 1.0), cell(1.0, 1.0));
}

#[test]
fn numbers_and_speeds_are_validated_as_in_any_move() {
    let refused = |to: DVec2, speed: f64| {
        let mut stage = Scene::new("h...").go(move |turn| turn.intent.go_near(to, speed));
        stage.tick();
        match &stage.events_of(OrganismId(1))[..] {
            [EventKind::Refused { why, .. }] => *why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(DVec2::new(f64::INFINITY, 0.0), SPEED), Refusal::NotANumber);
    assert_eq!(refused(DVec2::ZERO, 1.9), Refusal::TooSlow);
    assert_eq!(refused(DVec2::ZERO, 25.1), Refusal::TooFast);
}

#[test]
fn a_wall_placed_on_the_way_leaves_another_nearest_place() {
    for navigator in ["perimeter", "exact", "scan"] {
        let mut scene = Scene::new("........\nh.......\n........\n........");
        for species in &mut scene.config.species {
            species.navigation = Method::new(navigator, BTreeMap::new()).unwrap();
        }
        let mut errand = Errand::new(scene, cell(7.0, 1.0));
        errand.stage.ticks(3);
        let wall = Aabb::new(DVec2::new(5.0, 0.0) * CELL, DVec2::new(6.0, 4.0) * CELL);
        errand.stage.0.apply(Command::Wall { area: wall }).unwrap();
        assert_eq!(errand.end(), (EventKind::Arrived, cell(4.0, 1.0)), "{navigator}");
    }
}

/// The nearest place by brute force. Bodies and rocks are on a lattice of half cells, so the places
/// that a body can be at are connected along its lines.
fn nearest(rocks: &[Aabb], size: DVec2, start: DVec2, goal: DVec2) -> f64 {
    let is_free = |from: DVec2, to: DVec2| {
        let segment = Segment::new(from, to);
        !rocks.iter().any(|rock| segment.enters(&rock.inflated(DVec2::splat(HALF))))
    };
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    let mut best = f64::INFINITY;
    while let Some(at) = open.pop() {
        if !seen.insert((at.x.to_bits(), at.y.to_bits())) {
            continue;
        }
        best = best.min(at.distance(goal));
        let beside = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|way| at + way * HALF);
        let inside = |to: &DVec2| to.clamp(DVec2::splat(HALF), size - HALF) == *to;
        open.extend(beside.into_iter().filter(inside).filter(|&to| is_free(at, to)));
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_creature_ends_where_no_reachable_place_is_nearer(
        rocks in prop::collection::vec((0..7_u32, 0..5_u32), 0..18),
        goal in (1..14_u32, 1..10_u32),
    ) {
        let picture: Vec<String> = (0..5)
            .map(|y| (0..7).map(|x| match (x, y) {
                (3, 2) => 'h',
                at if rocks.contains(&at) => '~',
                _ => '.',
            }).collect())
            .collect();
        let picture = picture.join("\n");
        let scene = Scene::new(&picture);
        let rocks = scene.config.terrain.as_ref().map_or_else(Vec::new, |it| it.obstacles());
        let goal = DVec2::new(goal.0.into(), goal.1.into()) * HALF;
        let best = nearest(&rocks, scene.config.bounds.max, cell(3.0, 2.0), goal);
        let (event, at) = Errand::new(scene, goal).end();
        prop_assert_eq!(event, EventKind::Arrived, "{}", picture);
        prop_assert_eq!(at.distance(goal), best, "{} to {}", picture, goal);
    }
}
