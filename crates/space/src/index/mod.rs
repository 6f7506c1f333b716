//! A spatial index of all bodies, and of the terrain.

mod hierarchy;
mod near;
mod pages;
mod quad;
mod terrain;

use std::ops::ControlFlow;

pub use self::near::Near;
use self::pages::{Pages, Placed, page_of};
use self::terrain::Terrain;
pub use self::terrain::{Block, WideNodes};
use crate::geometry::{Aabb, Part};

/// A body's number in the index: small, dense and reused. It has no meaning outside one run, so no
/// file and no tie-break may depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot(pub u32);

impl Slot {
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a body moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mobility {
    /// Plants and carcasses.
    Stationary,
    /// Animals.
    Moving,
}

/// All bodies, and the terrain they stand on, in R-trees.
///
/// The leaves of the trees of bodies are pages of neighbours; what moves has a tree of its own, and so has what
/// stands. Every visit is exact at any moment, and bodies may have any size. The order in which visits report bodies
/// depends on the history of the index: sort by identity where the order matters.
#[derive(Debug, Clone)]
pub struct Index {
    moving: Pages,
    stationary: Pages,
    terrain: Terrain,
    places: Vec<Option<Place>>,
}

/// Where a body is stored.
#[derive(Debug, Clone, Copy)]
struct Place {
    mobility: Mobility,
    index: u32,
}

const PLACED: &str = "the slot has a body";

impl Index {
    /// An index of `bodies` on a terrain whose impassable parts are some boxes and some parts of polygons.
    #[must_use]
    pub fn new(
        boxes: &[Aabb],
        parts: Vec<Part>,
        bodies: impl IntoIterator<Item = (Slot, Aabb, Mobility)>,
    ) -> Self {
        let mut index = Self {
            moving: Pages::default(),
            stationary: Pages::default(),
            terrain: Terrain::new(boxes, parts),
            places: Vec::new(),
        };
        index.replace_bodies(bodies);
        index
    }

    /// Replaces all bodies. The terrain stays.
    pub fn replace_bodies(&mut self, bodies: impl IntoIterator<Item = (Slot, Aabb, Mobility)>) {
        let (mut moving, mut stationary) = (Vec::new(), Vec::new());
        let mut slots = 0;
        for (slot, area, mobility) in bodies {
            let list = if mobility == Mobility::Moving { &mut moving } else { &mut stationary };
            list.push((slot, area));
            slots = slots.max(slot.index() + 1);
        }
        self.places.clear();
        self.places.resize(slots, None);
        for (mobility, list) in [(Mobility::Moving, moving), (Mobility::Stationary, stationary)] {
            let (pages, placed) = self.of(mobility);
            pages.load(list, placed);
        }
    }

    /// Replaces the impassable parts of the terrain.
    pub fn replace_terrain(&mut self, boxes: &[Aabb], parts: Vec<Part>) {
        self.terrain = Terrain::new(boxes, parts);
    }

    /// Adds a body.
    pub fn insert(&mut self, slot: Slot, area: Aabb, mobility: Mobility) {
        if slot.index() >= self.places.len() {
            self.places.resize(slot.index() + 1, None);
        }
        debug_assert!(self.body(slot).is_none(), "slot {} is taken", slot.0);
        let (pages, mut placed) = self.of(mobility);
        pages.insert(slot, area, &mut placed);
        pages.adapt(placed);
    }

    /// Removes a body.
    ///
    /// # Panics
    /// When the slot is empty.
    pub fn remove(&mut self, slot: Slot) {
        let Place { mobility, index } = self.places[slot.index()].take().expect(PLACED);
        let (pages, mut placed) = self.of(mobility);
        pages.remove(index, &mut placed);
        pages.adapt(placed);
    }

    /// Updates the box of a body that moved or grew.
    ///
    /// # Panics
    /// When the slot is empty.
    #[inline]
    pub fn relocate(&mut self, slot: Slot, area: Aabb) {
        let Place { mobility, index } = self.places[slot.index()].expect(PLACED);
        let (pages, mut placed) = self.of(mobility);
        if !pages.update(index, area) {
            pages.remove(index, &mut placed);
            pages.insert(slot, area, &mut placed);
        }
        pages.adapt(placed);
    }

    /// Prepares for many queries after many changes. They find the same without it, but slower.
    pub fn settle(&mut self) {
        for mobility in [Mobility::Moving, Mobility::Stationary] {
            let (pages, placed) = self.of(mobility);
            pages.settle(placed);
        }
    }

    /// The body in a slot.
    #[must_use]
    #[inline]
    pub fn body(&self, slot: Slot) -> Option<Aabb> {
        let Place { mobility, index } = (*self.places.get(slot.index())?)?;
        Some(self.pages(mobility).at(index))
    }

    /// The number of the page in which a body is, until the next change. Bodies of a page are near together, and are
    /// all moving or all stationary.
    ///
    /// # Panics
    /// When the slot is empty.
    #[must_use]
    #[inline]
    pub fn page(&self, slot: Slot) -> u32 {
        page_of(self.places[slot.index()].expect(PLACED).index)
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`.
    #[inline]
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        self.moving.visit(area, &mut visit);
        self.stationary.visit(area, visit);
    }

    /// Like [`Index::visit`], for moving bodies only.
    #[inline]
    pub fn visit_moving(&self, area: &Aabb, visit: impl FnMut(Slot, &Aabb)) {
        self.moving.visit(area, visit);
    }

    /// Like [`Index::visit`], for stationary bodies only.
    #[inline]
    pub fn visit_stationary(&self, area: &Aabb, visit: impl FnMut(Slot, &Aabb)) {
        self.stationary.visit(area, visit);
    }

    /// Calls `visit` with every impassable block of terrain whose bounding box meets the closed `area`, and its
    /// number: that in the list of boxes given to [`Index::new`], or in the list of parts, plus the number of boxes.
    pub fn visit_terrain(&self, area: &Aabb, mut visit: impl FnMut(u32, Block<'_>)) {
        let _: ControlFlow<()> = self.terrain.try_visit(area, |number, block| {
            visit(number, block);
            ControlFlow::Continue(())
        });
    }

    /// Whether nothing but the body in `except` overlaps the open `area`.
    #[must_use]
    pub fn is_free(&self, area: &Aabb, except: Option<Slot>) -> bool {
        let hit =
            |free: bool| if free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let beside = |slot, body: &Aabb| hit(Some(slot) == except || !body.overlaps(area));
        self.moving.try_visit(area, beside).is_continue()
            && self.stationary.try_visit(area, beside).is_continue()
            && self.terrain.try_visit(area, |_, block| hit(!block.overlaps(area))).is_continue()
    }

    /// All bodies, in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = (Slot, Aabb)> + '_ {
        let slots = (0..).zip(&self.places).map(|(number, _)| Slot(number));
        slots.filter_map(|slot| Some((slot, self.body(slot)?)))
    }

    /// The boxes of the nodes of the trees, each with its depth below its root. Their order depends on the history of
    /// the index.
    #[must_use]
    pub fn boxes(&self) -> Vec<(Aabb, u8)> {
        let bodies = self.moving.boxes().chain(self.stationary.boxes());
        bodies.chain(self.terrain.boxes()).collect()
    }

    /// The number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moving.len() + self.stationary.len()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn pages(&self, mobility: Mobility) -> &Pages {
        match mobility {
            Mobility::Moving => &self.moving,
            Mobility::Stationary => &self.stationary,
        }
    }

    /// The pages for bodies of a kind, and what takes down where a body is in them.
    #[inline]
    fn of(&mut self, mobility: Mobility) -> (&mut Pages, impl Placed) {
        let Self { moving, stationary, places, .. } = self;
        let pages = if mobility == Mobility::Moving { moving } else { stationary };
        (pages, move |slot: Slot, index| places[slot.index()] = Some(Place { mobility, index }))
    }
}
