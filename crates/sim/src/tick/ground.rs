//! The ground of a world, and where on it bodies of each size can stand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use glam::DVec2;
use terrarium_creatures::behaviour::GroundMap;
use terrarium_creatures::species::GroundFactors;
use terrarium_navigation::ObstacleKey;
use terrarium_navigation::ground::WeightedRegions;
use terrarium_navigation::regions::{NoPath, Regions};
use terrarium_space::Index;
use terrarium_space::geometry::{Aabb, Convex, Part, Polygon};

use super::footing::Footing;
use super::free_ground::FreeGround;
use super::siege;
use crate::world::{CommandEffects, World};

/// The number of sizes that are kept.
const MAX_SIZES: usize = 64;

/// Where more blocks change at once, free ground is computed from all of them.
const MAX_CHANGES: usize = 64;

/// The terrain, and the free ground between its impassable parts. That is computed for each size of bodies
/// when it is first asked for.
pub(super) struct Ground {
    /// The terrain as creatures know it.
    pub map: Arc<GroundMap>,
    /// The impassable boxes, then those that cover the polygons.
    blocks: Vec<Aabb>,
    /// The number of the former.
    boxes: u32,
    /// The convex parts of the polygons, by their keys.
    shapes: BTreeMap<ObstacleKey, Convex>,
    /// By the bits of the radius.
    sizes: Mutex<BTreeMap<u64, Arc<FreeGround>>>,
    /// By the bits of the radius, and of the costs of roads and swamps.
    weighted: Mutex<BTreeMap<[u64; 3], Arc<WeightedRegions>>>,
}

impl Ground {
    /// The ground of a world, without breached walls and with those that commands have added.
    pub fn from_world(world: &World) -> Self {
        let terrain = siege::terrain(world);
        let CommandEffects { walls, polygons, .. } = &world.command_effects;
        let map = GroundMap::new(world.config.bounds, terrain, walls.clone(), polygons.clone());
        let mut blocks = map.boxes();
        let boxes = u32::try_from(blocks.len()).expect("a world has fewer boxes");
        blocks.extend(map.covers());
        let shapes =
            map.polygons().iter().flat_map(Polygon::parts).map(|part| part.shape().clone());
        let shapes = (boxes..).map(terrain_key).zip(shapes).collect();
        Self {
            map: Arc::new(map),
            blocks,
            boxes,
            shapes,
            sizes: Mutex::default(),
            weighted: Mutex::default(),
        }
    }

    /// The ground of a world after walls or tiles have changed, when it was `before`. Free ground that
    /// was computed for that is refreshed where it changed.
    pub fn after(before: &Self, world: &World) -> Self {
        let mut ground = Self::from_world(world);
        let removed: Vec<Aabb> = before.blocks_not_in(&ground).copied().collect();
        let is_within_removed = |added: &Aabb| removed.iter().any(|it| it.contains_box(added));
        let added = ground.blocks_not_in(before).copied().filter(|it| !is_within_removed(it));
        let changed: Vec<Aabb> = removed.iter().copied().chain(added).collect();
        if changed.len() > MAX_CHANGES {
            return ground;
        }
        let sizes = before.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        let refreshed = |(&bits, free): (&u64, &Arc<FreeGround>)| {
            let half = DVec2::splat(f64::from_bits(bits));
            let changed = changed.iter().map(|block| block.inflated(half));
            let blocks = || ground.blocks.iter().map(move |block| block.inflated(half));
            (bits, Arc::new(free.refreshed(changed, blocks)))
        };
        ground.sizes = Mutex::new(sizes.iter().map(refreshed).collect());
        ground
    }

    /// An index of the ground, without bodies.
    pub fn index(&self) -> Index {
        Index::new(self.boxes(), self.parts(), [])
    }

    /// Replaces the ground of an index.
    pub fn replace_in(&self, index: &mut Index) {
        index.replace_terrain(self.boxes(), self.parts());
    }

    /// The convex parts of the polygons, by their keys.
    pub fn shapes(&self) -> &BTreeMap<ObstacleKey, Convex> {
        &self.shapes
    }

    /// The boxes that cover the polygons, with keys of their own.
    pub fn covers(&self) -> impl Iterator<Item = (ObstacleKey, &Aabb)> {
        let first = u64::from(self.boxes) + self.shapes.len() as u64;
        let keys = (first..).map(|number| ObstacleKey(TERRAIN | number));
        keys.zip(&self.blocks[self.boxes as usize..])
    }

    fn boxes(&self) -> &[Aabb] {
        &self.blocks[..self.boxes as usize]
    }

    fn parts(&self) -> Vec<Part> {
        self.map.polygons().iter().flat_map(Polygon::parts).cloned().collect()
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

    /// Where the centre of a body of this radius can be within `bounds`, which are those of the world. Polygons are
    /// covered by boxes.
    pub fn regions(&self, bounds: Aabb, radius: f64) -> Arc<Regions> {
        Arc::clone(&self.free_ground(bounds, radius).regions)
    }

    fn free_ground(&self, bounds: Aabb, radius: f64) -> Arc<FreeGround> {
        kept(&self.sizes, radius.to_bits(), || {
            let half = DVec2::splat(radius);
            let blocks = self.blocks.iter().map(|block| block.inflated(half));
            FreeGround::new(Regions::new(bounds.inflated(-half), blocks))
        })
    }

    /// A path between two places for the centre of a body of this radius: see [`FreeGround::path`].
    pub fn path(
        &self,
        bounds: Aabb,
        radius: f64,
        ends: [DVec2; 2],
    ) -> (Result<Vec<DVec2>, NoPath>, u64) {
        self.free_ground(bounds, radius).path(ends)
    }

    /// The same, stored in their order, for fields that are part of the state of a world.
    pub fn regions_in_order(&self, bounds: Aabb, radius: f64) -> Arc<Regions> {
        let regions = self.regions(bounds, radius);
        if regions.is_in_order() {
            return regions;
        }
        let in_order = FreeGround::new(regions.renumbered());
        let regions = Arc::clone(&in_order.regions);
        let mut sizes = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        sizes.insert(radius.to_bits(), Arc::new(in_order));
        regions
    }

    /// The same, divided by what a unit of path costs a species with this footing.
    pub fn weighted(&self, bounds: Aabb, radius: f64, footing: &Footing) -> Arc<WeightedRegions> {
        let GroundFactors { road, swamp } = footing.factors;
        let key = [radius, road.cost, swamp.cost].map(f64::to_bits);
        kept(&self.weighted, key, || {
            WeightedRegions::new(Regions::clone(&self.regions(bounds, radius)), &footing.cost)
        })
    }
}

/// Marks the keys of terrain.
const TERRAIN: u64 = 1 << 63;

/// The key of a block of the terrain, by its number in the index.
pub(super) fn terrain_key(number: u32) -> ObstacleKey {
    ObstacleKey(TERRAIN | u64::from(number))
}

/// Whether a key is that of a block of the terrain.
pub(super) fn is_terrain(key: ObstacleKey) -> bool {
    key.0 & TERRAIN != 0
}

/// The entry under a key, computed if it is not there. Of too many entries, none is kept.
fn kept<K: Ord, T>(
    entries: &Mutex<BTreeMap<K, Arc<T>>>,
    key: K,
    compute: impl FnOnce() -> T,
) -> Arc<T> {
    let mut entries = entries.lock().unwrap_or_else(PoisonError::into_inner);
    if entries.len() == MAX_SIZES && !entries.contains_key(&key) {
        entries.clear();
    }
    Arc::clone(entries.entry(key).or_insert_with(|| Arc::new(compute())))
}
