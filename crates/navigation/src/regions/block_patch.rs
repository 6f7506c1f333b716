//! Blocks after a change of some regions.
//!
//! The regions around a change, the old ones among them on the one hand and the new ones on the other, are
//! two small graphs with the same connections to the rest. If in both of them the same part of these
//! connections is in one block, a path outside the one leads through the other too, whichever region is left
//! out. Then all blocks outside are as they were, and only those of the small graph are recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Regions;
use super::blocks::{Blocks, Neighbours};

/// The numbers of regions around a change that are looked at, until these are enough.
const AROUND: [usize; 4] = [60, 250, 1000, 8000];

/// How many regions can be looked at together in the time that it takes to look at one of those around a
/// change.
const TOGETHER: usize = 8;

/// The regions that were replaced.
pub(super) struct Replaced {
    /// Their neighbours, and the blocks between.
    neighbours: BTreeMap<u32, Vec<(u32, u32)>>,
    /// For each of the regions around them those that were its neighbours.
    beside: BTreeMap<u32, Vec<(u32, u32)>>,
}

/// The regions around a change.
struct Around {
    regions: BTreeSet<u32>,
    /// Those with neighbours elsewhere.
    ends: BTreeSet<u32>,
}

/// A part of the graph of regions.
#[derive(Default)]
struct Part {
    regions: Vec<u32>,
    /// The neighbours of all in a row, by their place in the part, and where those of each begin.
    neighbours: Vec<u32>,
    first: Vec<u32>,
}

/// The blocks of a part.
struct PartBlocks {
    part: Part,
    blocks: Blocks,
    /// The block that joins the ends, if there are ends. The first region is in it, and is an end.
    main: Option<u32>,
    /// The regions that lie between an end and the main block.
    beyond: BTreeSet<u32>,
}

impl Replaced {
    /// Remembers regions before they are removed.
    pub fn new(regions: &Regions, removed: impl Iterator<Item = u32> + Clone) -> Self {
        let is_removed: BTreeSet<u32> = removed.clone().collect();
        let mut replaced = Self { neighbours: BTreeMap::new(), beside: BTreeMap::new() };
        for region in removed {
            let exits = regions.edges(region);
            let exits = &regions.exits[exits.start as usize..exits.end as usize];
            for exit in exits.iter().filter(|exit| !is_removed.contains(&exit.to)) {
                replaced.beside.entry(exit.to).or_default().push((region, exit.block));
            }
            let neighbours = exits.iter().map(|exit| (exit.to, exit.block)).collect();
            replaced.neighbours.insert(region, neighbours);
        }
        replaced
    }
}

impl Regions {
    /// Recomputes the blocks after regions were replaced by others: near them, if that is enough.
    pub(super) fn update_blocks(&mut self, replaced: &Replaced, added: &[u32]) {
        self.blocks.resize(self.regions.len());
        let added: BTreeSet<u32> = added.iter().copied().collect();
        let regions = self.len();
        let mut few = AROUND.into_iter().take_while(|count| count * TOGETHER <= regions);
        let is_done = few.any(|count| self.patch_blocks(replaced, &added, count));
        if !is_done {
            self.blocks = Blocks::new(self);
            for exit in self.exits.iter_mut().filter(|exit| exit.exists()) {
                exit.block = self.blocks.of_edge(exit.from, exit.to);
            }
        }
    }

    /// The same with about `count` regions around those that were replaced. Returns false where these are
    /// not enough, and then changes nothing.
    fn patch_blocks(&mut self, replaced: &Replaced, added: &BTreeSet<u32>, count: usize) -> bool {
        let around = self.around(replaced, added, count);
        let old: Vec<u32> = replaced.neighbours.keys().chain(&around.regions).copied().collect();
        let old_neighbours = |region: u32| -> Vec<u32> {
            let own = replaced.neighbours.get(&region).into_iter().flatten();
            let beside = replaced.beside.get(&region).into_iter().flatten();
            let current = self.edges(region).map(|edge| self.end(edge));
            let current = current.filter(|end| !added.contains(end));
            own.chain(beside).map(|&(end, _)| end).chain(current).collect()
        };
        let is_replaced = |region: u32| replaced.neighbours.contains_key(&region);
        let Some(before) = PartBlocks::new(&old, old_neighbours, &around.ends, is_replaced) else {
            return false;
        };
        let new: Vec<u32> = added.iter().chain(&around.regions).copied().collect();
        let new_neighbours =
            |region: u32| self.edges(region).map(|edge| self.end(edge)).collect::<Vec<u32>>();
        let is_added = |region: u32| added.contains(&region);
        let Some(after) = PartBlocks::new(&new, new_neighbours, &around.ends, is_added) else {
            return false;
        };
        if before.beyond != after.beyond || before.main.is_some() != after.main.is_some() {
            return false;
        }
        let block_before = |from: u32, to: u32| {
            let current = self.edges(from).find(|&edge| self.end(edge) == to);
            let saved = || {
                let saved = replaced.neighbours.get(&from).or_else(|| replaced.beside.get(&from));
                saved?.iter().find(|(end, _)| *end == to).map(|&(_, block)| block)
            };
            current.map(|edge| self.exits[edge as usize].block).or_else(saved)
        };
        // The numbers of the blocks before.
        let mut numbers = BTreeMap::new();
        for (from, to, block) in before.edges() {
            numbers.entry(block).or_insert_with(|| block_before(from, to));
        }
        let numbers: BTreeMap<u32, u32> =
            numbers.into_iter().filter_map(|(block, number)| Some((block, number?))).collect();
        self.renumber_blocks(&before, &after, &numbers);
        true
    }

    /// The regions around those that were replaced, the nearest first, up to about so many.
    fn around(&self, replaced: &Replaced, added: &BTreeSet<u32>, count: usize) -> Around {
        let mut regions: BTreeSet<u32> = replaced.beside.keys().copied().collect();
        let mut queue: Vec<u32> = regions.iter().copied().collect();
        let mut next = 0;
        while next < queue.len() && queue.len() < count {
            for edge in self.edges(queue[next]) {
                let end = self.end(edge);
                if !added.contains(&end) && regions.insert(end) {
                    queue.push(end);
                }
            }
            next += 1;
        }
        let is_elsewhere = |end: u32| !added.contains(&end) && !regions.contains(&end);
        let is_end = |region: &u32| self.edges(*region).any(|edge| is_elsewhere(self.end(edge)));
        let ends = queue.iter().copied().filter(is_end).collect();
        Around { regions, ends }
    }

    /// Replaces the blocks of one part by those of another. `numbers` are those of the old ones.
    fn renumber_blocks(
        &mut self,
        before: &PartBlocks,
        after: &PartBlocks,
        numbers: &BTreeMap<u32, u32>,
    ) {
        let main = before.main.map(|main| numbers[&main]);
        let is_gone = |number: u32| numbers.values().any(|&it| it == number);
        let first = after.part.regions.first().copied();
        if let Some((main, first)) = main.zip(first) {
            let above = self.blocks.above_of(main);
            let is_first = |above: u32| {
                let block = self.blocks.block(above);
                let is_local = block.is_some_and(|block| block != main && is_gone(block));
                !is_local && after.is_in_main(above)
            };
            // The first of the component was not there, or is no longer: another one is.
            let is_near = before.index_of(above).is_some() && !before.beyond.contains(&above);
            if is_near && !is_first(above) {
                self.blocks.make_first(first, main);
            }
        }
        let component = main.and(first).map(|first| self.blocks.component(first));
        let dropped = numbers.values().copied().filter(|&number| Some(number) != main);
        let lost = before.part.regions.iter().filter(|&&it| !before.beyond.contains(&it));
        let lost: BTreeSet<u32> = lost.map(|&region| self.blocks.component(region)).collect();
        let lost = lost.into_iter().filter(|&it| Some(it) != component);
        let dropped: BTreeSet<u32> = dropped.collect();
        self.blocks.drop_numbers(dropped, lost.collect());
        let patch = BlockPatch {
            main: after.main.zip(main),
            component,
            regions: &after.part.regions,
            beyond: &after.beyond,
        };
        let new_numbers = self.blocks.adopt(&after.blocks, &patch);
        for (from, to, block) in after.edges() {
            let number = new_numbers[block as usize];
            let edges = self.edges(from);
            for exit in &mut self.exits[edges.start as usize..edges.end as usize] {
                if exit.to == to {
                    exit.block = number;
                }
            }
        }
    }
}

/// How the blocks of a part become those of the whole.
pub(super) struct BlockPatch<'a> {
    /// The main block of the part, and its number in the whole.
    pub main: Option<(u32, u32)>,
    /// The component of the main block.
    pub component: Option<u32>,
    /// The regions of the part.
    pub regions: &'a [u32],
    /// Those that keep their place.
    pub beyond: &'a BTreeSet<u32>,
}

impl PartBlocks {
    /// The blocks of a part with these ends. `None` if what has `changed` lies between an end and the block
    /// that joins most ends, or an end is not connected to that.
    fn new(
        regions: &[u32],
        neighbours: impl Fn(u32) -> Vec<u32>,
        ends: &BTreeSet<u32>,
        changed: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let part = Part::new(regions, &neighbours);
        let blocks = Blocks::new(&part);
        let Some(main) = part.main(&blocks, ends, None) else {
            let is_joined = ends.is_empty();
            let beyond = BTreeSet::new();
            return is_joined.then_some(Self { part, blocks, main: None, beyond });
        };
        let is_in = |index: &u32| blocks.holds(main, *index);
        let is_end = |index: &u32| ends.contains(&part.regions[*index as usize]);
        let first = (0..regions.len() as u32).find(|it| is_in(it) && is_end(it))?;
        let mut regions = part.regions.clone();
        regions.swap(0, first as usize);
        let part = Part::new(&regions, &neighbours);
        let blocks = Blocks::new(&part);
        let main = part.main(&blocks, ends, Some(0))?;
        let mut found = Self { part, blocks, main: Some(main), beyond: BTreeSet::new() };
        found.find_beyond(ends, changed)?;
        Some(found)
    }

    /// Finds what lies between an end and the main block. `None` if the change is beside that, or if an end
    /// is not connected to the block.
    fn find_beyond(&mut self, ends: &BTreeSet<u32>, changed: impl Fn(u32) -> bool) -> Option<()> {
        let main = self.main?;
        let region = |index: u32| self.part.regions[index as usize];
        let is_end = |&index: &u32| ends.contains(&region(index));
        // What hangs on a region of the main block, by the first block there.
        let mut branches: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for index in 0..self.part.regions.len() as u32 {
            let (mut at, mut branch) = (index, None);
            while !self.blocks.holds(main, at) {
                branch = self.blocks.block(at);
                let Some(block) = branch else { break };
                at = self.blocks.above_of(block);
            }
            if !self.blocks.connects(0, index) {
                if is_end(&index) {
                    return None;
                }
            } else if let Some(branch) = branch {
                branches.entry(branch).or_default().push(index);
            }
        }
        let is_beside_change = |index: u32| {
            let beside = self.part.edges(index).map(|edge| self.part.end(edge));
            beside.chain([index]).any(|index| changed(region(index)))
        };
        for indices in branches.into_values().filter(|indices| indices.iter().any(is_end)) {
            if indices.iter().any(|&index| is_beside_change(index)) {
                return None;
            }
            self.beyond.extend(indices.into_iter().map(region));
        }
        Some(())
    }

    /// The edges, in both directions, that are not beyond the part, with their blocks.
    fn edges(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let is_beyond = |region: u32| self.beyond.contains(&region);
        let indices = 0..self.part.regions.len() as u32;
        let from = move |from| self.part.edges(from).map(move |edge| (from, self.part.end(edge)));
        let numbered = indices.flat_map(from).map(|(from, to)| {
            let [a, b] = [from, to].map(|index| self.part.regions[index as usize]);
            (a, b, self.blocks.of_edge(from, to))
        });
        numbered.filter(move |&(a, b, _)| !is_beyond(a) && !is_beyond(b))
    }

    /// Where a region is in the part.
    fn index_of(&self, region: u32) -> Option<u32> {
        let index = self.part.regions.iter().position(|&it| it == region);
        index.map(|index| index as u32)
    }

    fn is_in_main(&self, region: u32) -> bool {
        let index = self.index_of(region);
        index.zip(self.main).is_some_and(|(index, main)| self.blocks.holds(main, index))
    }
}

impl Part {
    /// The part with these regions.
    fn new(regions: &[u32], neighbours: impl Fn(u32) -> Vec<u32>) -> Self {
        let mut indices: Vec<(u32, u32)> = regions.iter().copied().zip(0..).collect();
        indices.sort_unstable();
        let index = |region: u32| {
            let found = indices.binary_search_by_key(&region, |&(region, _)| region);
            found.ok().map(|found| indices[found].1)
        };
        let mut part = Self { regions: regions.to_vec(), ..Self::default() };
        for &region in regions {
            part.first.push(part.neighbours.len() as u32);
            part.neighbours.extend(neighbours(region).into_iter().filter_map(index));
        }
        part.first.push(part.neighbours.len() as u32);
        part
    }

    /// The block with the most ends, of those below a region if one is given.
    fn main(&self, blocks: &Blocks, ends: &BTreeSet<u32>, below: Option<u32>) -> Option<u32> {
        let mut counts = vec![0; blocks.count()];
        for (index, region) in (0..).zip(&self.regions) {
            if let Some(block) = blocks.block(index).filter(|_| ends.contains(region)) {
                counts[block as usize] += 1;
            }
        }
        for (block, count) in (0..).zip(&mut counts) {
            let above = blocks.above_of(block);
            *count += u32::from(ends.contains(&self.regions[above as usize]));
        }
        let is_below = |&block: &u32| below.is_none_or(|below| blocks.above_of(block) == below);
        let all = (0..blocks.count() as u32).rev().filter(is_below);
        all.max_by_key(|&block| counts[block as usize]).filter(|&it| counts[it as usize] > 0)
    }
}

impl Neighbours for Part {
    fn count(&self) -> usize {
        self.regions.len()
    }

    fn edges(&self, region: u32) -> Range<u32> {
        self.first[region as usize]..self.first[region as usize + 1]
    }

    fn end(&self, edge: u32) -> u32 {
        self.neighbours[edge as usize]
    }
}
