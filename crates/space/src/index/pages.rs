//! Bodies in the pages of an R-tree.

use std::ops::ControlFlow;

use super::Slot;
use super::hierarchy::Hierarchy;
use super::near::NearPages;
use super::quad::{Bounds, Boxes, Probe, WIDTH};
use crate::geometry::{Aabb, DVec2};
use crate::hilbert::sort_along_curve;

/// The number of bodies in a page when all are sorted anew: the rest is room for those that are added.
const FILLED: usize = 30;

/// The growth of the boxes of pages, in perimeter, after which all bodies are sorted anew.
const LOOSE: f64 = 1.4;

/// The length of a step out of a page, in half perimeters of it, after which a body is put elsewhere.
const FAR: f64 = 0.5;

/// The bodies of an R-tree, in pages of neighbours.
///
/// A body that moves stays in its page, whose box follows it. Once in a tick, and after very many changes, the boxes are
/// fitted again, and if they have grown much, all bodies are sorted anew into pages, in the order of a Hilbert curve.
/// The tree is exact at any moment.
#[derive(Debug, Clone, Default)]
pub(super) struct Pages {
    nodes: Hierarchy,
    pages: Vec<Page>,
    count: usize,
    /// The number of changes since the boxes were fitted.
    changes: usize,
    /// The sum of the half perimeters of pages, and their number, when all bodies were sorted.
    sorted: (f64, usize),
}

/// Neighbours. What is found of each is in one line of a cache.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Page {
    /// The boxes of the bodies, rounded; nothing behind the last one.
    rounded: Boxes,
    /// The boxes as they are; of no meaning behind the last one.
    areas: [Aabb; WIDTH],
    slots: [Slot; WIDTH],
    count: usize,
}

/// What takes down the number under which a body is found.
pub(super) trait Placed: FnMut(Slot, u32) {}

impl<F: FnMut(Slot, u32)> Placed for F {}

impl Page {
    const EMPTY: Self = Self {
        rounded: Boxes::EMPTY,
        areas: [Aabb { min: DVec2::ZERO, max: DVec2::ZERO }; WIDTH],
        slots: [Slot(0); WIDTH],
        count: 0,
    };

    #[inline]
    fn set(&mut self, lane: usize, area: Aabb) {
        self.areas[lane] = area;
        self.rounded.set(lane, Bounds::of(&area));
    }

    /// Adds a body, for which there is room. Returns its lane.
    fn push(&mut self, slot: Slot, area: Aabb) -> usize {
        let lane = self.count;
        self.set(lane, area);
        self.slots[lane] = slot;
        self.count += 1;
        lane
    }

    /// Removes a body; the last one takes its lane. Returns the slot of that one, unless the two are the same.
    fn swap_remove(&mut self, lane: usize) -> Option<Slot> {
        let last = self.count - 1;
        let moved = (lane != last).then_some(self.slots[last]);
        self.set(lane, self.areas[last]);
        self.slots[lane] = self.slots[last];
        self.rounded.set(last, Bounds::NONE);
        self.count = last;
        moved
    }

    #[inline]
    fn try_visit<B>(
        &self,
        probe: &Probe,
        area: &Aabb,
        visit: &mut impl FnMut(Slot, &Aabb) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut todo = self.rounded.touching(probe);
        while todo != 0 {
            let lane = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            if self.areas[lane].touches(area) {
                visit(self.slots[lane], &self.areas[lane])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn bodies(&self) -> impl Iterator<Item = (Slot, Aabb)> + '_ {
        self.slots.iter().copied().zip(self.areas).take(self.count)
    }
}

impl Pages {
    /// Replaces all bodies, and reports where each is.
    pub fn load(&mut self, mut bodies: Vec<(Slot, Aabb)>, mut placed: impl Placed) {
        sort_along_curve(&mut bodies, |(_, area)| *area);
        self.count = bodies.len();
        self.pages.clear();
        for (run, number) in bodies.chunks(FILLED).zip(0..) {
            let mut page = Page::EMPTY;
            for &(slot, area) in run {
                placed(slot, index_of(number, page.push(slot, area)));
            }
            self.pages.push(page);
        }
        self.sorted = (self.fit(), self.pages.len());
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The body at an index.
    #[inline]
    pub fn at(&self, index: u32) -> Aabb {
        let (page, lane) = split(index);
        self.pages[page].areas[lane]
    }

    /// Adds a body, and reports where it is, and where those are that have made room for it.
    pub fn insert(&mut self, slot: Slot, area: Aabb, mut placed: impl Placed) {
        let bounds = Bounds::of(&area);
        let page = match self.nodes.closest(bounds) {
            None => self.push_page(Page::EMPTY),
            Some(page) if self.pages[page].count < WIDTH => page,
            Some(page) => {
                let other = self.divide(page, &mut placed);
                let growth = |page: usize| self.nodes.page(page).growth(bounds);
                if growth(other) < growth(page) { other } else { page }
            }
        };
        placed(slot, index_of(page, self.pages[page].push(slot, area)));
        self.nodes.grow(page, bounds);
        self.count += 1;
        self.changes += 1;
    }

    /// Removes the body at an index, and reports where the body is that takes its place.
    pub fn remove(&mut self, index: u32, mut placed: impl Placed) {
        let (page, lane) = split(index);
        if let Some(moved) = self.pages[page].swap_remove(lane) {
            placed(moved, index);
        }
        self.count -= 1;
        self.changes += 1;
    }

    /// Updates the box of a body, unless it goes far from the others of its page.
    #[inline]
    pub fn update(&mut self, index: u32, area: Aabb) -> bool {
        let (page, lane) = split(index);
        let (bounds, around) = (Bounds::of(&area), self.nodes.page(page));
        if !around.contains(bounds) {
            let step = (area.min - self.pages[page].areas[lane].min).abs().max_element();
            if step > f64::from(around.half_perimeter()) * FAR {
                return false;
            }
            self.nodes.grow(page, bounds);
        }
        self.pages[page].set(lane, area);
        self.changes += 1;
        true
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`.
    #[inline]
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        let _: ControlFlow<()> = self.try_visit(area, |slot, body| {
            visit(slot, body);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`, until it breaks.
    #[inline]
    pub fn try_visit<B>(
        &self,
        area: &Aabb,
        mut visit: impl FnMut(Slot, &Aabb) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let probe = Probe::new(area);
        self.nodes.try_visit(&probe, |page| self.pages[page].try_visit(&probe, area, &mut visit))
    }

    /// Finds the pages that may have bodies in an area.
    pub fn look_up(&self, area: &Aabb, near: &mut NearPages) {
        near.clear();
        let _: ControlFlow<()> = self.nodes.try_visit(&Probe::new(area), |page| {
            near.push(page, self.nodes.page(page));
            ControlFlow::Continue(())
        });
    }

    /// Like [`Pages::visit`], in pages that were looked up.
    #[inline]
    pub fn visit_near(&self, near: &NearPages, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        let probe = Probe::new(area);
        near.visit(&probe, |page| {
            let _: ControlFlow<()> = self.pages[page].try_visit(&probe, area, &mut |slot, body| {
                visit(slot, body);
                ControlFlow::Continue(())
            });
        });
    }

    /// Fits boxes and sorts bodies, if there have been very many changes, and reports where bodies are then.
    #[inline]
    pub fn adapt(&mut self, placed: impl Placed) {
        if self.changes > 2 * self.count + WIDTH || self.are_divided() {
            self.tidy(placed);
        }
    }

    /// Fits boxes and sorts bodies, if there have been changes of many of them.
    pub fn settle(&mut self, placed: impl Placed) {
        if self.changes > self.count / 4 {
            self.tidy(placed);
        }
    }

    /// Whether many pages have been divided: the new ones are not beside those whose bodies they have.
    #[inline]
    fn are_divided(&self) -> bool {
        let (_, pages) = self.sorted;
        self.pages.len() > pages + pages / 8 + 4
    }

    /// The boxes of pages and of inner nodes, each with its depth below the root.
    pub fn boxes(&self) -> impl Iterator<Item = (Aabb, u8)> + '_ {
        self.nodes.boxes()
    }

    fn tidy(&mut self, placed: impl Placed) {
        let spread = self.fit();
        let are_loose = spread > self.sorted.0 * LOOSE;
        let are_empty = self.count * 2 < self.pages.len() * FILLED;
        if are_loose || are_empty || self.are_divided() {
            let bodies = self.pages.iter().flat_map(Page::bodies).collect();
            self.load(bodies, placed);
        }
    }

    /// Fits all boxes. Returns the sum of the half perimeters of the pages.
    fn fit(&mut self) -> f64 {
        self.changes = 0;
        let mut spread = 0.0;
        self.nodes.fit(self.pages.iter().map(|page| {
            let bounds = page.rounded.around();
            spread += f64::from(bounds.half_perimeter().max(0.0));
            bounds
        }));
        spread
    }

    fn push_page(&mut self, page: Page) -> usize {
        self.nodes.push(page.rounded.around());
        self.pages.push(page);
        self.pages.len() - 1
    }

    /// Moves the half of a full page that is farther along its longer side into a page of its own, which it returns.
    fn divide(&mut self, full: usize, mut placed: impl Placed) -> usize {
        let mut bodies: Vec<(Slot, Aabb)> = self.pages[full].bodies().collect();
        let size = self.nodes.page(full).size();
        let axis = usize::from(size[1] > size[0]);
        let along = |(_, area): &(Slot, Aabb)| (area.min + area.max)[axis];
        bodies.sort_by(|one, other| along(one).total_cmp(&along(other)));
        let mut halves = [Page::EMPTY, Page::EMPTY];
        let numbers = [full, self.pages.len()];
        let runs = bodies.chunks(WIDTH / 2);
        for ((run, half), number) in runs.zip(&mut halves).zip(numbers) {
            for &(slot, area) in run {
                placed(slot, index_of(number, half.push(slot, area)));
            }
        }
        let [near, far] = halves;
        self.nodes.set(full, near.rounded.around());
        self.pages[full] = near;
        self.push_page(far)
    }
}

/// The number of a body, by its page and its lane in it.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
fn index_of(page: usize, lane: usize) -> u32 {
    (page * WIDTH + lane) as u32
}

/// The number of the page of a body.
#[inline]
pub(super) fn page_of(index: u32) -> u32 {
    index / WIDTH as u32
}

#[inline]
fn split(index: u32) -> (usize, usize) {
    (index as usize / WIDTH, index as usize % WIDTH)
}
