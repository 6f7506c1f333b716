//! The ground of a world, and where on it bodies of each size can stand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use glam::DVec2;

use super::siege;
use crate::behaviour::GroundMap;
use crate::geometry::Aabb;
use crate::navigation::regions::Regions;
use crate::space::terrain::Terrain;
use crate::world::World;

/// The number of sizes that are kept.
const MAX_SIZES: usize = 64;

/// The terrain, and the free ground between its impassable parts. That is computed for each size of bodies
/// when it is first asked for.
pub(super) struct Ground {
    /// The terrain as creatures know it.
    pub map: Arc<GroundMap>,
    blocks: Vec<Aabb>,
    /// By the bits of the radius.
    sizes: Mutex<BTreeMap<u64, Arc<Regions>>>,
}

impl Ground {
    /// The ground of a world, without breached walls and with those that commands have added.
    pub fn of(world: &World) -> Self {
        let terrain = siege::terrain(world);
        let walls = &world.command_effects.walls;
        let mut blocks = terrain.as_ref().map(Terrain::obstacles).unwrap_or_default();
        blocks.extend(walls);
        let map = GroundMap::new(world.config.bounds, terrain, walls.clone());
        Self { map: Arc::new(map), blocks, sizes: Mutex::default() }
    }

    /// All impassable boxes: those of the terrain, then the walls added by commands.
    pub fn blocks(&self) -> &[Aabb] {
        &self.blocks
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
