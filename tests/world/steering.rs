//! Creatures that do not turn or speed up at once: they stay on their paths, and arrive.

use proptest::prelude::*;
use terrarium::behaviour::{EventKind, OrganismId, Turn};
use terrarium::geometry::{DVec2, Heading};
use terrarium::playback::Inspection;
use terrarium::species::Steering;
use terrarium::world::{Course, Motion, SavedNature};
use terrarium_testing::by_hand::{CELL, HERBIVORE, Scene, Stage, cell, simulation_of};

use crate::restored::reread;

const SPEED: f64 = 6.0;

fn steered(picture: &str, turn_rate: Option<u8>, acceleration: Option<f64>) -> Scene {
    let mut scene = Scene::new(picture).rule("living_animal", 0.0).rule("moving", 0.0);
    scene.config.species[HERBIVORE.index()].steering = Steering { turn_rate, acceleration };
    scene
}

/// Sends the creatures of these letters to places in the first tick.
fn send(scene: Scene, goals: &[(char, DVec2)]) -> Stage {
    let goals: Vec<(OrganismId, DVec2)> =
        goals.iter().map(|&(letter, goal)| (scene.id(letter), goal)).collect();
    scene.go(move |turn: &mut Turn<'_>| {
        let goal = goals.iter().find(|(id, _)| *id == turn.senses.me.id);
        if let (0, Some(&(_, goal))) = (turn.senses.tick, goal) {
            turn.intent.go_to(goal, SPEED);
        }
    })
}

fn motion(stage: &Stage, id: OrganismId) -> Motion {
    match stage.see(id).expect("it exists").nature {
        SavedNature::Animal(.., motion) => motion,
        _ => panic!("{id} is not an animal"),
    }
}

fn course(stage: &Stage, id: OrganismId) -> Course {
    motion(stage, id).course.expect("it has travelled")
}

/// Its place, heading and pace after each tick until it arrives.
fn walk(stage: &mut Stage, id: OrganismId) -> Vec<(DVec2, Course)> {
    let mut walk = Vec::new();
    while !stage.events_of(id).contains(&EventKind::Arrived) {
        stage.tick();
        walk.push((stage.body(id).centre(), course(stage, id)));
        assert!(walk.len() < 2000, "it does not arrive: {:?}", walk.last());
    }
    walk
}

/// The distance of a place from a path.
fn off(place: DVec2, path: &[DVec2]) -> f64 {
    let to_segment = |ends: &[DVec2]| {
        let along = ends[1] - ends[0];
        let share = ((place - ends[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        place.distance(ends[0] + along * share)
    };
    path.windows(2).map(to_segment).fold(f64::INFINITY, f64::min)
}

const WALL: &str = "..........
                    .....~....
                    .h...~....
                    .....~....
                    ..........";

/// The shortest path around the upper end of the wall, for the centre.
fn around_the_wall() -> [DVec2; 4] {
    let corner = cell(5, 1) - CELL;
    [cell(1, 2), corner, corner + DVec2::new(2.0 * CELL, 0.0), cell(8, 2)]
}

#[test]
fn it_slows_down_before_bends_and_speeds_up_after_them_without_leaving_its_path() {
    let path = around_the_wall();
    for (turn_rate, acceleration) in
        [(Some(1), Some(0.3)), (None, Some(0.2)), (Some(6), Some(1.0)), (Some(3), None)]
    {
        let scene = steered(WALL, turn_rate, acceleration);
        let h = scene.id('h');
        let mut stage = send(scene, &[('h', cell(8, 2))]);
        let walk = walk(&mut stage, h);
        assert_eq!(walk.last().unwrap().0, path[3]);
        for (place, _) in &walk {
            assert!(off(*place, &path) < 1e-4, "{place} is {} off", off(*place, &path));
        }
        for pair in walk[..walk.len() - 1].windows(2) {
            let [(_, before), (_, after)] = [pair[0], pair[1]];
            let turned = before.heading.turn_to(after.heading);
            assert!(turned <= turn_rate.unwrap_or(64), "{before:?} {after:?}");
            // Places are rounded to the lattice, and paces depend on them.
            let change = (after.pace - before.pace).abs();
            assert!(change <= acceleration.unwrap_or(SPEED) + 1e-6, "{before:?} {after:?}");
        }
        // Full speed between the bends, where there is room for it, and less in them.
        let fastest = walk.iter().map(|(_, course)| course.pace).fold(0.0, f64::max);
        let corner = walk.iter().position(|(at, _)| at.distance(path[1]) < 1e-4).expect("passed");
        assert!(fastest > 3.0, "{fastest}");
        assert!(walk[corner + 1].1.pace < fastest, "{:?}", walk[corner + 1]);
    }
}

#[test]
fn a_bend_is_taken_at_the_pace_that_the_acceleration_allows() {
    // A right angle changes a velocity by √2 of its length.
    let picture = "~~~~~~.
                   h......
                   ~~~~~~.
                   ~~~~~~.
                   ~~~~~~.";
    let scene = steered(picture, None, Some(0.5));
    let h = scene.id('h');
    let mut stage = send(scene, &[('h', cell(6, 4))]);
    let walk = walk(&mut stage, h);
    let corner = walk.iter().position(|&(at, _)| at == cell(6, 1)).expect("it passes the corner");
    let most = 0.5 / 2_f64.sqrt();
    assert!(walk[corner + 1].1.pace <= most + 1e-9, "{:?}", walk[corner + 1]);
    assert!(walk[corner].1.pace <= most + 0.5 + 1e-9, "{:?}", walk[corner]);
    assert!(walk[corner + 2].1.pace > walk[corner + 1].1.pace);
}

#[test]
fn more_than_a_right_angle_is_turned_on_the_spot() {
    let scene = steered(".......h.......", Some(4), None);
    let h = scene.id('h');
    let mut stage = scene.go(|turn: &mut Turn<'_>| match turn.senses.tick {
        0 => turn.intent.go_to(cell(14, 0), SPEED),
        3 => turn.intent.go_to(cell(0, 0), SPEED),
        _ => {}
    });
    stage.ticks(3);
    let there = stage.body(h).centre();
    assert_eq!(there, cell(7, 0) + DVec2::new(3.0 * SPEED, 0.0));
    assert_eq!(course(&stage, h).heading.number(), 0);
    // Half a circle: 8 ticks up to the right angle.
    for tick in 1..=8 {
        stage.tick();
        assert_eq!(
            course(&stage, h),
            Course { heading: Heading::new(4 * tick).unwrap(), pace: 0.0 }
        );
        assert_eq!(stage.body(h).centre(), there);
    }
    let text = Inspection::new(&stage.0, h).unwrap().text();
    assert!(text.contains("Heading        32 of 128, 90° from right to down\n"), "{text}");
    assert!(text.contains("Pace           0.0 per tick\n"), "{text}");
    stage.tick();
    let expected = SPEED * Heading::new(28).unwrap().vector().x;
    assert!((course(&stage, h).pace - expected).abs() < 1e-9);
    stage.ticks(7);
    assert_eq!(course(&stage, h), Course { heading: Heading::new(64).unwrap(), pace: SPEED });
}

#[test]
fn it_need_not_slow_down_for_the_organism_that_it_goes_to() {
    let scene = steered("h....i", Some(2), Some(0.5));
    let (h, i) = (scene.id('h'), scene.id('i'));
    let mut stage = scene.go(move |turn: &mut Turn<'_>| {
        if turn.senses.tick == 0 && turn.senses.me.id == h {
            turn.intent.go_beside(i, SPEED);
        }
    });
    let walk = walk(&mut stage, h);
    assert_eq!(stage.body(h).centre(), cell(4, 0));
    assert!(walk[walk.len() - 2].1.pace > 5.0, "{walk:?}");
    assert_eq!(course(&stage, h).pace, 0.0);
}

#[test]
fn where_two_that_turn_slowly_meet_in_a_corridor_both_arrive() {
    for (rate, corridor) in [
        (2, "~~~~~~~~~~~.~~~\nh.............i\n~~~~~~~~~~~~~~~"),
        (4, "~~~.~~~~~~~~~~~\nh.............i\n~~~~~~~~~~~~~~~"),
        (8, "...............\nh.............i\n..............."),
    ] {
        let scene = steered(corridor, Some(rate), Some(1.0));
        let (h, i) = (scene.id('h'), scene.id('i'));
        let mut stage = send(scene, &[('h', cell(14, 1)), ('i', cell(0, 1))]);
        let mut arrived = [false; 2];
        for _ in 0..900 {
            stage.tick();
            for (index, id) in [h, i].into_iter().enumerate() {
                arrived[index] |= stage.events_of(id).contains(&EventKind::Arrived);
            }
        }
        assert_eq!(arrived, [true; 2], "{rate}: {corridor}");
    }
}

#[test]
fn heading_and_pace_are_in_the_state_and_its_hash() {
    let goals = [('h', cell(8, 2))];
    let mut whole = send(steered(WALL, Some(2), Some(0.5)), &goals);
    whole.ticks(9);
    let mut resumed = simulation_of(reread(whole.0.world()).world, |_: &mut Turn<'_>| {});
    for _ in 0..60 {
        assert_eq!(whole.0.world().state_hash(), resumed.0.world().state_hash());
        whole.tick();
        resumed.tick();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn it_arrives_wherever_one_that_turns_at_once_does(
        rocks in prop::collection::vec((0..9_u32, 0..6_u32), 0..20),
        goal in (0..9_u32, 0..6_u32),
        turn_rate in prop::option::of(1..=64_u8),
        acceleration in prop::option::of(0.05..4.0),
    ) {
        let row = |y: u32| -> String {
            let tile = |x: u32| match (x, y) {
                (4, 2) => 'h',
                at if rocks.contains(&at) => '~',
                _ => '.',
            };
            (0..9).map(tile).collect()
        };
        let picture = (0..6).map(row).collect::<Vec<_>>().join("\n");
        let ends = |turn_rate, acceleration| {
            let scene = steered(&picture, turn_rate, acceleration);
            let h = scene.id('h');
            let mut stage = send(scene, &[('h', cell(goal.0, goal.1))]);
            (0..3000).find_map(|_| {
                stage.tick();
                let ended = motion(&stage, h).journey.is_none();
                ended.then(|| (stage.events_of(h), stage.body(h).centre()))
            })
        };
        prop_assert_eq!(ends(turn_rate, acceleration), ends(None, None), "{}", picture);
    }
}
