//! Cells whose side follows the density, updated in place: the index of worlds before bodies were in pages.

use glam::{DVec2, IVec2};
use terrarium::geometry::{Aabb, lattice};
use terrarium::space::Table;

use super::candidate::BodyIndex;
use super::crowd::Crowd;

/// Bodies in square cells, each in the cell of its centre. A query looks into the cells that it touches
/// and into those near by, as far as a body may reach beyond its cell.
///
/// The side of the cells follows the density of the bodies, as they have it around them: neither are cells
/// crowded where a herd fills a corner of a large world, nor mostly empty where bodies are few.
#[derive(Debug, Clone)]
pub struct AdaptiveCells {
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
    /// Where each body is, by slot.
    places: Vec<Place>,
}

/// A body, as cells know it.
#[derive(Debug, Clone, Copy)]
struct Entry {
    body: Aabb,
    slot: u32,
}

/// Where a body is: the number of a cell, and the index of the body in it.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    cell: u32,
    at: u32,
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

impl AdaptiveCells {
    fn with_side(side: f64) -> Self {
        Self {
            side,
            per_unit: side.recip(),
            blocks: Vec::new(),
            indices: Table::default(),
            reach: 0.0,
            count: 0,
            pairs: 0,
            places: Vec::new(),
        }
    }

    fn insert(&mut self, entry: Entry) {
        let number = self.cell_for(entry.body.centre());
        self.reach = self.reach.max(reach_of(&entry.body));
        let (block, cell) = split(number);
        let cell = &mut self.blocks[block].cells[cell];
        let at = small(cell.len());
        cell.push(entry);
        self.count += 1;
        self.pairs += u64::from(at) * 2 + 1;
        self.places[entry.slot as usize] = Place { cell: number, at };
    }

    fn remove(&mut self, slot: u32) {
        let place = self.places[slot as usize];
        let (block, cell) = split(place.cell);
        let cell = &mut self.blocks[block].cells[cell];
        cell.swap_remove(place.at as usize);
        self.count -= 1;
        self.pairs -= cell.len() as u64 * 2 + 1;
        if let Some(moved) = cell.get(place.at as usize) {
            self.places[moved.slot as usize] = place;
        }
    }

    /// Updates the box of a body, if it stays in its cell.
    fn update(&mut self, slot: u32, body: Aabb) -> bool {
        let place = self.places[slot as usize];
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

    fn visit_entries(&self, area: &Aabb, mut visit: impl FnMut(&Entry)) {
        let near = area.inflated(DVec2::splat(self.reach));
        let [low, high] = [self.cell_of(near.min), self.cell_of(near.max)];
        let (first, last) = (low >> SHIFT, high >> SHIFT);
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let Some(index) = self.indices.get((x, y)) else { continue };
                let Block { corner, cells } = &self.blocks[index as usize];
                let origin = *corner << SHIFT;
                let from = (low - origin).max(IVec2::ZERO).as_usizevec2();
                let to = (high - origin).min(LAST).as_usizevec2();
                for row in from.y..=to.y {
                    for cell in &cells[row * WIDTH + from.x..=row * WIDTH + to.x] {
                        cell.iter().filter(|entry| entry.body.touches(area)).for_each(&mut visit);
                    }
                }
            }
        }
    }

    /// Sorts all bodies into cells of a better side, if their density has changed much.
    fn adapt(&mut self) {
        while let Some(side) = self.better_side() {
            let mut old = std::mem::replace(self, Self::with_side(side));
            self.places = std::mem::take(&mut old.places);
            let cells = old.blocks.into_iter().flat_map(|block| block.cells);
            cells.flatten().for_each(|entry| self.insert(entry));
        }
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

impl BodyIndex for AdaptiveCells {
    fn new(crowd: &Crowd) -> Self {
        let mut cells = Self::with_side(256.0);
        cells.places.resize(crowd.areas.len(), Place::default());
        for (slot, &body) in (0..).zip(&crowd.areas) {
            cells.insert(Entry { body, slot });
            cells.adapt();
        }
        cells
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        self.visit_entries(seen, |entry| visit(entry.slot, &entry.body));
    }

    fn relocate(&mut self, slot: u32, body: Aabb) {
        if !self.update(slot, body) {
            self.remove(slot);
            self.insert(Entry { body, slot });
        }
    }
}
