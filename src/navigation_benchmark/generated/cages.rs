//! Start or goal shut in: there is no way, and who can prove it should.

use super::{HALF, SIDE, boxes, free_place, ground, world};
use crate::geometry::{Aabb, DVec2};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::chance::ProblemRng;

/// A ring around one end of the way, among boxes that cover a tenth of the ground.
pub fn problem(chance: &mut ProblemRng) -> Problem {
    let radius = chance.between(2.0, 8.0);
    let about = world(SIDE).inflated(DVec2::splat(-radius - 3.0));
    let caged = chance.place(&about);
    let mover = Aabb::around(caged, HALF);
    let mut boxes = boxes::field(chance, 0.10);
    boxes.retain(|area| !area.overlaps(&mover));
    boxes.extend(ring(chance, caged, radius));
    let ground = ground(SIDE, boxes);
    let outside = Aabb::square(caged, radius + 4.0);
    let mut other = free_place(chance, &ground, &world(SIDE));
    while outside.contains_inside(other) {
        other = free_place(chance, &ground, &world(SIDE));
    }
    let (start, goal) = if chance.in_ten(5) { (caged, other) } else { (other, caged) };
    super::problem(ground, start, goal)
}

/// Boxes around a place, each of which reaches into the next. Some gaps are left that are too narrow
/// for the mover.
fn ring(chance: &mut ProblemRng, centre: DVec2, radius: f64) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    for (across, away) in [(false, -radius), (false, radius), (true, -radius), (true, radius)] {
        let mut at = -radius - 1.0;
        while at < radius + 1.0 {
            let end = (at + chance.between(1.0, 5.0)).min(radius + 1.0);
            let depth = chance.between(0.5, 2.0);
            let (near, far) = if away < 0.0 { (away - depth, away) } else { (away, away + depth) };
            let (from, to) = if across {
                (DVec2::new(at, near), DVec2::new(end, far))
            } else {
                (DVec2::new(near, at), DVec2::new(far, end))
            };
            boxes.push(Aabb::new(centre + from, centre + to));
            at = end + chance.between(0.0, 0.5);
        }
    }
    boxes
}
