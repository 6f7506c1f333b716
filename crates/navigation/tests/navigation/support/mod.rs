//! Oracles that share nothing with the navigators but the segment test, and worlds for the tests.

pub mod cells;
mod clusters;
pub mod drawing;
mod flood;
pub mod polygons;
pub mod worlds;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium_navigation::geometry::{Aabb, DVec2, Segment, lattice};
use terrarium_navigation::regions::NoPath;
use terrarium_navigation::{Goal, ObstacleField, ObstacleKey, Request, path_length};

pub use clusters::longest_allowed;
pub use flood::is_reachable;

/// A path-finding problem and its world.
#[derive(Debug, Clone)]
pub struct Problem {
    pub bounds: Aabb,
    pub boxes: Vec<Aabb>,
    pub half: DVec2,
    pub start: DVec2,
    pub goal: Goal,
}

impl Problem {
    pub fn field(&self) -> ObstacleField {
        let named = (0..).map(ObstacleKey).zip(self.boxes.iter().copied());
        ObstacleField::new(self.bounds, named.collect())
    }

    pub fn request(&self) -> Request {
        Request::new(self.start, self.goal, self.half)
    }

    /// The area in which the agent's centre may be.
    pub fn room(&self) -> Aabb {
        self.bounds.inflated(-self.half)
    }

    pub fn inflated(&self) -> Vec<Aabb> {
        let inflated = self.boxes.iter().map(|b| b.inflated(self.half));
        inflated.filter(|b| b.min.cmplt(b.max).all()).collect()
    }

    /// The target within the room; `None` when start or goal are outside.
    pub fn target(&self) -> Option<Aabb> {
        let (room, target) = (self.room(), self.request().target());
        let target = Aabb { min: target.min.max(room.min), max: target.max.min(room.max) };
        let start = Aabb::spanning(self.start, self.start);
        (room.contains_box(&start) && target.min.cmple(target.max).all()).then_some(target)
    }

    /// A place at the goal: a point, or beside a corner of the area.
    pub fn goal_place(&self) -> DVec2 {
        match self.goal {
            Goal::Point(point) => point,
            Goal::Beside(area) => area.max + self.half,
        }
    }

    /// The same problem with that place as its goal.
    pub fn to_its_place(&self) -> Self {
        Self { goal: Goal::Point(self.goal_place()), ..self.clone() }
    }

    /// Whether what a search through the free space found is a shortest path to the goal, a point, or none where
    /// there is none.
    pub fn check_shortest(&self, found: Result<Vec<DVec2>, NoPath>) -> Result<(), TestCaseError> {
        let best = shortest(self);
        prop_assert_eq!(found.is_ok(), best.is_some(), "{:?} is not {:?}", found, best);
        if let (Ok(path), Some(best)) = (found, best) {
            if self.start != self.goal_place() {
                self.check(&path);
            }
            let length = path_length(self.start, &path);
            prop_assert!((length - best).abs() < 1e-9, "{length} is not {best}: {path:?}");
        }
        Ok(())
    }

    /// Whether the straight segment is free.
    pub fn is_free(&self, from: DVec2, to: DVec2) -> bool {
        let segment = Segment::new(from, to);
        self.room().contains_box(&segment.bounds())
            && self.inflated().iter().all(|b| !segment.enters(b))
    }

    /// Panics unless the path leads from the start to the goal without entering an obstacle.
    pub fn check(&self, path: &[DVec2]) {
        let inflated = self.inflated();
        let mut from = self.start;
        assert!(
            inflated.iter().all(|b| !b.contains_inside(from)),
            "the start is covered: {self:?}"
        );
        for &to in path {
            let segment = Segment::new(from, to);
            assert!(
                self.room().contains_box(&segment.bounds()),
                "{segment:?} leaves the world: {self:?}"
            );
            assert!(
                inflated.iter().all(|b| !segment.enters(b)),
                "{segment:?} enters a box: {self:?}"
            );
            assert_ne!(from, to, "a waypoint twice: {self:?}");
            from = to;
        }
        let target = self.target().expect("a path although start or goal are outside");
        assert_eq!(target.nearest_point(from), from, "the path ends short of the goal: {self:?}");
    }

    /// The problem rotated by a quarter and mirrored: x and y are swapped, and y is reversed.
    pub fn turned(&self, swap: bool, flip: bool) -> Self {
        let point = |p: DVec2| {
            let p = if swap { DVec2::new(p.y, p.x) } else { p };
            if flip { DVec2::new(p.x, -p.y) } else { p }
        };
        let area = |b: Aabb| Aabb::spanning(point(b.min), point(b.max));
        Self {
            bounds: area(self.bounds),
            boxes: self.boxes.iter().copied().map(area).collect(),
            half: if swap { DVec2::new(self.half.y, self.half.x) } else { self.half },
            start: point(self.start),
            goal: match self.goal {
                Goal::Point(p) => Goal::Point(point(p)),
                Goal::Beside(b) => Goal::Beside(area(b)),
            },
        }
    }
}

/// The length of the shortest path, by Dijkstra's algorithm over a brute-force visibility graph of
/// all inflated corners, and of all points where an inflated side crosses the target's border.
pub fn shortest(problem: &Problem) -> Option<f64> {
    let target = problem.target()?;
    let (room, inflated) = (problem.room(), problem.inflated());
    let mut nodes = vec![problem.start];
    let corners =
        |b: &Aabb| [b.min, DVec2::new(b.max.x, b.min.y), b.max, DVec2::new(b.min.x, b.max.y)];
    nodes.extend(inflated.iter().flat_map(corners));
    for corner in corners(&target) {
        nodes.push(corner);
        for b in &inflated {
            for side in corners(b) {
                nodes.push(DVec2::new(corner.x, side.y));
                nodes.push(DVec2::new(side.x, corner.y));
            }
        }
    }
    let bends = nodes.clone();
    nodes.extend(bends.iter().map(|&b| target.nearest_point(b)));
    nodes.retain(|&n| room.nearest_point(n) == n && inflated.iter().all(|b| !b.contains_inside(n)));
    if nodes.first() != Some(&problem.start) {
        return None;
    }
    nodes.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    nodes.dedup();
    let mut best = vec![f64::INFINITY; nodes.len()];
    let mut done = vec![false; nodes.len()];
    best[nodes.iter().position(|&n| n == problem.start)?] = 0.0;
    loop {
        let open = (0..nodes.len()).filter(|&n| !done[n] && best[n].is_finite());
        let at = open.min_by(|&a, &b| best[a].total_cmp(&best[b]))?;
        if target.nearest_point(nodes[at]) == nodes[at] {
            return Some(best[at]);
        }
        done[at] = true;
        for to in 0..nodes.len() {
            let length = best[at] + nodes[at].distance(nodes[to]);
            let segment = Segment::new(nodes[at], nodes[to]);
            if length < best[to] && inflated.iter().all(|b| !segment.enters(b)) {
                best[to] = length;
            }
        }
    }
}

/// Problems whose positions, box sizes and agent half-sizes consist of these numbers.
fn problems(
    most: usize,
    side: f64,
    place: impl Strategy<Value = f64> + Clone + 'static,
    size: impl Strategy<Value = f64> + Clone + 'static,
    half: impl Strategy<Value = f64> + Clone,
) -> impl Strategy<Value = Problem> {
    let point = (place.clone(), place).prop_map(DVec2::from);
    let size = (size.clone(), size).prop_map(DVec2::from);
    let area = (point, size).prop_map(|(at, size)| Aabb::new(at, at + size)).boxed();
    let boxes = prop::collection::vec(area.clone(), 0..=most);
    let half = (half.clone(), half).prop_map(DVec2::from);
    (boxes, half, area.clone(), area, any::<bool>()).prop_map(
        move |(boxes, half, start, goal, beside)| Problem {
            bounds: Aabb::new(DVec2::splat(-1.0), DVec2::splat(side + 1.0)),
            boxes,
            half,
            start: start.min,
            goal: if beside { Goal::Beside(goal) } else { Goal::Point(goal.min) },
        },
    )
}

/// Worlds on integer coordinates, where touching, shared edges and duplicates are common.
pub fn whole_problems(most: usize) -> impl Strategy<Value = Problem> {
    let whole = |most: i32| (0..=most).prop_map(f64::from);
    problems(most, 12.0, whole(12), whole(5), whole(1))
}

/// Worlds anywhere on the lattice, from sparse to dense.
pub fn fine_problems(most: usize) -> impl Strategy<Value = Problem> {
    let fine = |most: f64| (0.0..most).prop_map(lattice::snap);
    problems(most, 20.0, fine(20.0), fine(4.0), fine(0.8))
}

/// Worlds of arbitrary doubles, where inflating a box rounds.
pub fn rough_problems(most: usize) -> impl Strategy<Value = Problem> {
    problems(most, 20.0, 0.0..20.0, 0.0..4.0, 0.0..0.8)
}

/// Mazes, combs and cages: thin walls between neighbouring posts of a grid.
pub fn wall_problems() -> impl Strategy<Value = Problem> {
    const SIDE: usize = 6;
    let walls = prop::collection::vec(prop::bool::weighted(0.55), 2 * SIDE * SIDE);
    let cell = (0..SIDE - 1, 0..SIDE - 1).prop_map(|(x, y)| DVec2::new(x as f64, y as f64) + 0.5);
    (walls, cell.clone(), cell).prop_map(|(walls, start, goal)| {
        let standing = walls.iter().enumerate().filter(|&(_, &stands)| stands);
        let wall = |(index, _): (usize, _)| {
            let post = index / 2;
            let from = DVec2::new((post % SIDE) as f64, (post / SIDE) as f64);
            let to = from + if index % 2 == 0 { DVec2::X } else { DVec2::Y };
            Aabb::spanning(from, to).inflated(DVec2::splat(0.125))
        };
        Problem {
            bounds: Aabb::new(DVec2::splat(-0.5), DVec2::splat(SIDE as f64)),
            boxes: standing.map(wall).collect(),
            half: DVec2::splat(0.25),
            start,
            goal: Goal::Point(goal),
        }
    })
}

/// Tile maps with a mover as large as a tile: many gaps have no width, and everything is aligned.
pub fn tile_problems() -> impl Strategy<Value = Problem> {
    const SIDE: usize = 9;
    let tiles = |share| prop::collection::vec(prop::bool::weighted(share), SIDE * SIDE);
    let cell = || (0..SIDE, 0..SIDE).prop_map(|(x, y)| DVec2::new(x as f64, y as f64));
    let tiles = prop_oneof![tiles(0.2), tiles(0.35)];
    (tiles, cell(), cell()).prop_map(|(tiles, start, goal)| {
        let blocked = (0..SIDE * SIDE).filter(|&tile| tiles[tile]);
        let corner = |tile: usize| DVec2::new((tile % SIDE) as f64, (tile / SIDE) as f64);
        let boxes = blocked.map(corner).filter(|&at| at != start && at != goal);
        Problem {
            bounds: Aabb::new(DVec2::ZERO, DVec2::splat(SIDE as f64)),
            boxes: boxes.map(|at| Aabb::new(at, at + 1.0)).collect(),
            half: DVec2::splat(0.5),
            start: start + 0.5,
            goal: Goal::Point(goal + 0.5),
        }
    })
}

/// One box in each cell of a square grid, of random size at a random position, and a problem
/// across.
pub fn scattered(seed: u64, side: u32) -> Problem {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut pair = |least: f64, most: f64| {
        let pair = DVec2::new(random.random(), random.random());
        lattice::snap_point(DVec2::splat(least) + pair * (most - least))
    };
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (f64::from(x), f64::from(y))));
    let boxes = cells
        .map(|(x, y)| {
            let size = pair(2.0, 8.0);
            let at = DVec2::new(x, y) * 10.0 + lattice::snap_point(pair(0.0, 1.0) * (10.0 - size));
            Aabb::new(at, at + size)
        })
        .collect();
    let far = f64::from(side) * 10.0;
    let half = DVec2::splat(0.0625);
    let bounds = Aabb::new(DVec2::splat(-1.0), DVec2::splat(far + 1.0));
    let (start, goal) =
        (DVec2::new(-0.5, pair(0.0, far).x), DVec2::new(far + 0.5, pair(0.0, far).x));
    Problem { bounds, boxes, half, start, goal: Goal::Point(goal) }
}
