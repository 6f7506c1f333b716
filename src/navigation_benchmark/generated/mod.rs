//! Problems made from chance, a file for each kind.
//!
//! The mover is a box of 1 × 1 in a world of about 64 × 64. Coordinates are multiples of a
//! sixteenth.

pub(super) mod boxes;
pub(super) mod cages;
pub(super) mod mazes;
pub(super) mod moving;
pub(super) mod rooms;

use std::sync::Arc;

use super::chance::ProblemRng;
use super::{IndexedScene, Problem, Scene};
use crate::geometry::{Aabb, DVec2};

/// The mover's half-size.
const HALF: DVec2 = DVec2::splat(0.5);

/// The side of the world where nothing else decides it.
const SIDE: f64 = 64.0;

/// How often a free place is looked for before another will do.
const TRIES: usize = 1000;

/// The square world of a side.
fn world(side: f64) -> Aabb {
    Aabb::new(DVec2::ZERO, DVec2::splat(side))
}

/// The ground with these boxes on it.
fn ground(side: f64, boxes: Vec<Aabb>) -> Arc<IndexedScene> {
    let bounds = Some(world(side));
    Arc::new(IndexedScene::new(Scene { boxes, polygons: Vec::new(), bounds, half: HALF }))
}

/// The problem to get from here to there, which is given its name by the set.
fn problem(ground: Arc<IndexedScene>, start: DVec2, goal: DVec2) -> Problem {
    Problem { name: String::new(), ground, start, goal, octile: None, drift: Vec::new() }
}

/// A free place within an area; its middle when none is found.
fn free_place(chance: &mut ProblemRng, ground: &IndexedScene, area: &Aabb) -> DVec2 {
    let mut places = (0..TRIES).map(|_| chance.place(area));
    places.find(|&place| ground.is_free_at(place)).unwrap_or(area.centre())
}

/// Two free places on opposite sides of the world, in a direction at random.
fn far_apart(chance: &mut ProblemRng, ground: &IndexedScene) -> (DVec2, DVec2) {
    let room = ground.scene.area().inflated(-HALF);
    let strip = room.size() / 8.0;
    let mut near = Aabb::new(room.min, DVec2::new(room.min.x + strip.x, room.max.y));
    let mut far = Aabb::new(DVec2::new(room.max.x - strip.x, room.min.y), room.max);
    if chance.in_ten(5) {
        near = Aabb::new(room.min, DVec2::new(room.max.x, room.min.y + strip.y));
        far = Aabb::new(DVec2::new(room.min.x, room.max.y - strip.y), room.max);
    }
    if chance.in_ten(5) {
        core::mem::swap(&mut near, &mut far);
    }
    (free_place(chance, ground, &near), free_place(chance, ground, &far))
}

/// The box from one place to another, both in whole units.
fn block(x: u32, y: u32, past_x: u32, past_y: u32) -> Aabb {
    Aabb::new(DVec2::new(x.into(), y.into()), DVec2::new(past_x.into(), past_y.into()))
}
