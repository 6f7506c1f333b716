//! Dead ends: which parts of the free space a shortest path cannot pass.
//!
//! Regions and portals form a graph. Its blocks are the largest parts that no single region cuts in
//! two; blocks and the regions that join them form a tree. A path that enters a block that is not on
//! the way through this tree comes back to the same region, and regions are convex, so it is not the
//! shortest.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use terrarium_space::Table;

use super::block_patch::BlockPatch;

/// No block: above the first region of a component there is none.
const NONE: u32 = u32::MAX;

/// The tree of blocks of every component.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    regions: Vec<Place>,
    /// For each block the region that joins it to the one above.
    above: Vec<u32>,
    /// Numbers of blocks and of components that are no longer used.
    spare: Vec<u32>,
    spare_components: Vec<u32>,
    /// The first number of a component that was never used.
    next_component: u32,
}

/// The place of a region in the tree.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The block above.
    block: u32,
    /// The number of its component: that of one of its regions.
    component: u32,
}

/// Which regions are neighbours.
pub(super) trait Neighbours {
    /// The number of regions.
    fn count(&self) -> usize;

    /// The numbers of the edges that lead out of a region.
    fn edges(&self, region: u32) -> Range<u32>;

    /// The region to which an edge leads.
    fn end(&self, edge: u32) -> u32;
}

/// A region on the current branch of the depth-first search.
struct Visit {
    region: u32,
    /// The edge to the next of its neighbours, and the end of its edges.
    edges: Range<u32>,
}

impl Blocks {
    /// The blocks of a graph.
    pub fn new(graph: &impl Neighbours) -> Self {
        let count = graph.count();
        let place = |component| Place { block: NONE, component };
        let regions = (0..count as u32).map(place).collect();
        let mut blocks = Self {
            regions,
            above: Vec::new(),
            spare: Vec::new(),
            spare_components: Vec::new(),
            next_component: count as u32,
        };
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
                blocks.regions[enter as usize].component = root;
                branch.push(Visit { region: enter, edges: graph.edges(enter) });
                waiting.push(enter);
                match blocks.walk(graph, &mut branch, &mut waiting, (&found, &mut earliest)) {
                    Some(next) => enter = next,
                    None => break,
                }
            }
            waiting.clear();
        }
        blocks
    }

    /// Continues the depth-first search up to the next region that is new.
    fn walk(
        &mut self,
        graph: &impl Neighbours,
        branch: &mut Vec<Visit>,
        waiting: &mut Vec<u32>,
        (found, earliest): (&[u32], &mut [u32]),
    ) -> Option<u32> {
        while let Some(Visit { region, edges }) = branch.last_mut() {
            let at = *region as usize;
            if let Some(edge) = edges.next() {
                let to = graph.end(edge);
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

    /// The block of the edge between two neighbours.
    pub fn of_edge(&self, a: u32, b: u32) -> u32 {
        let [block, other] = [a, b].map(|region| self.regions[region as usize].block);
        let is_in_block = block == other || self.above(a) == Some(b);
        if is_in_block { block } else { other }
    }

    /// The region that joins the block of a region to the one above.
    fn above(&self, region: u32) -> Option<u32> {
        self.above.get(self.regions[region as usize].block as usize).copied()
    }

    /// Makes room for so many regions.
    pub fn resize(&mut self, count: usize) {
        let place = Place { block: NONE, component: NONE };
        self.regions.resize(count.max(self.regions.len()), place);
    }

    /// The number of blocks.
    pub fn count(&self) -> usize {
        self.above.len()
    }

    /// One more than the largest number of a component.
    pub fn components(&self) -> usize {
        self.next_component as usize
    }

    /// The block above a region; none above the first of a component.
    pub fn block(&self, region: u32) -> Option<u32> {
        Some(self.regions[region as usize].block).filter(|&block| block != NONE)
    }

    /// The region that joins a block to the one above.
    pub fn above_of(&self, block: u32) -> u32 {
        self.above[block as usize]
    }

    /// Whether a region is in a block.
    pub fn holds(&self, block: u32, region: u32) -> bool {
        self.block(region) == Some(block) || self.above_of(block) == region
    }

    /// Makes a region of a block the first of its component. What was above the block is to be replaced.
    pub fn make_first(&mut self, region: u32, block: u32) {
        self.above[block as usize] = region;
        self.regions[region as usize].block = NONE;
    }

    /// Lets numbers of blocks and of components be used again.
    pub fn drop_numbers(&mut self, blocks: BTreeSet<u32>, components: BTreeSet<u32>) {
        self.spare.extend(blocks);
        self.spare_components.extend(components);
    }

    /// Takes over the blocks of a part. Returns their new numbers.
    pub fn adopt(&mut self, part: &Self, patch: &BlockPatch<'_>) -> Vec<u32> {
        let is_kept = |region: u32| patch.beyond.contains(&region);
        let mut numbers = vec![NONE; part.above.len()];
        let mut components = BTreeMap::new();
        if let Some(((_, main), component)) = patch.main.zip(patch.component) {
            components.insert(part.component(0), component);
            let above = self.above[main as usize];
            let first = self.regions.get(above as usize).copied();
            self.set_places(part, patch, &mut numbers, &mut components);
            // The region above the main block is not below it.
            if let Some(first) = first {
                self.regions[above as usize] = first;
            }
        } else {
            self.set_places(part, patch, &mut numbers, &mut components);
        }
        for (block, &above) in part.above.iter().enumerate() {
            let above = patch.regions[above as usize];
            let is_main = patch.main.is_some_and(|(main, _)| main as usize == block);
            if !is_main && numbers[block] != NONE && !is_kept(above) {
                self.above[numbers[block] as usize] = above;
            }
        }
        numbers
    }

    fn set_places(
        &mut self,
        part: &Self,
        patch: &BlockPatch<'_>,
        numbers: &mut [u32],
        components: &mut BTreeMap<u32, u32>,
    ) {
        for (place, &region) in part.regions.iter().zip(patch.regions) {
            if patch.beyond.contains(&region) {
                continue;
            }
            let number = match (place.block, patch.main) {
                (NONE, Some((main, number)))
                    if part.above[main as usize] == 0 && region == patch.regions[0] =>
                {
                    number
                }
                (NONE, _) => NONE,
                (block, Some((main, number))) if block == main => {
                    numbers[block as usize] = number;
                    number
                }
                (block, _) => {
                    if numbers[block as usize] == NONE {
                        numbers[block as usize] = self.spare.pop().unwrap_or_else(|| {
                            self.above.push(NONE);
                            self.above.len() as u32 - 1
                        });
                    }
                    numbers[block as usize]
                }
            };
            let component = *components.entry(place.component).or_insert_with(|| {
                self.spare_components.pop().unwrap_or_else(|| {
                    self.next_component += 1;
                    self.next_component - 1
                })
            });
            self.regions[region as usize] = Place { block: number, component };
        }
    }

    /// The number of the component of a region.
    pub fn component(&self, region: u32) -> u32 {
        self.regions[region as usize].component
    }

    /// Whether a path leads from one region to another.
    pub fn connects(&self, from: u32, to: u32) -> bool {
        self.component(from) == self.component(to)
    }

    /// The blocks on the way from one region to another in the same component.
    pub fn between(&self, from: u32, to: u32) -> Table<u32> {
        let mut ways = [Ascent::from(from), Ascent::from(to)];
        let mut side = 0;
        while let Some(&last) = ways[side].regions.last() {
            if let Some(index) = ways[1 - side].indices.get(last) {
                // The last of each is where both meet.
                ways[side].regions.pop();
                ways[1 - side].regions.truncate(index as usize);
                break;
            }
            let [is_over, is_other_over] = [side, 1 - side].map(|side| ways[side].is_over);
            match self.above(last).filter(|_| !is_over) {
                Some(above) => ways[side].add(above),
                None if is_other_over => break,
                None => ways[side].is_over = true,
            }
            side = 1 - side;
        }
        let mut blocks = Table::default();
        for &region in ways.iter().flat_map(|way| &way.regions) {
            blocks.set(self.regions[region as usize].block, 1);
        }
        blocks
    }
}

/// The regions from one of them up the tree.
struct Ascent {
    regions: Vec<u32>,
    /// The indices of regions in the list.
    indices: Table<u32>,
    /// Whether the last is the first of its component.
    is_over: bool,
}

impl Ascent {
    fn from(region: u32) -> Self {
        let mut ascent = Self { regions: Vec::new(), indices: Table::default(), is_over: false };
        ascent.add(region);
        ascent
    }

    fn add(&mut self, region: u32) {
        self.indices.set(region, self.regions.len() as u32);
        self.regions.push(region);
    }
}
