//! Start or goal enclosed: there is no path, and complete navigators must prove it.

use terrarium_space::geometry::{Aabb, DVec2};

use super::{HALF, SIDE, boxes, environment, free_point, world};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::problem_rng::ProblemRng;

/// A ring of boxes around start or goal, among boxes that cover 10 % of the area.
pub fn problem(rng: &mut ProblemRng) -> Problem {
    let radius = rng.number(2.0, 8.0);
    let area = world(SIDE).inflated(DVec2::splat(-radius - 3.0));
    let caged = rng.point(&area);
    let mover = Aabb::around(caged, HALF);
    let mut boxes = boxes::field(rng, 0.10);
    boxes.retain(|area| !area.overlaps(&mover));
    boxes.extend(ring(rng, caged, radius));
    let environment = environment(SIDE, boxes);
    let outside = Aabb::square(caged, radius + 4.0);
    let mut other = free_point(rng, &environment, &world(SIDE));
    while outside.contains_inside(other) {
        other = free_point(rng, &environment, &world(SIDE));
    }
    let (start, goal) = if rng.in_ten(5) { (caged, other) } else { (other, caged) };
    super::problem(environment, start, goal)
}

/// A ring of boxes around a point. Gaps between them are too narrow for the mover.
fn ring(rng: &mut ProblemRng, centre: DVec2, radius: f64) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    for (across, away) in [(false, -radius), (false, radius), (true, -radius), (true, radius)] {
        let mut at = -radius - 1.0;
        while at < radius + 1.0 {
            let end = (at + rng.number(1.0, 5.0)).min(radius + 1.0);
            let depth = rng.number(0.5, 2.0);
            let (near, far) = if away < 0.0 { (away - depth, away) } else { (away, away + depth) };
            let (from, to) = if across {
                (DVec2::new(at, near), DVec2::new(end, far))
            } else {
                (DVec2::new(near, at), DVec2::new(far, end))
            };
            boxes.push(Aabb::new(centre + from, centre + to));
            at = end + rng.number(0.0, 0.5);
        }
    }
    boxes
}
