//! Boxes at random.

use super::{SIDE, far_apart, ground, world};
use crate::geometry::{Aabb, DVec2};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::chance::ProblemRng;

/// The sides of boxes, from and to.
const SIDES: (f64, f64) = (1.0, 6.0);

/// A way from one side to the other among boxes that cover this share of the ground.
pub fn problem(chance: &mut ProblemRng, share: f64) -> Problem {
    let ground = ground(SIDE, field(chance, share));
    let (start, goal) = far_apart(chance, &ground);
    super::problem(ground, start, goal)
}

/// Boxes that cover about this share of the world, where they overlap counted once.
pub fn field(chance: &mut ProblemRng, share: f64) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    // What n boxes at random of area a leave free of an area A is about exp(-n a / A) of it.
    let mut left = -libm::log(1.0 - share) * SIDE * SIDE;
    while left > 0.0 {
        let mut side = || chance.between(SIDES.0, SIDES.1);
        let size = DVec2::new(side(), side());
        let reach = Aabb::new(DVec2::ZERO, world(SIDE).max - size);
        let corner = chance.place(&reach);
        left -= size.x * size.y;
        boxes.push(Aabb::new(corner, corner + size));
    }
    boxes
}
