//! How the species of a world go on its ground.

use std::sync::Arc;

use terrarium_creatures::species::{GroundFactors, SpeciesId};
use terrarium_navigation::ground::Ground;
use terrarium_space::geometry::{Aabb, DVec2, Segment};

use crate::world::WorldConfig;

/// How one species goes on ground that is not plain.
pub(super) struct Footing {
    pub factors: GroundFactors,
    /// The time that a unit of path takes, relative to plain ground.
    pub time: Ground,
    /// What a unit of path costs for planning, relative to plain ground.
    pub cost: Ground,
}

/// The footing of each species; `None` where all ground is plain for it.
#[derive(Default)]
pub(super) struct Footings(Vec<Option<Arc<Footing>>>);

impl Footings {
    /// Those of all species of a world.
    pub fn new(config: &WorldConfig) -> Self {
        let mut footings: Vec<Option<Arc<Footing>>> = Vec::new();
        let ids = (0..).map(SpeciesId).take(config.species.len());
        for factors in ids.map(|id| config.ground_factors(id)) {
            let known = footings.iter().flatten().find(|footing| footing.factors == factors);
            let footing = known.cloned().or_else(|| Footing::new(config, factors).map(Arc::new));
            footings.push(footing);
        }
        Self(footings)
    }

    /// That of a species.
    pub fn of_species(&self, id: SpeciesId) -> Option<&Footing> {
        self.0[id.index()].as_deref()
    }
}

impl Footing {
    fn new(config: &WorldConfig, factors: GroundFactors) -> Option<Self> {
        let terrain = config.terrain.as_ref().filter(|_| !factors.are_plain())?;
        let time = Ground::of_terrain(terrain, |tile| 1.0 / factors.of(tile).speed);
        let cost = Ground::of_terrain(terrain, |tile| factors.of(tile).cost);
        let in_range = "rules and species are validated";
        let (time, cost) = (time.expect(in_range), cost.expect(in_range));
        (!time.is_plain() || !cost.is_plain()).then_some(Self { factors, time, cost })
    }

    /// Whether the cost of paths differs from place to place, and not only the time.
    pub fn has_costs(&self) -> bool {
        !self.cost.is_plain()
    }

    /// Whether no path between the ends of a segment costs less than it.
    pub fn is_cheapest(&self, segment: &Segment) -> bool {
        let (length, cost) = (segment.length(), self.cost.cost(segment));
        if cost <= length * self.cost.cheapest() {
            return true;
        }
        // A path of that cost is shorter than this, and stays within an ellipse around the ends.
        let longest = cost / self.cost.cheapest();
        let width = (longest * longest - length * length).sqrt() * 0.5;
        let near = segment.bounds().inflated(DVec2::splat(width));
        let is_cheap = |(area, cost): &(Aabb, f64)| *cost < 1.0 && area.overlaps(&near);
        let (mut to_first, mut from_last, mut cheapest) = (length, length, 1.0_f64);
        for (area, cost) in self.cost.areas().filter(is_cheap) {
            to_first = to_first.min(area.distance_to(segment.from));
            from_last = from_last.min(area.distance_to(segment.to));
            cheapest = cheapest.min(cost);
        }
        // Cheap ground is reached and left over ground that is not.
        let outside = (to_first + from_last).min(length);
        cost <= outside + (length - outside) * cheapest
    }

    /// How far a step leads straight to `to` and, if something is met at `contact`, along it to `to`:
    /// as far as `speed` allows.
    pub fn shortened(&self, from: DVec2, contact: DVec2, to: DVec2, speed: f64) -> DVec2 {
        let left = speed - self.time.cost(&Segment::new(from, contact));
        self.time.reach(&Segment::new(contact, to), left)
    }
}
