//! What is still to be computed, at first or after a change.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use terrarium_space::geometry::{Aabb, DVec2};

use super::Hierarchy;
use super::cluster::{Cluster, ClusterId, Found, NEAR};
use super::joint::{Pair, REACH};
use super::sectors::Sectors;
use crate::regions::Regions;

/// Work that is left, in the order in which it is done.
#[derive(Debug, Clone, Default)]
pub(super) struct Upkeep {
    /// Sectors whose clusters are to be found.
    sectors: BTreeSet<u32>,
    /// Those whose clusters have been found since the last completion.
    renewed: BTreeSet<u32>,
    /// Where regions have changed since then.
    changed: Vec<Aabb>,
    /// Sectors whose pairs are to be listed; `None` before the clusters are known.
    unlisted: Option<BTreeSet<u32>>,
    /// Pairs whose paths are to be measured.
    pairs: BTreeMap<[ClusterId; 2], Pair>,
}

impl Upkeep {
    /// All is still to be computed.
    pub fn of_all(sectors: &Sectors) -> Self {
        Self { sectors: (0..sectors.count() as u32).collect(), ..Self::default() }
    }

    pub fn is_done(&self) -> bool {
        self.sectors.is_empty() && self.renewed.is_empty() && self.changed.is_empty()
    }
}

impl Hierarchy {
    /// Marks what has to be computed again, after the regions were refreshed: `changed` is what
    /// [`Regions::refresh`] returned.
    pub fn outdate(&mut self, regions: &Regions, changed: Option<Aabb>) {
        self.revision = regions.revision;
        let Some(changed) = changed else { return };
        let near = changed.inflated(DVec2::splat(self.sectors.side() * NEAR * 0.5));
        self.upkeep.sectors.extend(self.sectors.touching(&near));
        self.upkeep.changed.push(changed);
        self.upkeep.unlisted = None;
        self.upkeep.pairs.clear();
    }

    /// Takes at most `steps` steps of what is left to compute, and returns whether all is done. A step groups
    /// the regions of a sector, or measures the path between two clusters: a small part of a millisecond,
    /// unless many regions are crowded into one sector.
    pub fn advance(&mut self, regions: &Regions, steps: u32) -> bool {
        for _ in 0..steps {
            if self.upkeep.is_done() {
                break;
            }
            if let Some(sector) = self.upkeep.sectors.pop_first() {
                let found = self.find_clusters(regions, sector);
                self.renew(sector, found);
                continue;
            }
            if self.upkeep.unlisted.is_none() {
                self.upkeep.unlisted = Some(self.affected_sectors());
            }
            if let Some(sector) = self.upkeep.unlisted.as_mut().and_then(BTreeSet::pop_first) {
                let pairs = self.affected_pairs(regions, sector);
                self.upkeep.pairs.extend(pairs.into_iter().map(|pair| (pair.ends, pair)));
            } else if let Some((_, pair)) = self.upkeep.pairs.pop_first() {
                let length = self.measure(regions, &pair);
                self.join(&pair, length);
            } else {
                self.complete(regions);
            }
        }
        self.is_complete(regions)
    }

    /// Computes all that is left, on all threads.
    pub fn finish(&mut self, regions: &Regions) {
        let sectors: Vec<u32> = std::mem::take(&mut self.upkeep.sectors).into_iter().collect();
        let find = |&sector: &u32| self.find_clusters(regions, sector);
        let found: Vec<Found> = sectors.par_iter().map(find).collect();
        sectors.into_iter().zip(found).for_each(|(sector, found)| {
            self.renew(sector, found);
        });
        let sectors: Vec<u32> = match self.upkeep.unlisted.take() {
            Some(unlisted) => unlisted.into_iter().collect(),
            None => self.affected_sectors().into_iter().collect(),
        };
        let list = |&sector: &u32| self.affected_pairs(regions, sector);
        let listed: Vec<Pair> = sectors.par_iter().flat_map_iter(list).collect();
        let mut pairs = std::mem::take(&mut self.upkeep.pairs);
        pairs.extend(listed.into_iter().map(|pair| (pair.ends, pair)));
        let pairs: Vec<Pair> = pairs.into_values().collect();
        let measure = |pair: &Pair| self.measure(regions, pair);
        let lengths: Vec<Option<f64>> = pairs.par_iter().map(measure).collect();
        pairs.iter().zip(lengths).for_each(|(pair, length)| self.join(pair, length));
        self.complete(regions);
        if !self.upkeep.is_done() {
            self.finish(regions);
        }
    }

    /// Replaces the clusters of a sector.
    fn renew(&mut self, sector: u32, found: Found) {
        let places = found.places.into_iter();
        let clusters = places.map(|place| Cluster { place, joints: Vec::new() }).collect();
        let before = std::mem::replace(&mut self.clusters[sector as usize], clusters);
        for joint in before.iter().flat_map(|cluster| &cluster.joints) {
            let end = self.clusters[joint.to.sector as usize].get_mut(joint.to.index as usize);
            if let Some(end) = end.filter(|_| joint.to.sector != sector) {
                end.joints.retain(|back| back.to.sector != sector);
            }
        }
        self.counts[sector as usize] = found.centres;
        self.members[sector as usize] = found.members;
        self.upkeep.renewed.insert(sector);
    }

    /// The sectors with pairs of which one end is new, or whose path may have changed.
    fn affected_sectors(&self) -> BTreeSet<u32> {
        let reach = DVec2::splat(self.sectors.side() * REACH);
        let Upkeep { renewed, changed, .. } = &self.upkeep;
        let near = changed.iter().flat_map(|area| self.sectors.touching(&area.inflated(reach)));
        renewed.iter().copied().chain(near).collect()
    }

    /// The pairs of which one end is in a sector, and that have to be measured again. Where an end is new, they
    /// are listed there only.
    fn affected_pairs(&self, regions: &Regions, sector: u32) -> Vec<Pair> {
        let Upkeep { renewed, changed, .. } = &self.upkeep;
        let mut pairs = self.pairs_of(regions, sector);
        pairs.retain(|pair| {
            let ends = pair.ends.map(|end| self.cluster(end).place);
            let [is_new, is_other_new] = pair.ends.map(|end| renewed.contains(&end.sector));
            let is_first = pair.ends[0].sector == sector;
            match (is_new, is_other_new) {
                (false, false) => {
                    let most = self.length(pair).unwrap_or(pair.most);
                    changed.iter().any(|area| Pair::is_affected(ends, most, area))
                }
                (true, true) => is_first,
                _ => is_new == is_first,
            }
        });
        pairs
    }

    /// Ends the upkeep, unless there are now so many more or fewer regions that all sectors have to change.
    fn complete(&mut self, regions: &Regions) {
        if !self.sectors.fit(regions, &self.counts) {
            *self = Self::unfinished(regions);
            return;
        }
        self.upkeep = Upkeep::default();
        self.detour = self.mean_detour();
    }
}
