//! Dead ends: which parts of the free space a shortest path cannot pass.
//!
//! Regions and portals form a graph. Its blocks are the largest parts that no single region cuts in
//! two; blocks and the regions that join them form a tree. A path that enters a block that is not on
//! the way through this tree comes back to the same region, and regions are convex, so it is not the
//! shortest.

use super::portal::Portal;
use super::table::Table;

/// No block: above the first region of a component there is none.
const NONE: u32 = u32::MAX;

/// The tree of blocks of every component.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    regions: Vec<Place>,
    /// For each block the region that joins it to the one above.
    above: Vec<u32>,
}

/// The place of a region in the tree.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The block above.
    block: u32,
    /// The number of blocks above.
    depth: u32,
    /// The first region of its component.
    component: u32,
}

/// A region on the current branch of the depth-first search.
struct Visit {
    region: u32,
    /// The next of its neighbours.
    next: u32,
}

impl Blocks {
    /// The blocks of a graph whose edges are portals. `neighbours` are those of all regions in a
    /// row, and those of each begin at its entry in `first`, which has one more entry for the end.
    pub fn of(first: &[u32], neighbours: &[u32]) -> Self {
        let count = first.len() - 1;
        let place = |component| Place { block: NONE, depth: 0, component };
        let regions = (0..count as u32).map(place).collect();
        let mut blocks = Self { regions, above: Vec::new() };
        // When each region was found, from 1 on, and the earliest region that its branch leads to.
        let mut found = vec![0_u32; count];
        let mut earliest = vec![0_u32; count];
        let (mut branch, mut waiting, mut time) = (Vec::new(), Vec::new(), 0);
        for root in 0..count as u32 {
            if found[root as usize] != 0 {
                continue;
            }
            let mut enter = root;
            loop {
                time += 1;
                (found[enter as usize], earliest[enter as usize]) = (time, time);
                branch.push(Visit { region: enter, next: first[enter as usize] });
                waiting.push(enter);
                match blocks.walk(
                    &mut branch,
                    &mut waiting,
                    (first, neighbours),
                    (&found, &mut earliest),
                ) {
                    Some(next) => enter = next,
                    None => break,
                }
            }
            waiting.clear();
        }
        blocks.measure(&found);
        blocks
    }

    /// Continues the depth-first search up to the next region that is new.
    fn walk(
        &mut self,
        branch: &mut Vec<Visit>,
        waiting: &mut Vec<u32>,
        (first, neighbours): (&[u32], &[u32]),
        (found, earliest): (&[u32], &mut [u32]),
    ) -> Option<u32> {
        while let Some(Visit { region, next }) = branch.last_mut() {
            let at = *region as usize;
            if *next < first[at + 1] {
                let to = neighbours[*next as usize];
                *next += 1;
                if found[to as usize] == 0 {
                    return Some(to);
                }
                earliest[at] = earliest[at].min(found[to as usize]);
                continue;
            }
            branch.pop();
            let Some(Visit { region: parent, .. }) = branch.last() else { break };
            let above = *parent as usize;
            earliest[above] = earliest[above].min(earliest[at]);
            if earliest[at] >= found[above] {
                let block = self.above.len() as u32;
                self.above.push(*parent);
                while let Some(member) = waiting.pop() {
                    self.regions[member as usize].block = block;
                    if member as usize == at {
                        break;
                    }
                }
            }
        }
        None
    }

    /// Sets depths and components from those of the regions above, which were found before.
    fn measure(&mut self, found: &[u32]) {
        let mut order = vec![0; found.len()];
        for (region, time) in found.iter().enumerate() {
            order[*time as usize - 1] = region;
        }
        for region in order {
            if let Some(&above) = self.above.get(self.regions[region].block as usize) {
                let Place { depth, component, .. } = self.regions[above as usize];
                let place = &mut self.regions[region];
                (place.depth, place.component) = (depth + 1, component);
            }
        }
    }

    /// The block of a portal.
    pub fn of_portal(&self, Portal { left, right, .. }: &Portal) -> u32 {
        let [a, b] = [left, right].map(|&region| self.regions[region as usize]);
        if a.depth > b.depth { a.block } else { b.block }
    }

    /// The component of a region: the number of its first region.
    pub fn component(&self, region: u32) -> u32 {
        self.regions[region as usize].component
    }

    /// Whether a path leads from one region to another.
    pub fn connects(&self, from: u32, to: u32) -> bool {
        self.component(from) == self.component(to)
    }

    /// The blocks on the way from one region to another in the same component.
    pub fn between(&self, from: u32, to: u32) -> Table {
        let mut blocks = Table::default();
        let (mut low, mut high) = (from, to);
        while low != high {
            if self.regions[low as usize].depth < self.regions[high as usize].depth {
                (low, high) = (high, low);
            }
            let Place { block, .. } = self.regions[low as usize];
            let Some(&above) = self.above.get(block as usize) else { break };
            blocks.set(block, 1);
            low = above;
        }
        blocks
    }
}
