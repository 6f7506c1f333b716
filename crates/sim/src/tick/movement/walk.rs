//! The step of one mover among the bodies and the terrain around it.

use glam::DVec2;
use terrarium_creatures::behaviour::Blocker;
use terrarium_space::geometry::{Aabb, Segment, lattice, slide};
use terrarium_space::{Near, Slot};

use super::mover::Mover;
use crate::tick::list_indices::ListIndices;
use crate::tick::scratch::Derived;

/// The movers of a group that have walked before another of them.
#[derive(Clone, Copy)]
pub(super) struct Walked<'a> {
    /// The first movers of the group, in order.
    pub movers: &'a [Mover],
    /// The index of the first in the list of all.
    pub first: usize,
    pub indices: &'a ListIndices,
    /// How far any of them may have moved on an axis, in units.
    pub farthest: f64,
}

/// A movement among obstacles.
struct Walk {
    /// Where the mover met an obstacle; the end if it met none.
    contact: DVec2,
    end: DVec2,
    by: Option<Blocker>,
}

/// The obstacles around a mover, inflated by its radius.
#[derive(Default)]
pub(super) struct Obstacles {
    /// The pages of the index around those that walk one after the other.
    pub near: Near,
    obstacles: Vec<(Option<Slot>, Aabb)>,
    areas: Vec<Aabb>,
    pub index_queries: u64,
}

impl Obstacles {
    /// Lets a mover take its step as far as the obstacles allow.
    pub fn step(&mut self, mover: &mut Mover, walked: Walked<'_>, derived: &Derived) {
        let mut walk = self.walk(mover, mover.to, walked, derived);
        if walk.end == mover.from
            && let Some(to) = mover.aligned()
        {
            mover.to = to;
            walk = self.walk(mover, to, walked, derived);
        }
        let Walk { contact, end, by } = walk;
        mover.by = by;
        mover.end = match derived.footings.of_species(mover.species) {
            Some(footing) if end != mover.to => {
                lattice::snap_point(footing.shortened(mover.from, contact, end, mover.pace))
            }
            _ => end,
        };
    }

    fn walk(&mut self, mover: &Mover, to: DVec2, walked: Walked<'_>, derived: &Derived) -> Walk {
        self.gather(mover, to, walked, derived);
        let segment = Segment::new(mover.from, to);
        if !self.obstacles.iter().any(|(_, area)| segment.enters(area)) {
            return Walk { contact: to, end: to, by: None };
        }
        // Sorted, so that the order of the index does not decide which of two simultaneous blockers
        // counts.
        let blocker = |slot: Option<Slot>| {
            slot.map_or(Blocker::Terrain, |slot| Blocker::Organism(derived.appearance(slot).id))
        };
        self.obstacles.sort_by_key(|&(slot, _)| blocker(slot));
        self.areas.clear();
        self.areas.extend(self.obstacles.iter().map(|&(_, area)| area));
        let walk = slide(mover.from, to, &self.areas);
        let by = walk.blocker.map(|index| blocker(self.obstacles[index].0));
        Walk { contact: walk.contact, end: walk.end, by }
    }

    fn gather(&mut self, mover: &Mover, to: DVec2, walked: Walked<'_>, derived: &Derived) {
        self.obstacles.clear();
        let half = DVec2::splat(mover.radius);
        let swept = Aabb::spanning(mover.from, to).inflated(half);
        derived.index.visit_terrain(&swept, |_, block| {
            self.obstacles.push((None, block.inflated(half)));
        });
        self.index_queries += 1;
        // The index has those of its group where they were before.
        let near = swept.inflated(DVec2::splat(walked.farthest));
        self.near.visit(&derived.index, &near, |slot, area| {
            let area = walked.body(slot).unwrap_or(*area);
            if slot != mover.slot && area.touches(&swept) {
                self.obstacles.push((Some(slot), area.inflated(half)));
            }
        });
    }
}

impl Walked<'_> {
    /// The body of the mover in a slot, if it is one of these.
    fn body(self, slot: Slot) -> Option<Aabb> {
        let index = self.indices.at(slot)?.checked_sub(self.first)?;
        self.movers.get(index).map(Mover::body)
    }
}
