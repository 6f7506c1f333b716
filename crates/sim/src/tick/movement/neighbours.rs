//! The bodies and the terrain around a mover.

use glam::DVec2;
use terrarium_creatures::behaviour::Blocker;
use terrarium_space::geometry::{Aabb, Segment, Solid};
use terrarium_space::{Near, Slot};

use super::mover::{Mover, Turn};
use crate::tick::list_indices::ListIndices;
use crate::tick::scratch::Derived;

/// How far around it a mover pays attention to others, in radii.
const REACH: f64 = 8.0;

/// How far around it a mover pays attention to others at most, in units.
const FARTHEST_REACH: f64 = 256.0;

/// How much of the square of [`CROWD`] radii around it others cover where it is crowded.
const CROWDED: f64 = 0.375;
const CROWD: f64 = 4.0;

/// Something that may be in the way of a mover.
#[derive(Debug, Clone)]
pub(super) struct Neighbour {
    /// Where the mover's centre cannot be.
    pub area: Solid,
    pub by: Blocker,
    pub kind: NeighbourKind,
}

/// How something in the way of a mover moves itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NeighbourKind {
    /// Not at all in this tick.
    Standing,
    /// By itself, with the velocity of its last step.
    Moving(DVec2),
    /// It is a mover of the same group, by its place in it.
    Member(usize),
}

/// A body near a mover.
#[derive(Clone, Copy)]
struct Seen {
    slot: Slot,
    area: Aabb,
    kind: NeighbourKind,
}

/// What is around a mover.
#[derive(Default)]
pub(super) struct Neighbourhood {
    /// The bodies, in the order of the index.
    seen: Vec<Seen>,
    /// Those that its step may touch, then those beyond.
    all: Vec<Neighbour>,
    /// The number of the former.
    touchable: usize,
    /// Whether others cover much of the ground around it.
    pub is_crowded: bool,
}

/// What all movers of a group have in common.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub derived: &'a Derived,
    pub indices: &'a ListIndices,
    /// The velocities of all movers in the last tick.
    pub velocities: &'a [DVec2],
    /// The place of the first mover of the group in the list of all.
    pub first: usize,
    /// How far any of them may have moved on an axis, in units.
    pub farthest: f64,
}

/// How far around its place a mover pays attention to others.
pub(super) fn reach(mover: &Mover) -> f64 {
    (mover.radius * REACH).min(FARTHEST_REACH)
}

impl Surroundings<'_> {
    /// Finds whatever the step of a mover may touch, and the movers around it unless it is crowded. Sorted, so
    /// that the order of the index does not decide which of two simultaneous blockers counts.
    pub fn gather(self, movers: &[Mover], index: usize, near: &Near, found: &mut Neighbourhood) {
        let mover = &movers[index];
        let step = Aabb::square(mover.from, mover.radius + mover.longest + self.farthest);
        let Neighbourhood { seen, all, touchable, is_crowded } = found;
        seen.clear();
        *is_crowded = self.see_moving(movers, mover, &step, near, seen);
        if *is_crowded {
            seen.retain(|it| it.area.touches(&step));
        }
        near.visit_stationary(&self.derived.index, &step, |slot, area| {
            seen.push(Seen { slot, area: *area, kind: NeighbourKind::Standing });
        });
        let half = DVec2::splat(mover.radius);
        all.clear();
        self.derived.index.visit_terrain(&step, |_, block| {
            let area = block.inflated(half);
            all.push(Neighbour { area, by: Blocker::Terrain, kind: NeighbourKind::Standing });
        });
        all.extend(seen.iter().map(|&Seen { slot, area, kind }| {
            let by = Blocker::Organism(self.derived.appearance(slot).id);
            Neighbour { area: Solid::Box(area.inflated(half)), by, kind }
        }));
        let step = Aabb::square(mover.from, mover.longest);
        all.sort_by_key(|neighbour| (!neighbour.area.bounds().touches(&step), neighbour.by));
        *touchable = all.partition_point(|neighbour| neighbour.area.bounds().touches(&step));
    }

    /// Sees the movers around a mover, and the other animals that its step may touch. Returns whether the movers
    /// cover much of the ground around it.
    fn see_moving(
        self,
        movers: &[Mover],
        mover: &Mover,
        step: &Aabb,
        near: &Near,
        seen: &mut Vec<Seen>,
    ) -> bool {
        let crowd = mover.radius * CROWD;
        // The index has those of its group where they were before.
        let around = Aabb::square(mover.from, reach(mover) + self.farthest);
        let mut cover = 0.0;
        near.visit_moving(&self.derived.index, &around, |slot, area| {
            let (kind, area) = self.kind(movers, slot, *area);
            let is_mover = kind != NeighbourKind::Standing;
            if slot == mover.slot || !is_mover && !area.touches(step) {
                return;
            }
            if is_mover && (area.centre() - mover.from).abs().max_element() < crowd {
                cover += area.size().x.min(crowd).powi(2);
            }
            seen.push(Seen { slot, area, kind });
        });
        cover > CROWDED * (2.0 * crowd).powi(2)
    }

    /// How the organism in a slot moves, and where it is.
    fn kind(self, movers: &[Mover], slot: Slot, area: Aabb) -> (NeighbourKind, Aabb) {
        let Some(place) = self.indices.at(slot) else { return (NeighbourKind::Standing, area) };
        let member = place.checked_sub(self.first).filter(|&member| member < movers.len());
        match member {
            Some(member) => {
                let body = match movers[member].turn {
                    Turn::Walked => movers[member].body(),
                    Turn::Waiting | Turn::Asking => area,
                };
                (NeighbourKind::Member(member), body)
            }
            None => (NeighbourKind::Moving(self.velocities[place]), area),
        }
    }
}

impl Neighbourhood {
    pub fn all(&self) -> &[Neighbour] {
        &self.all
    }

    /// Those that the step of the mover may touch.
    pub fn touchable(&self) -> &[Neighbour] {
        &self.all[..self.touchable]
    }
}

impl Neighbour {
    /// Whether the mover would run into it where it is.
    pub fn is_met(&self, step: &Segment) -> bool {
        self.area.is_entered_by(step)
    }
}
