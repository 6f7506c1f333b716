//! Clusters: which regions of a sector belong together.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use terrarium_space::geometry::{Aabb, DVec2};

use super::Hierarchy;
use super::joint::{Joint, length_below};
use crate::regions::Regions;
use crate::regions::order::precedence;
use crate::regions::portal::Exit;

/// Parts of the free space in a sector that are near each other on foot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cluster {
    /// A free place, as near to the middle of the sector as there is in the largest part.
    pub place: DVec2,
    /// Where paths lead from here, in the order of their ends.
    pub joints: Vec<Joint>,
}

/// A cluster, by its sector and its index there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClusterId {
    pub sector: u32,
    pub index: u32,
}

/// The index of regions that belong to no cluster.
pub(super) const NO_CLUSTER: u32 = u32::MAX;

/// Parts of a sector between which a path is at most so many sides long are one cluster.
pub(super) const NEAR: f64 = 1.5;

/// The clusters of a sector, without joints.
pub(super) struct Found {
    pub places: Vec<DVec2>,
    /// The regions that touch the sector, in order, each with the index of its cluster.
    pub members: Vec<(u32, u32)>,
    /// The number of those whose centre is in it.
    pub centres: u32,
}

/// Regions that are connected within a sector.
struct Part {
    regions: Vec<u32>,
    place: DVec2,
}

/// The sectors around one.
const BESIDE: [[i32; 2]; 8] =
    [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

impl Hierarchy {
    /// Finds the clusters of a sector. They depend on the areas of the regions only, not on where these are
    /// stored.
    pub(super) fn find_clusters(&self, regions: &Regions, sector: u32) -> Found {
        let near = NEAR * self.sectors.side();
        let area = self.sectors.area(sector);
        let mut parts = parts(regions, &area);
        parts.sort_by_key(|part| Reverse(part.regions.len()));
        let mut found = Found { places: Vec::new(), members: Vec::new(), centres: 0 };
        for Part { regions: members, place } in parts {
            let of = |region: u32| &regions.regions[region as usize].area;
            let is_centre = |&&it: &&u32| self.sectors.at(of(it).centre()) == sector;
            found.centres += members.iter().filter(is_centre).count() as u32;
            let is_within =
                |&it: &u32| of(it).min.cmpgt(area.min).all() && of(it).max.cmplt(area.max).all();
            let index = if members.iter().all(is_within) && !found.places.is_empty() {
                // A pocket: no path leads through it.
                NO_CLUSTER
            } else {
                let mut known = found.places.iter();
                let known = known.position(|&to| length_below(regions, place, to, near).is_some());
                known.unwrap_or_else(|| {
                    found.places.push(place);
                    found.places.len() - 1
                }) as u32
            };
            found.members.extend(members.into_iter().map(|region| (region, index)));
        }
        found.members.sort_unstable();
        found
    }

    /// The clusters of sectors beside a sector with which a cluster of it has a region in common.
    pub(super) fn beside(&self, regions: &Regions, sector: u32) -> BTreeSet<[ClusterId; 2]> {
        let mut pairs = BTreeSet::new();
        for other in BESIDE.into_iter().filter_map(|step| self.sectors.beyond(sector, step)) {
            let border = self.sectors.area(other);
            for &(region, index) in &self.members[sector as usize] {
                let touches = regions.regions[region as usize].area.touches(&border);
                let beyond = self.cluster_in(other, region).filter(|_| touches);
                if let Some(to) = beyond.filter(|_| index != NO_CLUSTER) {
                    let from = ClusterId { sector, index };
                    pairs.insert([from.min(to), from.max(to)]);
                }
            }
        }
        pairs
    }

    /// The cluster of a region in a sector.
    pub(super) fn cluster_in(&self, sector: u32, region: u32) -> Option<ClusterId> {
        let members = &self.members[sector as usize];
        let place = members.binary_search_by_key(&region, |&(region, _)| region).ok()?;
        let index = members[place].1;
        (index != NO_CLUSTER).then_some(ClusterId { sector, index })
    }
}

/// The parts of the free space in a sector with this area, in the order of their first regions.
fn parts(regions: &Regions, sector: &Aabb) -> Vec<Part> {
    let area = |region: u32| &regions.regions[region as usize].area;
    let mut members = Vec::new();
    regions.locator.visit_touching(sector, |region| members.push(region));
    members.sort_unstable_by(|&a, &b| precedence(area(a), area(b)));
    let mut left: BTreeSet<u32> = members.iter().copied().collect();
    let touches = |exit: &&Exit| {
        let [low, high] = [exit.end(false), exit.end(true)];
        Aabb::new(low, high).touches(sector)
    };
    let mut parts = Vec::new();
    for first in members {
        if !left.remove(&first) {
            continue;
        }
        let mut connected = vec![first];
        let mut next = 0;
        while let Some(&region) = connected.get(next) {
            next += 1;
            let beyond = regions.all_exits(region).iter().filter(touches).map(|exit| exit.to);
            connected.extend(beyond.filter(|to| left.remove(to)));
        }
        let within = connected.iter().filter_map(|&region| area(region).intersection(sector));
        let nearest = nearest_place(within, sector.centre());
        parts.extend(nearest.map(|place| Part { regions: connected, place }));
    }
    parts
}

/// The place in areas that is nearest to another; of several as near the one with the lowest x, then y.
fn nearest_place(areas: impl Iterator<Item = Aabb>, to: DVec2) -> Option<DVec2> {
    areas.map(|area| area.nearest_point(to)).min_by(|a, b| {
        let distance = |place: &DVec2| place.distance_squared(to);
        let by_distance = distance(a).total_cmp(&distance(b));
        by_distance.then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y))
    })
}
