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

/// About how many regions are in a sector where they are spread evenly, and at most on average, apart from sectors
/// without any.
const REGIONS: f64 = 512.0;
const CROWDED: usize = 1024;

/// The maximum number of sectors along an axis.
const MOST: f64 = 256.0;

impl Sectors {
    /// The sectors for regions: their side is a power of two, so that few changes of the regions change it. It
    /// depends on the areas of the regions only.
    pub fn of(regions: &Regions) -> Self {
        let mut sectors = Self::even(regions);
        while let Some(halves) = sectors.halves() {
            let mut counts = vec![0; sectors.count()];
            for region in regions.regions.iter().filter(|region| region.exists()) {
                counts[sectors.at(region.area.centre()) as usize] += 1;
            }
            if !is_crowded(&counts) {
                break;
            }
            sectors = halves;
        }
        sectors
    }

    /// Whether these are the sectors for regions, of which so many are in each.
    pub fn fit(&self, regions: &Regions, counts: &[u32]) -> bool {
        let even = Self::even(regions);
        let is_coarse_enough = || self.side == even.side || is_crowded(&self.doubled(counts));
        let is_fine_enough = || !is_crowded(counts) || self.halves().is_none();
        self.side <= even.side && is_fine_enough() && is_coarse_enough()
    }

    /// The sectors for regions that are spread evenly.
    fn even(regions: &Regions) -> Self {
        let size = regions.room.size().max(DVec2::ZERO);
        let share = REGIONS / (regions.len().max(1) as f64);
        let side = (size.x * size.y * share).sqrt().max(size.max_element() / MOST);
        let side = if side > 0.0 { libm::exp2(libm::log2(side).round()) } else { 1.0 };
        Self::with_side(regions.room, side)
    }

    fn with_side(room: Aabb, side: f64) -> Self {
        let size = room.size().max(DVec2::ZERO);
        let count = |length: f64| ((length / side).ceil() as u32).max(1);
        Self { room, side, columns: count(size.x), rows: count(size.y) }
    }

    /// Sectors with half the side, unless they are too many.
    fn halves(&self) -> Option<Self> {
        let is_possible = f64::from(self.columns.max(self.rows)) <= MOST * 0.5;
        is_possible.then(|| Self::with_side(self.room, self.side * 0.5))
    }

    /// The numbers of regions in sectors with twice the side.
    fn doubled(&self, counts: &[u32]) -> Vec<u32> {
        let columns = self.columns.div_ceil(2);
        let mut doubled = vec![0; (columns * self.rows.div_ceil(2)) as usize];
        for (sector, count) in (0..).zip(counts) {
            let [column, row] = [sector % self.columns / 2, sector / self.columns / 2];
            doubled[(row * columns + column) as usize] += count;
        }
        doubled
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

/// Whether too many regions are in a sector, on average over those that have any.
fn is_crowded(counts: &[u32]) -> bool {
    let total: usize = counts.iter().map(|&count| count as usize).sum();
    let occupied = counts.iter().filter(|&&count| count > 0).count();
    total > occupied * CROWDED
}
