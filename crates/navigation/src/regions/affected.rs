//! Which regions a change of the obstacles affects.
//!
//! A region ends where the free interval of the sweeping line that it belongs to changes. So whether it
//! does depends on that interval only. A change within a box affects the intervals that touch the box: the
//! regions there, and all others that begin or end at one of these intervals.

use std::collections::BTreeMap;

use terrarium_space::geometry::{Aabb, DVec2};

use super::Regions;

/// The regions that a change affects.
pub(super) struct Affected {
    /// For each region whether the left and the right end may change.
    pub regions: BTreeMap<u32, [bool; 2]>,
}

impl Affected {
    /// The regions that a change within a box affects.
    pub fn by(regions: &Regions, changed: &Aabb) -> Self {
        let mut affected = Self { regions: BTreeMap::new() };
        let mut ends = Vec::new();
        regions.locator.visit_touching(changed, |region| {
            affected.regions.insert(region, [false; 2]);
            for is_right in [false, true] {
                let x = regions.end_of(region, is_right);
                if changed.min.x <= x && x <= changed.max.x {
                    ends.push((region, is_right));
                }
            }
        });
        while let Some((region, is_right)) = ends.pop() {
            let seen = affected.regions.entry(region).or_default();
            if std::mem::replace(&mut seen[usize::from(is_right)], true) {
                continue;
            }
            let exits = regions.exits(region, is_right);
            let beyond = &regions.exits[exits.start as usize..exits.end as usize];
            ends.extend(beyond.iter().map(|exit| (exit.to, !is_right)));
            if regions.end_of(region, false) == regions.end_of(region, true) {
                ends.push((region, !is_right));
            }
        }
        affected
    }

    /// The ends that do not change, and whether each is the right one.
    pub fn fixed_ends(&self) -> impl Iterator<Item = (u32, bool)> {
        let ends = self.regions.iter().flat_map(|(&region, changes)| {
            [false, true]
                .into_iter()
                .zip(changes)
                .map(move |(end, changes)| (region, end, *changes))
        });
        ends.filter(|(.., changes)| !changes).map(|(region, end, _)| (region, end))
    }

    /// A point of each end that does not change, sorted by x, then y.
    pub fn cuts(&self, regions: &Regions) -> Vec<DVec2> {
        let cut = |(region, is_right)| {
            let x = regions.end_of(region, is_right);
            DVec2::new(x, regions.regions[region as usize].area.min.y)
        };
        let mut cuts: Vec<DVec2> = self.fixed_ends().map(cut).collect();
        cuts.sort_by(|a, b| {
            let order = (a.x, a.y).partial_cmp(&(b.x, b.y));
            order.unwrap_or(std::cmp::Ordering::Equal)
        });
        cuts
    }
}
