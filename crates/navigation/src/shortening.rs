//! Shortening a path: A* over mutually visible corners.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis, DVec2};

use super::best_first::{BestFirst, is_length};
use super::coincident::Coincident;
use super::corner::{Corner, Wedge};
use super::inflated::InflatedObstacles;
use super::lens::Lens;
use super::{Barrier, path_length};

/// A search for a path that is shorter than a known one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shortening {
    /// The shortest path known, and its length.
    best: Vec<DVec2>,
    length: f64,
    /// The corners reached, by their barrier and quadrant.
    reached: BestFirst<Corner, (Barrier, u8)>,
    /// The distance of the first query.
    range: f64,
    steps: u32,
    /// The weight of the heuristic: with a weight over 1 the search is weighted A*, which finds a
    /// good path sooner than the best.
    weight: f64,
}

impl Shortening {
    /// A search that begins with a known path. The path returned is longer than the shortest by at
    /// most the factor `weight`.
    pub fn new(start: DVec2, best: Vec<DVec2>, weight: f64) -> Self {
        let length = path_length(start, &best);
        let bends = best.len() as f64;
        Self {
            best,
            length,
            reached: BestFirst::new(Corner::none(start)),
            range: length * FEW_BENDS / bends.max(FEW_BENDS),
            steps: 0,
            weight,
        }
    }

    /// The shortest path known.
    pub fn best(&self) -> &[DVec2] {
        &self.best
    }

    /// The number of steps taken.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether all numbers are finite and all references resolve.
    pub fn is_sound(&self) -> bool {
        self.best.iter().all(|point| point.is_finite())
            && is_length(self.length)
            && is_length(self.range)
            && (1.0..=MAX_WEIGHT).contains(&self.weight)
            && self.reached.is_sound(Corner::is_sound)
    }

    /// Whether no open node can lead to a shorter path.
    pub fn is_done(&self) -> bool {
        self.reached.bound().is_none_or(|bound| bound >= self.length)
    }

    /// Expands the most promising node.
    pub fn step(&mut self, inflated: &InflatedObstacles, target: &Aabb, lens: &mut Lens) {
        self.steps = self.steps.saturating_add(1);
        let Some(index) = self.reached.expand() else { return };
        let node = *self.reached.node(index);
        let at = node.place.point;
        let wedge = Wedge::new(self.reached.parent(index).point, node.place);
        let Some(room) = inflated.room().filter(|_| index == 0 || wedge.is_some()) else { return };
        let extensions =
            lens.query(inflated, (at, wedge), (*target, self.length - node.length), self.range);
        if extensions > MANY_EXTENSIONS {
            self.range *= 1.25;
        } else if lens.bodies().len() > MANY_BODIES {
            self.range *= 0.8;
        }
        for goal in arrivals(lens, at, target) {
            let length = node.length + at.distance(goal);
            if length < self.length && lens.sees(goal) {
                self.length = length;
                self.best = self.path_through(index, goal);
            }
        }
        let in_room = |corner: &Corner| room.nearest_point(corner.point) == corner.point;
        let mut coincident = Coincident::among(lens.bodies().len());
        for (barrier, corner, [to_corner, rest]) in
            lens.corners().filter(|(_, corner, _)| in_room(corner))
        {
            if coincident.is_known(corner.point, quadrant_number(corner.quadrant)) {
                continue;
            }
            let bound = node.length + to_corner + rest * self.weight;
            if bound < self.length {
                let length = node.length + to_corner;
                self.add_node(barrier, corner, length, (index, bound), lens);
            }
        }
    }

    /// Opens a corner if it is visible and this is the shortest path to it so far. `via` is the node
    /// before it and the lower bound of the length through it.
    fn add_node(
        &mut self,
        barrier: Barrier,
        corner: Corner,
        length: f64,
        (parent, bound): (u32, f64),
        lens: &Lens,
    ) {
        let key = (barrier, quadrant_number(corner.quadrant));
        if self.reached.is_shorter(&key, length) && lens.sees_bend(&corner) {
            self.reached.reach(key, corner, length, parent, bound);
        }
    }

    /// The waypoints from the start through a node to the goal.
    fn path_through(&self, index: u32, goal: DVec2) -> Vec<DVec2> {
        let mut path = vec![goal];
        path.extend(self.reached.path_back(index).map(|corner| corner.point));
        path.dedup();
        path.reverse();
        path
    }
}

fn quadrant_number(quadrant: DVec2) -> u8 {
    u8::from(quadrant.x > 0.0) * 2 + u8::from(quadrant.y > 0.0)
}

/// The number of bends of a path among so few bodies that one query for all of them is the cheapest.
const FEW_BENDS: f64 = 4.0;

/// The maximum weight of the heuristic.
const MAX_WEIGHT: f64 = 100.0;

/// With more bodies in view than this, the distance of the first query shrinks.
const MANY_BODIES: usize = 8;

/// With more extensions of a query than this, the distance of the first query grows.
const MANY_EXTENSIONS: u32 = 2;

/// The points at which a path from `at` can end: the nearest point of the target, and, in case an
/// obstacle covers that, the points where obstacles cross the target's border.
fn arrivals(lens: &Lens, at: DVec2, target: &Aabb) -> Vec<DVec2> {
    let mut arrivals = vec![target.nearest_point(at)];
    if target.min != target.max {
        for body in lens.bodies().filter(|body| body.aabb.touches(target)) {
            for axis in [Axis::X, Axis::Y] {
                for border in [target.min, target.max] {
                    for side in [body.aabb.min, body.aabb.max] {
                        let point = axis.with(side, axis.of(border));
                        arrivals.extend((target.nearest_point(point) == point).then_some(point));
                    }
                }
            }
        }
    }
    arrivals
}
