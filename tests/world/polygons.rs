//! Worlds with polygons: nobody enters them, animals find their way around them and do not see through them.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium::behaviour::{EventKind, OrganismId, Turn};
use terrarium::geometry::{Aabb, Convex, DVec2, Polygon, Segment, lattice};
use terrarium::tick::{Command, CommandRefusal, EditPlan};
use terrarium::world::CommandEffects;
use terrarium_testing::by_hand::{CELL, Scene, Stage, cell, simulation_of};
use terrarium_testing::with_threads;

use crate::walkers::Journeys;

/// The corners of polygons with dents, somewhere in a world of this size and a little beyond it.
pub fn corners(size: f64) -> impl Strategy<Value = Vec<DVec2>> {
    let distances = prop::collection::vec(8.0..120.0, 3..9);
    (-20.0..size, -20.0..size, distances)
        .prop_map(|(x, y, distances)| star(DVec2::new(x, y), &distances))
}

/// A polygon whose corners have these distances from its centre, all around it.
fn star(centre: DVec2, distances: &[f64]) -> Vec<DVec2> {
    let turn = std::f64::consts::TAU / distances.len() as f64;
    let corner = |(number, distance): (usize, &f64)| {
        let (sine, cosine) = libm::sincos(turn * number as f64);
        lattice::snap_point(centre + DVec2::new(cosine, sine) * *distance)
    };
    distances.iter().enumerate().map(corner).collect()
}

fn edges(corners: &[DVec2]) -> impl Iterator<Item = Segment> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&from, &to)| Segment::new(from, to))
}

/// Whether a ray from a point to the right crosses the edges an odd number of times.
fn is_inside(corners: &[DVec2], at: DVec2) -> bool {
    let crosses = |edge: &Segment| {
        let Segment { from, to } = *edge;
        (from.y > at.y) != (to.y > at.y)
            && at.x < from.x + (to.x - from.x) * ((at.y - from.y) / (to.y - from.y))
    };
    edges(corners).filter(crosses).count() % 2 == 1
}

/// Whether a box and a polygon overlap: an edge enters the box, or its middle is inside.
fn overlap(corners: &[DVec2], area: &Aabb) -> bool {
    edges(corners).any(|edge| edge.enters(area)) || is_inside(corners, area.centre())
}

/// A world of this size with polygons and some herbivores that have room, which see so far.
fn scene(size: f64, polygons: &[Vec<DVec2>], count: usize, seed: u64) -> Scene {
    let mut scene = Scene::new(".")
        .rule("living_animal", 0.0)
        .rule("moving", 0.0)
        .rule("lifespan_herbivore", 1e6)
        .rule("sight_base", 160.0);
    scene.config.bounds = Aabb::new(DVec2::ZERO, DVec2::splat(size));
    scene.polygons = polygons.iter().map(|corners| Polygon::new(corners).unwrap()).collect();
    let mut random = Pcg64::seed_from_u64(seed);
    let mut placed: Vec<Aabb> = Vec::new();
    for _ in 0..count * 40 {
        let place = |random: &mut Pcg64| lattice::snap(random.random_range(12.0..size - 12.0));
        let at = DVec2::new(place(&mut random), place(&mut random));
        let body = Aabb::square(at, 12.0);
        let is_free = placed.iter().all(|other| !other.overlaps(&body))
            && polygons.iter().all(|corners| !overlap(corners, &body));
        if is_free && placed.len() < count {
            placed.push(body);
            scene.add('h', at);
        }
    }
    scene
}

/// Polygons within a world of this size.
fn polygons(size: f64, count: usize, seed: u64) -> Vec<Vec<DVec2>> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut polygons = Vec::new();
    while polygons.len() < count {
        let corners = random.random_range(3..9);
        let distances: Vec<f64> = (0..corners).map(|_| random.random_range(15.0..110.0)).collect();
        let place = |random: &mut Pcg64| random.random_range(110.0..size - 110.0);
        let centre = DVec2::new(place(&mut random), place(&mut random));
        let corners = star(centre, &distances);
        if Polygon::new(&corners).is_ok() {
            polygons.push(corners);
        }
    }
    polygons
}

/// Lets herbivores go from one random place to the next. Every tick is checked.
fn wander(size: f64, polygons: &[Vec<DVec2>], count: usize, ticks: u64) -> Journeys {
    let journeys = Arc::new(Mutex::new(Journeys::default()));
    let log = Arc::clone(&journeys);
    let world = scene(size, polygons, count, 7).world();
    let mut stage = simulation_of(world, move |turn: &mut Turn<'_>| {
        if log.lock().unwrap().sets_out(turn) {
            let place = |random: f64| 12.0 + random * (size - 24.0);
            let goal = DVec2::new(place(turn.rng.random()), place(turn.rng.random()));
            turn.intent.go_to(goal, 6.0);
        }
    });
    for _ in 0..ticks {
        stage.tick();
        for organism in stage.0.world().organisms() {
            let body = organism.body.area();
            assert!(polygons.iter().all(|corners| !overlap(corners, &body)), "{body:?}");
        }
    }
    drop(stage);
    Arc::into_inner(journeys).unwrap().into_inner().unwrap()
}

#[test]
fn nobody_enters_polygons_and_most_arrive() {
    for seed in 0..6 {
        let polygons = polygons(900.0, 12, seed);
        let Journeys { arrived, refused } = wander(900.0, &polygons, 12, 900);
        assert!(arrived > 60, "seed {seed}: {arrived} arrived");
        assert!(
            refused.len() * 4 < arrived as usize,
            "seed {seed}: {arrived} arrived, {refused:?}"
        );
    }
}

/// The length of the shortest path of a point among open convex areas, over their corners.
fn shortest(areas: &[Convex], from: DVec2, to: DVec2, room: &Aabb) -> Option<f64> {
    let is_free =
        |a: DVec2, b: DVec2| areas.iter().all(|area| !area.is_entered_by(&Segment::new(a, b)));
    let corners = areas.iter().flat_map(|area| area.corners().iter().copied());
    let places: Vec<DVec2> = [from, to]
        .into_iter()
        .chain(corners.filter(|&corner| room.nearest_point(corner) == corner))
        .collect();
    let mut lengths = vec![f64::INFINITY; places.len()];
    let mut open: Vec<usize> = (0..places.len()).collect();
    lengths[0] = 0.0;
    while let Some(next) =
        open.iter().position(|&it| open.iter().all(|&other| lengths[it] <= lengths[other]))
    {
        let here = open.swap_remove(next);
        if here == 1 || lengths[here].is_infinite() {
            break;
        }
        for &other in &open {
            let length = lengths[here] + places[here].distance(places[other]);
            if length < lengths[other] && is_free(places[here], places[other]) {
                lengths[other] = length;
            }
        }
    }
    Some(lengths[1]).filter(|length| length.is_finite())
}

#[test]
fn walks_are_about_as_long_as_the_shortest_path() {
    let mut walked = 0;
    for seed in 0..12 {
        let polygons = polygons(900.0, 9, 100 + seed);
        let size = 900.0;
        let scene = scene(size, &polygons, 1, seed);
        let start = scene.organisms[0].body.centre;
        let goal = DVec2::splat(size) - start;
        let half = DVec2::splat(12.0);
        let parts = scene.polygons.iter().flat_map(Polygon::parts);
        let areas: Vec<Convex> = parts.map(|part| part.shape().inflated(half)).collect();
        let room = scene.config.bounds.inflated(-half);
        let is_free = areas.iter().all(|area| !area.contains_inside(goal));
        let Some(best) = shortest(&areas, start, goal, &room).filter(|_| is_free) else { continue };
        let who = OrganismId(1);
        let mut stage = scene.go(move |turn| {
            if turn.senses.me.centre != goal {
                turn.intent.go_to(goal, 6.0);
            }
        });
        let (mut length, mut at) = (0.0, start);
        for _ in 0..1000 {
            stage.tick();
            let now = stage.body(who).centre();
            length += now.distance(at);
            at = now;
        }
        assert_eq!(at, goal, "seed {seed}");
        assert!(length <= best * 1.08 + 1.0, "seed {seed}: {length} walked, {best} is shortest");
        walked += 1;
    }
    assert!(walked >= 6, "{walked} goals can be reached");
}

/// A cave whose only way out is on the other side.
fn cave() -> Vec<DVec2> {
    let corners = [
        (120.0, 100.0),
        (480.0, 140.0),
        (500.0, 460.0),
        (100.0, 500.0),
        (130.0, 420.0),
        (430.0, 400.0),
        (410.0, 200.0),
        (110.0, 180.0),
    ];
    corners.map(DVec2::from).to_vec()
}

#[test]
fn an_animal_leaves_a_cave_and_slides_along_its_walls() {
    let mut scene = scene(600.0, &[cave()], 0, 1);
    let who = scene.add('h', DVec2::new(380.0, 300.0));
    let goal = DVec2::new(560.0, 300.0);
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.centre != goal {
            turn.intent.go_to(goal, 5.0);
        }
    });
    stage.ticks(400);
    assert_eq!(stage.body(who).centre(), goal);
}

#[test]
fn a_goal_in_a_polygon_ends_beside_it() {
    let square = vec![(200.0, 200.0), (400.0, 160.0), (440.0, 380.0), (180.0, 400.0)];
    let square: Vec<DVec2> = square.into_iter().map(DVec2::from).collect();
    for (goal, is_near) in [((300.0, 300.0), false), ((210.0, 240.0), true)] {
        let goal = DVec2::from(goal);
        let mut scene = scene(600.0, std::slice::from_ref(&square), 0, 1);
        let who = scene.add('h', DVec2::new(60.0, 300.0));
        let log = Arc::new(Mutex::new(0));
        let arrivals = Arc::clone(&log);
        let mut stage = scene.go(move |turn| {
            let has_arrived = turn.senses.events.iter().any(|it| it.what == EventKind::Arrived);
            *arrivals.lock().unwrap() += u32::from(has_arrived);
            if turn.senses.tick == 0 {
                turn.intent.go_to(goal, 5.0);
            }
        });
        stage.ticks(300);
        assert_eq!(*log.lock().unwrap(), 1);
        let body = stage.body(who);
        assert!(!is_near || body.centre().distance(goal) < 60.0, "{:?}", body.centre());
    }
}

#[test]
fn an_enclosed_animal_is_refused() {
    // Four beams that overlap at their ends.
    let beam = |from: (f64, f64), to: (f64, f64)| {
        let [from, to] = [from, to].map(DVec2::from);
        let across = (to - from).perp().normalize() * 10.0;
        [from - across, to - across, to + across, from + across].map(lattice::snap_point).to_vec()
    };
    let ring = [
        beam((300.0, 100.0), (500.0, 310.0)),
        beam((490.0, 290.0), (290.0, 500.0)),
        beam((310.0, 500.0), (100.0, 290.0)),
        beam((100.0, 310.0), (310.0, 100.0)),
    ];
    let mut scene = scene(600.0, &ring, 0, 1);
    scene.add('h', DVec2::new(300.0, 300.0));
    let log = Arc::new(Mutex::new(Vec::new()));
    let refusals = Arc::clone(&log);
    let mut stage = scene.go(move |turn| {
        for event in turn.senses.events {
            if let EventKind::Refused { why, .. } = &event.what {
                refusals.lock().unwrap().push(format!("{why:?}"));
            }
        }
        if turn.senses.tick == 0 {
            turn.intent.go_to(DVec2::new(40.0, 40.0), 5.0);
        }
    });
    stage.ticks(60);
    assert_eq!(*log.lock().unwrap(), ["Enclosed"]);
}

#[test]
fn polygons_hide_what_is_behind_them() {
    // From the first herbivore, the second is behind the tip of the triangle, the third above it.
    let tip = [(cell(3, 0).x, CELL * 2.625), (CELL * 5.0, CELL * 6.0), (CELL * 2.0, CELL * 6.0)];
    let tip = tip.map(DVec2::from).to_vec();
    let hidden = |occlusion: f64| {
        let mut scene =
            scene(CELL * 8.0, std::slice::from_ref(&tip), 0, 1).rule("sight_base", 10_000.0);
        scene = scene.rule("occlusion", occlusion);
        for (column, row) in [(0, 3), (7, 3), (7, 0)] {
            scene.add('h', cell(column, row));
        }
        let log = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&log);
        let mut stage = scene.go(move |turn| {
            if turn.senses.me.id == OrganismId(1) {
                seen.lock().unwrap().extend(turn.senses.sight.iter().map(|it| it.id.0));
            }
        });
        stage.tick();
        let mut seen = log.lock().unwrap().clone();
        seen.sort_unstable();
        seen
    };
    assert_eq!(hidden(0.0), [2, 3]);
    assert_eq!(hidden(1.0), [3]);
}

fn hashes(threads: usize) -> Vec<terrarium::prelude::StateHash> {
    with_threads(threads, || {
        let world = scene(900.0, &polygons(900.0, 10, 5), 14, 3).world();
        let mut stage = simulation_of(world, |turn: &mut Turn<'_>| {
            if !turn.senses.me.travelling {
                let goal: [f64; 2] = [turn.rng.random(), turn.rng.random()];
                turn.intent.go_to(DVec2::from(goal) * 870.0 + 15.0, 6.0);
            }
        });
        terrarium_testing::state_hashes(&mut stage.0, 150)
    })
}

#[test]
fn a_world_with_polygons_repeats_on_any_number_of_threads() {
    assert_eq!(hashes(1), hashes(3));
}

#[test]
fn a_polygon_is_built_as_planned_and_removed_whole() {
    let mut scene = scene(600.0, &[], 12, 4);
    let tree = scene.add('g', DVec2::new(300.0, 290.0));
    let mut stage = scene.go(|_| {});
    stage.tick();
    let command = Command::BuildPolygon { corners: cave() };
    let Some(Ok(EditPlan::Polygon(plan))) = stage.0.plan(&command) else { panic!("it is refused") };
    let before = stage.0.world().state_hash();
    stage.0.apply(command).unwrap();
    stage.0.check().unwrap();
    assert_ne!(stage.0.world().state_hash(), before);
    let inside = |it: &terrarium::world::SavedOrganism| overlap(&cave(), &it.body.area());
    assert!(!stage.0.world().organisms().any(|it| inside(&it)));
    assert!(!plan.pushed.is_empty());
    for push in &plan.pushed {
        assert_eq!(stage.body(push.organism).centre(), push.to);
    }
    assert!(plan.plants.is_empty() && stage.see(tree).is_some(), "the plant is in the cave");
    stage.ticks(10);
    // A corner of it is enough.
    let corner = Aabb::square(DVec2::new(480.0, 150.0), 4.0);
    stage.0.apply(Command::RemoveWalls { area: corner }).unwrap();
    assert_eq!(stage.0.world().command_effects().polygons, []);
    stage.ticks(10);
    let nowhere = stage.0.apply(Command::RemoveWalls { area: corner });
    assert_eq!(nowhere, Err(CommandRefusal::NoWallThere));
}

#[test]
fn impossible_polygons_are_refused() {
    let mut stage: Stage = scene(600.0, &[], 0, 1).go(|_| {});
    let mut refusal = |corners: &[(f64, f64)]| {
        let corners = corners.iter().map(|&corner| DVec2::from(corner)).collect();
        let hash = stage.0.world().state_hash();
        let refusal = stage.0.apply(Command::BuildPolygon { corners }).unwrap_err().to_string();
        assert_eq!(stage.0.world().state_hash(), hash);
        refusal
    };
    assert!(refusal(&[]).contains("at least three corners"));
    assert!(refusal(&[(10.0, 10.0), (20.0, 20.0), (30.0, 30.0)]).contains("on one line"));
    assert!(refusal(&[(10.0, 10.0), (50.0, 50.0), (50.0, 10.0), (10.0, 50.0)]).contains("touches"));
    assert!(refusal(&[(10.0, 10.0), (700.0, 50.0), (50.0, 10.0)]).contains("outside"));
    assert!(refusal(&[(10.0, 10.0), (f64::NAN, 50.0), (50.0, 10.0)]).contains("number"));
    assert!(refusal(&[(10.0, 10.0), (50.0, 10.5), (50.0, 10.0)]).contains("too thin"));
}

#[test]
fn effects_with_impossible_polygons_are_not_restored() {
    let mut frame = scene(600.0, &[], 1, 1).world().frame();
    let outside = Polygon::new(&star(DVec2::splat(590.0), &[80.0, 80.0, 80.0])).unwrap();
    frame.command_effects = CommandEffects { polygons: vec![outside], ..frame.command_effects };
    assert!(frame.check().is_err());
}
