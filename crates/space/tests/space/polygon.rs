//! Simple polygons, compared with counting crossings in integers.

use proptest::prelude::*;
use terrarium_space::geometry::{Aabb, DVec2, NotSimple, Polygon, Segment};

type Point = [i64; 2];

fn to_point([x, y]: Point) -> DVec2 {
    DVec2::new(x as f64, y as f64)
}

fn polygon(points: &[Point]) -> Result<Polygon, NotSimple> {
    let points: Vec<DVec2> = points.iter().map(|&point| to_point(point)).collect();
    Polygon::new(&points)
}

fn side(a: Point, b: Point, c: Point) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn edges(points: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    points.iter().copied().zip(points.iter().copied().cycle().skip(1))
}

fn is_on(point: Point, (a, b): (Point, Point)) -> bool {
    let within =
        |axis: usize| a[axis].min(b[axis]) <= point[axis] && point[axis] <= a[axis].max(b[axis]);
    side(a, b, point) == 0 && within(0) && within(1)
}

fn touch(one: (Point, Point), other: (Point, Point)) -> bool {
    let across = |line: (Point, Point), ends: (Point, Point)| {
        side(line.0, line.1, ends.0).signum() * side(line.0, line.1, ends.1).signum() < 0
    };
    (across(one, other) && across(other, one))
        || is_on(one.0, other)
        || is_on(one.1, other)
        || is_on(other.0, one)
        || is_on(other.1, one)
}

/// Whether the edges meet only at corners, for points none of which repeats its neighbour.
fn is_simple(points: &[Point]) -> bool {
    let edges: Vec<_> = edges(points).collect();
    let count = edges.len();
    (0..count).all(|first| {
        (first + 1..count).all(|second| {
            let (one, other) = (edges[first], edges[second]);
            if second == first + 1 || (first == 0 && second == count - 1) {
                let (one, other) = if second == first + 1 { (one, other) } else { (other, one) };
                // They share a corner, and one lies on the other only if the path turns back.
                return !(is_on(other.1, one) || is_on(one.0, other));
            }
            !touch(one, other)
        })
    })
}

/// Whether a point lies strictly inside, by the crossings of a ray to the right.
fn is_inside(points: &[Point], at: Point) -> bool {
    if edges(points).any(|edge| is_on(at, edge)) {
        return false;
    }
    let crosses = |&(a, b): &(Point, Point)| {
        let (low, high) = if a[1] < b[1] { (a, b) } else { (b, a) };
        low[1] <= at[1] && at[1] < high[1] && side(low, high, at) > 0
    };
    edges(points).filter(crosses).count() % 2 == 1
}

fn point(reach: i64) -> impl Strategy<Value = Point> {
    [-reach..=reach, -reach..=reach]
}

/// Corners of a polygon, most of them simple: crossings are undone by reversing the path between them.
fn corners() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(point(7), 3..14).prop_map(|mut points| {
        points.dedup();
        for _ in 0..200 {
            let crossing = {
                let edges: Vec<_> = edges(&points).collect();
                let pairs =
                    (0..edges.len()).flat_map(|i| (i + 2..edges.len()).map(move |j| (i, j)));
                pairs
                    .filter(|&(i, j)| !(i == 0 && j == edges.len() - 1))
                    .find(|&(i, j)| touch(edges[i], edges[j]))
            };
            match crossing {
                Some((i, j)) => points[i + 1..=j].reverse(),
                None => break,
            }
        }
        points
    })
}

proptest! {
    #[test]
    fn parts_are_the_polygon(points in corners()) {
        if edges(&points).any(|(a, b)| a == b) {
            return Ok(());
        }
        let is_flat = points.iter().all(|&it| side(points[0], points[1], it) == 0);
        let built = polygon(&points);
        prop_assert_eq!(built.is_ok(), is_simple(&points) && !is_flat && points.len() > 2);
        let Ok(built) = built else { return Ok(()) };
        let doubled: i64 = edges(&points).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
        prop_assert_eq!(built.area() * 2.0, doubled.abs() as f64);
        let parts = built.parts();
        for (number, part) in parts.iter().enumerate() {
            prop_assert!(parts[..number].iter().all(|it| !it.shape().overlaps(part.shape())));
        }
        for x in -8..=8 {
            for y in -8..=8 {
                let inside = built.contains_inside(to_point([x, y]));
                prop_assert_eq!(inside, is_inside(&points, [x, y]), "at {}, {}", x, y);
            }
        }
        let backward: Vec<Point> = points.iter().rev().copied().collect();
        prop_assert_eq!(polygon(&backward).unwrap(), built.clone(), "the same from the other side");
        let stored = postcard::to_allocvec(&built).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Polygon>(&stored).unwrap(), built);
    }

    #[test]
    fn a_segment_enters_if_one_of_its_pieces_is_inside(
        points in corners(), from in point(9), to in point(9),
    ) {
        let Ok(built) = polygon(&points) else { return Ok(()) };
        let segment = Segment::new(to_point(from), to_point(to));
        prop_assert_eq!(built.is_entered_by(&segment), enters(&points, from, to));
    }

    #[test]
    fn a_box_overlaps_if_an_edge_or_its_middle_does(
        points in corners(), from in point(9), to in point(9),
    ) {
        let Ok(built) = polygon(&points) else { return Ok(()) };
        let area = Aabb::spanning(to_point(from), to_point(to));
        let is_cut = edges(&points).any(|(a, b)| Segment::new(to_point(a), to_point(b)).enters(&area));
        let doubled: Vec<Point> = points.iter().map(|it| it.map(|x| x * 2)).collect();
        let is_in = is_inside(&doubled, [from[0] + to[0], from[1] + to[1]]);
        let has_interior = area.min.cmplt(area.max).all();
        prop_assert_eq!(built.overlaps(&area), has_interior && (is_cut || is_in));
    }
}

/// Whether a segment enters a polygon: its pieces between the lines of the edges lie inside or outside as a whole.
fn enters(points: &[Point], from: Point, to: Point) -> bool {
    if from == to {
        return is_inside(points, from);
    }
    // The shares at which it crosses the line of an edge, or passes a corner in that line.
    let mut shares = vec![(0, 1), (1, 1)];
    for (a, b) in edges(points) {
        let (before, after) = (side(a, b, from), side(a, b, to));
        if before != after {
            shares.push((before, before - after));
        } else if before == 0 {
            let axis = usize::from(from[0] == to[0]);
            shares.push((a[axis] - from[axis], to[axis] - from[axis]));
        }
    }
    let mut shares: Vec<(i64, i64)> =
        shares.into_iter().map(|(p, q)| if q < 0 { (-p, -q) } else { (p, q) }).collect();
    shares.retain(|&(p, q)| (0..=q).contains(&p));
    shares.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    shares.windows(2).any(|pair| {
        let [(p, q), (r, s)] = [pair[0], pair[1]];
        let (share, whole) = (p * s + r * q, 2 * q * s);
        let scaled: Vec<Point> = points.iter().map(|it| it.map(|x| x * whole)).collect();
        let middle = [0, 1].map(|axis| from[axis] * whole + (to[axis] - from[axis]) * share);
        is_inside(&scaled, middle)
    })
}

#[test]
fn a_line_along_a_seam_is_inside() {
    // Two parts, whatever they are, meet along a line between corners.
    let hook = [[0, 0], [6, 0], [6, 6], [4, 6], [4, 2], [0, 2]];
    let hook = polygon(&hook).unwrap();
    for (from, to) in [((4.0, 0.0), (4.0, 2.0)), ((4.0, 2.0), (6.0, 2.0)), ((4.0, 2.0), (6.0, 0.0))]
    {
        let segment = Segment::new(DVec2::from(from), DVec2::from(to));
        assert!(hook.is_entered_by(&segment), "{from:?} to {to:?}");
    }
    let along_the_edge = Segment::new(DVec2::new(4.0, 2.0), DVec2::new(4.0, 9.0));
    assert!(!hook.is_entered_by(&along_the_edge));
}

#[test]
fn errors_name_the_edges() {
    let bow = [[0, 0], [4, 4], [4, 0], [0, 4]];
    let (first, second) = (DVec2::ZERO, DVec2::new(4.0, 0.0));
    assert_eq!(polygon(&bow), Err(NotSimple::Crossing { first, second }));
    let spike = [[0, 0], [4, 0], [8, 0], [4, 0], [4, 4]];
    assert!(matches!(polygon(&spike), Err(NotSimple::Crossing { .. })));
    assert_eq!(polygon(&[[0, 0], [1, 1], [2, 2]]), Err(NotSimple::Flat));
    assert_eq!(polygon(&[[0, 0], [1, 1]]), Err(NotSimple::Flat));
    let many: Vec<Point> = (0..3000).map(|x| [x, x * x]).collect();
    assert_eq!(polygon(&many), Err(NotSimple::TooManyCorners(3000)));
    let straight = [[0, 0], [2, 0], [4, 0], [4, 4], [0, 4], [0, 2]];
    assert_eq!(polygon(&straight).unwrap().corners().len(), 4);
}

#[test]
fn the_cover_of_a_part_lies_around_it() {
    let star = [[0, 40], [12, 12], [40, 0], [12, -12], [0, -40], [-12, -12], [-40, 0], [-12, 12]];
    let star = polygon(&star).unwrap();
    for part in star.parts() {
        let cover = part.shape().cover(2.0);
        let within = part.shape().inflated(DVec2::splat(2.0));
        assert!(cover.len() < 100);
        for (number, strip) in cover.iter().enumerate() {
            assert!(strip.corners().iter().all(|&corner| within.contains(corner)));
            assert!(cover[..number].iter().all(|it| !it.overlaps(strip)));
        }
        let covered: f64 =
            cover.iter().map(|strip| strip.shared_area(&part.shape().bounds())).sum();
        assert!(covered >= part.shape().area());
        let samples = (0..=100).flat_map(|x| (0..=100).map(move |y| (f64::from(x), f64::from(y))));
        let Aabb { min, max } = part.shape().bounds();
        for (x, y) in samples {
            let at = min + (max - min) * DVec2::new(x, y) / 100.0;
            let is_covered = cover.iter().any(|strip| strip.nearest_point(at) == at);
            assert!(is_covered || !part.shape().contains_inside(at), "{at}");
        }
    }
}
