//! A spatial index of all bodies, and of the terrain.

mod cells;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use glam::DVec2;
use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTree, RTreeNode, RTreeObject, RTreeParams};

use self::cells::{CellPlace, Cells, Entry};
use crate::geometry::Aabb;

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

/// All bodies, and the terrain they stand on.
///
/// Bodies of up to [`LARGE`] units are in cells, which adapt to their density; larger ones and terrain
/// are in R-trees. The order in which visits report bodies depends on the history of the index: sort by
/// identity where the order matters.
#[derive(Debug, Clone)]
pub struct Index {
    cells: Cells,
    large: Tree<Large>,
    /// The bodies in that tree.
    in_tree: BTreeMap<Slot, Entry>,
    terrain: Tree<Block>,
    places: Vec<Place>,
}

/// The largest side of a body that is stored in a cell, in units.
pub const LARGE: f64 = 64.0;

/// The nodes of the R-trees of an [`Index`]: wider than the library's default, for fewer cache misses per query.
#[derive(Debug, Clone)]
pub struct WideNodes;

impl RTreeParams for WideNodes {
    const MIN_SIZE: usize = 6;
    const MAX_SIZE: usize = 16;
    const REINSERTION_COUNT: usize = 4;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

type Tree<T> = RTree<T, WideNodes>;

/// Where a body is stored.
#[derive(Debug, Clone, Copy)]
enum Place {
    Nowhere,
    InCell(CellPlace),
    InTree,
}

#[derive(Debug, Clone, Copy)]
struct Large(Entry);

#[derive(Debug, Clone, Copy)]
struct Block {
    area: Aabb,
    number: u32,
}

impl PartialEq for Large {
    fn eq(&self, other: &Self) -> bool {
        self.0.slot == other.0.slot
    }
}

impl RTreeObject for Large {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.0.body)
    }
}

impl RTreeObject for Block {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.area)
    }
}

fn node_boxes<T: RTreeObject<Envelope = AABB<[f64; 2]>>>(
    node: &ParentNode<T>,
    depth: u8,
    boxes: &mut Vec<(Aabb, u8)>,
) {
    if node.children().is_empty() {
        return;
    }
    let envelope = node.envelope();
    let [min, max] = [envelope.lower(), envelope.upper()].map(DVec2::from_array);
    boxes.push((Aabb { min, max }, depth));
    for child in node.children() {
        if let RTreeNode::Parent(parent) = child {
            node_boxes(parent, depth.saturating_add(1), boxes);
        }
    }
}

/// A box as the trees know it.
pub(crate) fn envelope_of(area: &Aabb) -> AABB<[f64; 2]> {
    AABB::from_corners(area.min.to_array(), area.max.to_array())
}

impl Index {
    /// An index of `bodies` on a terrain whose impassable parts are `blocks`.
    #[must_use]
    pub fn new(blocks: &[Aabb], bodies: impl IntoIterator<Item = (Slot, Aabb, Mobility)>) -> Self {
        let numbered = (0..).zip(blocks).map(|(number, &area)| Block { area, number });
        let mut index = Self {
            cells: Cells::new(),
            large: Tree::new_with_params(),
            in_tree: BTreeMap::new(),
            terrain: Tree::bulk_load_with_params(numbered.collect()),
            places: Vec::new(),
        };
        index.replace_bodies(bodies);
        index
    }

    /// Replaces all bodies. The terrain stays.
    pub fn replace_bodies(&mut self, bodies: impl IntoIterator<Item = (Slot, Aabb, Mobility)>) {
        self.cells = Cells::new();
        self.large = Tree::new_with_params();
        self.in_tree.clear();
        self.places.clear();
        for (slot, body, mobility) in bodies {
            self.insert(slot, body, mobility);
        }
    }

    /// Replaces the impassable parts of the terrain.
    pub fn replace_terrain(&mut self, blocks: &[Aabb]) {
        let numbered = (0..).zip(blocks).map(|(number, &area)| Block { area, number });
        self.terrain = Tree::bulk_load_with_params(numbered.collect());
    }

    /// Adds a body.
    pub fn insert(&mut self, slot: Slot, body: Aabb, mobility: Mobility) {
        if slot.index() >= self.places.len() {
            self.places.resize(slot.index() + 1, Place::Nowhere);
        }
        debug_assert!(self.body(slot).is_none(), "slot {} is taken", slot.0);
        self.put(Entry { body, slot, mobility });
        self.adapt();
    }

    /// Removes a body.
    ///
    /// # Panics
    /// When the slot is empty.
    pub fn remove(&mut self, slot: Slot) {
        self.take(slot);
        self.adapt();
    }

    /// Updates the box of a body that moved or grew.
    ///
    /// # Panics
    /// When the slot is empty.
    pub fn relocate(&mut self, slot: Slot, body: Aabb) {
        if let Place::InCell(place) = self.places[slot.index()]
            && !is_large(&body)
            && self.cells.update(place, body)
        {
            return;
        }
        let Entry { mobility, .. } = self.take(slot);
        self.put(Entry { body, slot, mobility });
    }

    /// The body in a slot.
    #[must_use]
    #[inline]
    pub fn body(&self, slot: Slot) -> Option<Aabb> {
        match *self.places.get(slot.index())? {
            Place::Nowhere => None,
            Place::InCell(place) => Some(self.cells.at(place).body),
            Place::InTree => self.in_tree.get(&slot).map(|entry| entry.body),
        }
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`.
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        let _: ControlFlow<()> = self.try_visit(area, |entry| {
            visit(entry.slot, &entry.body);
            ControlFlow::Continue(())
        });
    }

    /// Like [`Index::visit`], for moving bodies only.
    pub fn visit_moving(&self, area: &Aabb, visit: impl FnMut(Slot, &Aabb)) {
        self.visit_some(Mobility::Moving, area, visit);
    }

    /// Like [`Index::visit`], for stationary bodies only.
    pub fn visit_stationary(&self, area: &Aabb, visit: impl FnMut(Slot, &Aabb)) {
        self.visit_some(Mobility::Stationary, area, visit);
    }

    /// Calls `visit` with every impassable block of terrain that meets the closed `area`, and its
    /// index in the list given to [`Index::new`].
    pub fn visit_terrain(&self, area: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        if self.terrain.size() == 0 {
            return;
        }
        let _: ControlFlow<()> =
            self.terrain.locate_in_envelope_intersecting_int(envelope_of(area), |block| {
                visit(block.number, &block.area);
                ControlFlow::Continue(())
            });
    }

    /// Whether nothing but the body in `except` overlaps the open `area`.
    #[must_use]
    pub fn is_free(&self, area: &Aabb, except: Option<Slot>) -> bool {
        let hit =
            |free: bool| if free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let among_bodies = self
            .try_visit(area, |entry| hit(Some(entry.slot) == except || !entry.body.overlaps(area)));
        let on_terrain = || {
            self.terrain.locate_in_envelope_intersecting_int(envelope_of(area), |block| {
                hit(!block.area.overlaps(area))
            })
        };
        among_bodies.is_continue() && on_terrain().is_continue()
    }

    /// All bodies, in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = (Slot, Aabb)> + '_ {
        let slots = (0..).zip(&self.places).map(|(number, _)| Slot(number));
        slots.filter_map(|slot| Some((slot, self.body(slot)?)))
    }

    /// The cells in use, and the boxes of the nodes of the trees, each with its depth below its root.
    /// Their order depends on the history of the index.
    #[must_use]
    pub fn boxes(&self) -> Vec<(Aabb, u8)> {
        let mut boxes: Vec<(Aabb, u8)> = self.cells.squares().map(|square| (square, 0)).collect();
        node_boxes(self.large.root(), 0, &mut boxes);
        node_boxes(self.terrain.root(), 0, &mut boxes);
        boxes
    }

    /// The number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len() + self.large.size()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn visit_some(&self, some: Mobility, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        let _: ControlFlow<()> = self.try_visit(area, |entry| {
            if entry.mobility == some {
                visit(entry.slot, &entry.body);
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`, until it breaks.
    fn try_visit<B>(
        &self,
        area: &Aabb,
        mut visit: impl FnMut(&Entry) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.cells.try_visit(area, &mut visit)?;
        if self.large.size() == 0 {
            return ControlFlow::Continue(());
        }
        self.large
            .locate_in_envelope_intersecting_int(envelope_of(area), |Large(entry)| visit(entry))
    }

    fn put(&mut self, entry: Entry) {
        self.places[entry.slot.index()] = if is_large(&entry.body) {
            self.large.insert(Large(entry));
            self.in_tree.insert(entry.slot, entry);
            Place::InTree
        } else {
            Place::InCell(self.cells.insert(entry))
        };
    }

    fn take(&mut self, slot: Slot) -> Entry {
        match std::mem::replace(&mut self.places[slot.index()], Place::Nowhere) {
            Place::Nowhere => panic!("only a placed body is removed or relocated"),
            Place::InTree => {
                let entry = self.in_tree.remove(&slot).expect("its place says so");
                let found = self.large.remove(&Large(entry));
                debug_assert!(found.is_some(), "slot {} was not in its tree", slot.0);
                entry
            }
            Place::InCell(place) => {
                let entry = *self.cells.at(place);
                if let Some(moved) = self.cells.remove(place) {
                    self.places[moved.index()] = Place::InCell(place);
                }
                entry
            }
        }
    }

    /// Sorts the bodies into other cells, if their density has changed much.
    fn adapt(&mut self) {
        if self.cells.are_unsuited() {
            let Self { cells, places, .. } = self;
            cells.rebuild(|slot, place| places[slot.index()] = Place::InCell(place));
        }
    }
}

#[inline]
fn is_large(body: &Aabb) -> bool {
    body.size().max_element() > LARGE
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::geometry::lattice;

    #[derive(Debug, Clone)]
    enum Change {
        Insert(u32, Aabb, bool),
        Relocate(u32, DVec2),
        Remove(u32),
    }

    fn body() -> impl Strategy<Value = Aabb> {
        (0.0..300.0, 0.0..300.0, 1.0..48.0).prop_map(|(x, y, r): (f64, f64, f64)| {
            Aabb::square(lattice::snap_point(DVec2::new(x, y)), lattice::snap(r))
        })
    }

    fn change() -> impl Strategy<Value = Change> {
        prop_oneof![
            (0..40_u32, body(), any::<bool>()).prop_map(|(s, b, m)| Change::Insert(s, b, m)),
            (0..40_u32, -40.0..40.0, -40.0..40.0)
                .prop_map(|(s, x, y)| Change::Relocate(s, DVec2::new(x, y))),
            (0..40_u32).prop_map(Change::Remove),
        ]
    }

    proptest! {
        #[test]
        fn after_any_changes_it_finds_the_same_as_a_linear_scan(
            changes in prop::collection::vec(change(), 1..120),
            area in body(),
        ) {
            let wall = Aabb::new(DVec2::splat(100.0), DVec2::new(140.0, 110.0));
            let mut index = Index::new(&[wall], []);
            let mut model: BTreeMap<u32, Aabb> = BTreeMap::new();
            for change in changes {
                match change {
                    Change::Insert(slot, body, moves) if !model.contains_key(&slot) => {
                        let mobility = if moves { Mobility::Moving } else { Mobility::Stationary };
                        index.insert(Slot(slot), body, mobility);
                        model.insert(slot, body);
                    }
                    Change::Relocate(slot, by) => {
                        if let Some(body) = model.get_mut(&slot) {
                            *body = body.translated(lattice::snap_point(by));
                            index.relocate(Slot(slot), *body);
                        }
                    }
                    Change::Remove(slot) if model.remove(&slot).is_some() => {
                        index.remove(Slot(slot));
                    }
                    _ => {}
                }
            }
            let mut found = Vec::new();
            index.visit(&area, |slot, body| found.push((slot.0, *body)));
            found.sort_by_key(|&(slot, _)| slot);
            let expected: Vec<_> =
                model.iter().filter(|(_, b)| b.touches(&area)).map(|(&s, &b)| (s, b)).collect();
            prop_assert_eq!(found, expected);
            let free = !wall.overlaps(&area) && model.values().all(|b| !b.overlaps(&area));
            prop_assert_eq!(index.is_free(&area, None), free);
            prop_assert_eq!(index.len(), model.len());
        }
    }
}
