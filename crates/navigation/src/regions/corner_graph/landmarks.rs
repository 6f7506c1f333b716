//! Distances from a few corners to all: lower bounds of the lengths of paths.
//!
//! By the triangle inequality a path between two places is at least as long as the difference of their
//! distances to a landmark (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph
//! theory", 2005).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use terrarium_space::geometry::DVec2;

/// The maximum number of landmarks. The distances of a corner fill two lines of a cache.
const COUNT: usize = 64;

/// A part of the free space gets landmarks if it has at least this share of the corners.
const LEAST_SHARE: usize = 64;

/// The number of landmarks that a search uses.
const USED: usize = 4;

/// Marks a corner from which no path leads to a landmark.
const APART: u16 = u16::MAX;

/// For each corner the distances to all landmarks.
#[derive(Debug, Clone, Default)]
pub(super) struct Landmarks {
    rows: Vec<Row>,
    /// The unit of the distances of each landmark.
    units: Vec<f64>,
}

/// The distances of a corner to all landmarks, rounded down to whole units.
#[derive(Debug, Clone, Copy)]
#[repr(align(128))]
struct Row([u16; COUNT]);

/// Which corners a line joins, both ways.
pub(super) struct Neighbours {
    pub first: Vec<u32>,
    pub ends: Vec<u32>,
}

/// What the corners in sight of a place say about its distance to a landmark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sighting {
    /// At least the greatest distance of such a corner, less the line from there.
    least: f64,
    /// At most the least one, and the line from there.
    most: f64,
}

impl Landmarks {
    /// Chooses landmarks one after the other, each as far as possible from those before.
    pub fn new(places: &[DVec2], neighbours: &Neighbours) -> Self {
        let corners = places.len();
        let mut nearest = eligible(neighbours);
        let mut landmarks = Self { rows: vec![Row([APART; COUNT]); corners], units: Vec::new() };
        while landmarks.units.len() < COUNT {
            let farther = |best: usize, corner| {
                if nearest[corner] > nearest[best] { corner } else { best }
            };
            let farthest = (0..corners).reduce(farther).filter(|&corner| nearest[corner] > 0.0);
            let Some(mut landmark) = farthest else { break };
            if nearest[landmark] == f64::INFINITY {
                // The first of its part: begin at an edge.
                landmark = last_of(&distances(places, neighbours, landmark));
            }
            let column = distances(places, neighbours, landmark);
            for (nearest, &distance) in nearest.iter_mut().zip(&column) {
                *nearest = nearest.min(distance);
            }
            landmarks.add(&column);
        }
        landmarks
    }

    /// Adds a landmark with these distances.
    fn add(&mut self, distances: &[f64]) {
        let longest = distances.iter().copied().filter(|it| it.is_finite()).fold(0.0, f64::max);
        let unit = (longest / f64::from(APART - 2)).max(f64::MIN_POSITIVE);
        for (row, distance) in self.rows.iter_mut().zip(distances) {
            let units = distance / unit;
            let units = if units.is_finite() { units as u16 } else { APART };
            row.0[self.units.len()] = units;
        }
        self.units.push(unit);
    }

    /// The memory that they take, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.rows[..])
    }

    /// The landmarks that bound the distance between two corners best, for paths to a goal near the second one
    /// that sees these corners, each at its distance.
    pub fn between(&self, [from, to]: [u32; 2], seen: &[(u32, f64)]) -> Vec<(u32, Sighting)> {
        let [from, to] = [from, to].map(|corner| &self.rows[corner as usize].0);
        let mut best: Vec<(f64, u32)> = Vec::with_capacity(USED + 1);
        for (landmark, unit) in (0..).zip(&self.units) {
            let apart = f64::from(from[landmark as usize].abs_diff(to[landmark as usize])) * unit;
            let rank = best.partition_point(|&(other, _)| other >= apart);
            best.insert(rank, (apart, landmark));
            best.truncate(USED);
        }
        let none = Sighting { least: f64::NEG_INFINITY, most: f64::INFINITY };
        let mut used: Vec<(u32, Sighting)> = best.into_iter().map(|(_, it)| (it, none)).collect();
        for &(corner, distance) in seen {
            let row = &self.rows[corner as usize].0;
            for (landmark, sighting) in &mut used {
                let [low, high] = ends(row[*landmark as usize], self.units[*landmark as usize]);
                sighting.least = sighting.least.max(high - distance);
                sighting.most = sighting.most.min(low + distance);
            }
        }
        used
    }

    /// A lower bound of the length of a path from a corner to a place that ends with a line from a corner in
    /// sight of that place.
    pub fn bound(&self, corner: u32, used: &[(u32, Sighting)]) -> f64 {
        let row = &self.rows[corner as usize].0;
        let bound = |&(landmark, Sighting { least, most }): &(u32, Sighting)| {
            let [low, high] = ends(row[landmark as usize], self.units[landmark as usize]);
            // What is infinite on both sides is no number, and so no bound.
            (low - least).max(most - high)
        };
        used.iter().map(bound).fold(0.0, f64::max)
    }
}

/// The distances between which one lies that was rounded down to so many units.
fn ends(units: u16, unit: f64) -> [f64; 2] {
    if units == APART {
        return [f64::INFINITY; 2];
    }
    // The division was rounded, too.
    let units = f64::from(units);
    [(units - ROUNDING) * unit, (units + 1.0 + ROUNDING) * unit]
}

/// An upper bound of the rounding error of a distance, in units.
const ROUNDING: f64 = 1e-6;

/// For each corner infinity if its part of the free space is to have landmarks, else 0.
fn eligible(neighbours: &Neighbours) -> Vec<f64> {
    let corners = neighbours.first.len() - 1;
    let mut eligible = vec![f64::NAN; corners];
    for corner in 0..corners {
        if !eligible[corner].is_nan() {
            continue;
        }
        let mut part = vec![corner];
        eligible[corner] = 0.0;
        let mut next = 0;
        while let Some(&corner) = part.get(next) {
            next += 1;
            for &end in neighbours.of(corner) {
                if eligible[end as usize].is_nan() {
                    eligible[end as usize] = 0.0;
                    part.push(end as usize);
                }
            }
        }
        if part.len() > 1 && part.len() * LEAST_SHARE >= corners {
            part.into_iter().for_each(|corner| eligible[corner] = f64::INFINITY);
        }
    }
    eligible
}

/// The corner that is farthest away, of those that can be reached.
fn last_of(distances: &[f64]) -> usize {
    let finite = (0..distances.len()).filter(|&corner| distances[corner].is_finite());
    finite.max_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap_or(0)
}

/// The distances from a corner to all, by Dijkstra's algorithm.
fn distances(places: &[DVec2], neighbours: &Neighbours, from: usize) -> Vec<f64> {
    let mut lengths = vec![f64::INFINITY; places.len()];
    lengths[from] = 0.0;
    let mut open = BinaryHeap::from([Reverse((0_u64, from as u32))]);
    while let Some(Reverse((bits, corner))) = open.pop() {
        let (length, here) = (f64::from_bits(bits), corner as usize);
        if length > lengths[here] {
            continue;
        }
        for &end in neighbours.of(here) {
            let there = length + places[here].distance(places[end as usize]);
            if there < lengths[end as usize] {
                lengths[end as usize] = there;
                open.push(Reverse((there.to_bits(), end)));
            }
        }
    }
    lengths
}

impl Neighbours {
    fn of(&self, corner: usize) -> &[u32] {
        &self.ends[self.first[corner] as usize..self.first[corner + 1] as usize]
    }
}
