//! The bodies and the terrain around a mover.

use glam::DVec2;
use terrarium_creatures::behaviour::Blocker;
use terrarium_space::geometry::{Aabb, Segment};
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
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbour {
    /// Where the mover's centre cannot be.
    pub area: Aabb,
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

/// What is around a mover.
#[derive(Default)]
pub(super) struct Neighbourhood {
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
    /// Whether other movers cover much of the ground around a mover.
    pub fn is_crowded(self, movers: &[Mover], index: usize, near: &Near) -> bool {
        let Mover { from, radius, slot, .. } = movers[index];
        let reach = radius * CROWD;
        let mut cover = 0.0;
        let reached = Aabb::square(from, reach + self.farthest);
        near.visit(&self.derived.index, &reached, |other, area| {
            let (kind, area) = self.kind(movers, other, *area);
            let counts = other != slot && kind != NeighbourKind::Standing;
            if counts && (area.centre() - from).abs().max_element() < reach {
                cover += area.size().x.min(reach).powi(2);
            }
        });
        cover > CROWDED * (2.0 * reach).powi(2)
    }

    /// Finds whatever the step of a mover may touch, and the movers around it unless it is crowded. Sorted, so
    /// that the order of the index does not decide which of two simultaneous blockers counts.
    pub fn gather(self, movers: &[Mover], index: usize, near: &Near, found: &mut Neighbourhood) {
        let mover = &movers[index];
        let half = DVec2::splat(mover.radius);
        let step = Aabb::square(mover.from, mover.radius + mover.longest + self.farthest);
        let Neighbourhood { all, touchable, is_crowded } = found;
        *is_crowded = self.is_crowded(movers, index, near);
        all.clear();
        self.derived.index.visit_terrain(&step, |_, block| {
            let area = block.inflated(half);
            all.push(Neighbour { area, by: Blocker::Terrain, kind: NeighbourKind::Standing });
        });
        // The index has those of its group where they were before.
        let around = Aabb::square(mover.from, reach(mover) + self.farthest);
        let reached = if *is_crowded { step } else { around };
        near.visit(&self.derived.index, &reached, |slot, area| {
            let (kind, area) = self.kind(movers, slot, *area);
            let counts = kind != NeighbourKind::Standing || area.touches(&step);
            if slot != mover.slot && counts {
                let by = Blocker::Organism(self.derived.appearance(slot).id);
                all.push(Neighbour { area: area.inflated(half), by, kind });
            }
        });
        let step = Aabb::square(mover.from, mover.longest);
        all.sort_by_key(|neighbour| (!neighbour.area.touches(&step), neighbour.by));
        *touchable = all.partition_point(|neighbour| neighbour.area.touches(&step));
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
        step.enters(&self.area)
    }
}
