//! Formations: a group keeps its shape, goes through doors, and repeats.

use std::collections::BTreeMap;

use terrarium::behaviour::{EventKind, OrganismId, Turn};
use terrarium::geometry::{DVec2, Polygon};
use terrarium_testing::by_hand::{CELL, Scene, Stage, cell};
use terrarium_testing::{state_hashes, with_threads};

/// The places of the followers: how far ahead of the leader, and to its right.
const PLACES: [(f64, f64); 4] = [(-40.0, -40.0), (-40.0, 40.0), (-80.0, 0.0), (-80.0, 80.0)];

const LEADER: OrganismId = OrganismId(1);

/// A leader that walks to one place after the other, and followers in formation.
fn group(mut scene: Scene, route: Vec<DVec2>) -> Stage {
    scene = scene.rule("living_animal", 0.0).rule("moving", 0.0).rule("lifespan_herbivore", 1e6);
    scene.go(move |turn: &mut Turn<'_>| {
        let id = turn.senses.me.id;
        if id == LEADER {
            let mut next: usize = turn.memory.recall();
            next += usize::from(turn.senses.events.iter().any(|it| it.what == EventKind::Arrived));
            turn.memory.remember(&next);
            match route.get(next) {
                Some(&place) => turn.intent.go_to(place, 3.0),
                None => turn.intent.halt(),
            }
        } else if let Some(&(ahead, right)) = PLACES.get(id.0 as usize - 2) {
            turn.intent.go_in_formation(LEADER, ahead, right, 6.0);
        }
    })
}

/// How far each follower is from its place beside a leader that moved as it did in the last tick.
fn errors(stage: &Stage, direction: DVec2) -> Vec<f64> {
    let leader = stage.body(LEADER).centre();
    let error = |(id, (ahead, right)): (u64, (f64, f64))| {
        let place = leader + direction * ahead + direction.perp() * right;
        stage.body(OrganismId(id)).centre().distance(place)
    };
    (2..).zip(PLACES).map(error).collect()
}

/// The leader is the first in reading order.
const OPEN: &str = "
    ..........................
    ..........................
    ..........................
    ....h..i..................
    ..i.......................
    ....i.....................
    .i........................
    ..........................";

#[test]
fn a_group_forms_up_and_keeps_its_shape_on_open_ground() {
    let mut stage = group(Scene::new(OPEN), vec![cell(4, 3), cell(24, 3)]);
    stage.ticks(120);
    for _ in 0..20 {
        stage.tick();
        let errors = errors(&stage, DVec2::X);
        assert!(errors.iter().all(|error| *error < 8.0), "{errors:?}");
    }
}

#[test]
fn a_group_turns_with_its_leader() {
    let mut stage = group(Scene::new(OPEN), vec![cell(18, 3), cell(18, 7), cell(4, 7)]);
    let mut ticks = 0;
    while stage.body(LEADER).centre() != cell(18, 7) {
        stage.tick();
        ticks += 1;
        assert!(ticks < 400);
    }
    stage.ticks(80);
    // To the west, the place at the right is in the north. The ones in the south are beyond the border.
    let errors = errors(&stage, DVec2::NEG_X);
    assert!([1, 2, 3].iter().all(|&index| errors[index] < 8.0), "{errors:?}");
    let inside = stage.body(OrganismId(2)).centre();
    assert!((inside.y - 7.5 * CELL).abs() < 8.0, "along the border: {inside}");
}

/// A wall with a door one and a half bodies wide.
fn wall_with_door() -> Scene {
    let picture = "
        ..............................
        ..............................
        ..............................
        ......h.......................
        ..i...........................
        ....i.........................
        ..i..i........................
        ..............................";
    let mut scene = Scene::new(picture);
    let wall = |top: f64, bottom: f64| {
        let corners = [(300.0, top), (330.0, top), (330.0, bottom), (300.0, bottom)];
        Polygon::new(&corners.map(DVec2::from)).unwrap()
    };
    scene.polygons = vec![wall(0.0, 66.0), wall(102.0, 8.0 * CELL)];
    scene
}

#[test]
fn a_group_parts_at_a_door_and_joins_behind_it() {
    let mut stage = group(wall_with_door(), vec![cell(6, 3), cell(28, 3)]);
    let mut through: BTreeMap<u64, u64> = BTreeMap::new();
    for tick in 0..320 {
        stage.tick();
        for id in 1..=5 {
            let body = stage.body(OrganismId(id));
            if body.min.x > 330.0 {
                through.entry(id).or_insert(tick);
            }
        }
        if stage.body(LEADER).centre() == cell(28, 3) {
            break;
        }
    }
    assert_eq!(through.len(), 5, "{through:?}");
    let mut times: Vec<u64> = through.values().copied().collect();
    times.sort_unstable();
    times.dedup();
    assert!(times.len() >= 4, "in file: {through:?}");
    let errors = errors(&stage, DVec2::X);
    assert!(errors.iter().all(|error| *error < 12.0), "joined again: {errors:?}");
}

#[test]
fn followers_of_a_standing_leader_stand_at_their_distance() {
    let mut stage = group(Scene::new(OPEN), Vec::new());
    stage.ticks(150);
    let before: Vec<DVec2> = (2..=5).map(|id| stage.body(OrganismId(id)).centre()).collect();
    stage.ticks(30);
    for ((id, before), (ahead, right)) in (2..).zip(before).zip(PLACES) {
        let now = stage.body(OrganismId(id)).centre();
        assert_eq!(now, before, "{id} stands");
        let distance = now.distance(stage.body(LEADER).centre());
        assert!((distance - DVec2::new(ahead, right).length()).abs() < 2.0, "{id}: {distance}");
    }
}

#[test]
fn who_follows_nobody_in_sight_is_refused() {
    let mut stage = Scene::new("h.i").go(|turn| {
        turn.intent.go_in_formation(OrganismId(9), f64::NAN, 0.0, 5.0);
        if turn.senses.me.id == LEADER {
            turn.intent.go_in_formation(OrganismId(9), 0.0, 0.0, 5.0);
        }
    });
    stage.tick();
    let refusal = |stage: &Stage, id: u64| {
        let events = stage.events_of(OrganismId(id)).into_iter();
        let mut reasons = events.filter_map(|what| match what {
            EventKind::Refused { why, .. } => Some(why.explanation().0),
            _ => None,
        });
        reasons.next()
    };
    assert_eq!(refusal(&stage, 1), Some("not_visible"));
    assert_eq!(refusal(&stage, 2), Some("not_a_number"));
}

#[test]
fn a_formation_repeats_on_any_number_of_threads() {
    let hashes = |threads| {
        with_threads(threads, || {
            let mut stage = group(wall_with_door(), vec![cell(6, 3), cell(28, 3)]);
            state_hashes(&mut stage.0, 150)
        })
    };
    assert_eq!(hashes(1), hashes(3));
}
