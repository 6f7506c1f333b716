//! The exits of all regions, from the portals between them.

use super::blocks::Blocks;
use super::portal::{BendId, Exit, Portal};
use crate::geometry::Aabb;

/// What the portals say about the regions.
pub(super) struct Exits {
    /// Sorted by the region that they lead out of, its left side first, from low to high.
    pub exits: Vec<Exit>,
    pub blocks: Blocks,
    /// The first exits of every left and every right side, and the end of all.
    pub sides: Vec<u32>,
}

impl Exits {
    /// The exits of regions with these areas. Portals are ordered by their line; those of one region
    /// on one line are ordered from low to high.
    pub fn of(areas: &[Aabb], portals: &[Portal]) -> Self {
        let (sides, order) = sides(areas.len(), portals);
        let end = |&[portal, is_right]: &[u32; 2]| {
            let Portal { left, right, .. } = portals[portal as usize];
            if is_right == 1 { right } else { left }
        };
        let neighbours: Vec<u32> = order.iter().map(end).collect();
        let first: Vec<u32> = sides.iter().step_by(2).copied().collect();
        let blocks = Blocks::of(&first, &neighbours);
        let bends = bends(areas, portals);
        let exit = |&[portal, is_right]: &[u32; 2]| {
            let (index, is_right) = (portal as usize, is_right == 1);
            let Portal { x, low, high, left, right } = portals[index];
            let (from, to) = if is_right { (left, right) } else { (right, left) };
            Exit {
                x,
                low,
                high,
                from,
                to,
                bends: bends[index].map(|bend| if is_right { bend } else { bend.reversed() }),
                block: blocks.of_portal(&portals[index]),
                is_right,
            }
        };
        let exits = order.iter().map(exit).collect();
        Self { exits, blocks, sides }
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
            let place = &mut next[side as usize];
            order[*place as usize] = [number, is_right];
            *place += 1;
        }
    }
    (sides, order)
}

/// The bends at both ends of every portal, as seen from the left.
fn bends(areas: &[Aabb], portals: &[Portal]) -> Vec<[BendId; 2]> {
    let mut bends = Vec::with_capacity(portals.len());
    let mut corners = 0..;
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
            let number = corners.next().expect("fewer than 2^29 corners");
            for (passage, &(_, portal, is_high)) in (0..).step_by(2).zip(corner) {
                let bend = BendId::new(number, passage);
                bends[first + portal as usize][usize::from(is_high)] = bend;
            }
        }
    }
    bends
}

/// The ends of a portal at which the border of the free space does not go on straight, and whether
/// each is the upper one.
fn corner_ends(areas: &[Aabb], portal: &Portal) -> impl Iterator<Item = (f64, bool)> + use<> {
    let [left, right] = [portal.left, portal.right].map(|region| areas[region as usize]);
    let low = (left.min.y != right.min.y).then_some((portal.low, false));
    let high = (left.max.y != right.max.y).then_some((portal.high, true));
    low.into_iter().chain(high)
}
