//! Random boxes.

use terrarium_space::geometry::{Aabb, DVec2};

use super::{SIDE, environment, far_apart, world};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::problem_rng::ProblemRng;

/// The range of the sides of boxes.
const SIDES: (f64, f64) = (1.0, 6.0);

/// A path from one side of the world to the other, among boxes that cover `share` of the area.
pub fn problem(rng: &mut ProblemRng, share: f64) -> Problem {
    let environment = environment(SIDE, field(rng, share));
    let (start, goal) = far_apart(rng, &environment);
    super::problem(environment, start, goal)
}

/// Boxes whose union covers about `share` of the area.
pub fn field(rng: &mut ProblemRng, share: f64) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    // n random boxes of area a leave a share of about exp(-n a / A) of an area A free.
    let mut left = -libm::log(1.0 - share) * SIDE * SIDE;
    while left > 0.0 {
        let mut side = || rng.number(SIDES.0, SIDES.1);
        let size = DVec2::new(side(), side());
        let corners = Aabb::new(DVec2::ZERO, world(SIDE).max - size);
        let corner = rng.point(&corners);
        left -= size.x * size.y;
        boxes.push(Aabb::new(corner, corner + size));
    }
    boxes
}
