//! A spatial index of all bodies: R-trees that are updated only for bodies that moved.

use std::ops::ControlFlow;

use glam::DVec2;
use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTree, RTreeNode, RTreeObject, RTreeParams};

use crate::geometry::Aabb;

/// A body's number in the index: small, dense and reused. It has no meaning outside one run, so no
/// file and no tie-break may depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot(pub u32);

impl Slot {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether a body moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mobility {
    /// Plants and carcasses: indexed by their exact box.
    Stationary,
    /// Animals: indexed by a box with slack, and reinserted only when they leave it.
    Moving,
}

/// All bodies, and the terrain they stand on.
///
/// Stationary bodies, moving bodies and terrain are in separate trees, so that a move touches no
/// stationary entry. The order in which visits report bodies depends on the history of the trees:
/// sort by identity where the order matters.
#[derive(Debug, Clone)]
pub struct Index {
    standing: Tree<Entry>,
    moving: Tree<Entry>,
    terrain: Tree<Block>,
    places: Vec<Option<Place>>,
}

/// Wider nodes than the library's default, for fewer cache misses per query.
#[derive(Debug, Clone)]
struct WideNodes;

impl RTreeParams for WideNodes {
    const MIN_SIZE: usize = 6;
    const MAX_SIZE: usize = 16;
    const REINSERTION_COUNT: usize = 4;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

type Tree<T> = RTree<T, WideNodes>;

/// The distance that a moving body may cover in any direction before it is reinserted, in units.
const SLACK: f64 = 16.0;

#[derive(Debug, Clone, Copy)]
struct Place {
    body: Aabb,
    envelope: Aabb,
    mobility: Mobility,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry {
    envelope: Aabb,
    slot: Slot,
}

#[derive(Debug, Clone, Copy)]
struct Block {
    area: Aabb,
    number: u32,
}

impl RTreeObject for Entry {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.envelope)
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

impl Place {
    fn new(body: Aabb, mobility: Mobility) -> Self {
        let slack = match mobility {
            Mobility::Stationary => 0.0,
            Mobility::Moving => SLACK,
        };
        Self { body, envelope: body.inflated(DVec2::splat(slack)), mobility }
    }
}

impl Index {
    /// An index of `bodies` on a terrain whose impassable parts are `blocks`.
    #[must_use]
    pub fn new(blocks: &[Aabb], bodies: impl IntoIterator<Item = (Slot, Aabb, Mobility)>) -> Self {
        let numbered = (0..).zip(blocks).map(|(number, &area)| Block { area, number });
        let mut index = Self {
            standing: Tree::new_with_params(),
            moving: Tree::new_with_params(),
            terrain: Tree::bulk_load_with_params(numbered.collect()),
            places: Vec::new(),
        };
        let (mut standing, mut moving) = (Vec::new(), Vec::new());
        for (slot, body, mobility) in bodies {
            let place = Place::new(body, mobility);
            *index.place_mut(slot) = Some(place);
            match mobility {
                Mobility::Stationary => standing.push(Entry { envelope: place.envelope, slot }),
                Mobility::Moving => moving.push(Entry { envelope: place.envelope, slot }),
            }
        }
        index.standing = Tree::bulk_load_with_params(standing);
        index.moving = Tree::bulk_load_with_params(moving);
        index
    }

    /// Replaces the impassable parts of the terrain.
    pub fn replace_terrain(&mut self, blocks: &[Aabb]) {
        let numbered = (0..).zip(blocks).map(|(number, &area)| Block { area, number });
        self.terrain = Tree::bulk_load_with_params(numbered.collect());
    }

    /// Adds a body.
    pub fn insert(&mut self, slot: Slot, body: Aabb, mobility: Mobility) {
        let place = Place::new(body, mobility);
        debug_assert!(self.place_mut(slot).is_none(), "slot {} is taken", slot.0);
        *self.place_mut(slot) = Some(place);
        self.tree(mobility).insert(Entry { envelope: place.envelope, slot });
    }

    /// Removes a body.
    ///
    /// # Panics
    /// When the slot is empty.
    pub fn remove(&mut self, slot: Slot) {
        let place = self.place_mut(slot).take().expect("only a placed body is removed");
        self.withdraw(slot, place);
    }

    /// Updates the box of a body that moved or grew.
    ///
    /// # Panics
    /// When the slot is empty.
    pub fn relocate(&mut self, slot: Slot, body: Aabb) {
        let place = self.place_mut(slot).as_mut().expect("only a placed body is relocated");
        if place.envelope.contains_box(&body) && place.mobility == Mobility::Moving {
            place.body = body;
            return;
        }
        let old = *place;
        *place = Place::new(body, old.mobility);
        let entry = Entry { envelope: place.envelope, slot };
        self.withdraw(slot, old);
        self.tree(old.mobility).insert(entry);
    }

    /// The body in a slot.
    #[must_use]
    pub fn body(&self, slot: Slot) -> Option<Aabb> {
        self.places.get(slot.index()).copied().flatten().map(|place| place.body)
    }

    /// Calls `visit` with every body whose closed box meets the closed `area`.
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        self.visit_stationary(area, &mut visit);
        self.visit_moving(area, visit);
    }

    /// Like [`Index::visit`], for moving bodies only.
    pub fn visit_moving(&self, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        self.search(&self.moving, area, |entry| {
            let body = &self.placed(entry.slot).body;
            if body.touches(area) {
                visit(entry.slot, body);
            }
        });
    }

    /// Like [`Index::visit`], for stationary bodies only.
    pub fn visit_stationary(&self, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        // The envelope of a stationary body is its box.
        self.search(&self.standing, area, |entry| visit(entry.slot, &entry.envelope));
    }

    /// Calls `visit` with every impassable block of terrain that meets the closed `area`, and its
    /// index in the list given to [`Index::new`].
    pub fn visit_terrain(&self, area: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
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
        let among_bodies = |tree: &Tree<Entry>| {
            tree.locate_in_envelope_intersecting_int(envelope_of(area), |entry| {
                let body = &self.placed(entry.slot).body;
                hit(Some(entry.slot) == except || !body.overlaps(area))
            })
        };
        let on_terrain = || {
            self.terrain.locate_in_envelope_intersecting_int(envelope_of(area), |block| {
                hit(!block.area.overlaps(area))
            })
        };
        among_bodies(&self.standing).is_continue()
            && among_bodies(&self.moving).is_continue()
            && on_terrain().is_continue()
    }

    /// All bodies, in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = (Slot, Aabb)> + '_ {
        (0..).zip(&self.places).filter_map(|(slot, place)| Some((Slot(slot), place.as_ref()?.body)))
    }

    /// The boxes of the nodes of all three trees, each with its depth below its root. Their order
    /// depends on the history of the trees.
    #[must_use]
    pub fn boxes(&self) -> Vec<(Aabb, u8)> {
        let mut boxes = Vec::new();
        node_boxes(self.standing.root(), 0, &mut boxes);
        node_boxes(self.moving.root(), 0, &mut boxes);
        node_boxes(self.terrain.root(), 0, &mut boxes);
        boxes
    }

    /// The number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.standing.size() + self.moving.size()
    }

    /// Whether there are no bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn search(&self, tree: &Tree<Entry>, area: &Aabb, mut visit: impl FnMut(&Entry)) {
        let _: ControlFlow<()> =
            tree.locate_in_envelope_intersecting_int(envelope_of(area), |entry| {
                visit(entry);
                ControlFlow::Continue(())
            });
    }

    fn placed(&self, slot: Slot) -> &Place {
        self.places[slot.index()].as_ref().expect("the trees hold only placed bodies")
    }

    fn place_mut(&mut self, slot: Slot) -> &mut Option<Place> {
        if slot.index() >= self.places.len() {
            self.places.resize(slot.index() + 1, None);
        }
        &mut self.places[slot.index()]
    }

    fn tree(&mut self, mobility: Mobility) -> &mut Tree<Entry> {
        match mobility {
            Mobility::Stationary => &mut self.standing,
            Mobility::Moving => &mut self.moving,
        }
    }

    fn withdraw(&mut self, slot: Slot, place: Place) {
        let entry = Entry { envelope: place.envelope, slot };
        let found = self.tree(place.mobility).remove(&entry);
        debug_assert!(found.is_some(), "slot {} was not in its tree", slot.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::lattice;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[derive(Debug, Clone)]
    enum Change {
        Insert(u32, Aabb, bool),
        Relocate(u32, DVec2),
        Remove(u32),
    }

    fn body() -> impl Strategy<Value = Aabb> {
        (0.0..300.0, 0.0..300.0, 1.0..24.0).prop_map(|(x, y, r): (f64, f64, f64)| {
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
