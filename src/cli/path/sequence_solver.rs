//! Answers the queries of a sequence, and keeps paths that still hold.

use super::answer::{Answer, BarrierId};
use super::changing_scene::{Change, ChangingScene};
use super::path_painter::PathPainter;
use super::planner::{PathPlanner, SearchSpace};
use super::sequence::{Query, Sequence};
use crate::clock::now;
use crate::geometry::DVec2;
use crate::navigation::{Outcome, path_length};

/// How far from a path a mover may be to follow it still, as a fraction of the path's length: more
/// than rounding, less than any step.
const ROUNDING: f64 = 1e-9;

/// The obstacles as they stand, and the path of the last query.
pub(super) struct SequenceSolver<'a> {
    planner: &'a PathPlanner,
    sequence: &'a Sequence,
    scene: ChangingScene,
    last: Option<LastPath>,
}

/// The path that the last query found, start and goal included.
struct LastPath {
    points: Vec<DVec2>,
    half: DVec2,
    /// Whether an obstacle was removed or moved since, so that a shorter path may have opened.
    has_opened: bool,
}

/// The remainder of a path.
struct Rest {
    waypoints: Vec<DVec2>,
    /// By how much the path before and the remainder are longer together than the path was.
    excess: f64,
}

impl<'a> SequenceSolver<'a> {
    /// A solver before the first entry.
    pub fn new(planner: &'a PathPlanner, sequence: &'a Sequence) -> Self {
        Self { planner, sequence, scene: ChangingScene::new(&sequence.scene), last: None }
    }

    /// Changes the obstacles.
    pub fn apply(&mut self, change: &Change) {
        let may_open = matches!(change, Change::Remove(_) | Change::Move(..));
        if let Some(last) = &mut self.last {
            last.has_opened |= may_open;
        }
        self.scene.apply(change);
    }

    /// Finds the path of a query among the obstacles that stand.
    pub fn answer(&mut self, query: &Query) -> Result<Answer, String> {
        let by = self.planner.inflation(query.half);
        self.scene.prepare(by);
        if self.wants_regions() {
            self.scene.prepare_regions(by);
        }
        let space = self.planner.space_among(&self.scene, query, self.wants_regions())?;
        let mut answer = self.path(query, &space)?;
        let ids = &self.sequence.ids;
        for barrier in answer.by.iter_mut().flatten() {
            if let BarrierId::Obstacle(key) = barrier {
                *barrier = ids.id(*key).into();
            }
        }
        let (points, half) = (answer.path.clone(), query.half);
        self.last = Some(LastPath { points, half, has_opened: false });
        Ok(answer)
    }

    /// Paints the answer of the last query.
    pub fn paint(
        &self,
        query: &Query,
        answer: &Answer,
        path_painter: &mut PathPainter,
    ) -> Result<(), String> {
        let space = self.planner.space_among(&self.scene, query, self.wants_regions())?;
        let (scene, ends) = (self.scene.scene(query.half), (query.start, query.goal));
        path_painter.paint(self.planner, &scene, &space, ends, answer);
        Ok(())
    }

    fn wants_regions(&self) -> bool {
        self.planner.wants_regions_among(&self.scene, self.sequence.query_count())
    }

    /// The remainder of the path of the query before, if the query replans and it holds, or a new path.
    fn path(&self, query: &Query, space: &SearchSpace<'_>) -> Result<Answer, String> {
        let &Query { start, goal, half, replans } = query;
        let last = self.last.as_ref().filter(|_| replans);
        let begin = now();
        let rest = last.and_then(|last| last.rest_from(start));
        let held = rest.filter(|rest| space.leads_to_goal(start, goal, &rest.waypoints));
        let check_micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        let Some((held, last)) = held.zip(last) else {
            let found = self.planner.answer(space, start, goal)?;
            return Ok(Answer { kept: replans.then_some(false), ..found });
        };
        let kept = |steps: u32, micros: f64| {
            let checked = held.waypoints.len() as u32 + 1;
            let outcome = Outcome::Found(held.waypoints.clone());
            let steps = steps.saturating_add(checked);
            let answer = Answer::new(start, goal, outcome, steps, check_micros + micros);
            Answer { kept: Some(true), ..answer }
        };
        let is_on_path = held.excess <= ROUNDING * path_length(start, &last.points);
        if !last.has_opened && last.half == half && is_on_path {
            return Ok(kept(0, 0.0));
        }
        let found = self.planner.find_path(space, start, goal);
        let rest_length = path_length(start, &held.waypoints);
        if found.length.is_some_and(|length| length < rest_length) {
            return Ok(Answer { kept: Some(false), ..found });
        }
        Ok(kept(found.steps, found.micros))
    }
}

impl LastPath {
    /// The remainder of the path for a mover at `start`, from its point nearest to there; `None` if
    /// there was no path.
    fn rest_from(&self, start: DVec2) -> Option<Rest> {
        let (&first, waypoints) = self.points.split_first()?;
        let distance = |(a, b): (DVec2, DVec2)| {
            let along = (b - a).length_squared();
            let part = if along > 0.0 { (start - a).dot(b - a) / along } else { 0.0 };
            a.lerp(b, part.clamp(0.0, 1.0)).distance_squared(start)
        };
        let distances = self.points.iter().zip(waypoints).map(|(&a, &b)| distance((a, b)));
        let mut nearest = (0, f64::INFINITY);
        for (index, distance) in distances.enumerate() {
            if distance <= nearest.1 {
                nearest = (index, distance);
            }
        }
        let (passed, rest) = waypoints.split_at(nearest.0.min(waypoints.len()));
        let before = path_length(first, passed) + passed.last().unwrap_or(&first).distance(start);
        let waypoints: Vec<DVec2> =
            rest.iter().copied().skip_while(|&point| point == start).collect();
        let after = path_length(start, &waypoints);
        let excess = before + after - path_length(first, &self.points[1..]);
        Some(Rest { waypoints, excess })
    }
}
