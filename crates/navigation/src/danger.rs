//! The cost of a path for an agent that avoids danger.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Convex, DVec2, Segment};

use super::{ObstacleKey, Obstacles, SweptBox};

/// An area in which every unit of path costs more.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Danger {
    /// The positions of the agent's centre that are in danger.
    pub area: Aabb,
    /// The extra cost of a unit of path inside the area.
    pub weight: f64,
}

/// The cost of the path from `start` through `waypoints`: its length in world units, plus for every
/// danger the length within it times its weight.
///
/// To avoid danger, search for a path twice, once among the obstacles and once [`WithObstacles`] the dangers
/// as further obstacles, and take the cheaper path: when the detour costs more than the danger, the
/// path through the danger wins.
#[must_use]
pub fn path_cost(start: DVec2, waypoints: &[DVec2], dangers: &[Danger]) -> f64 {
    let segments =
        [start].into_iter().chain(waypoints.iter().copied()).zip(waypoints.iter().copied());
    segments
        .map(|(from, to)| {
            let segment = Segment::new(from, to);
            let extra =
                dangers.iter().map(|danger| danger.weight * share_within(&segment, &danger.area));
            segment.length() * (1.0 + extra.sum::<f64>())
        })
        .sum()
}

/// The fraction of the segment, 0 to 1, that lies in the box.
fn share_within(segment: &Segment, area: &Aabb) -> f64 {
    let clip = |from: f64, to: f64, min: f64, max: f64| {
        if from == to {
            let all = if min < from && from < max { 1.0 } else { 0.0 };
            return (0.0, all);
        }
        let (a, b) = ((min - from) / (to - from), (max - from) / (to - from));
        (a.min(b), a.max(b))
    };
    let x = clip(segment.from.x, segment.to.x, area.min.x, area.max.x);
    let y = clip(segment.from.y, segment.to.y, area.min.y, area.max.y);
    (x.1.min(y.1).min(1.0) - x.0.max(y.0).max(0.0)).max(0.0)
}

/// A set of obstacles and a few additional ones.
pub struct WithObstacles<'a> {
    /// The set.
    pub obstacles: &'a dyn Obstacles,
    /// The additional obstacles, with keys that the set does not use.
    pub more: &'a [(ObstacleKey, Aabb)],
}

impl Obstacles for WithObstacles<'_> {
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        for &(key, aabb) in self.more {
            if swept.touches(&aabb) {
                visitor(swept, key, aabb);
            }
        }
        self.obstacles.visit(swept, visitor);
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.obstacles.polygons()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Navigator, ObstacleField, Perimeter, Request};

    #[test]
    fn a_path_costs_its_length_and_its_danger() {
        let area = Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(5.0, 1.0));
        let dangers = [Danger { area, weight: 2.0 }];
        let straight = path_cost(DVec2::ZERO, &[DVec2::new(10.0, 0.0)], &dangers);
        assert!((straight - 16.0).abs() < 1e-12, "{straight}");
        let along_its_edge = path_cost(DVec2::new(0.0, 1.0), &[DVec2::new(10.0, 1.0)], &dangers);
        assert!((along_its_edge - 10.0).abs() < 1e-12, "{along_its_edge}");
    }

    #[test]
    fn the_weight_of_a_danger_decides_between_through_and_around() {
        let field = ObstacleField::new(Aabb::square(DVec2::ZERO, 20.0), Vec::new());
        let area = Aabb::square(DVec2::ZERO, 4.0);
        let (start, goal) = (DVec2::new(-10.0, 0.0), Goal::Point(DVec2::new(10.0, 0.0)));
        let request = Request::new(start, goal, DVec2::ZERO);
        let avoided = [(ObstacleKey(u64::MAX), area)];
        let around = WithObstacles { obstacles: &field, more: &avoided };
        let through = Perimeter.find(request.clone(), &field);
        let around = Perimeter.find(request, &around);
        for (weight, goes_around) in [(0.1, false), (1.0, true)] {
            let dangers = [Danger { area, weight }];
            let cost = |path: &[DVec2]| path_cost(start, path, &dangers);
            let costlier = cost(through.path().unwrap()) > cost(around.path().unwrap());
            assert_eq!(costlier, goes_around, "with weight {weight}");
        }
    }
}
