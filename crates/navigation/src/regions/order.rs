//! The order of regions from left to right, which does not depend on what they replaced.

use std::cmp::Ordering;

use terrarium_space::geometry::Aabb;

use super::Regions;
use super::portal::Portal;

/// The regions in the order in which a sweep finds them.
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// Where each is stored.
    pub slots: Vec<u32>,
    /// For each slot its position in the order.
    positions: Vec<u32>,
}

impl Order {
    pub fn new(regions: &Regions) -> Self {
        let area = |slot: u32| regions.regions[slot as usize].area;
        let all = 0..regions.regions.len() as u32;
        let mut slots: Vec<u32> =
            all.filter(|&slot| regions.regions[slot as usize].exists()).collect();
        slots.sort_unstable_by(|&a, &b| precedence(&area(a), &area(b)));
        let mut positions = vec![u32::MAX; regions.regions.len()];
        (0..).zip(&slots).for_each(|(position, &slot)| positions[slot as usize] = position);
        Self { slots, positions }
    }

    /// The position of a slot.
    pub fn position(&self, slot: u32) -> u32 {
        self.positions[slot as usize]
    }
}

/// The order in which a sweep finds two regions: from left to right, and on one line from low to high. Of
/// two that touch on the line where both begin, the one without width comes after the other.
pub(super) fn precedence(a: &Aabb, b: &Aabb) -> Ordering {
    let by_x = a.min.x.partial_cmp(&b.min.x).unwrap_or(Ordering::Equal);
    by_x.then_with(|| {
        if a.max.y < b.min.y {
            Ordering::Less
        } else if b.max.y < a.min.y {
            Ordering::Greater
        } else {
            let is_gap = |area: &Aabb| area.min.x == area.max.x;
            is_gap(a).cmp(&is_gap(b))
        }
    })
}

/// Sorts portals as a sweep over regions with these areas finds them.
pub(super) fn sort_portals(portals: &mut [Portal], areas: &[Aabb]) {
    let key = |portal: &Portal| {
        let [left, right] = [portal.left, portal.right].map(|region| &areas[region as usize]);
        let is_gap = |area: &Aabb| area.min.x == area.max.x;
        // The portals of a gap without width follow each other.
        let line = match (is_gap(left), is_gap(right)) {
            (true, _) => left.min.y,
            (_, true) => right.min.y,
            _ => portal.low,
        };
        ([portal.x, line], is_gap(left), [portal.low, portal.high])
    };
    portals.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(Ordering::Equal));
}
