//! Clusters: which regions of a sector belong together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use terrarium_space::geometry::DVec2;

use super::Hierarchy;
use super::joint::{Joint, length_below};
use crate::regions::Regions;
use crate::regions::order::precedence;

/// Regions of a sector that are near each other on foot.
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
    /// The regions of the sector, each with the index of its cluster.
    pub members: Vec<(u32, u32)>,
}

/// Regions that are connected within their sector.
struct Part {
    regions: Vec<u32>,
    place: DVec2,
}

impl Hierarchy {
    /// Finds the clusters of a sector. They depend on the areas of the regions only, not on where these are
    /// stored.
    pub(super) fn find_clusters(&self, regions: &Regions, sector: u32) -> Found {
        let near = NEAR * self.sectors.side();
        let mut parts = self.parts(regions, sector);
        parts.sort_by_key(|part| Reverse(part.regions.len()));
        let mut found = Found { places: Vec::new(), members: Vec::new() };
        for Part { regions: members, place } in parts {
            let is_pocket = members.iter().all(|&region| self.ends_here(regions, region, sector));
            let index = if is_pocket && !found.places.is_empty() {
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
        found
    }

    /// The parts of a sector, in the order of their first regions.
    fn parts(&self, regions: &Regions, sector: u32) -> Vec<Part> {
        let area = |region: u32| &regions.regions[region as usize].area;
        let mut members = Vec::new();
        regions.locator.visit_touching(&self.sectors.area(sector), |region| {
            if self.sectors.at(area(region).centre()) == sector {
                members.push(region);
            }
        });
        members.sort_unstable_by(|&a, &b| precedence(area(a), area(b)));
        let mut left: BTreeMap<u32, ()> = members.iter().map(|&region| (region, ())).collect();
        let middle = self.sectors.area(sector).centre();
        let mut parts = Vec::new();
        for first in members {
            if left.remove(&first).is_none() {
                continue;
            }
            let mut connected = vec![first];
            let mut next = 0;
            while let Some(&region) = connected.get(next) {
                next += 1;
                let beyond = regions.all_exits(region).iter().map(|exit| exit.to);
                connected.extend(beyond.filter(|to| left.remove(to).is_some()));
            }
            // The nearest place; of several as near the one with the lowest x, then y.
            let places = connected.iter().map(|&region| area(region).nearest_point(middle));
            let nearest = places.min_by(|a, b| {
                let distance = |place: &DVec2| place.distance_squared(middle);
                let by_distance = distance(a).total_cmp(&distance(b));
                by_distance.then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y))
            });
            parts.extend(nearest.map(|place| Part { regions: connected, place }));
        }
        parts
    }

    /// Whether all neighbours of a region have their centres in a sector.
    fn ends_here(&self, regions: &Regions, region: u32, sector: u32) -> bool {
        let centre = |to: u32| regions.regions[to as usize].area.centre();
        let exits = regions.all_exits(region);
        exits.iter().all(|exit| self.sectors.at(centre(exit.to)) == sector)
    }

    /// The clusters whose regions are neighbours of those of a sector, for each cluster of it.
    pub(super) fn beside(&self, regions: &Regions, sector: u32) -> BTreeSet<[ClusterId; 2]> {
        let mut pairs = BTreeSet::new();
        regions.locator.visit_touching(&self.sectors.area(sector), |region| {
            let Some(from) = self.cluster_of(regions, region) else { return };
            if from.sector != sector {
                return;
            }
            let beyond = regions.all_exits(region).iter();
            let beyond = beyond.filter_map(|exit| self.cluster_of(regions, exit.to));
            pairs.extend(beyond.filter(|&to| to != from).map(|to| [from.min(to), from.max(to)]));
        });
        pairs
    }
}
