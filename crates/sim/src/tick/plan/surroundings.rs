//! The obstacles around one creature at the end of the last tick.

use std::cell::Cell;
use std::collections::BTreeMap;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_navigation::{Barrier, ObstacleKey, Obstacles, SweptBox};
use terrarium_space::Block;
use terrarium_space::geometry::{Aabb, Convex, DVec2, Segment, Solid, lattice};

use super::meter::{self, Meter};
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
    /// The operations of planning so far.
    pub meter: Meter,
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

/// The least extent of a piece of a segment, on the axis on which it extends less, in units.
const SHORTEST_PIECE: f64 = 64.0;

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
        meter: Meter,
    ) -> Self {
        let index_queries = Cell::new(0);
        Self { sim, own, sight, bodies, ignored, blocker: None, meter, index_queries }
    }

    /// The number of index queries so far.
    pub fn index_queries(&self) -> u64 {
        self.index_queries.get()
    }

    /// Counts index queries.
    pub fn count_queries(&self, queries: u64) {
        self.meter.charge(queries * meter::FAR_QUERY);
        self.index_queries.update(|before| before + queries);
    }

    /// Whether the creature can move straight along a segment, with the tolerance [`GRAZE`].
    ///
    /// The box around a long slanting segment holds far more obstacles than lie beside it, so it is looked at in
    /// pieces, the first one first. Each obstacle is compared with the whole segment: how it is cut has no effect.
    pub fn is_free(&self, segment: Segment, filter: ObstacleFilter) -> bool {
        let extent = segment.bounds().size().min_element();
        let pieces = (extent / self.sight.max(SHORTEST_PIECE)).ceil().max(1.0);
        let point = |number: f64| segment.from.lerp(segment.to, number / pieces);
        let (mut number, mut from) = (0.0, segment.from);
        while number < pieces {
            number += 1.0;
            let to = if number == pieces { segment.to } else { point(number) };
            if !self.is_free_in(&Aabb::spanning(from, to), &segment, filter) {
                return false;
            }
            from = to;
        }
        true
    }

    /// Whether no obstacle beside a piece of a segment keeps the creature from moving along the segment.
    fn is_free_in(&self, piece: &Aabb, segment: &Segment, filter: ObstacleFilter) -> bool {
        let mut free = true;
        let half = self.half() - DVec2::splat(GRAZE);
        self.sweep(&piece.inflated(self.half()), &mut |key, obstacle| {
            let counts = !self.ignored.contains(&key) && accepts(filter, key);
            free = free && (!counts || !obstacle.inflated(half).is_entered_by(segment));
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
        let mut found = 0;
        let visitor = &mut |key, block: Block<'_>| {
            found += 1;
            visitor(key, block);
        };
        scratch
            .derived
            .index
            .visit_terrain(area, |number, block| visitor(terrain_key(number), block));
        if self.perceives(area) {
            let touching = self.standing_near(area).filter(|(_, body)| body.touches(area));
            touching.for_each(|(key, body)| visitor(key, Block::from(body)));
            self.meter.charge(meter::QUERY + found * meter::OBSTACLE);
            return;
        }
        self.count_queries(1);
        scratch.derived.index.visit(area, |slot, body| {
            let Appearance { id, travels, .. } = scratch.derived.appearance(slot);
            if !travels || self.blocker == Some(*id) {
                visitor(ObstacleKey(id.0), Block::from(body));
            }
        });
        self.meter.charge(found * meter::OBSTACLE);
    }

    /// Whether all bodies in an area are within the square around the sensor range.
    fn perceives(&self, area: &Aabb) -> bool {
        Aabb::square(self.own.centre(), self.sight).contains_box(area)
    }

    /// All bodies that may touch an area and do not travel, and more.
    fn standing_near(&self, area: &Aabb) -> impl Iterator<Item = (ObstacleKey, &Aabb)> {
        let beyond = (self.own.min - area.min).max(area.max - self.own.max).max_element().max(0.0);
        let near = self.bodies.iter().take_while(move |body| body.gap <= beyond);
        let near = near.inspect(|_| self.meter.charge(meter::OBSTACLE));
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
        let mut found = 0;
        view.sim.scratch.derived.index.visit_terrain(&reach.bounds(), |number, block| {
            found += 1;
            if reach.touches(block.bounds()) {
                visitor(reach, terrain_key(number), *block.bounds());
            }
        });
        view.meter.charge(meter::QUERY + found * meter::OBSTACLE);
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
