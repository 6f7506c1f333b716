//! Regions after a change of the obstacles: only those that it affects are recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use terrarium_space::geometry::{Aabb, DVec2};

use super::affected::Affected;
use super::block_patch::Replaced;
use super::blocks::Neighbours;
use super::components::Components;
use super::exits::bends;
use super::order::sort_portals;
use super::portal::{Exit, Portal};
use super::sweep::Decomposition;
use super::{Region, Regions};

/// What was removed, and can be used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Spare {
    regions: Vec<u32>,
    /// The number of exits that do not exist.
    exits: usize,
    corners: Vec<u32>,
    /// The first corner that was never used.
    next_corner: u32,
}

impl Spare {
    /// Nothing is spare, and so many corners are used.
    pub fn with_corners(corners: u32) -> Self {
        Self { next_corner: corners, ..Self::default() }
    }

    /// The number of spare regions.
    pub fn regions(&self) -> usize {
        self.regions.len()
    }

    fn corner(&mut self) -> u32 {
        self.corners.pop().unwrap_or_else(|| {
            self.next_corner += 1;
            self.next_corner - 1
        })
    }
}

/// The regions that replace those that a change affects.
struct Patch {
    areas: Vec<Aabb>,
    /// Where they are stored.
    slots: Vec<u32>,
    /// The exits of their left and of their right sides.
    exits: Vec<[Vec<Exit>; 2]>,
}

impl Regions {
    /// Adapts the regions after obstacles within `changed` appeared or disappeared. `obstacles` are those
    /// that are there now, at least all that overlap `changed`, inflated as for [`new`](Self::new).
    ///
    /// The result is the same as that of [`new`](Self::new): the same regions in the same order, and the same
    /// paths. Only the regions that touch `changed` are recomputed, and those that begin or end beside one of
    /// them. For many obstacles that are far apart, call this once for each.
    ///
    /// Returns the area of all regions that were replaced, the changed one included; `None` if the change is
    /// outside the room.
    ///
    /// Only the places where the regions are stored depend on what was there before. A flow field refers to
    /// these: it is [repaired](super::FlowField::repair) after a refresh, and fits new regions only if it is
    /// for [renumbered](Self::renumbered) ones.
    ///
    /// ```
    /// use terrarium_navigation::geometry::{Aabb, DVec2};
    /// use terrarium_navigation::regions::Regions;
    ///
    /// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
    /// let wall = Aabb::new(DVec2::new(4.0, -1.0), DVec2::new(5.0, 7.0));
    /// let gate = Aabb::new(DVec2::new(4.0, 6.0), DVec2::new(5.0, 9.0));
    /// let [start, goal] = [DVec2::new(1.0, 7.5), DVec2::new(9.0, 7.5)];
    /// let mut regions = Regions::new(room, [wall]);
    /// assert_eq!(regions.shortest_path(start, goal), Ok(vec![goal]));
    /// regions.refresh(gate, [wall, gate]);
    /// assert!(regions.check(start, goal).is_err());
    /// regions.refresh(gate, [wall]);
    /// assert_eq!(regions.shortest_path(start, goal), Ok(vec![goal]));
    /// ```
    pub fn refresh(
        &mut self,
        changed: Aabb,
        obstacles: impl IntoIterator<Item = Aabb>,
    ) -> Option<Aabb> {
        let has_interior = changed.min.cmplt(changed.max).all();
        let area = changed.intersection(&self.room).filter(|_| has_interior)?;
        let affected = Affected::by(self, &changed);
        let is_near = |body: &Aabb| body.overlaps(&changed);
        let near = obstacles.into_iter().filter(is_near);
        let mut free = Decomposition::new(area, near).regions;
        for &region in affected.regions.keys() {
            let area = self.regions[region as usize].area;
            free.extend(Decomposition::new(area, [changed]).regions);
        }
        let found = Decomposition::of_union(free, &affected.cuts(self));
        let patch = self.patch(&affected, found);
        let areas = affected.regions.keys().map(|&region| self.regions[region as usize].area);
        let replaced_area = areas.fold(area, |whole, area| whole.union(&area));
        let replaced = Replaced::new(self, affected.regions.keys().copied());
        self.remove(&affected);
        let added = patch.slots.clone();
        self.insert(patch);
        self.update_blocks(&replaced, &added);
        self.components = Components::default();
        self.order = Some(std::sync::OnceLock::new());
        self.revision += 1;
        Some(replaced_area)
    }

    /// Whether the regions are stored in their order, as [`new`](Self::new) stores them, so that a
    /// [flow field](super::FlowField) for these fits new regions too.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.order.is_none()
    }

    /// The same regions, stored in their order. This takes a part of the time of [`new`](Self::new).
    #[must_use]
    pub fn renumbered(&self) -> Self {
        let areas: Vec<Aabb> = self.areas().collect();
        let mut portals: Vec<Portal> = self.portals().collect();
        sort_portals(&mut portals, &areas);
        Self { revision: self.revision, ..Self::from_parts(self.room, &areas, &portals) }
    }

    /// Gives new regions their exits.
    fn patch(&mut self, affected: &Affected, found: Decomposition) -> Patch {
        let Decomposition { regions: areas, portals } = found;
        let first = self.regions.len() as u32;
        let mut slots: Vec<u32> =
            self.spare.regions.iter().rev().copied().take(areas.len()).collect();
        slots.extend((first..).take(areas.len() - slots.len()));
        let mut patch = Patch { exits: vec![Default::default(); areas.len()], areas, slots };
        self.copy_exits(affected, &mut patch);
        let (bends, corners) = bends(&patch.areas, &portals);
        let corners: Vec<u32> = (0..corners).map(|_| self.spare.corner()).collect();
        for (portal, bends) in portals.iter().zip(bends) {
            let bends = bends
                .map(|bend| bend.corner().map_or(bend, |it| bend.around(corners[it as usize])));
            let ends = [portal.left, portal.right].map(|end| patch.slots[end as usize]);
            let stored = Portal { left: ends[0], right: ends[1], ..*portal };
            for (end, is_right) in [(portal.left, true), (portal.right, false)] {
                let exits = &mut patch.exits[end as usize][usize::from(is_right)];
                exits.push(Exit::through(&stored, is_right, bends));
            }
        }
        patch
    }

    /// Copies the exits of the ends that do not change.
    fn copy_exits(&mut self, affected: &Affected, patch: &mut Patch) {
        let successors: BTreeMap<(u32, bool), u32> = affected
            .fixed_ends()
            .map(|(region, is_right)| {
                let index = patch.ending_as(&self.regions[region as usize].area, is_right);
                ((region, is_right), index)
            })
            .collect();
        for (&(region, is_right), &index) in &successors {
            let slot = patch.slots[index as usize];
            for number in self.exits(region, is_right) {
                let exit = self.exits[number as usize];
                let beyond = successors.get(&(exit.to, !is_right));
                let to = match beyond {
                    Some(&beyond) => patch.slots[beyond as usize],
                    None => {
                        let twin = self.twin(&exit);
                        self.exits[twin as usize].to = slot;
                        exit.to
                    }
                };
                patch.exits[index as usize][usize::from(is_right)].push(Exit {
                    from: slot,
                    to,
                    ..exit
                });
            }
        }
    }

    /// The same portal in the other direction.
    pub(super) fn twin(&self, exit: &Exit) -> u32 {
        let range = self.exits(exit.to, !exit.is_right);
        let exits = &self.exits[range.start as usize..range.end as usize];
        let first = exits.partition_point(|it| it.low < exit.low);
        let position = exits[first..].iter().position(|it| it.to == exit.from);
        range.start + (first + position.expect("portals lead both ways")) as u32
    }

    /// Removes the affected regions.
    fn remove(&mut self, affected: &Affected) {
        let mut corners = BTreeSet::new();
        for (&region, changes) in &affected.regions {
            for (is_right, changes) in [false, true].into_iter().zip(changes) {
                for number in self.exits(region, is_right) {
                    let exit = &mut self.exits[number as usize];
                    exit.from = u32::MAX;
                    self.spare.exits += 1;
                    if *changes {
                        corners.extend(exit.bends.iter().filter_map(|bend| bend.corner()));
                    }
                }
            }
            let slot = &mut self.regions[region as usize];
            self.locator.remove(region, slot.area);
            *slot = Region::REMOVED;
        }
        self.spare.corners.extend(corners);
        self.spare.regions.splice(0..0, affected.regions.keys().copied());
    }

    /// Stores new regions.
    fn insert(&mut self, patch: Patch) {
        let Patch { areas, slots, exits } = patch;
        let reused = slots.iter().filter(|&&slot| (slot as usize) < self.regions.len()).count();
        self.spare.regions.truncate(self.spare.regions.len() - reused);
        self.regions.resize(self.regions.len() + slots.len() - reused, Region::REMOVED);
        self.locator.insert(slots.iter().copied().zip(areas.iter().copied()));
        for ((area, slot), [left, right]) in areas.into_iter().zip(slots).zip(exits) {
            let first_left = self.exits.len() as u32;
            self.exits.extend(left);
            let first_right = self.exits.len() as u32;
            self.exits.extend(right);
            let end = self.exits.len() as u32;
            self.regions[slot as usize] = Region { area, first_left, first_right, end };
        }
        if self.spare.exits > self.exits.len() / 2 {
            self.pack_exits();
        }
    }

    /// Forgets the exits that do not exist.
    fn pack_exits(&mut self) {
        let mut exits = Vec::with_capacity(self.exits.len() - self.spare.exits);
        for Region { first_left, first_right, end, .. } in &mut self.regions {
            let moved = exits.len() as u32;
            exits.extend_from_slice(&self.exits[*first_left as usize..*end as usize]);
            (*first_right, *end) = (moved + *first_right - *first_left, exits.len() as u32);
            *first_left = moved;
        }
        (self.exits, self.spare.exits) = (exits, 0);
    }
}

impl Neighbours for Regions {
    fn count(&self) -> usize {
        self.regions.len()
    }

    fn edges(&self, region: u32) -> Range<u32> {
        let Region { first_left, end, .. } = self.regions[region as usize];
        first_left..end
    }

    fn end(&self, edge: u32) -> u32 {
        self.exits[edge as usize].to
    }
}

impl Patch {
    /// The new region with the left or the right end of an old one.
    fn ending_as(&self, old: &Aabb, is_right: bool) -> u32 {
        let end = |area: &Aabb| {
            let x = if is_right { area.max.x } else { area.min.x };
            [x, area.min.y, area.max.y]
        };
        let same = self.areas.iter().position(|area| end(area) == end(old));
        same.expect("what ends at a line that does not change remains") as u32
    }
}

impl Region {
    const REMOVED: Self = Self {
        area: Aabb { min: DVec2::NAN, max: DVec2::NAN },
        first_left: 0,
        first_right: 0,
        end: 0,
    };
}
