//! The patches of the model as squares of a world, and places for bodies on them.

use rand::{Rng, RngExt};
use terrarium::geometry::DVec2;

/// The side of a patch, in units.
pub const PATCH: f64 = 148.0;

/// The distance of places from the grass in the middle of a patch, on one axis or both, in units.
const PLACE: f64 = 30.0;

/// A land of square patches.
#[derive(Debug, Clone, Copy)]
pub struct Land {
    /// The number of patches along a side.
    side: u32,
}

/// A patch, by its column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Patch(u32, u32);

impl Land {
    pub fn new(side: u32) -> Self {
        Self { side }
    }

    pub fn patches(self) -> impl Iterator<Item = Patch> {
        (0..self.side).flat_map(move |row| (0..self.side).map(move |column| Patch(column, row)))
    }

    /// The patch on which a point lies.
    pub fn patch_at(self, point: DVec2) -> Patch {
        let index = |at: f64| ((at / PATCH) as u32).min(self.side - 1);
        Patch(index(point.x), index(point.y))
    }

    pub fn random_patch(self, rng: &mut impl Rng) -> Patch {
        Patch(rng.random_range(0..self.side), rng.random_range(0..self.side))
    }

    /// One of the up to eight patches around a patch.
    pub fn beside(self, Patch(column, row): Patch, rng: &mut impl Rng) -> Patch {
        loop {
            let mut moved = |at: u32| at.checked_add_signed(rng.random_range(-1..=1));
            if let (Some(x), Some(y)) = (moved(column), moved(row))
                && (x, y) != (column, row)
                && x.max(y) < self.side
            {
                return Patch(x, y);
            }
        }
    }

    /// The corners of patches such that each patch has one.
    pub fn shared_corners(self) -> impl Iterator<Item = DVec2> {
        let inside = f64::from(self.side) * PATCH - 2.0;
        let corners = move || (1..=self.side).step_by(2).map(f64::from);
        corners().flat_map(move |y| {
            corners().map(move |x| (DVec2::new(x, y) * PATCH).min(DVec2::splat(inside)))
        })
    }
}

impl Patch {
    /// Where its grass stands: its centre.
    pub fn grass(self) -> DVec2 {
        (DVec2::new(self.0.into(), self.1.into()) + 0.5) * PATCH
    }

    /// Places around the grass where animals have room beside each other.
    pub fn places(self) -> [DVec2; 8] {
        let around = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        around.map(|(x, y)| self.grass() + DVec2::new(x.into(), y.into()) * PLACE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_patch_has_its_places_and_a_corner_with_moss() {
        let land = Land::new(5);
        let corners: Vec<DVec2> = land.shared_corners().collect();
        assert_eq!(corners.len(), 9);
        for patch in land.patches() {
            assert!(patch.places().iter().all(|&place| land.patch_at(place) == patch));
            let gap = |corner: &DVec2| (*corner - patch.grass()).abs().max_element() - PATCH / 2.0;
            assert_eq!(corners.iter().filter(|corner| gap(corner) <= 0.0).count(), 1, "{patch:?}");
        }
    }
}
