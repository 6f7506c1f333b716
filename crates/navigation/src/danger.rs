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
