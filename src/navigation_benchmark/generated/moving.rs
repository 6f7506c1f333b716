//! Boxes that move while the mover is under way.

use super::boxes;
use crate::geometry::DVec2;
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::chance::ProblemRng;

/// The most that a box moves along an axis in a turn, in units: the mover goes 1.
const SPEED: f64 = 0.5;

/// Boxes that cover a seventh of the ground; of ten, seven move.
pub fn problem(chance: &mut ProblemRng) -> Problem {
    let mut problem = boxes::problem(chance, 0.15);
    let drift = problem.ground.scene.boxes.iter().map(|_| {
        if chance.in_ten(7) {
            DVec2::new(chance.between(-SPEED, SPEED), chance.between(-SPEED, SPEED))
        } else {
            DVec2::ZERO
        }
    });
    problem.drift = drift.collect();
    problem
}
