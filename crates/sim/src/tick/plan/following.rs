//! Following a path: its end moves with the goal, and new obstacles ahead are detected.

use terrarium_creatures::behaviour::{Destination, Refusal};
use terrarium_navigation::{Goal, Search};
use terrarium_space::geometry::{DVec2, Segment};

use super::search::PlanningResult;
use super::{MoveRequest, Planner, Travel};
use crate::world::{Journey, JourneyState, ObstacleFilter};

/// How far a goal may move, as a fraction of the distance to it, before another path is searched
/// for.
const DRIFT: f64 = 0.25;

impl Planner<'_> {
    /// Continues on the current path as long as it is free and leads to the goal.
    pub(super) fn follow_path(
        &mut self,
        journey: &Journey,
        path: &[DVec2],
        filter: ObstacleFilter,
    ) -> Result<Travel, Refusal> {
        let moved_end = if self.leads_there(journey, path) {
            None
        } else {
            match self.with_moved_end(path, filter) {
                Some(path) => Some(path),
                None => return self.set_out(journey.stopped),
            }
        };
        // A field leads to its goal only.
        let filter = match (filter, &moved_end) {
            (ObstacleFilter::Field, Some(_)) => ObstacleFilter::Ground,
            _ => filter,
        };
        let kept = moved_end.as_deref().unwrap_or(path);
        if !self.is_free_ahead(kept, filter) {
            return self.set_out(journey.stopped);
        }
        if filter == ObstacleFilter::Field
            && let Some(shorter) = self.shorter_by_field(kept)
        {
            return Ok(self.begin(shorter, journey.stopped));
        }
        if filter.is_terrain_only() && !self.is_free_ahead(kept, ObstacleFilter::Standing) {
            let result = self.past_bodies(kept, filter);
            return Ok(self.begin(result, journey.stopped));
        }
        if kept.len() > 1 && self.has_drifted(journey) {
            let shorter = self.clearly_shorter(kept)?;
            let kept = || PlanningResult::Found(kept.to_vec(), filter);
            return Ok(self.begin(shorter.unwrap_or_else(kept), journey.stopped));
        }
        let MoveRequest { destination, speed, .. } = self.request;
        Ok(match moved_end {
            None if destination == journey.destination => Travel::Pace(speed),
            moved_end => Travel::Begin(Box::new(Journey {
                destination,
                planned_for: journey.planned_for,
                speed,
                stopped: journey.stopped,
                blocker: journey.blocker,
                underway: self.underway,
                itinerary: journey.itinerary.clone(),
                links: journey.links.clone(),
                state: JourneyState::Path(moved_end.unwrap_or_else(|| path.to_vec()), filter),
            })),
        })
    }

    /// Continues with a stepwise search, one move at a time.
    pub(super) fn follow_moves(
        &mut self,
        journey: &Journey,
        path: &[DVec2],
        search: &Search,
        filter: ObstacleFilter,
    ) -> Result<Travel, Refusal> {
        let MoveRequest { destination, speed, .. } = self.request;
        if destination != journey.destination || self.has_drifted(journey) {
            return self.set_out(journey.stopped);
        }
        if !path.is_empty() && self.is_free_ahead(path, filter) {
            return Ok(Travel::Pace(speed));
        }
        let result = self.next_move(Box::new(search.clone()), filter)?;
        Ok(match self.begin(result, journey.stopped) {
            // The goal of the search is still the one it started with.
            Travel::Begin(mut begun) => {
                begun.planned_for = journey.planned_for;
                Travel::Begin(begun)
            }
            ended => ended,
        })
    }

    /// Whether the goal has moved so far since the path was planned that a better path may exist.
    pub(super) fn has_drifted(&self, journey: &Journey) -> bool {
        let goal = self.goal_centre();
        goal.distance(journey.planned_for) > goal.distance(self.senses.me.centre) * DRIFT
    }

    /// Whether the path ends at the goal.
    fn leads_there(&self, journey: &Journey, path: &[DVec2]) -> bool {
        match self.request.destination {
            Destination::Point(_) | Destination::Base(_) | Destination::Within { .. } => {
                self.request.destination == journey.destination && self.ends_well(path)
            }
            // Terrain that has changed may let it get nearer.
            Destination::Near(_) => {
                self.request.destination == journey.destination
                    && self.goal_centre() == journey.planned_for
            }
            Destination::Beside(_) | Destination::Formation { .. } => {
                let target = self.target(self.request.goal);
                path.last().is_some_and(|&end| target.nearest_point(end) == end)
            }
        }
    }

    /// Whether a path ends at a point, or beside what covers it: that may have walked away, or come.
    fn ends_well(&self, path: &[DVec2]) -> bool {
        let Some(&end) = path.last() else { return true };
        let is_far = end.distance(self.senses.me.centre) > self.view.sight;
        is_far
            || self.request.goal == Goal::Point(end)
            || self.target(self.reachable_goal()).nearest_point(end) == end
    }

    /// The path with its end moved to the current goal; `None` when the last segment is not free.
    fn with_moved_end(&self, path: &[DVec2], filter: ObstacleFilter) -> Option<Vec<DVec2>> {
        let target = self.target(self.request.goal);
        let is_free = |from: DVec2, to: DVec2| self.view.is_free(Segment::new(from, to), filter);
        let me = self.senses.me.centre;
        let end = target.nearest_point(me);
        let is_cheapest = || self.is_cheapest(&Segment::new(me, end));
        if end != me && is_free(me, end) && is_cheapest() {
            return Some(vec![end]);
        }
        let (_, waypoints) = path.split_last()?;
        let &last = waypoints.last()?;
        let end = target.nearest_point(last);
        is_free(last, end).then(|| {
            let end = (end != last).then_some(end);
            waypoints.iter().copied().chain(end).collect()
        })
    }

    /// Whether the path is free for the next steps.
    pub(super) fn is_free_ahead(&self, path: &[DVec2], filter: ObstacleFilter) -> bool {
        let mut left = self.request.speed * (1.0 + self.rules().foresight);
        let mut from = self.senses.me.centre;
        for &waypoint in path {
            let (to, used) = self.walked_with(left, from, waypoint);
            if !self.view.is_free(Segment::new(from, to), filter) {
                return false;
            }
            left -= used;
            if left <= 0.0 {
                break;
            }
            from = waypoint;
        }
        true
    }

    /// How far the creature gets toward a waypoint with `left` units of path on plain ground, and how many
    /// of them the whole way to it takes.
    fn walked_with(&self, left: f64, from: DVec2, waypoint: DVec2) -> (DVec2, f64) {
        if let Some(footing) = self.footing() {
            let segment = Segment::new(from, waypoint);
            return (footing.time.reach(&segment, left), footing.time.cost(&segment));
        }
        let segment = waypoint - from;
        let length = segment.length();
        let to = if length > left { from + segment * (left / length) } else { waypoint };
        (to, length)
    }

    /// Searches for another path; returns it if it costs clearly less.
    fn clearly_shorter(&mut self, kept: &[DVec2]) -> Result<Option<PlanningResult>, Refusal> {
        let found = self.plan()?;
        let PlanningResult::Found(path, _) = &found else { return Ok(None) };
        let threats = self.threats();
        let most = self.cost(kept, &threats) * (1.0 - self.rules().persistence);
        Ok((self.cost(path, &threats) < most).then_some(found))
    }
}
