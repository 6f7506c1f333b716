//! Rooms with furniture.

use terrarium_space::geometry::{Aabb, DVec2};

use super::{block, environment, free_point};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::problem_rng::ProblemRng;

/// The number of rooms along each side.
const ROOMS: u32 = 5;

/// The width of a room plus one wall, in units; walls are 1 thick.
const PITCH: u32 = 12;

/// The width of a door, in units.
const DOOR: u32 = 2;

/// A path from a random point in the first room to one in the last.
pub fn problem(rng: &mut ProblemRng) -> Problem {
    let side = ROOMS * PITCH + 1;
    let mut boxes = walls(rng);
    boxes.extend(furniture(rng));
    let environment = environment(side.into(), boxes);
    let room = |number: u32| {
        let corner = DVec2::splat(f64::from(number * PITCH) + 1.5);
        Aabb::new(corner, corner + f64::from(PITCH - 2))
    };
    let start = free_point(rng, &environment, &room(0));
    let goal = free_point(rng, &environment, &room(ROOMS - 1));
    super::problem(environment, start, goal)
}

/// Walls between and around the rooms; 90 % of the inner ones have a door.
fn walls(rng: &mut ProblemRng) -> Vec<Aabb> {
    let side = ROOMS * PITCH + 1;
    let mut walls = Vec::new();
    for line in 0..=ROOMS {
        let at = line * PITCH;
        for room in 0..ROOMS {
            let (from, end) = (room * PITCH, (room + 1) * PITCH + 1);
            let is_outer = line == 0 || line == ROOMS;
            for across in [false, true] {
                let wall = |from: u32, end: u32| {
                    if across { block(from, at, end, at + 1) } else { block(at, from, at + 1, end) }
                };
                if is_outer || !rng.in_ten(9) {
                    walls.push(wall(from, end.min(side)));
                    continue;
                }
                let door = rng.integer(from + 1, end - DOOR);
                walls.push(wall(from, door));
                walls.push(wall(door + DOOR, end));
            }
        }
    }
    walls
}

/// Up to three boxes per room, away from the walls.
fn furniture(rng: &mut ProblemRng) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    for room in 0..ROOMS * ROOMS {
        let corner = DVec2::new((room % ROOMS).into(), (room / ROOMS).into()) * f64::from(PITCH);
        for _ in 0..rng.integer(0, 4) {
            let size = DVec2::new(rng.number(1.0, 3.0), rng.number(1.0, 3.0));
            let free = Aabb::new(corner + 2.5, corner + f64::from(PITCH) - 1.5 - size);
            let at = rng.point(&free);
            boxes.push(Aabb::new(at, at + size));
        }
    }
    boxes
}
