//! Flat arrays, sorted by cell in every tick; the bodies of a crowded cell are sorted once more, by cells of its own.

use terrarium::geometry::Aabb;

use super::candidate::BodyIndex;
use super::crowd::Crowd;
use super::sorted_cells::SortedCells;

/// The number of bodies above which a cell is divided.
const CROWDED: usize = 32;

#[derive(Default)]
pub struct NestedCells {
    outer: SortedCells,
    /// For each of its cells the index of what divides it, if it is crowded.
    divided: Vec<Option<u32>>,
    inner: Vec<SortedCells>,
    /// Where the bodies of each cell are.
    ranges: Vec<(u32, u32)>,
}

impl BodyIndex for NestedCells {
    fn new(_: &Crowd) -> Self {
        Self::default()
    }

    fn begin_tick(&mut self, crowd: &Crowd) {
        let Self { outer, divided, inner, ranges } = self;
        outer.sort(crowd);
        divided.clear();
        ranges.clear();
        let mut used = 0;
        for range in outer.ranges() {
            let small = |number: usize| u32::try_from(number).expect("slots are 32 bits");
            ranges.push((small(range.start), small(range.end)));
            divided.push((range.len() > CROWDED).then_some(small(used)));
            if range.len() > CROWDED {
                if used == inner.len() {
                    inner.push(SortedCells::default());
                }
                inner[used].sort_some(outer.slots[range].iter().copied(), crowd);
                used += 1;
            }
        }
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        let Self { outer, divided, inner, ranges } = &*self;
        outer.visit_cells(seen, |cell| {
            if let Some(divided) = divided[cell] {
                let inner = &inner[divided as usize];
                inner.visit_indices(seen, |index| visit(inner.slots[index], &inner.areas[index]));
                return;
            }
            let (begin, end) = ranges[cell];
            for index in begin as usize..end as usize {
                if outer.areas[index].touches(seen) {
                    visit(outer.slots[index], &outer.areas[index]);
                }
            }
        });
    }
}
