//! Worlds with polygons, and the length of their shortest paths in integers.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, Convex, DVec2, lattice};
use terrarium_navigation::{Goal, ObstacleField, ObstacleKey};

use super::{Problem, fine_problems, whole_problems};

/// A path-finding problem in a world of boxes and polygons.
#[derive(Debug, Clone)]
pub struct Mixed {
    pub problem: Problem,
    pub polygons: Vec<Vec<DVec2>>,
}

/// The first key of a polygon.
pub const FIRST: u64 = 1000;

impl Mixed {
    pub fn shapes(&self) -> impl Iterator<Item = (ObstacleKey, Convex)> {
        let polygons = self.polygons.iter().filter_map(|points| Convex::around(points.clone()));
        (FIRST..).map(ObstacleKey).zip(polygons)
    }

    pub fn field(&self) -> ObstacleField {
        let mut field = self.problem.field();
        self.shapes().for_each(|(key, polygon)| field.insert_polygon(key, polygon));
        field
    }

    pub fn turned(&self, swap: bool, flip: bool) -> Self {
        let polygons = self.polygons.iter().map(|points| {
            let turned = |&p: &DVec2| {
                let place = Problem { start: p, boxes: Vec::new(), ..self.problem.clone() };
                place.turned(swap, flip).start
            };
            points.iter().map(turned).collect()
        });
        Self { polygons: polygons.collect(), problem: self.problem.turned(swap, flip) }
    }

    /// Panics unless the path leads from the start to the goal without entering an obstacle.
    pub fn check(&self, path: &[DVec2]) {
        self.problem.check(path);
        let mut from = self.problem.start;
        for &to in path {
            for (_, polygon) in self.shapes() {
                let inflated = polygon.inflated(self.problem.half);
                let segment = terrarium_navigation::geometry::Segment::new(from, to);
                assert!(
                    !inflated.is_entered_by(&segment),
                    "{segment:?} enters {inflated:?}: {self:?}"
                );
            }
            from = to;
        }
    }
}

/// Worlds on integer coordinates in which some obstacles are triangles, hexagons and the like.
pub fn mixed_problems(boxes: usize, polygons: usize) -> impl Strategy<Value = Mixed> {
    let corner = (0..=5_i32, 0..=5_i32).prop_map(|(x, y)| DVec2::new(x.into(), y.into()));
    let at = (-1..=12_i32, -1..=12_i32).prop_map(|(x, y)| DVec2::new(x.into(), y.into()));
    let polygon = (at, prop::collection::vec(corner, 3..8));
    let polygon = polygon.prop_map(|(at, corners)| corners.into_iter().map(|c| at + c).collect());
    let polygons = prop::collection::vec(polygon, 1..=polygons);
    (whole_problems(boxes), polygons).prop_map(|(problem, polygons)| Mixed { problem, polygons })
}

/// Worlds of boxes and polygons anywhere on the lattice.
pub fn fine_mixed_problems(boxes: usize, polygons: usize) -> impl Strategy<Value = Mixed> {
    let fine = |most: f64| (0.0..most, 0.0..most).prop_map(|p| lattice::snap_point(p.into()));
    let polygon = (fine(20.0), prop::collection::vec(fine(5.0), 3..8));
    let polygon = polygon.prop_map(|(at, corners)| corners.into_iter().map(|c| at + c).collect());
    let polygons = prop::collection::vec(polygon, 1..=polygons);
    (fine_problems(boxes), polygons).prop_map(|(problem, polygons)| Mixed { problem, polygons })
}

type Place = [i128; 2];

/// The length of the shortest path to a point in a world on the lattice, by brute force in
/// integers. It uses no hulls: every line through two points with all others on one side bounds an
/// inflated polygon.
pub fn shortest_path(mixed: &Mixed) -> Option<f64> {
    let whole = |p: DVec2| [p.x, p.y].map(|along| (along / lattice::STEP) as i128);
    let Problem { boxes, half, start, goal, .. } = &mixed.problem;
    let Goal::Point(goal) = *goal else { panic!("only for points") };
    let (room, start, goal) = (mixed.problem.room(), whole(*start), whole(goal));
    let corners =
        |b: &Aabb| vec![b.min, DVec2::new(b.max.x, b.min.y), b.max, DVec2::new(b.min.x, b.max.y)];
    let is_polygon = |points: &&Vec<DVec2>| {
        !borders(&points.iter().copied().map(whole).collect::<Vec<_>>()).is_empty()
    };
    let polygons = mixed.polygons.iter().filter(is_polygon).cloned();
    let bodies = polygons.chain(boxes.iter().map(corners));
    let offsets = corners(&Aabb::around(DVec2::ZERO, *half));
    let inflated: Vec<Vec<Place>> = bodies
        .map(|points| {
            points.iter().flat_map(|&p| offsets.iter().map(move |&o| whole(p + o))).collect()
        })
        .collect();
    let borders: Vec<Vec<[Place; 2]>> = inflated.iter().map(|points| borders(points)).collect();
    let is_free = |a: Place, b: Place| !borders.iter().any(|borders| enters(borders, a, b));
    let (min, max) = (whole(room.min), whole(room.max));
    let in_room = |p: &Place| (0..2).all(|i| min[i] <= p[i] && p[i] <= max[i]);
    let mut places: Vec<Place> =
        [start, goal].into_iter().chain(inflated.iter().flatten().copied()).collect();
    if !in_room(&start) || !in_room(&goal) || room.min.cmpgt(room.max).any() {
        return None;
    }
    places.retain(|p| in_room(p) && is_free(*p, *p));
    let distance = |a: Place, b: Place| {
        (((a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2)) as f64).sqrt() * lattice::STEP
    };
    if places.first() != Some(&start) {
        return None;
    }
    let mut best = vec![f64::INFINITY; places.len()];
    let mut open: Vec<usize> = (0..places.len()).collect();
    best[0] = 0.0;
    while let Some(next) = open.iter().copied().min_by(|&a, &b| best[a].total_cmp(&best[b])) {
        if best[next].is_infinite() || places[next] == goal {
            return best[next].is_finite().then_some(best[next]);
        }
        open.retain(|&o| o != next);
        for &to in &open {
            let length = best[next] + distance(places[next], places[to]);
            if length < best[to] && is_free(places[next], places[to]) {
                best[to] = length;
            }
        }
    }
    None
}

/// All directed lines through two of the points that have all others on their left; none when the
/// points are collinear.
fn borders(points: &[Place]) -> Vec<[Place; 2]> {
    let pairs = points.iter().flat_map(|&a| points.iter().map(move |&b| [a, b]));
    let is_border = |&[a, b]: &[Place; 2]| a != b && points.iter().all(|&p| side(a, b, p) >= 0);
    let borders: Vec<_> = pairs.filter(is_border).collect();
    let is_flat = borders.iter().all(|&[a, b]| points.iter().all(|&p| side(a, b, p) == 0));
    if is_flat { Vec::new() } else { borders }
}

/// Whether a segment has a point strictly to the left of all borders, computed from the part of the
/// segment that lies to the left of each.
fn enters(borders: &[[Place; 2]], from: Place, to: Place) -> bool {
    // Fractions of the segment with positive denominators. The ends count, so they lie just inside.
    let (mut low, mut high) = ((0, 1), (1, 1));
    let (mut low_is_open, mut high_is_open) = (false, false);
    for &[a, b] in borders {
        let (start, end) = (side(a, b, from), side(a, b, to));
        if start <= 0 && end <= 0 {
            return false;
        }
        if start <= 0 || end <= 0 {
            // The segment crosses this line at start / (start - end).
            let (mut cut, mut of) = (start, start - end);
            if of < 0 {
                (cut, of) = (-cut, -of);
            }
            if end > start {
                if cut * low.1 >= low.0 * of {
                    (low, low_is_open) = ((cut, of), true);
                }
            } else if cut * high.1 <= high.0 * of {
                (high, high_is_open) = ((cut, of), true);
            }
        }
    }
    let (left, right) = (low.0 * high.1, high.0 * low.1);
    !borders.is_empty() && (left < right || (left == right && !low_is_open && !high_is_open))
}

fn side(a: Place, b: Place, c: Place) -> i128 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
