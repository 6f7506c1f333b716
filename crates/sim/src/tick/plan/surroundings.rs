//! The obstacles around one creature at the end of the last tick.

use std::cell::{Cell, OnceCell};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_navigation::{Barrier, ObstacleKey, Obstacles, SweptBox, predicted_box};
use terrarium_space::geometry::{Aabb, DVec2, Segment, lattice};

use super::meeting::{Meeting, Traveller};
use crate::tick::Simulation;
use crate::tick::appearance::Appearance;
use crate::tick::scratch::slot_of;
use crate::tick::sense::Neighbour;
use crate::world::ObstacleFilter;

/// The obstacles as one creature perceives them.
///
/// The body of a traveller is stretched along the path that it is predicted to follow in the next
/// ticks (rule `foresight`).
pub(super) struct ObstacleView<'a> {
    sim: &'a Simulation,
    /// The creature's body, which no predicted body may cover.
    own: Aabb,
    /// The velocity with which it goes along its path. Set before the first query.
    pub intended: DVec2,
    /// The sensor range, in units.
    pub sight: f64,
    /// All bodies except its own within the square around the sensor range, nearest first.
    bodies: &'a [Neighbour],
    /// The travellers among them that are near; computed on first use.
    travellers: OnceCell<Vec<Predicted>>,
    /// The creature itself and the organism it moves to, which are no obstacles.
    pub ignored: [ObstacleKey; 4],
    index_queries: Cell<u64>,
}

/// Where a traveller will be.
struct Predicted {
    key: ObstacleKey,
    area: Aabb,
    /// Whether it comes towards the creature.
    meets: bool,
}

/// What a creature perceives, with a filter that selects the obstacles.
#[derive(Clone, Copy)]
pub(super) struct FilteredSurroundings<'a>(pub &'a ObstacleView<'a>, pub ObstacleFilter);

/// Marks the keys of terrain boxes.
const TERRAIN: u64 = 1 << 63;

/// Marks the keys of travellers.
const TRAVELLER: u64 = 1 << 62;

/// Marks the keys of dangers.
const DANGER: u64 = 1 << 61;

/// Travellers with a gap above this, in units, are no obstacles: they move before the creature
/// reaches them.
pub(super) const NEAR: f64 = 64.0;

/// How deep a segment may cut into an obstacle and still count as free, in units. Positions are
/// rounded to the lattice at each step, so a mover deviates from its segment by less than this, and
/// slides along what it touches.
pub(in crate::tick) const GRAZE: f64 = 16.0 * lattice::STEP;

/// The key of the area to avoid around an organism.
pub(super) fn danger_key(id: OrganismId) -> ObstacleKey {
    ObstacleKey(id.0 | DANGER)
}

/// All keys that an organism can have as an obstacle.
pub(super) fn keys_of(id: OrganismId) -> [ObstacleKey; 2] {
    [ObstacleKey(id.0), ObstacleKey(id.0 | TRAVELLER)]
}

/// Whether a traveller is among the barriers.
pub(super) fn may_open(barriers: &[Barrier]) -> bool {
    barriers.iter().any(|barrier| matches!(barrier, Barrier::Obstacle(key) if travels(*key)))
}

fn travels(key: ObstacleKey) -> bool {
    key.0 & (TERRAIN | TRAVELLER) == TRAVELLER
}

impl<'a> ObstacleView<'a> {
    pub fn new(
        sim: &'a Simulation,
        own: Aabb,
        sight: f64,
        bodies: &'a [Neighbour],
        ignored: [ObstacleKey; 4],
    ) -> Self {
        let (travellers, index_queries) = (OnceCell::new(), Cell::new(0));
        let intended = DVec2::ZERO;
        Self { sim, own, intended, sight, bodies, travellers, ignored, index_queries }
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
        self.sweep(segment, |key, area| {
            let counts = !self.ignored.contains(&key) && accepts(filter, key);
            free &= !counts || self.clears(segment, area);
        });
        free
    }

    /// The areas to leave to the travellers that come towards the creature.
    pub fn meetings(&self) -> impl Iterator<Item = Aabb> {
        let meets = |other: &&Predicted| other.meets && !self.ignored.contains(&other.key);
        self.travellers().iter().filter(meets).map(|other| other.area)
    }

    /// Whether the creature can move straight along a segment past an obstacle, with the tolerance
    /// [`GRAZE`].
    pub fn clears(&self, segment: Segment, obstacle: &Aabb) -> bool {
        !segment.enters(&obstacle.inflated(self.half() - DVec2::splat(GRAZE)))
    }

    /// The standing obstacle that keeps the creature from standing on a point; of several the one
    /// with the smallest key.
    pub fn cover(&self, point: DVec2) -> Option<Aabb> {
        let mut cover: Option<(ObstacleKey, Aabb)> = None;
        let area = Aabb::around(point, self.half());
        self.sweep_standing(&area, &mut |key, obstacle| {
            let covers = obstacle.inflated(self.half()).contains_inside(point);
            let is_least = cover.is_none_or(|(least, _)| key < least);
            if covers && is_least && !self.ignored.contains(&key) {
                cover = Some((key, *obstacle));
            }
        });
        cover.map(|(_, obstacle)| obstacle)
    }

    /// The organism with this identity, if it touches the creature.
    pub fn neighbour(&self, id: OrganismId) -> Option<&'a Appearance> {
        let neighbour = self.bodies.iter().find(|body| body.id == id)?;
        let touches = neighbour.area.touches(&self.own);
        touches.then(|| self.sim.scratch.derived.appearance(neighbour.slot))
    }

    /// Whether an animal is among the barriers.
    pub fn may_walk_away(&self, barriers: &[Barrier]) -> bool {
        let is_animal =
            |body: &&Neighbour| self.sim.scratch.derived.appearance(body.slot).kind.is_animal();
        let keys = self.bodies.iter().filter(is_animal).flat_map(|body| keys_of(body.id));
        keys.map(Barrier::Obstacle).any(|animal| barriers.contains(&animal))
    }

    /// Visits every obstacle that the creature might touch along a segment.
    fn sweep(&self, segment: Segment, mut visitor: impl FnMut(ObstacleKey, &Aabb)) {
        let area = segment.bounds().inflated(self.half());
        self.sweep_standing(&area, &mut visitor);
        if self.perceives(&area) {
            let near = self.travellers().iter().filter(|other| other.area.touches(&area));
            near.for_each(|other| visitor(other.key, &other.area));
            return;
        }
        let scratch = &self.sim.scratch;
        let area = area.inflated(DVec2::splat(scratch.derived.farthest_ahead));
        let Some(near) = area.intersection(&self.own.inflated(DVec2::splat(NEAR))) else { return };
        self.count_queries(1);
        scratch.derived.index.visit_moving(&near, |slot, body| {
            let visible = scratch.derived.appearance(slot);
            if visible.travels
                && let Some(Predicted { key, area, .. }) = self.predicted(visible, body)
            {
                visitor(key, &area);
            }
        });
    }

    /// Visits the terrain in an area, and every organism that touches it and does not travel.
    fn sweep_standing(&self, area: &Aabb, visitor: &mut impl FnMut(ObstacleKey, &Aabb)) {
        let scratch = &self.sim.scratch;
        scratch
            .derived
            .index
            .visit_terrain(area, |number, block| visitor(terrain_key(number), block));
        if self.perceives(area) {
            let touching = self.standing_near(area).filter(|(_, body)| body.touches(area));
            touching.for_each(|(key, body)| visitor(key, body));
            return;
        }
        self.count_queries(1);
        scratch.derived.index.visit(area, |slot, body| {
            let Appearance { id, travels, .. } = scratch.derived.appearance(slot);
            if !travels {
                visitor(ObstacleKey(id.0), body);
            }
        });
    }

    /// Whether all bodies in an area are within the square around the sensor range.
    fn perceives(&self, area: &Aabb) -> bool {
        Aabb::square(self.own.centre(), self.sight).contains_box(area)
    }

    /// All bodies that may touch an area, and more.
    fn bodies_near(&self, area: &Aabb) -> impl Iterator<Item = (ObstacleKey, &Aabb)> {
        let travellers = self.travellers().iter().map(|other| (other.key, &other.area));
        self.standing_near(area).chain(travellers)
    }

    /// Those of them that do not travel.
    fn standing_near(&self, area: &Aabb) -> impl Iterator<Item = (ObstacleKey, &Aabb)> {
        let beyond = (self.own.min - area.min).max(area.max - self.own.max).max_element().max(0.0);
        let near = self.bodies.iter().take_while(move |body| body.gap <= beyond);
        let standing = near.filter(|body| !body.travels);
        standing.map(|body| (ObstacleKey(body.id.0), &body.area))
    }

    /// The travellers that are near.
    fn travellers(&self) -> &[Predicted] {
        self.travellers.get_or_init(|| {
            let near = self.bodies.iter().take_while(|body| body.gap <= NEAR);
            let travellers = near.filter(|body| body.travels);
            let predicted = travellers.filter_map(|Neighbour { area, slot, .. }| {
                self.predicted(self.sim.scratch.derived.appearance(*slot), area)
            });
            predicted.collect()
        })
    }

    /// Where a traveller will be in the next ticks, or when the creature passes it; `None` for one that is
    /// far away.
    fn predicted(&self, visible: &Appearance, body: &Aabb) -> Option<Predicted> {
        if body.gap(&self.own) > NEAR {
            return None;
        }
        let key = ObstacleKey(visible.id.0 | TRAVELLER);
        let meeting = self.meeting(visible, body);
        let ahead = || visible.ahead(&self.sim.world.config.rules);
        let area = meeting.unwrap_or_else(|| predicted_box(*body, ahead(), &self.own));
        Some(Predicted { key, area, meets: meeting.is_some() })
    }

    /// The area to leave to a traveller that comes towards the creature.
    fn meeting(&self, visible: &Appearance, body: &Aabb) -> Option<Aabb> {
        let own = Traveller { body: self.own, intended: self.intended };
        let intended = self.sim.scratch.derived.intended(slot_of(visible.entity));
        let other = Traveller { body: *body, intended };
        let meeting = Meeting::new(&own, &other)?;
        let (outward, most) = (meeting.outward(), meeting.width * 2.0);
        let own_room = self.room_beside(&self.own, -outward, most);
        let other_room = self.room_beside(body, outward, most);
        let ahead = visible.ahead(&self.sim.world.config.rules);
        Some(meeting.area(&self.own, body, ahead, [own_room, other_room]))
    }

    /// How far a body can move along an axis before it touches terrain or the border of the world: `most`
    /// units at most.
    fn room_beside(&self, body: &Aabb, direction: DVec2, most: f64) -> f64 {
        let swept = body.union(&body.translated(direction * most));
        let bounds = self.sim.world.config.bounds.inflated(body.size() * -0.5);
        let (at, farthest) = (body.centre(), body.centre() + direction * most);
        let mut room = bounds.nearest_point(farthest).distance(at);
        self.sim.scratch.derived.index.visit_terrain(&swept, |_, block| {
            if block.overlaps(&swept) {
                room = room.min(body.distance_between(block));
            }
        });
        room
    }

    fn half(&self) -> DVec2 {
        self.own.size() * 0.5
    }
}

fn terrain_key(number: u32) -> ObstacleKey {
    ObstacleKey(TERRAIN | u64::from(number))
}

/// Whether the obstacle with this key passes the filter.
fn accepts(filter: ObstacleFilter, key: ObstacleKey) -> bool {
    match filter {
        ObstacleFilter::All => true,
        ObstacleFilter::Standing => !travels(key),
        ObstacleFilter::Ground | ObstacleFilter::Field => key.0 & TERRAIN != 0,
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
            if reach.touches(block) {
                visitor(reach, terrain_key(number), *block);
            }
        });
        if filter.is_terrain_only() {
            return;
        }
        for (key, obstacle) in view.bodies_near(&reach.bounds()) {
            if reach.touches(obstacle) && accepts(filter, key) {
                visitor(reach, key, *obstacle);
            }
        }
    }
}
