//! What stands in one creature's way, as the last tick left it.

use crate::behaviour::OrganismId;
use crate::geometry::{Aabb, DVec2, Segment, lattice};
use crate::navigation::{Barrier, ObstacleKey, Obstacles, Reach, foreseen};
use crate::space::Slot;
use crate::tick::Simulation;
use crate::tick::scratch::VisibleTraits;
use crate::world::ObstacleFilter;

/// The eye of one creature for what is in its way.
///
/// Who travels is seen ahead of time: stretched along the way it will go in the next few ticks
/// (rule `foresight`).
#[derive(Clone, Copy)]
pub(super) struct Eye<'a> {
    pub sim: &'a Simulation,
    /// The creature's body, which nothing foreseen may cover.
    pub own: Aabb,
    /// How far it sees, in units.
    pub sight: f64,
    /// All bodies but its own within the square that holds all it can see.
    pub bodies: &'a [(Slot, Aabb)],
    /// Itself and what it wants to touch: no obstacles.
    pub ignored: [ObstacleKey; 4],
}

/// All bodies about a creature as far as it sees, and the whole terrain.
pub(super) struct Surroundings<'a> {
    sim: &'a Simulation,
    bodies: Vec<(ObstacleKey, Aabb)>,
}

/// Surroundings with those in them who count as obstacles.
#[derive(Clone, Copy)]
pub(super) struct FilteredSurroundings<'a>(pub &'a Surroundings<'a>, pub ObstacleFilter);

/// Sets the names of blocks of terrain apart from those of organisms.
const TERRAIN: u64 = 1 << 63;

/// Sets the names of travellers apart from those of who stays.
const TRAVELLER: u64 = 1 << 62;

/// Sets the names of dangers apart from those of bodies.
const DANGER: u64 = 1 << 61;

/// Travellers farther away than this, side to side, in units, are nobody's obstacle: they will be
/// elsewhere by the time one gets there.
const NEAR: f64 = 64.0;

/// How deep a leg may cut into an obstacle and still count as passing it, in units. Positions are
/// rounded to the lattice at each step, so a mover strays from its leg by less than this; what it
/// would cut so little it slides along.
const GRAZE: f64 = 16.0 * lattice::STEP;

/// The name under which to keep away from somebody.
pub(super) fn danger_of(id: OrganismId) -> ObstacleKey {
    ObstacleKey(id.0 | DANGER)
}

/// All names that an organism can have as an obstacle.
pub(super) fn names_of(id: OrganismId) -> [ObstacleKey; 2] {
    [ObstacleKey(id.0), ObstacleKey(id.0 | TRAVELLER)]
}

/// Whether somebody who is on the way elsewhere is among the barriers.
pub(super) fn may_open(barriers: &[Barrier]) -> bool {
    barriers.iter().any(|barrier| matches!(barrier, Barrier::Obstacle(key) if travels(*key)))
}

fn travels(key: ObstacleKey) -> bool {
    key.0 & (TERRAIN | TRAVELLER) == TRAVELLER
}

impl<'a> Eye<'a> {
    /// Whether the creature could go straight from one point to another, but for a graze.
    pub fn is_free(&self, way: Segment, regard: ObstacleFilter) -> bool {
        let half = self.half() - DVec2::splat(GRAZE);
        let mut free = true;
        self.sweep(way, |key, area| {
            let counts = !self.ignored.contains(&key) && regards(regard, key);
            free &= !(counts && way.enters(&area.inflated(half)));
        });
        free
    }

    /// Who covers a point and stays there, so that the creature cannot stand there: of several the
    /// one with the least name.
    pub fn cover(&self, point: DVec2) -> Option<Aabb> {
        let mut cover: Option<(ObstacleKey, Aabb)> = None;
        self.sweep(Segment::new(point, point), |key, area| {
            let covers = area.inflated(self.half()).contains_inside(point);
            let is_least = cover.is_none_or(|(least, _)| key < least);
            if covers && is_least && !travels(key) && !self.ignored.contains(&key) {
                cover = Some((key, *area));
            }
        });
        cover.map(|(_, area)| area)
    }

    /// Who of that name stands next to the creature.
    pub fn neighbour(&self, id: OrganismId) -> Option<&'a VisibleTraits> {
        let next_to = self.bodies.iter().filter(|(_, body)| body.touches(&self.own));
        next_to.map(|(slot, _)| self.sim.scratch.look(*slot)).find(|look| look.id == id)
    }

    /// All that is about the creature.
    pub fn look_around(&self) -> Surroundings<'a> {
        let bodies = self.bodies.iter().filter_map(|(slot, body)| self.body(*slot, body));
        let mut bodies: Vec<_> = bodies.collect();
        bodies.sort_unstable_by_key(|(key, _)| *key);
        Surroundings { sim: self.sim, bodies }
    }

    /// Shows everything that the creature might touch on a straight way.
    fn sweep(&self, way: Segment, mut visitor: impl FnMut(ObstacleKey, &Aabb)) {
        let scratch = &self.sim.scratch;
        let area = way.bounds().inflated(self.half());
        scratch.index.visit_terrain(&area, |number, block| visitor(block_name(number), block));
        if Aabb::square(self.own.centre(), self.sight).contains_box(&area) {
            for (slot, body) in self.bodies {
                if let Some((key, body)) = self.body(*slot, body)
                    && body.touches(&area)
                {
                    visitor(key, &body);
                }
            }
            return;
        }
        scratch.index.visit_standing(&area, |slot, body| {
            visitor(ObstacleKey(scratch.look(slot).id.0), body);
        });
        let area = area.inflated(DVec2::splat(scratch.farthest_ahead));
        scratch.index.visit_moving(&area, |slot, body| {
            if let Some((key, body)) = self.body(slot, body) {
                visitor(key, &body);
            }
        });
    }

    /// A body as an obstacle; `None` for a traveller who is far away.
    fn body(&self, slot: Slot, body: &Aabb) -> Option<(ObstacleKey, Aabb)> {
        let look = self.sim.scratch.look(slot);
        if !look.travels {
            return Some((ObstacleKey(look.id.0), *body));
        }
        if body.gap(&self.own) > NEAR {
            return None;
        }
        let ahead = look.ahead(&self.sim.world.config.rules);
        Some((ObstacleKey(look.id.0 | TRAVELLER), foreseen(*body, ahead, &self.own)))
    }

    fn half(&self) -> DVec2 {
        self.own.size() * 0.5
    }
}

fn block_name(number: u32) -> ObstacleKey {
    ObstacleKey(TERRAIN | u64::from(number))
}

fn regards(regard: ObstacleFilter, key: ObstacleKey) -> bool {
    regard == ObstacleFilter::All || !travels(key)
}

impl Obstacles for FilteredSurroundings<'_> {
    fn bounds(&self) -> Aabb {
        self.0.sim.world.config.bounds
    }

    fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb)) {
        let Self(Surroundings { sim, bodies }, regard) = self;
        sim.scratch.index.visit_terrain(&reach.bounds(), |number, block| {
            if reach.touches(block) {
                visitor(reach, block_name(number), *block);
            }
        });
        for (key, body) in bodies {
            if reach.touches(body) && regards(*regard, *key) {
                visitor(reach, *key, *body);
            }
        }
    }
}
