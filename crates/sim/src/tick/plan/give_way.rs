//! Giving way: a traveller leaves the path of one that has the right of way.

use terrarium_creatures::behaviour::Refusal;
use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::passage::Passage;
use super::{Planner, Travel};
use crate::tick::rounding::whole;
use crate::world::{Journey, JourneyState};

/// The maximum number of places to plan a path to, the nearest first.
const TRIES: usize = 8;

/// How far ahead on the other's path to go where there is no place beside it, in sums of the two radii.
const AHEAD: f64 = 6.0;

/// How long a creature waits where it has made room, in multiples of the rule `patience`, besides the
/// time in which the other gets there.
const WAIT: f64 = 6.0;

impl Planner<'_> {
    /// Makes room if another traveller has the right of way: beside its path, or ahead of it where
    /// there is no place. `None` if the creature need not, is about to, or cannot.
    ///
    /// # Errors
    /// When a creature that has made room cannot make more, and its own destination is refused.
    pub(super) fn give_way(&mut self, journey: &Journey) -> Result<Option<Travel>, Refusal> {
        match journey.state {
            JourneyState::Routing(_) | JourneyState::Crossing { .. } => return Ok(None),
            JourneyState::AtNode if journey.links.is_empty() => return Ok(None),
            _ => {}
        }
        let right_of_way = &self.sim.scratch.this_tick.right_of_way;
        let Some(to) = right_of_way.of_organism(self.senses.me.id) else { return Ok(None) };
        if self.view.is_crowded() {
            return Ok(None);
        }
        let others = [to.to, to.pushed_by];
        let passages: Vec<Passage> =
            others.into_iter().filter_map(|other| Passage::new(other, self)).collect();
        let half = self.half();
        let is_clear = |place: DVec2| {
            let there = Aabb::around(place, half);
            !passages.iter().any(|passage| passage.crosses(&there))
        };
        let makes_room = matches!(journey.state, JourneyState::SteppingAside { .. });
        if makes_room && journey.waypoints().last().is_some_and(|&end| is_clear(end)) {
            return Ok(None);
        }
        let beside = self.beside(&passages, is_clear);
        let state = match beside {
            Some(path) => Some(self.wait_after(path, 2.0)),
            None => {
                let ahead = passages.iter().find_map(|passage| self.ahead_on(passage, &passages));
                ahead.map(|path| self.wait_after(path, 1.0))
            }
        };
        match state {
            Some(state) => Ok(Some(self.begin_state(state, 0))),
            // The other may have more room.
            None if makes_room => self.set_out(0).map(Some),
            None => Ok(None),
        }
    }

    /// The path to the nearest vacant place beside the paths of others.
    fn beside(
        &mut self,
        passages: &[Passage],
        is_clear: impl Fn(DVec2) -> bool,
    ) -> Option<Vec<DVec2>> {
        let (room, me) = (self.room(), self.senses.me.centre);
        let mut places = Vec::new();
        for passage in passages {
            let fits = self.snug_coordinates(passage);
            places.extend(passage.sides(self.senses.me.radius, &fits));
        }
        let distance = |place: &DVec2| place.distance_squared(me);
        places.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        places.dedup();
        let serves = |place: &DVec2| {
            room.nearest_point(*place) == *place && is_clear(*place) && self.is_vacant(*place)
        };
        let places: Vec<DVec2> = places.into_iter().filter(serves).take(TRIES).collect();
        places.into_iter().find_map(|place| self.path_clear_of(passages, place))
    }

    /// The path to a place around the terrain, unless it leads through one of the others. The bodies
    /// of all others can be asked to make room.
    fn path_clear_of(&mut self, others: &[Passage], place: DVec2) -> Option<Vec<DVec2>> {
        let path = self.path_over_ground(place)?;
        let (mut from, half) = (self.senses.me.centre, self.half());
        let is_clear = path.iter().all(|&to| {
            let segment = Segment::new(std::mem::replace(&mut from, to), to);
            !others.iter().any(|other| segment.enters(&other.body().inflated(half)))
        });
        is_clear.then_some(path)
    }

    /// The path to a place farther ahead on the path of another.
    fn ahead_on(&mut self, passage: &Passage, others: &[Passage]) -> Option<Vec<DVec2>> {
        let me = &self.senses.me;
        let ahead = passage.start().distance(me.centre) + AHEAD * (passage.radius + me.radius);
        let place = passage.at(ahead);
        (place != me.centre).then(|| self.path_clear_of(others, place)).flatten()
    }

    /// Whether no other body and no terrain is where the creature would stand at a place.
    fn is_vacant(&self, place: DVec2) -> bool {
        let (there, own) = (Aabb::around(place, self.half()), self.senses.me.body());
        self.view.count_queries(1);
        let index = &self.sim.scratch.derived.index;
        let mut is_vacant = true;
        index.visit_terrain(&there, |_, block| is_vacant &= !block.overlaps(&there));
        index.visit(&there, |_, body| is_vacant &= *body == own || !body.overlaps(&there));
        is_vacant
    }

    /// Follows a path and waits at its end: `times` as long as the path takes in all, and a while.
    fn wait_after(&self, path: Vec<DVec2>, times: f64) -> JourneyState {
        let ticks = self.time(&path) / self.request.speed;
        let until =
            self.senses.tick + whole(times * (ticks + WAIT * f64::from(self.rules().patience)));
        JourneyState::SteppingAside { path, until }
    }
}
