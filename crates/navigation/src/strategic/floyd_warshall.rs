//! All-pairs cheapest routes, in blocks.

use std::sync::Arc;

use rayon::prelude::*;

use super::pair_table::UNJOINED;
use super::pairs::Pairs;
use super::{NodeId, PairTable};

/// The side of a block. The blocks of one step fit into the first-level cache.
const SIDE: usize = 32;

/// The number of entries of a row that are processed together, in registers.
const LANES: usize = 8;

/// The number of nodes from which threads pay off.
const PARALLEL: usize = 512;

/// Marks a route that leads straight, through no other node.
const STRAIGHT: i32 = -1;

/// The costs of all cheapest routes, and for each an intermediate node.
///
/// Costs are symmetric, so only half of the matrix is stored: for each row of blocks, those up to
/// the diagonal. Costs are signed because more instruction sets can compare signed numbers in
/// vectors.
pub(super) struct AllPairsCosts {
    nodes: usize,
    rows: Vec<BlockRow>,
}

/// The blocks of one row, one after the other.
struct BlockRow {
    costs: Vec<i32>,
    through: Vec<i32>,
}

/// The row and column of blocks through which a step relaxes: for each row of blocks, the costs
/// from its nodes to those of the step, and the reverse.
struct Cross {
    to: Vec<Vec<i32>>,
    from: Vec<Vec<i32>>,
}

/// The size of a block and the nodes of a step.
#[derive(Clone, Copy)]
struct Extent {
    rows: usize,
    columns: usize,
    /// The intermediate nodes of this step: the first, and how many.
    through: (usize, usize),
}

impl AllPairsCosts {
    /// Runs the Floyd–Warshall algorithm.
    pub fn new(table: &PairTable) -> Self {
        let mut closure = Self::direct(table);
        for step in 0..closure.rows.len() {
            closure.relax_through(step);
        }
        closure
    }

    /// The matrix of direct costs.
    fn direct(table: &PairTable) -> Self {
        let nodes = table.nodes();
        let count = nodes.div_ceil(SIDE);
        let mut rows: Vec<BlockRow> = Vec::with_capacity(count);
        for row in 0..count {
            let size = (row + 1) * SIDE * SIDE;
            let mut costs = vec![UNJOINED.cast_signed(); size];
            for node in row * SIDE..((row + 1) * SIDE).min(nodes) {
                for other in 0..node {
                    let cost = table.cost(node as NodeId, other as NodeId).cast_signed();
                    costs[index(node, other)] = cost;
                    if other / SIDE == row {
                        costs[index(other, node)] = cost;
                    }
                }
                costs[index(node, node)] = 0;
            }
            rows.push(BlockRow { costs, through: vec![STRAIGHT; size] });
        }
        Self { nodes, rows }
    }

    /// Relaxes all routes through the nodes of one block.
    fn relax_through(&mut self, step: usize) {
        let nodes = self.nodes;
        let extent = |row: usize, column: usize| Extent {
            rows: SIDE.min(nodes - row * SIDE),
            columns: SIDE.min(nodes - column * SIDE),
            through: (step * SIDE, SIDE.min(nodes - step * SIDE)),
        };
        let middle = self.rows[step].relax_diagonal(step, extent(step, step));
        let (above, rest) = self.rows.split_at_mut(step);
        let (own, below) = rest.split_first_mut().expect("there is such a row");
        let from_above = (0..step).map(|column| {
            let block = own.block(column).0.to_vec();
            own.relax(column, &middle, &block, extent(step, column));
            own.block(column).0.to_vec()
        });
        let from_above: Vec<Vec<i32>> = from_above.collect();
        let to_below = |(row, blocks): (usize, &mut BlockRow)| {
            let block = blocks.block(step).0.to_vec();
            blocks.relax(step, &block, &middle, extent(step + 1 + row, step));
            blocks.block(step).0.to_vec()
        };
        let to_below: Vec<Vec<i32>> = if nodes >= PARALLEL {
            below.par_iter_mut().enumerate().map(to_below).collect()
        } else {
            below.iter_mut().enumerate().map(to_below).collect()
        };
        let cross = Cross::new(from_above, to_below);
        let rest = |(row, blocks): (usize, &mut BlockRow)| {
            for column in (0..=row).filter(|&column| column != step) {
                let (to, from) = (&cross.to[row], &cross.from[column]);
                blocks.relax(column, to, from, extent(row, column));
            }
        };
        if nodes >= PARALLEL {
            let above = above.par_iter_mut().enumerate();
            above
                .chain(below.par_iter_mut().enumerate().map(|(r, b)| (step + 1 + r, b)))
                .for_each(rest);
        } else {
            let above = above.iter_mut().enumerate();
            above
                .chain(below.iter_mut().enumerate().map(|(r, b)| (step + 1 + r, b)))
                .for_each(rest);
        }
    }

    /// The costs of all cheapest routes.
    pub fn costs(&self) -> PairTable {
        let of = |a: usize, b: usize| self.rows[a / SIDE].costs[index(a, b)] as u32;
        let costs = (0..self.nodes).flat_map(|a| (0..a).map(move |b| of(a, b)));
        PairTable::from_costs(Arc::new(Pairs::All(self.nodes)), costs.collect())
    }

    /// An intermediate node of the cheapest route between two nodes; `None` when that leads
    /// straight.
    pub fn through(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = (a.max(b), a.min(b));
        usize::try_from(self.rows[a / SIDE].through[index(a, b)]).ok()
    }
}

impl Cross {
    fn new(from_above: Vec<Vec<i32>>, to_below: Vec<Vec<i32>>) -> Self {
        let turned = |blocks: &[Vec<i32>]| blocks.iter().map(|b| transposed(b)).collect::<Vec<_>>();
        let mut to = turned(&from_above);
        let mut from = from_above;
        // The step's own row is already complete.
        to.push(Vec::new());
        from.push(Vec::new());
        from.extend(turned(&to_below));
        to.extend(to_below);
        Self { to, from }
    }
}

impl BlockRow {
    fn block(&mut self, column: usize) -> (&mut [i32], &mut [i32]) {
        let all = column * SIDE * SIDE..(column + 1) * SIDE * SIDE;
        (&mut self.costs[all.clone()], &mut self.through[all])
    }

    /// Relaxes the block on the diagonal, and returns its costs.
    fn relax_diagonal(&mut self, column: usize, extent: Extent) -> Vec<i32> {
        let (costs, through) = self.block(column);
        let (first, count) = extent.through;
        for middle in 0..count {
            let mut row = [0; SIDE];
            row.copy_from_slice(&costs[middle * SIDE..(middle + 1) * SIDE]);
            for from in 0..extent.rows {
                let line = from * SIDE..(from + 1) * SIDE;
                let here = costs[from * SIDE + middle];
                let by = ((first + middle) as u32).cast_signed();
                let (costs, through) = (&mut costs[line.clone()], &mut through[line]);
                for ((cost, through), &there) in costs.iter_mut().zip(through).zip(&row) {
                    let sum = here + there;
                    let better = sum < *cost;
                    *through = if better { by } else { *through };
                    *cost = if better { sum } else { *cost };
                }
            }
        }
        costs.to_vec()
    }

    /// Relaxes a block with routes that cost `to` as far as the step's nodes and `from` from there
    /// on.
    fn relax(&mut self, column: usize, to: &[i32], from: &[i32], extent: Extent) {
        let (costs, through) = self.block(column);
        for row in 0..extent.rows {
            let line = row * SIDE..(row + 1) * SIDE;
            let to = &to[line.clone()][..extent.through.1];
            let chunks = costs[line.clone()].chunks_exact_mut(LANES);
            let chunks = chunks.zip(through[line].chunks_exact_mut(LANES));
            for (chunk, (costs, through)) in chunks.take(extent.columns.div_ceil(LANES)).enumerate()
            {
                let costs = costs.try_into().expect("so many lanes");
                let through = through.try_into().expect("so many lanes");
                relax_lanes(costs, through, to, &from[chunk * LANES..], extent.through.0);
            }
        }
    }
}

/// The innermost loop: vectorised, branchless, with all values in registers.
#[inline]
fn relax_lanes(
    costs: &mut [i32; LANES],
    through: &mut [i32; LANES],
    to: &[i32],
    from: &[i32],
    first: usize,
) {
    let (mut best, mut by) = (*costs, *through);
    for ((&here, middle), there) in
        to.iter().zip((first as u32).cast_signed()..).zip(from.chunks(SIDE))
    {
        let there: &[i32; LANES] = there[..LANES].try_into().expect("so many lanes");
        for lane in 0..LANES {
            let sum = here + there[lane];
            let better = sum < best[lane];
            by[lane] = if better { middle } else { by[lane] };
            best[lane] = if better { sum } else { best[lane] };
        }
    }
    (*costs, *through) = (best, by);
}

/// The index of the cost between two nodes within its row of blocks.
fn index(a: usize, b: usize) -> usize {
    (b / SIDE) * SIDE * SIDE + (a % SIDE) * SIDE + b % SIDE
}

fn transposed(block: &[i32]) -> Vec<i32> {
    let mut turned = vec![0; SIDE * SIDE];
    for (row, line) in block.chunks_exact(SIDE).enumerate() {
        for (column, &cost) in line.iter().enumerate() {
            turned[column * SIDE + row] = cost;
        }
    }
    turned
}
