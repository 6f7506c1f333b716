//! The ground that bodies of each size can stand on, and shortest paths over it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use glam::DVec2;

use crate::geometry::Aabb;
use crate::navigation::regions::Regions;

/// The number of sizes that are kept.
const MAX_SIZES: usize = 64;

/// The free ground between impassable terrain. It is computed for each size of bodies when it is first
/// asked for.
#[derive(Default)]
pub(super) struct Ground {
    blocks: Vec<Aabb>,
    /// By the bits of the radius.
    sizes: Mutex<BTreeMap<u64, Arc<Regions>>>,
}

impl Ground {
    /// The ground between `blocks`.
    pub fn new(blocks: Vec<Aabb>) -> Self {
        Self { blocks, sizes: Mutex::default() }
    }

    /// The blocks that are not among those of another ground.
    pub fn blocks_not_in<'a>(&'a self, other: &Self) -> impl Iterator<Item = &'a Aabb> {
        let bits = |block: &Aabb| {
            let Aabb { min, max } = *block;
            [min.x, min.y, max.x, max.y].map(f64::to_bits)
        };
        let known: BTreeSet<_> = other.blocks.iter().map(bits).collect();
        self.blocks.iter().filter(move |block| !known.contains(&bits(block)))
    }

    /// Where the centre of a body of this radius can be within `bounds`, which are those of the world.
    pub fn regions(&self, bounds: Aabb, radius: f64) -> Arc<Regions> {
        let mut sizes = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if sizes.len() == MAX_SIZES && !sizes.contains_key(&radius.to_bits()) {
            sizes.clear();
        }
        let half = DVec2::splat(radius);
        let regions = || {
            let blocks = self.blocks.iter().map(|block| block.inflated(half));
            Arc::new(Regions::new(bounds.inflated(-half), blocks))
        };
        Arc::clone(sizes.entry(radius.to_bits()).or_insert_with(regions))
    }
}
