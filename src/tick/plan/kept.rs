//! Keeping to a way: its end follows the goal, and what comes into it is noticed in time.

use super::look::PlanningResult;
use super::{MoveRequest, Planner, Travel};
use crate::behaviour::{Destination, Refusal};
use crate::geometry::{DVec2, Segment};
use crate::navigation::{Goal, Search};
use crate::world::{Journey, JourneyState, ObstacleFilter};

/// How far a goal may move, as a share of the way to it, before another way is looked for.
const DRIFT: f64 = 0.25;

impl Planner<'_> {
    /// Goes on by the way there is, as far as it still leads on.
    pub(super) fn keep_on(
        &mut self,
        journey: &Journey,
        way: &[DVec2],
        regard: ObstacleFilter,
    ) -> Result<Travel, Refusal> {
        let moved_end = if self.leads_there(journey, way) {
            None
        } else {
            match self.with_moved_end(way, regard) {
                Some(way) => Some(way),
                None => return self.set_out(journey.stopped),
            }
        };
        let kept = moved_end.as_deref().unwrap_or(way);
        if !self.is_free_ahead(kept, regard) {
            return self.set_out(journey.stopped);
        }
        if kept.len() > 1 && self.has_drifted(journey) {
            let shorter = self.clearly_shorter(kept)?;
            let kept = || PlanningResult::Found(kept.to_vec(), regard);
            return Ok(self.begin(shorter.unwrap_or_else(kept), journey.stopped));
        }
        let MoveRequest { destination, speed, .. } = self.wish;
        Ok(match moved_end {
            None if destination == journey.destination => Travel::Pace(speed),
            moved_end => Travel::Begin(Journey {
                destination,
                speed,
                course: JourneyState::Way(moved_end.unwrap_or_else(|| way.to_vec()), regard),
                ..journey.clone()
            }),
        })
    }

    /// Goes on a move at a time.
    pub(super) fn keep_moving(
        &mut self,
        journey: &Journey,
        way: &[DVec2],
        search: &Search,
        regard: ObstacleFilter,
    ) -> Result<Travel, Refusal> {
        let MoveRequest { destination, speed, .. } = self.wish;
        if destination != journey.destination || self.has_drifted(journey) {
            return self.set_out(journey.stopped);
        }
        if !way.is_empty() && self.is_free_ahead(way, regard) {
            return Ok(Travel::Pace(speed));
        }
        let thought = self.next_move(Box::new(search.clone()), regard)?;
        let Travel::Begin(begun) = self.begin(thought, journey.stopped) else {
            return Ok(Travel::End);
        };
        // The goal of the search is where it was when the creature set out.
        Ok(Travel::Begin(Journey { planned_for: journey.planned_for, ..begun }))
    }

    /// Whether the goal is so far from where it was when the way was found that there may be a
    /// better one.
    pub(super) fn has_drifted(&self, journey: &Journey) -> bool {
        let aim = self.aim();
        aim.distance(journey.planned_for) > aim.distance(self.senses.me.centre) * DRIFT
    }

    /// Whether the end of the way is at the goal.
    fn leads_there(&self, journey: &Journey, way: &[DVec2]) -> bool {
        match self.wish.destination {
            // Something may cover the point, so that the way ends beside it.
            Destination::Point(_) | Destination::Base(_) => {
                self.wish.destination == journey.destination
            }
            Destination::Beside(_) => {
                let target = self.target(self.wish.goal);
                way.last().is_some_and(|&end| target.nearest_point(end) == end)
            }
        }
    }

    /// The way with its end where the goal is now; `None` when it does not lead there so easily.
    fn with_moved_end(&self, way: &[DVec2], regard: ObstacleFilter) -> Option<Vec<DVec2>> {
        let target = self.target(self.wish.goal);
        let is_free = |from: DVec2, to: DVec2| self.eye.is_free(Segment::new(from, to), regard);
        let me = self.senses.me.centre;
        let aim = target.nearest_point(me);
        if aim != me && is_free(me, aim) {
            return Some(vec![aim]);
        }
        let (_, corners) = way.split_last()?;
        let &corner = corners.last()?;
        let aim = target.nearest_point(corner);
        is_free(corner, aim).then(|| {
            let end = (aim != corner).then_some(aim);
            corners.iter().copied().chain(end).collect()
        })
    }

    /// Whether nothing comes into the way of the next few steps.
    fn is_free_ahead(&self, way: &[DVec2], regard: ObstacleFilter) -> bool {
        let mut left = self.wish.speed * (1.0 + self.rules().foresight);
        let mut from = self.senses.me.centre;
        for &corner in way {
            let leg = corner - from;
            let length = leg.length();
            let to = if length > left { from + leg * (left / length) } else { corner };
            if !self.eye.is_free(Segment::new(from, to), regard) {
                return false;
            }
            left -= length;
            if left <= 0.0 {
                break;
            }
            from = corner;
        }
        true
    }

    /// Another way, if there is one that is clearly shorter.
    fn clearly_shorter(&mut self, kept: &[DVec2]) -> Result<Option<PlanningResult>, Refusal> {
        let found = self.look(ObstacleFilter::All)?;
        let PlanningResult::Found(way, _) = &found else { return Ok(None) };
        let fears = self.fears();
        let most = self.cost(kept, &fears) * (1.0 - self.rules().persistence);
        Ok((self.cost(way, &fears) < most).then_some(found))
    }

    /// Where the creature was going when it can no longer see whom it wanted to reach.
    pub(in crate::tick) fn last_goal(journey: &Journey) -> Goal {
        match (&journey.course, journey.destination) {
            (_, Destination::Point(point)) => Goal::Point(point),
            (JourneyState::Way(way, _), _) => {
                Goal::Point(*way.last().unwrap_or(&journey.planned_for))
            }
            _ => Goal::Point(journey.planned_for),
        }
    }
}
