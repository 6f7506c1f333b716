//! Joints: the paths between neighbouring clusters, and how long they are.

use terrarium_space::geometry::{Aabb, DVec2};

use super::Hierarchy;
use super::cluster::ClusterId;
use crate::path_length;
use crate::regions::{RegionSearch, Regions};

/// The path from a cluster to a neighbour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Joint {
    pub to: ClusterId,
    /// The length of the shortest path between their places.
    pub length: f64,
}

/// Two clusters, and how long a path between their places may be to count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    pub ends: [ClusterId; 2],
    pub most: f64,
}

/// The sectors with which a sector is compared, up to the reverse. With those of a knight's move, a course in
/// the open is at most 2.8 % longer than a straight line.
const AROUND: [[i32; 2]; 8] = [[1, 0], [0, 1], [1, 1], [1, -1], [2, 1], [1, 2], [2, -1], [1, -2]];

/// A path to a sector near by counts if it is at most so many times as long as it is straight, and by so
/// many sides.
const LONGER: [f64; 2] = [1.5, 0.5];

/// Clusters beside each other are joined by paths that are at most so many times as long as they are straight, and by
/// so many sides. Longer ones, as in a maze of narrow corridors, would have to be measured again after each change
/// far away.
const LONGER_BESIDE: [f64; 2] = [1.5, 16.0];

/// How far from a change a cluster may be whose joint it affects, in sides: places in sectors beside each other are
/// at most 2.9 sides apart, so the path between them is at most 20.3 long.
pub(super) const REACH: f64 = 11.0;

/// More than the relative error of a sum of lengths.
pub(super) const ROUNDING: f64 = 1e-9;

impl Hierarchy {
    /// The pairs of clusters to be joined of which one is in a sector: those with neighbouring regions, and the
    /// largest clusters of sectors that are near each other.
    pub(super) fn pairs_of(&self, regions: &Regions, sector: u32) -> Vec<Pair> {
        let side = self.sectors.side();
        let beside = self.beside(regions, sector);
        let near = AROUND.iter().flat_map(|&[across, up]| [[across, up], [-across, -up]]);
        let near = near.filter_map(|step| self.sectors.beyond(sector, step));
        let largest = |sector: u32| ClusterId { sector, index: 0 };
        let has_any = |&sector: &u32| !self.clusters[sector as usize].is_empty();
        let near = near.filter(|other| has_any(&sector) && has_any(other));
        let near = near.map(|other| {
            let (a, b) = (largest(sector), largest(other));
            [a.min(b), a.max(b)]
        });
        let pair = |ends: [ClusterId; 2], longer: [f64; 2]| {
            let [from, to] = ends.map(|end| self.cluster(end).place);
            Pair { ends, most: from.distance(to) * longer[0] + side * longer[1] }
        };
        let near = near.filter(|ends| !beside.contains(ends)).map(|ends| pair(ends, LONGER));
        let beside = beside.iter().map(|&ends| pair(ends, LONGER_BESIDE));
        beside.chain(near).collect()
    }

    /// The known length of the path between a pair.
    pub(super) fn length(&self, pair: &Pair) -> Option<f64> {
        let joints = &self.cluster(pair.ends[0]).joints;
        let index = joints.binary_search_by_key(&pair.ends[1], |joint| joint.to).ok()?;
        Some(joints[index].length)
    }

    /// The length of the path between a pair, if it counts.
    pub(super) fn measure(&self, regions: &Regions, pair: &Pair) -> Option<f64> {
        let [from, to] = pair.ends.map(|end| self.cluster(end).place);
        length_below(regions, from, to, pair.most)
    }

    /// Joins a pair by a path of this length, or by none.
    pub(super) fn join(&mut self, pair: &Pair, length: Option<f64>) {
        let [a, b] = pair.ends;
        for (from, to) in [(a, b), (b, a)] {
            let joints = &mut self.clusters[from.sector as usize][from.index as usize].joints;
            let place = joints.binary_search_by_key(&to, |joint| joint.to);
            match (place, length) {
                (Ok(index), Some(length)) => joints[index].length = length,
                (Ok(index), None) => drop(joints.remove(index)),
                (Err(index), Some(length)) => joints.insert(index, Joint { to, length }),
                (Err(_), None) => {}
            }
        }
    }

    /// How much longer than straight the joints are, on average.
    pub(super) fn mean_detour(&self) -> f64 {
        let mut sums = [0.0; 2];
        for (from, cluster) in self.clusters.iter().flatten().map(|it| (it.place, it)) {
            for joint in &cluster.joints {
                let straight = from.distance(self.cluster(joint.to).place);
                // What leads far around says nothing about the ground between.
                if joint.length <= straight * LONGER[0] {
                    sums = [sums[0] + joint.length, sums[1] + straight];
                }
            }
        }
        if sums[1] > 0.0 { sums[0] / sums[1] } else { 1.0 }
    }
}

impl Pair {
    /// Whether a change within an area may affect paths between two places that are no longer than `most`:
    /// all of these lie within an ellipse around the places.
    pub fn is_affected(ends: [DVec2; 2], most: f64, changed: &Aabb) -> bool {
        ends.iter().map(|&end| changed.distance_to(end)).sum::<f64>() <= most * (1.0 + ROUNDING)
    }
}

/// The length of the shortest path between two places, if it is at most `most`.
pub(super) fn length_below(regions: &Regions, from: DVec2, to: DVec2, most: f64) -> Option<f64> {
    if from.distance(to) > most || regions.check(from, to).is_err() {
        return None;
    }
    let mut search = RegionSearch::new(from, to, 1.0);
    let path = search.advance_below(regions, u32::MAX, most)?.ok()?;
    Some(path_length(from, &path)).filter(|&length| length <= most)
}
