//! The space between the impassable parts of the ground, and the lengths of paths through it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use terrarium_navigation::path_length;
use terrarium_navigation::regions::{PathSearch, Regions};
use terrarium_space::geometry::{Aabb, DVec2};

/// Bodies of similar size share the free space of the largest of them. The size is rounded up to a multiple
/// of this share of a unit, so that there are few, and gaps between tiles of whole units are as wide as
/// before.
const SIZES: f64 = 4.0;

/// How far an end of a path may be moved to where the rounded body has room, in units.
const NEAR: f64 = 0.5;

/// The free space for each size of bodies, computed when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct FreeSpace {
    /// By the bits of the radius.
    sizes: Mutex<BTreeMap<u64, Arc<Regions>>>,
}

impl FreeSpace {
    /// Where the centre of a body of this radius, rounded up, can be within `bounds`.
    pub fn regions(
        &self,
        bounds: Aabb,
        radius: f64,
        obstacles: impl FnOnce() -> Vec<Aabb>,
    ) -> Arc<Regions> {
        let radius = (radius * SIZES).ceil() / SIZES;
        let mut sizes = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        let regions = sizes.entry(radius.to_bits()).or_insert_with(|| {
            let half = DVec2::splat(radius);
            let obstacles = obstacles().into_iter().map(|it| it.inflated(half));
            Arc::new(Regions::new(bounds.inflated(-half), obstacles))
        });
        Arc::clone(regions)
    }
}

impl Clone for FreeSpace {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A search for the length of a shortest path.
pub(super) struct LengthSearch {
    regions: Arc<Regions>,
    search: PathSearch,
    start: DVec2,
    /// The length between the places asked for and the ends of the search.
    around: f64,
}

impl LengthSearch {
    /// Begins a search; `None` if a body has no room at one of its ends. They may be moved farther by `beside`
    /// units.
    pub fn new(regions: Arc<Regions>, [from, to]: [DVec2; 2], beside: f64) -> Option<Self> {
        let free = |place: DVec2| {
            let free = regions.nearest_free(place)?;
            let distance = free.distance(place);
            (distance < NEAR + beside).then_some((free, distance))
        };
        let ((start, before), (end, after)) = (free(from)?, free(to)?);
        let search = regions.path_search(start, end);
        Some(Self { search, start, around: before + after, regions })
    }

    /// Takes at most `steps` steps. Returns the length once it is known, or `None` within if there is no
    /// path.
    pub fn advance(&mut self, steps: u32) -> Option<Option<f64>> {
        let found = self.search.advance(&self.regions, steps)?;
        Some(found.ok().map(|path| self.around + path_length(self.start, &path)))
    }

    /// The work so far, in steps and what they found.
    pub fn work(&self) -> u64 {
        self.search.work()
    }
}
