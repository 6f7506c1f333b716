//! Corners of several obstacles at one place, which paths pass alike.

use std::collections::BTreeSet;

use terrarium_space::geometry::DVec2;

/// The corners that a search met in one view, so that it goes around those that coincide once: walls may
/// be built twice, and share edges.
///
/// Among few obstacles all are new. What coincides there costs little.
#[derive(Debug)]
pub(super) struct Coincident(Option<BTreeSet<([u64; 2], u8)>>);

/// Up to this many obstacles in view, no corner is looked up.
const FEW: usize = 64;

impl Coincident {
    /// No corners yet, in a view with so many obstacles.
    pub fn among(obstacles: usize) -> Self {
        Self((obstacles > FEW).then(BTreeSet::new))
    }

    /// Whether there was a corner at this place that obstacles fill in the same directions, which `kind` names.
    pub fn is_known(&mut self, place: DVec2, kind: u8) -> bool {
        let key = ([place.x, place.y].map(f64::to_bits), kind);
        self.0.as_mut().is_some_and(|known| !known.insert(key))
    }
}
