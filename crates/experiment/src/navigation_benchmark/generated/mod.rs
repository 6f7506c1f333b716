//! Random problems, one file per kind.
//!
//! The mover is a box of 1 × 1 in a world of about 64 × 64 units. Coordinates are multiples of 1/16.

pub(super) mod boxes;
pub(super) mod cages;
pub(super) mod mazes;
pub(super) mod moving;
pub(super) mod rooms;

use std::sync::Arc;

use terrarium_space::geometry::{Aabb, DVec2};

use super::problem_rng::ProblemRng;
use super::{IndexedScene, Problem, Scene};

/// The mover's half-size.
const HALF: DVec2 = DVec2::splat(0.5);

/// The default side of the world, in units.
const SIDE: f64 = 64.0;

/// The number of attempts to find a free point.
const ATTEMPTS: usize = 1000;

/// The square world with this side.
fn world(side: f64) -> Aabb {
    Aabb::new(DVec2::ZERO, DVec2::splat(side))
}

/// The world with these boxes.
fn environment(side: f64, boxes: Vec<Aabb>) -> Arc<IndexedScene> {
    let bounds = Some(world(side));
    Arc::new(IndexedScene::new(Scene::of_boxes(boxes, bounds, HALF)))
}

/// A problem without a name; the set names it.
fn problem(environment: Arc<IndexedScene>, start: DVec2, goal: DVec2) -> Problem {
    Problem { name: String::new(), environment, start, goal, octile: None, velocities: Vec::new() }
}

/// A random free point within an area; its centre if none is found.
fn free_point(rng: &mut ProblemRng, environment: &IndexedScene, area: &Aabb) -> DVec2 {
    let mut points = (0..ATTEMPTS).map(|_| rng.point(area));
    points.find(|&point| environment.is_free_at(point)).unwrap_or(area.centre())
}

/// Two free points on opposite sides of the world, in a random direction.
fn far_apart(rng: &mut ProblemRng, environment: &IndexedScene) -> (DVec2, DVec2) {
    let room = environment.scene.area().inflated(-HALF);
    let strip = room.size() / 8.0;
    let mut near = Aabb::new(room.min, DVec2::new(room.min.x + strip.x, room.max.y));
    let mut far = Aabb::new(DVec2::new(room.max.x - strip.x, room.min.y), room.max);
    if rng.in_ten(5) {
        near = Aabb::new(room.min, DVec2::new(room.max.x, room.min.y + strip.y));
        far = Aabb::new(DVec2::new(room.min.x, room.max.y - strip.y), room.max);
    }
    if rng.in_ten(5) {
        core::mem::swap(&mut near, &mut far);
    }
    (free_point(rng, environment, &near), free_point(rng, environment, &far))
}

/// The box between two corners in whole units.
fn block(x: u32, y: u32, end_x: u32, end_y: u32) -> Aabb {
    Aabb::new(DVec2::new(x.into(), y.into()), DVec2::new(end_x.into(), end_y.into()))
}
