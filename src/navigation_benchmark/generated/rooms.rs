//! Rooms with furniture.

use super::{block, free_place, ground};
use crate::geometry::{Aabb, DVec2};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::chance::ProblemRng;

/// How many rooms lie beside each other.
const ROOMS: u32 = 5;

/// How wide a room is with one of its walls, which are 1 thick, in units.
const PITCH: u32 = 12;

/// How wide a door is, in units.
const DOOR: u32 = 2;

/// From somewhere in the first room to somewhere in the last.
pub fn problem(chance: &mut ProblemRng) -> Problem {
    let side = ROOMS * PITCH + 1;
    let mut boxes = walls(chance);
    boxes.extend(furniture(chance));
    let ground = ground(side.into(), boxes);
    let room = |number: u32| {
        let corner = DVec2::splat(f64::from(number * PITCH) + 1.5);
        Aabb::new(corner, corner + f64::from(PITCH - 2))
    };
    let start = free_place(chance, &ground, &room(0));
    let goal = free_place(chance, &ground, &room(ROOMS - 1));
    super::problem(ground, start, goal)
}

/// Walls between all rooms and around them, with a door in nine of ten of those in between.
fn walls(chance: &mut ProblemRng) -> Vec<Aabb> {
    let side = ROOMS * PITCH + 1;
    let mut walls = Vec::new();
    for line in 0..=ROOMS {
        let at = line * PITCH;
        for room in 0..ROOMS {
            let (from, past) = (room * PITCH, (room + 1) * PITCH + 1);
            let is_outer = line == 0 || line == ROOMS;
            for across in [false, true] {
                let wall = |from: u32, past: u32| {
                    if across {
                        block(from, at, past, at + 1)
                    } else {
                        block(at, from, at + 1, past)
                    }
                };
                if is_outer || !chance.in_ten(9) {
                    walls.push(wall(from, past.min(side)));
                    continue;
                }
                let door = chance.below(from + 1, past - DOOR);
                walls.push(wall(from, door));
                walls.push(wall(door + DOOR, past));
            }
        }
    }
    walls
}

/// A few boxes in every room, none beside a wall.
fn furniture(chance: &mut ProblemRng) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    for room in 0..ROOMS * ROOMS {
        let corner = DVec2::new((room % ROOMS).into(), (room / ROOMS).into()) * f64::from(PITCH);
        for _ in 0..chance.below(0, 4) {
            let size = DVec2::new(chance.between(1.0, 3.0), chance.between(1.0, 3.0));
            let free = Aabb::new(corner + 2.5, corner + f64::from(PITCH) - 1.5 - size);
            let at = chance.place(&free);
            boxes.push(Aabb::new(at, at + size));
        }
    }
    boxes
}
