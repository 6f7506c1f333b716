//! Stepping aside: where two meet and only one can pass, one of them makes room.

use hecs::Entity;

use super::Planner;
use crate::geometry::{Aabb, DVec2, Segment, lattice};
use crate::navigation::{Goal, Outcome, path_length};
use crate::rules::{few, whole};
use crate::world::{Body, JourneyState, Motion, ObstacleFilter};

/// How far along the other's way to look for a place, in sums of the two radii.
const REACH: f64 = 12.0;

/// How far apart the places are that are looked at, in radii.
const SPACING: f64 = 0.25;

/// To how many places to look for a way, the nearest first.
const TRIES: usize = 6;

/// For how many times its patience who stands aside waits for the other to pass.
const WAIT: f64 = 12.0;

/// For how many times its patience who has backed off keeps away.
const PAUSE: f64 = 4.0;

/// How far to back off, in radii, and where to: to all sides and corners.
const RETREATS: [f64; 2] = [3.0, 1.0];
const WAYS: [DVec2; 8] = [
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
    /// The course to the nearest place from which the other can be let pass; `None` when there is
    /// none to be found, or the other does not know where to go.
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
        let fits = self.snug_places(&passage);
        let mut places: Vec<DVec2> = passage.sides(me.radius, &fits).filter(serves).collect();
        let away = |place: &DVec2| place.distance_squared(me.centre);
        places.sort_by(|a, b| away(a).total_cmp(&away(b)));
        let way = places.into_iter().take(TRIES).find_map(|place| self.way_to(place))?;
        Some(self.wait_at(way, WAIT))
    }

    /// The course to a free place near by that is farther from the other, to give it room.
    pub(super) fn back_off(&self, other: Entity) -> Option<JourneyState> {
        let me = &self.senses.me;
        let from = self.sim.world.organisms.get::<&Body>(other).ok()?.centre;
        let room = self.room();
        let retreat = |way: DVec2| {
            let place = room.nearest_point(lattice::snap_point(me.centre + way * me.radius));
            let gained = place.distance(from) - me.centre.distance(from);
            let is_free = || self.eye.is_free(Segment::new(me.centre, place), ObstacleFilter::All);
            (gained > 0.0 && is_free()).then_some((gained, place))
        };
        let farther = |a: (f64, DVec2), b: (f64, DVec2)| if b.0 > a.0 { b } else { a };
        let ways = RETREATS.iter().flat_map(|&radii| WAYS.map(|way| way * radii));
        let (_, place) = ways.filter_map(retreat).reduce(farther)?;
        Some(self.wait_at(vec![place], PAUSE))
    }

    /// Goes there, waits as long again for the other to come as far, and so many times its patience
    /// for it to pass.
    fn wait_at(&self, way: Vec<DVec2>, patience: f64) -> JourneyState {
        let ticks = path_length(self.senses.me.centre, &way) / self.wish.speed;
        let until = self.senses.tick + whole(2.0 * ticks + patience * self.rules().patience);
        JourneyState::Aside { way, until }
    }

    /// Where its middle comes to lie, on each axis, when it stands right beside what is about it: a
    /// niche may be just large enough.
    fn snug_places(&self, passage: &Passage) -> [Vec<f64>; 2] {
        let mut places = [Vec::new(), Vec::new()];
        let area = Aabb::square(self.senses.me.centre, passage.length);
        let radius = self.senses.me.radius;
        let mut add = |body: &Aabb| {
            let (low, high) = (body.min - radius, body.max + radius);
            places[0].extend([low.x, high.x]);
            places[1].extend([low.y, high.y]);
        };
        self.sim.scratch.index.visit_terrain(&area, |_, block| add(block));
        self.sim.scratch.index.visit_standing(&area, |_, body| add(body));
        for places in &mut places {
            places.sort_by(f64::total_cmp);
            places.dedup();
        }
        places
    }

    fn way_to(&mut self, place: DVec2) -> Option<Vec<DVec2>> {
        self.effort.plans += 1;
        let mut search = self.method().begin(self.request(Goal::Point(place)));
        match self.advance(&mut search, ObstacleFilter::All, &[])? {
            Outcome::Found(way) => Some(self.on_ground(way)),
            _ => None,
        }
    }
}

/// Where somebody will pass.
struct Passage {
    /// The corners of its way, beginning where it is.
    corners: Vec<DVec2>,
    radius: f64,
    /// How much of it to look at.
    length: f64,
}

impl Passage {
    fn of(other: Entity, planner: &Planner<'_>) -> Option<Self> {
        let organisms = &planner.sim.world.organisms;
        let Body { centre, radius } = *organisms.get::<&Body>(other).ok()?;
        let motion = organisms.get::<&Motion>(other).ok()?;
        let waypoints = motion.journey.as_ref()?.waypoints();
        let corners = [centre].into_iter().chain(waypoints.iter().copied()).collect();
        let length = REACH * (radius + planner.senses.me.radius);
        (!waypoints.is_empty()).then_some(Self { corners, radius, length })
    }

    /// Places next to the way, on all four sides of whoever goes it.
    fn sides(&self, radius: f64, fits: &[Vec<f64>; 2]) -> impl Iterator<Item = DVec2> {
        let apart = self.radius + radius;
        let sides = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|side| side * apart);
        let places = self.places(radius * SPACING, fits).into_iter();
        places.flat_map(move |at| sides.map(|side| lattice::snap_point(at + side)))
    }

    /// Places on the way, so far apart at most, and at these coordinates.
    fn places(&self, spacing: f64, [xs, ys]: &[Vec<f64>; 2]) -> Vec<DVec2> {
        let mut places = Vec::new();
        let mut left = self.length;
        for leg in self.corners.windows(2) {
            let length = leg[0].distance(leg[1]);
            let gone = length.min(left);
            left -= gone;
            let parts = few((gone / spacing).ceil()).max(1);
            let part = |i: u32| gone / length * (f64::from(i) / f64::from(parts));
            places.extend((0..=parts).map(|i| leg[0].lerp(leg[1], part(i))));
            let bounds = Aabb::spanning(leg[0], leg[1]);
            let way = leg[1] - leg[0];
            let on_x = xs.iter().filter(|&&x| bounds.min.x < x && x < bounds.max.x);
            let on_y = ys.iter().filter(|&&y| bounds.min.y < y && y < bounds.max.y);
            let at_x = |&x: &f64| DVec2::new(x, leg[0].y + way.y * ((x - leg[0].x) / way.x));
            let at_y = |&y: &f64| DVec2::new(leg[0].x + way.x * ((y - leg[0].y) / way.y), y);
            places.extend(on_x.map(at_x).chain(on_y.map(at_y)));
            if left <= 0.0 {
                break;
            }
        }
        places
    }

    /// Whether who goes this way would run into a body.
    fn crosses(&self, body: &Aabb) -> bool {
        let grown = body.inflated(DVec2::splat(self.radius));
        self.corners.windows(2).any(|leg| Segment::new(leg[0], leg[1]).enters(&grown))
    }
}
