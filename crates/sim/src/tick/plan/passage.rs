//! The path of another traveller, and the places beside it.

use hecs::Entity;
use terrarium_navigation::cut_path;
use terrarium_space::geometry::{Aabb, DVec2, Segment, lattice};

use super::Planner;
use crate::tick::rounding::whole;
use crate::world::{Body, Motion};

/// How far along the other's path to search for a place, in sums of the two radii.
const REACH: f64 = 12.0;

/// The distance between candidate places, in radii.
const SPACING: f64 = 0.25;

impl Planner<'_> {
    /// The coordinates, on each axis, at which the body touches a nearby obstacle. They are
    /// candidates because a niche may be just large enough.
    pub(super) fn snug_coordinates(&self, passage: &Passage) -> [Vec<f64>; 2] {
        let mut places = [Vec::new(), Vec::new()];
        let area = Aabb::square(self.senses.me.centre, passage.length);
        let radius = self.senses.me.radius;
        let mut add = |body: &Aabb| {
            let (low, high) = (body.min - radius, body.max + radius);
            places[0].extend([low.x, high.x]);
            places[1].extend([low.y, high.y]);
        };
        self.sim.scratch.derived.index.visit_terrain(&area, |_, block| add(block.bounds()));
        self.sim.scratch.derived.index.visit_stationary(&area, |_, body| add(body));
        self.view.count_queries(1);
        for places in &mut places {
            places.sort_by(f64::total_cmp);
            places.dedup();
        }
        places
    }
}

/// The path of another traveller.
pub(super) struct Passage {
    /// The points of its path, starting with its position.
    points: Vec<DVec2>,
    pub(super) radius: f64,
    /// The length of the part to examine, in units.
    length: f64,
}

impl Passage {
    pub(super) fn new(other: Entity, planner: &Planner<'_>) -> Option<Self> {
        let organisms = &planner.sim.world.organisms;
        let Body { centre, radius } = *organisms.get::<&Body>(other).ok()?;
        let motion = organisms.get::<&Motion>(other).ok()?;
        let waypoints = motion.journey.as_ref()?.waypoints();
        let points = [centre].into_iter().chain(waypoints.iter().copied()).collect();
        let length = REACH * (radius + planner.senses.me.radius);
        (!waypoints.is_empty()).then_some(Self { points, radius, length })
    }

    /// The body of the traveller.
    pub(super) fn body(&self) -> Aabb {
        Aabb::square(self.points[0], self.radius)
    }

    /// The position of the traveller.
    pub(super) fn start(&self) -> DVec2 {
        self.points[0]
    }

    /// The point on the path at a distance along it, or its end.
    pub(super) fn at(&self, distance: f64) -> DVec2 {
        cut_path(self.points[0], &self.points[1..], distance).0
    }

    /// Places beside the path, on all four sides of the traveller.
    pub(super) fn sides(&self, radius: f64, fits: &[Vec<f64>; 2]) -> impl Iterator<Item = DVec2> {
        let apart = self.radius + radius;
        let sides = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|side| side * apart);
        let places = self.places(radius * SPACING, fits).into_iter();
        places.flat_map(move |at| sides.map(|side| lattice::snap_point(at + side)))
    }

    /// Places on the path, at most `spacing` apart, and those at the given coordinates.
    fn places(&self, spacing: f64, [xs, ys]: &[Vec<f64>; 2]) -> Vec<DVec2> {
        let mut places = Vec::new();
        let mut left = self.length;
        for ends in self.points.windows(2) {
            let (start, end) = (ends[0], ends[1]);
            let length = start.distance(end);
            let used = length.min(left);
            left -= used;
            let parts = u32::try_from(whole((used / spacing).ceil())).unwrap_or(u32::MAX).max(1);
            let part = |i: u32| used / length * (f64::from(i) / f64::from(parts));
            places.extend((0..=parts).map(|i| start.lerp(end, part(i))));
            let bounds = Aabb::spanning(start, end);
            let offset = end - start;
            let on_x = xs.iter().filter(|&&x| bounds.min.x < x && x < bounds.max.x);
            let on_y = ys.iter().filter(|&&y| bounds.min.y < y && y < bounds.max.y);
            let at_x = |&x: &f64| DVec2::new(x, start.y + offset.y * ((x - start.x) / offset.x));
            let at_y = |&y: &f64| DVec2::new(start.x + offset.x * ((y - start.y) / offset.y), y);
            places.extend(on_x.map(at_x).chain(on_y.map(at_y)));
            if left <= 0.0 {
                break;
            }
        }
        places
    }

    /// Whether a traveller on this path would collide with a body.
    pub(super) fn crosses(&self, body: &Aabb) -> bool {
        let inflated = body.inflated(DVec2::splat(self.radius));
        self.points.windows(2).any(|ends| Segment::new(ends[0], ends[1]).enters(&inflated))
    }
}
