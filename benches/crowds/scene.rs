//! A scene: the walls, where walkers start, and where they go.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use terrarium::geometry::{Aabb, DVec2, lattice};

/// The side of a body, and of a cell, in units.
pub const SIDE: f64 = 24.0;

/// The speed of a walker, in units a tick.
pub const SPEED: f64 = 6.0;

/// A walker, which goes to a point in each of its zones in turn, over and over.
#[derive(Clone)]
pub struct Walker {
    /// It names the random goals, so they are the same in a crowd and alone.
    pub number: u32,
    pub start: DVec2,
    pub zones: Vec<Aabb>,
    /// How near to a goal it has arrived, in units; if 0, it goes to the exact point.
    pub within: f64,
}

impl Walker {
    /// The goal of its journey of this number.
    pub fn goal(&self, journey: u32) -> DVec2 {
        let zone = self.zones[journey as usize % self.zones.len()];
        let seed = (u64::from(self.number) << 32) | u64::from(journey);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let share = DVec2::new(random.random::<f64>(), random.random::<f64>());
        lattice::snap_point(zone.min + share * zone.size())
    }
}

/// Walkers among walls that consist of whole cells.
pub struct Scene {
    pub name: &'static str,
    pub bounds: Aabb,
    pub walls: Vec<Aabb>,
    pub walkers: Vec<Walker>,
}

impl Scene {
    /// The same scene with one of its walkers.
    pub fn with_only(&self, walker: &Walker) -> Self {
        let Self { name, bounds, .. } = *self;
        Self { name, bounds, walls: self.walls.clone(), walkers: vec![walker.clone()] }
    }

    /// The numbers of columns and rows of whole cells.
    pub fn cells(&self) -> [usize; 2] {
        (self.bounds.size() / SIDE).to_array().map(|count| count as usize)
    }

    /// Whether a cell belongs to a wall.
    pub fn is_wall(&self, column: usize, row: usize) -> bool {
        let centre = centre_of_cell([column, row]);
        self.walls.iter().any(|wall| wall.contains_inside(centre))
    }
}

/// The centre of a cell, by its column and row.
pub fn centre_of_cell(cell: [usize; 2]) -> DVec2 {
    (DVec2::from_array(cell.map(|index| index as f64)) + 0.5) * SIDE
}
