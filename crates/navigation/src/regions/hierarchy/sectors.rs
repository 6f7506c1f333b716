//! The division of a room into squares.

use terrarium_space::geometry::{Aabb, DVec2};

use crate::regions::Regions;

/// Squares that cover a room, numbered from left to right, row by row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sectors {
    room: Aabb,
    side: f64,
    columns: u32,
    rows: u32,
}

/// About how many regions are in a sector.
const REGIONS: f64 = 512.0;

/// The maximum number of sectors along an axis.
const MOST: f64 = 1024.0;

impl Sectors {
    /// The sectors for regions: their side is a power of two, so that few changes of the regions change it.
    pub fn of(regions: &Regions) -> Self {
        let room = regions.room;
        let size = room.size().max(DVec2::ZERO);
        let share = REGIONS / (regions.len().max(1) as f64);
        let side = (size.x * size.y * share).sqrt().max(size.max_element() / MOST);
        let side = if side > 0.0 { libm::exp2(libm::log2(side).round()) } else { 1.0 };
        let count = |length: f64| ((length / side).ceil() as u32).max(1);
        Self { room, side, columns: count(size.x), rows: count(size.y) }
    }

    pub fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The side of a sector.
    pub fn side(&self) -> f64 {
        self.side
    }

    /// The sector of a place in the room.
    pub fn at(&self, place: DVec2) -> u32 {
        let [column, row] = self.cell(place);
        row * self.columns + column
    }

    /// The area of a sector.
    pub fn area(&self, sector: u32) -> Aabb {
        let [column, row] = [sector % self.columns, sector / self.columns].map(f64::from);
        let min = self.room.min + DVec2::new(column, row) * self.side;
        Aabb::new(min, min + DVec2::splat(self.side))
    }

    /// The sectors that touch an area, in order.
    pub fn touching(&self, area: &Aabb) -> impl Iterator<Item = u32> + use<> {
        let ([left, low], [right, high]) = (self.cell(area.min), self.cell(area.max));
        let columns = self.columns;
        (low..=high).flat_map(move |row| (left..=right).map(move |it| row * columns + it))
    }

    /// The sector so many columns and rows away.
    pub fn beyond(&self, sector: u32, [across, up]: [i32; 2]) -> Option<u32> {
        let column = (sector % self.columns).checked_add_signed(across)?;
        let row = (sector / self.columns).checked_add_signed(up)?;
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// The column and the row of a place; of the nearest sector if it is outside.
    fn cell(&self, place: DVec2) -> [u32; 2] {
        let cell = (place - self.room.min) / self.side;
        // A cast rounds down, and replaces what is negative by zero.
        [(cell.x as u32).min(self.columns - 1), (cell.y as u32).min(self.rows - 1)]
    }
}
