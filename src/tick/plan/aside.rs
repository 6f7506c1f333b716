//! Stepping aside: where two travellers meet and only one can pass, one of them makes room.

use hecs::Entity;

use super::Planner;
use crate::geometry::{Aabb, DVec2, Segment, lattice};
use crate::navigation::{Goal, Outcome, path_length};
use crate::rules::{few, whole};
use crate::world::{Body, JourneyState, Motion, ObstacleFilter};

/// How far along the other's path to search for a place, in sums of the two radii.
const REACH: f64 = 12.0;

/// The distance between candidate places, in radii.
const SPACING: f64 = 0.25;

/// The maximum number of candidate places to plan a path to, the nearest first.
const TRIES: usize = 6;

/// How long a creature that stands aside waits, in multiples of the rule `patience`.
const WAIT: f64 = 12.0;

/// How long a creature that has backed off waits, in multiples of the rule `patience`.
const PAUSE: f64 = 4.0;

/// The distances to back off, in radii, and the directions.
const RETREATS: [f64; 2] = [3.0, 1.0];
const DIRECTIONS: [DVec2; 8] = [
    DVec2::X,
    DVec2::Y,
    DVec2::NEG_X,
    DVec2::NEG_Y,
    DVec2::new(0.7, 0.7),
    DVec2::new(-0.7, 0.7),
    DVec2::new(-0.7, -0.7),
    DVec2::new(0.7, -0.7),
];

impl Planner<'_> {
    /// Plans a move to the nearest place beside the other's path. Returns `None` when there is
    /// none, or the other has no path.
    pub(super) fn aside(&mut self, other: Entity) -> Option<JourneyState> {
        let passage = Passage::of(other, self)?;
        let me = &self.senses.me;
        let (room, half) = (self.room(), self.half());
        let serves = |place: &DVec2| {
            let there = Aabb::around(*place, half);
            room.nearest_point(*place) == *place
                && !passage.crosses(&there)
                && self.sim.scratch.index.is_free(&there, None)
        };
        let fits = self.snug_coordinates(&passage);
        let mut places: Vec<DVec2> = passage.sides(me.radius, &fits).filter(serves).collect();
        let distance = |place: &DVec2| place.distance_squared(me.centre);
        places.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let path = places.into_iter().take(TRIES).find_map(|place| self.path_to(place))?;
        Some(self.wait_at(path, WAIT))
    }

    /// Plans a move to a nearby free place that is farther from the other.
    pub(super) fn back_off(&self, other: Entity) -> Option<JourneyState> {
        let me = &self.senses.me;
        let from = self.sim.world.organisms.get::<&Body>(other).ok()?.centre;
        let room = self.room();
        let retreat = |offset: DVec2| {
            let place = room.nearest_point(lattice::snap_point(me.centre + offset * me.radius));
            let gained = place.distance(from) - me.centre.distance(from);
            let is_free = || self.view.is_free(Segment::new(me.centre, place), ObstacleFilter::All);
            (gained > 0.0 && is_free()).then_some((gained, place))
        };
        let farther = |a: (f64, DVec2), b: (f64, DVec2)| if b.0 > a.0 { b } else { a };
        let offsets = RETREATS.iter().flat_map(|&radii| DIRECTIONS.map(|to| to * radii));
        let (_, place) = offsets.filter_map(retreat).reduce(farther)?;
        Some(self.wait_at(vec![place], PAUSE))
    }

    /// Follows a path and waits at its end: as long as the path takes, for the other to arrive,
    /// plus `patience` times the rule `patience`.
    fn wait_at(&self, path: Vec<DVec2>, patience: f64) -> JourneyState {
        let ticks = path_length(self.senses.me.centre, &path) / self.request.speed;
        let until = self.senses.tick + whole(2.0 * ticks + patience * self.rules().patience);
        JourneyState::SteppingAside { path, until }
    }

    /// The coordinates, on each axis, at which the body touches a nearby obstacle. They are
    /// candidates because a niche may be just large enough.
    fn snug_coordinates(&self, passage: &Passage) -> [Vec<f64>; 2] {
        let mut places = [Vec::new(), Vec::new()];
        let area = Aabb::square(self.senses.me.centre, passage.length);
        let radius = self.senses.me.radius;
        let mut add = |body: &Aabb| {
            let (low, high) = (body.min - radius, body.max + radius);
            places[0].extend([low.x, high.x]);
            places[1].extend([low.y, high.y]);
        };
        self.sim.scratch.index.visit_terrain(&area, |_, block| add(block));
        self.sim.scratch.index.visit_stationary(&area, |_, body| add(body));
        for places in &mut places {
            places.sort_by(f64::total_cmp);
            places.dedup();
        }
        places
    }

    fn path_to(&mut self, place: DVec2) -> Option<Vec<DVec2>> {
        self.effort.plans += 1;
        let mut search = self.method().begin(self.path_request(Goal::Point(place)));
        match self.advance(&mut search, ObstacleFilter::All, &[])? {
            Outcome::Found(path) => Some(self.on_ground(path)),
            _ => None,
        }
    }
}

/// The path of another traveller.
struct Passage {
    /// The points of its path, starting with its position.
    points: Vec<DVec2>,
    radius: f64,
    /// The length of the part to examine, in units.
    length: f64,
}

impl Passage {
    fn of(other: Entity, planner: &Planner<'_>) -> Option<Self> {
        let organisms = &planner.sim.world.organisms;
        let Body { centre, radius } = *organisms.get::<&Body>(other).ok()?;
        let motion = organisms.get::<&Motion>(other).ok()?;
        let waypoints = motion.journey.as_ref()?.waypoints();
        let points = [centre].into_iter().chain(waypoints.iter().copied()).collect();
        let length = REACH * (radius + planner.senses.me.radius);
        (!waypoints.is_empty()).then_some(Self { points, radius, length })
    }

    /// Places beside the path, on all four sides of the traveller.
    fn sides(&self, radius: f64, fits: &[Vec<f64>; 2]) -> impl Iterator<Item = DVec2> {
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
            let parts = few((used / spacing).ceil()).max(1);
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
    fn crosses(&self, body: &Aabb) -> bool {
        let inflated = body.inflated(DVec2::splat(self.radius));
        self.points.windows(2).any(|ends| Segment::new(ends[0], ends[1]).enters(&inflated))
    }
}
