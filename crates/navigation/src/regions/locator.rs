//! Which regions are at a place, while regions come and go.

use terrarium_space::geometry::{Aabb, DVec2};

use crate::packed::{Entry, PackedTree};
use crate::{ObstacleKey, SweptBox};

/// Regions in a few packed trees, each less than half as large as the one before: new regions are packed
/// together with all trees that are not much larger, so that each is packed again a few times only.
#[derive(Debug, Clone, Default)]
pub(super) struct Locator {
    trees: Vec<PackedTree>,
}

impl Locator {
    /// Packs numbered areas.
    pub fn new(areas: impl Iterator<Item = (u32, Aabb)>) -> Self {
        Self { trees: vec![PackedTree::new(areas.map(entry).collect())] }
    }

    /// Adds numbered areas.
    pub fn insert(&mut self, areas: impl Iterator<Item = (u32, Aabb)>) {
        let mut entries: Vec<Entry> = areas.map(entry).collect();
        while let Some(last) = self.trees.pop_if(|last| last.len() < entries.len() * 2) {
            entries.extend(last.into_entries());
        }
        self.trees.push(PackedTree::new(entries));
    }

    /// Removes an area.
    pub fn remove(&mut self, number: u32, area: Aabb) {
        let entry = entry((number, area));
        let is_removed = self.trees.iter_mut().rev().any(|tree| tree.remove(&entry));
        debug_assert!(is_removed, "only what was added is removed");
    }

    /// Passes every area that holds `place`, sides included, in no particular order.
    pub fn visit_at(&self, place: DVec2, mut visitor: impl FnMut(u32)) {
        for tree in &self.trees {
            tree.visit_at(place, |ObstacleKey(number)| visitor(number as u32));
        }
    }

    /// Passes areas, roughly the nearest to `place` first, and leaves out those that are farther away than
    /// the square of a distance that the visitor returned last.
    pub fn visit_nearest(&self, place: DVec2, mut visitor: impl FnMut(u32, Aabb) -> f64) {
        for tree in &self.trees {
            tree.visit_nearest(place, |ObstacleKey(number), area| visitor(number as u32, area));
        }
    }

    /// Passes every area that touches another, in no particular order.
    pub fn visit_touching(&self, area: &Aabb, mut visitor: impl FnMut(u32)) {
        for tree in &self.trees {
            let mut swept = SweptBox::area(area, DVec2::ZERO);
            tree.visit(&mut swept, &mut |_, ObstacleKey(number), other| {
                if other.intersection(area).is_some() {
                    visitor(number as u32);
                }
            });
        }
    }
}

fn entry((number, aabb): (u32, Aabb)) -> Entry {
    Entry { key: ObstacleKey(number.into()), aabb }
}
