//! The exits of all regions, from the portals between them.

use std::ops::Range;

use terrarium_space::geometry::Aabb;

use super::blocks::{Blocks, Neighbours};
use super::portal::{BendId, Exit, Portal};

/// What the portals say about the regions.
pub(super) struct Exits {
    /// Sorted by the region that they lead out of, its left side first, from low to high.
    pub exits: Vec<Exit>,
    pub blocks: Blocks,
    /// The first exits of every left and every right side, and the end of all.
    pub sides: Vec<u32>,
    /// The number of corners at which paths bend.
    pub corners: u32,
}

/// The neighbours of all regions in a row, and where those of each side begin.
struct InRow<'a> {
    sides: &'a [u32],
    ends: Vec<u32>,
}

impl Neighbours for InRow<'_> {
    fn count(&self) -> usize {
        self.sides.len() / 2
    }

    fn edges(&self, region: u32) -> Range<u32> {
        let first = region as usize * 2;
        self.sides[first]..self.sides[first + 2]
    }

    fn end(&self, edge: u32) -> u32 {
        self.ends[edge as usize]
    }
}

impl Exits {
    /// The exits of regions with these areas. Portals are ordered by their line; those of one region
    /// on one line are ordered from low to high.
    pub fn new(areas: &[Aabb], portals: &[Portal]) -> Self {
        let (sides, order) = sides(areas.len(), portals);
        let end = |&[portal, is_right]: &[u32; 2]| {
            let Portal { left, right, .. } = portals[portal as usize];
            if is_right == 1 { right } else { left }
        };
        let blocks = Blocks::new(&InRow { sides: &sides, ends: order.iter().map(end).collect() });
        let (bends, corners) = bends(areas, portals);
        let exit = |&[portal, is_right]: &[u32; 2]| {
            let (index, is_right) = (portal as usize, is_right == 1);
            let Portal { left, right, .. } = portals[index];
            let block = blocks.of_edge(left, right);
            Exit { block, ..Exit::through(&portals[index], is_right, bends[index]) }
        };
        let exits = order.iter().map(exit).collect();
        Self { exits, blocks, sides, corners }
    }
}

/// The first exit of every side, and for each exit its portal and whether it leads to the right.
fn sides(regions: usize, portals: &[Portal]) -> (Vec<u32>, Vec<[u32; 2]>) {
    let sides_of = |portal: &Portal| [portal.left * 2 + 1, portal.right * 2];
    // The number of exits of each side, after that of the side before.
    let mut sides = vec![0_u32; regions * 2 + 1];
    for side in portals.iter().flat_map(sides_of) {
        sides[side as usize + 1] += 1;
    }
    let mut sum = 0;
    for count in &mut sides {
        sum += *count;
        *count = sum;
    }
    let mut next = sides.clone();
    let mut order = vec![[0; 2]; portals.len() * 2];
    for (number, portal) in (0..).zip(portals) {
        for (is_right, side) in [1, 0].into_iter().zip(sides_of(portal)) {
            let index = &mut next[side as usize];
            order[*index as usize] = [number, is_right];
            *index += 1;
        }
    }
    (sides, order)
}

/// The bends at both ends of every portal, as seen from the left, and the number of corners.
pub(super) fn bends(areas: &[Aabb], portals: &[Portal]) -> (Vec<[BendId; 2]>, u32) {
    let mut bends = Vec::with_capacity(portals.len());
    let mut corners = 0;
    let mut ends: Vec<(f64, u32, bool)> = Vec::new();
    for line in portals.chunk_by(|a, b| a.x == b.x) {
        ends.clear();
        for (number, portal) in (0..).zip(line) {
            ends.extend(corner_ends(areas, portal).map(|(y, is_high)| (y, number, is_high)));
        }
        ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let first = bends.len();
        bends.resize(first + line.len(), [BendId::NONE; 2]);
        for corner in ends.chunk_by(|a, b| a.0 == b.0) {
            let number = corners;
            corners += 1;
            for (passage, &(_, portal, is_high)) in (0..).step_by(2).zip(corner) {
                let bend = BendId::new(number, passage);
                bends[first + portal as usize][usize::from(is_high)] = bend;
            }
        }
    }
    (bends, corners)
}

/// The ends of a portal at which the border of the free space does not go on straight, and whether
/// each is the upper one.
fn corner_ends(areas: &[Aabb], portal: &Portal) -> impl Iterator<Item = (f64, bool)> + use<> {
    let [left, right] = [portal.left, portal.right].map(|region| areas[region as usize]);
    let low = (left.min.y != right.min.y).then_some((portal.low, false));
    let high = (left.max.y != right.max.y).then_some((portal.high, true));
    low.into_iter().chain(high)
}
