//! The flock over plain arrays: what the machine reaches with the same neighbourhood search, and
//! without agents.
//!
//! The boids are sorted by cell before every step, so that those of a cell follow each other.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::rule::Company;
use super::{Boid, Flock, SIGHT, side};

/// A flock over plain arrays.
pub struct Arrays {
    boids: Vec<Boid>,
    next: Vec<Boid>,
    cells: Cells,
    side: f64,
    rng: Pcg64Mcg,
}

impl Arrays {
    /// So many boids, spread evenly at random.
    pub fn new(boids: u32, seed: u64) -> Self {
        let side = side(boids);
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut place = || [side * rng.random::<f64>(), side * rng.random::<f64>()];
        let boids: Vec<Boid> =
            (0..boids).map(|_| Boid { at: place(), velocity: [0.0; 2] }).collect();
        Self { next: boids.clone(), cells: Cells::new(side), boids, side, rng }
    }
}

impl Flock for Arrays {
    fn step(&mut self) {
        let Self { boids, next, cells, side, rng } = self;
        cells.sort(boids, next);
        std::mem::swap(boids, next);
        for (own, next) in next.iter_mut().enumerate() {
            let me = boids[own];
            let mut company = Company::alone();
            cells.visit_near(own, boids, *side, |offset, other| {
                company.meet(offset, other.velocity)
            });
            let velocity = company.step(me.velocity, [rng.random(), rng.random()]);
            let at = [0, 1].map(|axis| wrapped(me.at[axis] + velocity[axis], *side));
            *next = Boid { at, velocity };
        }
        std::mem::swap(boids, next);
    }

    fn boids(&self) -> Vec<Boid> {
        self.boids.clone()
    }
}

/// The mean number of others within sight.
pub fn mean_neighbours(boids: &[Boid], side: f64) -> f64 {
    let mut cells = Cells::new(side);
    let mut sorted = boids.to_vec();
    cells.sort(boids, &mut sorted);
    let mut pairs = 0.0;
    for own in 0..sorted.len() {
        cells.visit_near(own, &sorted, side, |_, _| pairs += 1.0);
    }
    pairs / sorted.len() as f64
}

/// A torus of square cells, at least as wide as boids see.
struct Cells {
    across: usize,
    width: f64,
    /// Where the boids of each cell begin in the sorted list, and the end of the last.
    begins: Vec<usize>,
}

impl Cells {
    fn new(side: f64) -> Self {
        let across = ((side / SIGHT) as usize).max(3);
        Self { across, width: side / across as f64, begins: Vec::new() }
    }

    fn column_and_row(&self, at: [f64; 2]) -> [usize; 2] {
        at.map(|it| ((it / self.width) as usize).min(self.across - 1))
    }

    /// Copies the boids in the order of their cells.
    fn sort(&mut self, boids: &[Boid], sorted: &mut [Boid]) {
        let cell = |boid: &Boid| {
            let [column, row] = self.column_and_row(boid.at);
            row * self.across + column
        };
        let mut begins = vec![0; self.across * self.across + 1];
        for boid in boids {
            begins[cell(boid) + 1] += 1;
        }
        for index in 1..begins.len() {
            begins[index] += begins[index - 1];
        }
        let mut free = begins.clone();
        for boid in boids {
            let next = &mut free[cell(boid)];
            sorted[*next] = *boid;
            *next += 1;
        }
        self.begins = begins;
    }

    /// Visits all boids within sight of one, with the offset from each to it.
    #[inline]
    fn visit_near(
        &self,
        own: usize,
        sorted: &[Boid],
        side: f64,
        mut visit: impl FnMut([f64; 2], &Boid),
    ) {
        let me = &sorted[own];
        let [column, row] = self.column_and_row(me.at);
        let around = |it: usize| [(it + self.across - 1) % self.across, it, (it + 1) % self.across];
        for row in around(row) {
            for column in around(column) {
                let cell = row * self.across + column;
                let indices = self.begins[cell]..self.begins[cell + 1];
                for (index, other) in indices.clone().zip(&sorted[indices]) {
                    let offset = [0, 1].map(|axis| shortest(me.at[axis] - other.at[axis], side));
                    let square = offset[0] * offset[0] + offset[1] * offset[1];
                    if square <= SIGHT * SIGHT && index != own {
                        visit(offset, other);
                    }
                }
            }
        }
    }
}

/// The shorter of the two offsets around a torus.
#[inline]
pub fn shortest(offset: f64, side: f64) -> f64 {
    if offset > side * 0.5 {
        offset - side
    } else if offset < -side * 0.5 {
        offset + side
    } else {
        offset
    }
}

#[inline]
fn wrapped(at: f64, side: f64) -> f64 {
    if at < 0.0 {
        // A tiny negative number would be rounded to the side itself.
        (at + side).min(side.next_down())
    } else if at >= side {
        at - side
    } else {
        at
    }
}
