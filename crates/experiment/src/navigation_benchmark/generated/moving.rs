//! Boxes that move while the mover moves.

use terrarium_space::geometry::DVec2;

use super::boxes;
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::problem_rng::ProblemRng;

/// The maximum speed of a box along an axis, in units per turn; the mover's is 1.
const SPEED: f64 = 0.5;

/// Boxes that cover 15 % of the area; 70 % of them move.
pub fn problem(rng: &mut ProblemRng) -> Problem {
    let mut problem = boxes::problem(rng, 0.15);
    let velocities = problem.environment.scene.boxes.iter().map(|_| {
        if rng.in_ten(7) {
            DVec2::new(rng.number(-SPEED, SPEED), rng.number(-SPEED, SPEED))
        } else {
            DVec2::ZERO
        }
    });
    problem.velocities = velocities.collect();
    problem
}
