//! Small bodies in square cells.

use std::ops::ControlFlow;

use glam::{DVec2, IVec2};

use super::{Mobility, Slot};
use crate::geometry::{Aabb, lattice};
use crate::table::Table;

/// Bodies in square cells, each in the cell of its centre. A query looks into the cells that it touches
/// and into those near by, as far as a body may reach beyond its cell.
///
/// The side of the cells follows the density of the bodies, as they have it around them: neither are cells
/// crowded where a herd fills a corner of a large world, nor mostly empty where bodies are few.
#[derive(Debug, Clone)]
pub(super) struct Cells {
    side: f64,
    per_unit: f64,
    /// Squares of cells, in the order in which they were first used.
    blocks: Vec<Block>,
    /// The indices of the squares in that list, by the coordinates of their corners in squares.
    indices: Table<(i32, i32)>,
    /// The largest extent of a body beyond its centre, and more than the rounding errors of queries.
    reach: f64,
    count: usize,
    /// The number of pairs of bodies in the same cell, each body with itself included.
    pairs: u64,
}

/// A body, as cells know it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub body: Aabb,
    pub slot: Slot,
    pub mobility: Mobility,
}

/// A cell, and the place of a body in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellPlace {
    pub cell: u32,
    pub at: u32,
}

/// A square of `WIDTH` × `WIDTH` cells, row by row.
#[derive(Debug, Clone, Default)]
struct Block {
    corner: IVec2,
    cells: [Vec<Entry>; WIDTH * WIDTH],
}

/// The binary logarithm of the number of cells along the side of a block.
const SHIFT: u32 = 2;

const WIDTH: usize = 1 << SHIFT;

/// The offset of the last cell of a block.
const LAST: IVec2 = IVec2::splat((1 << SHIFT) - 1);

/// The sides that cells can have, in units.
const SIDES: [f64; 2] = [16.0, 4096.0];

/// The mean number of bodies in the cell of a body, itself included, below and above which the side is
/// doubled or halved.
const CROWD: [u64; 2] = [2, 24];

impl Cells {
    /// Empty cells.
    pub fn new() -> Self {
        Self::with_side(256.0)
    }

    fn with_side(side: f64) -> Self {
        Self {
            side,
            per_unit: side.recip(),
            blocks: Vec::new(),
            indices: Table::default(),
            reach: 0.0,
            count: 0,
            pairs: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The body at a place.
    pub fn at(&self, place: CellPlace) -> &Entry {
        let (block, cell) = split(place.cell);
        &self.blocks[block].cells[cell][place.at as usize]
    }

    /// Adds a body.
    pub fn insert(&mut self, entry: Entry) -> CellPlace {
        let number = self.cell_for(entry.body.centre());
        self.reach = self.reach.max(reach_of(&entry.body));
        let (block, cell) = split(number);
        let cell = &mut self.blocks[block].cells[cell];
        let at = small(cell.len());
        cell.push(entry);
        self.count += 1;
        self.pairs += u64::from(at) * 2 + 1;
        CellPlace { cell: number, at }
    }

    /// Removes the body at a place. Returns the slot of the body that takes this place, if any.
    pub fn remove(&mut self, place: CellPlace) -> Option<Slot> {
        let (block, cell) = split(place.cell);
        let cell = &mut self.blocks[block].cells[cell];
        cell.swap_remove(place.at as usize);
        self.count -= 1;
        self.pairs -= cell.len() as u64 * 2 + 1;
        cell.get(place.at as usize).map(|moved| moved.slot)
    }

    /// Updates the box of a body, if it stays in its cell.
    pub fn update(&mut self, place: CellPlace, body: Aabb) -> bool {
        let ((block, cell), now_in) = (split(place.cell), self.cell_of(body.centre()));
        let Block { corner, cells } = &mut self.blocks[block];
        let offset = now_in - (*corner << SHIFT);
        let stays = offset == offset_of(cell);
        if stays {
            cells[cell][place.at as usize].body = body;
            self.reach = self.reach.max(reach_of(&body));
        }
        stays
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`, until it breaks.
    pub fn try_visit<B>(
        &self,
        area: &Aabb,
        mut visit: impl FnMut(&Entry) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let near = area.inflated(DVec2::splat(self.reach));
        let [low, high] = [self.cell_of(near.min), self.cell_of(near.max)];
        let (first, last) = (low >> SHIFT, high >> SHIFT);
        let blocks = (last.as_i64vec2() - first.as_i64vec2() + 1).as_u64vec2();
        if blocks.x.saturating_mul(blocks.y) > self.blocks.len() as u64 {
            let cells = self.blocks.iter().flat_map(|block| &block.cells);
            return cells.flatten().filter(|entry| entry.body.touches(area)).try_for_each(visit);
        }
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let Some(index) = self.indices.get((x, y)) else { continue };
                let Block { corner, cells } = &self.blocks[index as usize];
                let origin = *corner << SHIFT;
                let from = (low - origin).max(IVec2::ZERO).as_usizevec2();
                let to = (high - origin).min(LAST).as_usizevec2();
                for row in from.y..=to.y {
                    for cell in &cells[row * WIDTH + from.x..=row * WIDTH + to.x] {
                        for entry in cell {
                            if entry.body.touches(area) {
                                visit(entry)?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the side of the cells no longer suits the bodies in them.
    pub fn are_unsuited(&self) -> bool {
        self.better_side().is_some()
    }

    /// Sorts all bodies into cells of a better side, and reports the new place of each.
    pub fn rebuild(&mut self, mut moved: impl FnMut(Slot, CellPlace)) {
        while let Some(side) = self.better_side() {
            let old = std::mem::replace(self, Self::with_side(side));
            let cells = old.blocks.into_iter().flat_map(|block| block.cells);
            for entry in cells.flatten() {
                let place = self.insert(entry);
                moved(entry.slot, place);
            }
        }
    }

    /// The squares of the cells in use.
    pub fn squares(&self) -> impl Iterator<Item = Aabb> + '_ {
        self.blocks.iter().flat_map(|block| {
            let used = (0..).zip(&block.cells).filter(|(_, cell)| !cell.is_empty());
            used.map(|(number, _)| {
                let cell = (block.corner << SHIFT) + offset_of(number);
                let min = cell.as_dvec2() * self.side;
                Aabb { min, max: min + DVec2::splat(self.side) }
            })
        })
    }

    fn better_side(&self) -> Option<f64> {
        let ([few, many], count) = (CROWD, self.count as u64);
        let [least, most] = SIDES;
        if self.pairs > count * many && self.side > least {
            Some(self.side * 0.5)
        } else if self.pairs < count * few && self.side < most {
            Some(self.side * 2.0)
        } else {
            None
        }
    }

    #[inline]
    fn cell_of(&self, point: DVec2) -> IVec2 {
        floor(point * self.per_unit)
    }

    /// The number of the cell for a centre. Its block is added if need be.
    fn cell_for(&mut self, centre: DVec2) -> u32 {
        let cell = self.cell_of(centre);
        let corner = cell >> SHIFT;
        let block = self.indices.get(corner.into()).unwrap_or_else(|| {
            let number = small(self.blocks.len());
            self.blocks.push(Block { corner, ..Block::default() });
            self.indices.set(corner.into(), number);
            number
        });
        let offset = (cell - (corner << SHIFT)).as_uvec2();
        block * small(WIDTH * WIDTH) + offset.y * small(WIDTH) + offset.x
    }
}

fn reach_of(body: &Aabb) -> f64 {
    body.size().max_element() * 0.5 + lattice::STEP
}

/// The number of a block, and that of a cell within it.
fn split(cell: u32) -> (usize, usize) {
    let cell = cell as usize;
    (cell / (WIDTH * WIDTH), cell % (WIDTH * WIDTH))
}

/// The column and row of a cell within its block.
fn offset_of(cell: usize) -> IVec2 {
    let cell = small(cell).cast_signed();
    IVec2::new(cell & LAST.x, cell >> SHIFT)
}

/// The greatest whole numbers that are not above the coordinates, without a call of the library.
#[inline]
fn floor(point: DVec2) -> IVec2 {
    let whole = point.as_ivec2();
    whole - IVec2::from(whole.as_dvec2().cmpgt(point))
}

#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
fn small(number: usize) -> u32 {
    number as u32
}
