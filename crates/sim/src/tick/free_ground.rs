//! The free ground for bodies of one size, and paths through it.

use std::sync::{Arc, OnceLock};

use terrarium_navigation::regions::{Hierarchy, NoPath, Regions};
use terrarium_space::geometry::{Aabb, DVec2};

/// The steps after which the search for a shortest path is given up for a good one: a few milliseconds.
const SOON: u32 = 16_384;

/// Where the centres of bodies of one size can be.
#[derive(Debug)]
pub(super) struct FreeGround {
    pub regions: Arc<Regions>,
    /// Computed when a long path is first searched for.
    hierarchy: OnceLock<Hierarchy>,
}

impl FreeGround {
    /// Free ground that consists of these regions.
    pub fn new(regions: Regions) -> Self {
        Self { regions: Arc::new(regions), hierarchy: OnceLock::new() }
    }

    /// The free ground after blocks within each of the boxes `changed` appeared or disappeared. `blocks` are all
    /// that are there now, inflated.
    pub fn refreshed<B: Iterator<Item = Aabb>>(
        &self,
        changed: impl Iterator<Item = Aabb>,
        blocks: impl Fn() -> B,
    ) -> Self {
        let mut regions = Regions::clone(&self.regions);
        let mut hierarchy = self.hierarchy.clone();
        for changed in changed {
            let area = regions.refresh(changed, blocks());
            if let Some(hierarchy) = hierarchy.get_mut() {
                hierarchy.outdate(&regions, area);
            }
        }
        if let Some(hierarchy) = hierarchy.get_mut() {
            hierarchy.advance(&regions, u32::MAX);
        }
        Self { regions: Arc::new(regions), hierarchy }
    }

    /// A path between two places: the shortest, if it is found within [`SOON`] steps, or a good one; and the number of
    /// intervals that were looked at. It depends on the blocks only, not on what was there before.
    pub fn path(&self, [start, goal]: [DVec2; 2]) -> (Result<Vec<DVec2>, NoPath>, u64) {
        let regions = &self.regions;
        let mut search = regions.path_search(start, goal);
        if let Some(shortest) = search.advance(regions, SOON) {
            return (shortest, search.work());
        }
        let hierarchy = self.hierarchy.get_or_init(|| {
            // On this thread: one that waits for others may meanwhile plan for a creature that needs the same.
            let mut hierarchy = Hierarchy::unfinished(regions);
            hierarchy.advance(regions, u32::MAX);
            hierarchy
        });
        let (path, steps) = hierarchy.path_counted(regions, start, goal);
        // To find the course takes a step, in which it may look at all clusters.
        (path, search.work() + u64::from(steps) + hierarchy.len() as u64)
    }
}
