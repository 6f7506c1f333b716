//! The obstacles around one creature at the end of the last tick.

use std::cell::Cell;
use std::collections::BTreeMap;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_navigation::{Barrier, ObstacleKey, Obstacles, SweptBox};
use terrarium_space::Block;
use terrarium_space::geometry::{Aabb, Convex, DVec2, Segment, Solid, lattice};

use crate::tick::Simulation;
use crate::tick::appearance::Appearance;
use crate::tick::ground::{is_terrain, terrain_key};
use crate::tick::sense::Neighbour;
use crate::world::ObstacleFilter;

/// The obstacles as one creature perceives them: the terrain, and the organisms that do not travel.
pub(super) struct ObstacleView<'a> {
    sim: &'a Simulation,
    /// The creature's body.
    own: Aabb,
    /// The sensor range, in units.
    pub sight: f64,
    /// All bodies except its own within the square around the sensor range, nearest first.
    bodies: &'a [Neighbour],
    /// The creature itself and the organism it moves to, which are no obstacles.
    pub ignored: [ObstacleKey; 2],
    /// A traveller that is an obstacle nevertheless, because it has blocked the creature for a while.
    pub blocker: Option<OrganismId>,
    index_queries: Cell<u64>,
}

/// What a creature perceives, with a filter that selects the obstacles.
#[derive(Clone, Copy)]
pub(super) struct FilteredSurroundings<'a>(pub &'a ObstacleView<'a>, pub ObstacleFilter);

/// What keeps a creature from standing on a point.
pub(super) struct Cover {
    /// The bounding box of the obstacle.
    pub bounds: Aabb,
    /// Where the centre of the creature cannot be.
    pub inflated: Solid,
}

/// Marks the keys of dangers.
const DANGER: u64 = 1 << 61;

/// The largest gap to a traveller that may be passing, in units.
const NEAR: f64 = 64.0;

/// The number of travellers around a creature that are a crowd.
const CROWD: usize = 4;

/// How deep a segment may cut into an obstacle and still count as free, in units. Positions are
/// rounded to the lattice at each step, so a mover deviates from its segment by less than this, and
/// slides along what it touches.
pub(in crate::tick) const GRAZE: f64 = 16.0 * lattice::STEP;

/// The key of the area to avoid around an organism.
pub(super) fn danger_key(id: OrganismId) -> ObstacleKey {
    ObstacleKey(id.0 | DANGER)
}

/// The key of an organism.
pub(super) fn key_of(id: OrganismId) -> ObstacleKey {
    ObstacleKey(id.0)
}

impl<'a> ObstacleView<'a> {
    pub fn new(
        sim: &'a Simulation,
        own: Aabb,
        sight: f64,
        bodies: &'a [Neighbour],
        ignored: [ObstacleKey; 2],
    ) -> Self {
        Self { sim, own, sight, bodies, ignored, blocker: None, index_queries: Cell::new(0) }
    }

    /// The number of index queries so far.
    pub fn index_queries(&self) -> u64 {
        self.index_queries.get()
    }

    /// Counts index queries.
    pub fn count_queries(&self, queries: u64) {
        self.index_queries.update(|before| before + queries);
    }

    /// Whether the creature can move straight along a segment, with the tolerance [`GRAZE`].
    pub fn is_free(&self, segment: Segment, filter: ObstacleFilter) -> bool {
        let mut free = true;
        let reached = segment.bounds().inflated(self.half());
        let half = self.half() - DVec2::splat(GRAZE);
        self.sweep(&reached, &mut |key, obstacle| {
            let counts = !self.ignored.contains(&key) && accepts(filter, key);
            free = free && (!counts || !obstacle.inflated(half).is_entered_by(&segment));
        });
        free
    }

    /// The standing obstacle that keeps the creature from standing on a point; of several the one
    /// with the smallest key.
    pub fn cover(&self, point: DVec2) -> Option<Cover> {
        let mut cover: Option<(ObstacleKey, Cover)> = None;
        let area = Aabb::around(point, self.half());
        self.sweep(&area, &mut |key, obstacle| {
            let inflated = obstacle.inflated(self.half());
            let is_least = cover.as_ref().is_none_or(|(least, _)| key < *least);
            if inflated.contains_inside(point) && is_least && !self.ignored.contains(&key) {
                cover = Some((key, Cover { bounds: *obstacle.bounds(), inflated }));
            }
        });
        cover.map(|(_, cover)| cover)
    }

    /// Whether a traveller is so near that it may be passing.
    pub fn is_near_travellers(&self) -> bool {
        self.bodies.iter().take_while(|body| body.gap <= NEAR).any(|body| body.travels)
    }

    /// Whether so many travellers are around the creature that the path of one of them is no matter.
    pub fn is_crowded(&self) -> bool {
        let near = self.own.size().x;
        let around = self.bodies.iter().take_while(|body| body.gap <= near);
        around.filter(|body| body.travels).count() >= CROWD
    }

    /// The organism with this identity, if it is within the sensor range.
    pub fn neighbour(&self, id: OrganismId) -> Option<&'a Appearance> {
        let neighbour = self.bodies.iter().find(|body| body.id == id)?;
        Some(self.sim.scratch.derived.appearance(neighbour.slot))
    }

    /// Whether an animal is among the barriers.
    pub fn may_walk_away(&self, barriers: &[Barrier]) -> bool {
        let is_animal =
            |body: &&Neighbour| self.sim.scratch.derived.appearance(body.slot).kind.is_animal();
        let keys = self.bodies.iter().filter(is_animal).map(|body| key_of(body.id));
        keys.map(Barrier::Obstacle).any(|animal| barriers.contains(&animal))
    }

    /// Visits the terrain in an area, and every organism that touches it and does not travel.
    fn sweep(&self, area: &Aabb, visitor: &mut impl FnMut(ObstacleKey, Block<'_>)) {
        let scratch = &self.sim.scratch;
        scratch
            .derived
            .index
            .visit_terrain(area, |number, block| visitor(terrain_key(number), block));
        if self.perceives(area) {
            let touching = self.standing_near(area).filter(|(_, body)| body.touches(area));
            touching.for_each(|(key, body)| visitor(key, Block::from(body)));
            return;
        }
        self.count_queries(1);
        scratch.derived.index.visit(area, |slot, body| {
            let Appearance { id, travels, .. } = scratch.derived.appearance(slot);
            if !travels || self.blocker == Some(*id) {
                visitor(ObstacleKey(id.0), Block::from(body));
            }
        });
    }

    /// Whether all bodies in an area are within the square around the sensor range.
    fn perceives(&self, area: &Aabb) -> bool {
        Aabb::square(self.own.centre(), self.sight).contains_box(area)
    }

    /// All bodies that may touch an area and do not travel, and more.
    fn standing_near(&self, area: &Aabb) -> impl Iterator<Item = (ObstacleKey, &Aabb)> {
        let beyond = (self.own.min - area.min).max(area.max - self.own.max).max_element().max(0.0);
        let near = self.bodies.iter().take_while(move |body| body.gap <= beyond);
        let standing = near.filter(|body| !body.travels || self.blocker == Some(body.id));
        standing.map(|body| (ObstacleKey(body.id.0), &body.area))
    }

    fn half(&self) -> DVec2 {
        self.own.size() * 0.5
    }
}

/// Whether the obstacle with this key passes the filter.
fn accepts(filter: ObstacleFilter, key: ObstacleKey) -> bool {
    match filter {
        ObstacleFilter::Standing => true,
        ObstacleFilter::Ground | ObstacleFilter::Field => is_terrain(key),
    }
}

impl Obstacles for FilteredSurroundings<'_> {
    fn bounds(&self) -> Aabb {
        self.0.sim.world.config.bounds
    }

    fn visit(
        &self,
        reach: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        let Self(view, filter) = *self;
        view.sim.scratch.derived.index.visit_terrain(&reach.bounds(), |number, block| {
            if reach.touches(block.bounds()) {
                visitor(reach, terrain_key(number), *block.bounds());
            }
        });
        if filter.is_terrain_only() {
            return;
        }
        for (key, obstacle) in view.standing_near(&reach.bounds()) {
            if reach.touches(obstacle) {
                visitor(reach, key, *obstacle);
            }
        }
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.0.sim.scratch.derived.ground.shapes()
    }
}
