//! The division of a simple polygon into convex parts.
//!
//! Ears are cut off until triangles are left (Meisters 1975). Then triangles are joined across their common
//! edges as long as the union is convex, which gives at most four times as many parts as necessary (Hertel and
//! Mehlhorn 1983).

use glam::DVec2;

use super::{Aabb, Convex, Segment, turn};

/// The convex parts of a simple polygon whose corners are given counter-clockwise, each with its borders with
/// other parts.
pub(super) fn convex_parts(corners: &[DVec2]) -> Vec<(Convex, Vec<Segment>)> {
    let (triangles, diagonals) = triangles(corners);
    let mut rings: Vec<Vec<usize>> = triangles.into_iter().map(|it| it.to_vec()).collect();
    let mut seams = Vec::new();
    for [a, b] in diagonals {
        if !join(&mut rings, corners, a, b) {
            seams.push([a, b]);
        }
    }
    rings.retain(|ring| !ring.is_empty());
    let part = |ring: Vec<usize>| {
        let borders = |&&[a, b]: &&[usize; 2]| has_edge(&ring, a, b) || has_edge(&ring, b, a);
        let seams =
            seams.iter().filter(borders).map(|&[a, b]| Segment::new(corners[a], corners[b]));
        let shape = Convex::around(ring.iter().map(|&index| corners[index]));
        (shape.expect("a triangle has an interior"), seams.collect())
    };
    rings.into_iter().map(part).collect()
}

/// Triangles that make up a simple polygon, as indices of its corners, counter-clockwise; and the edges between
/// them.
fn triangles(corners: &[DVec2]) -> (Vec<[usize; 3]>, Vec<[usize; 2]>) {
    let mut ring: Vec<usize> = (0..corners.len()).collect();
    let (mut triangles, mut diagonals) = (Vec::new(), Vec::new());
    let mut at = 0;
    while ring.len() > 3 {
        let count = ring.len();
        let ear = (0..count).map(|by| (at + by) % count).find(|&tip| is_ear(&ring, corners, tip));
        // A simple polygon has two ears.
        let tip = ear.expect("the polygon is simple");
        let (before, after) = (ring[(tip + count - 1) % count], ring[(tip + 1) % count]);
        triangles.push([before, ring[tip], after]);
        diagonals.push([before, after]);
        ring.remove(tip);
        // Ears cut from all around give better triangles than a fan.
        at = (tip + 1) % ring.len();
    }
    if let [a, b, c] = ring[..] {
        triangles.push([a, b, c]);
    }
    (triangles, diagonals)
}

/// Whether the corner at a place in the ring is convex, and no other lies in the triangle with its neighbours.
fn is_ear(ring: &[usize], corners: &[DVec2], tip: usize) -> bool {
    let count = ring.len();
    let around = [(tip + count - 1) % count, tip, (tip + 1) % count];
    let [a, b, c] = around.map(|place| corners[ring[place]]);
    if !turn(a, b, c).is_gt() {
        return false;
    }
    let area = Aabb { min: a.min(b).min(c), max: a.max(b).max(c) };
    let is_in = |point: DVec2| {
        area.nearest_point(point) == point
            && turn(a, b, point).is_ge()
            && turn(b, c, point).is_ge()
            && turn(c, a, point).is_ge()
    };
    let others = (0..count).filter(|place| !around.contains(place));
    others.map(|place| corners[ring[place]]).all(|point| !is_in(point))
}

/// Joins the two parts on both sides of an edge if their union is convex. The second is then empty.
fn join(rings: &mut [Vec<usize>], corners: &[DVec2], a: usize, b: usize) -> bool {
    let side = |from, to| rings.iter().position(|ring| has_edge(ring, from, to));
    let (Some(one), Some(other)) = (side(a, b), side(b, a)) else { return false };
    let from = |ring: &[usize], start: usize| -> Vec<usize> {
        let place = ring.iter().position(|&it| it == start).unwrap_or(0);
        ring.iter().cycle().skip(place).take(ring.len()).copied().collect()
    };
    // One from b round to a, then the other from a round to b, without the ends twice.
    let mut union = from(&rings[one], b);
    let rest = from(&rings[other], a);
    union.extend(&rest[1..rest.len() - 1]);
    let count = union.len();
    let is_convex = (0..count).all(|place| {
        let [before, at, after] = [count - 1, 0, 1].map(|by| corners[union[(place + by) % count]]);
        turn(before, at, after).is_ge()
    });
    if is_convex {
        rings[one] = union;
        rings[other].clear();
    }
    is_convex
}

fn has_edge(ring: &[usize], from: usize, to: usize) -> bool {
    ring.iter().zip(ring.iter().cycle().skip(1)).any(|edge| edge == (&from, &to))
}
