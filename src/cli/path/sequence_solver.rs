//! Answers the queries of a sequence, and keeps paths that still hold.

use std::collections::BTreeSet;

use super::answer::{Answer, BarrierId};
use super::changing_scene::{Change, ChangingScene};
use super::link::LinkTaken;
use super::path_painter::PathPainter;
use super::planner::{PathPlanner, Precomputed, SearchSpace};
use super::sequence::{Query, Sequence};
use crate::clock::now;
use crate::geometry::DVec2;
use crate::navigation::Outcome;

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
    links: Vec<LinkTaken>,
    half: DVec2,
    ignored: BTreeSet<u64>,
    /// Whether an obstacle was removed or moved, or a link added or opened since, so that a shorter path
    /// may have opened.
    has_opened: bool,
}

/// The remainder of a path.
struct Rest {
    /// From the mover on.
    points: Vec<DVec2>,
    links: Vec<LinkTaken>,
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
        let may_open = match change {
            Change::Remove(_) | Change::Move(..) | Change::AddLink(_) => true,
            Change::SetLink(_, is_open) => *is_open,
            Change::Add(_) | Change::RemoveLink(_) => false,
        };
        if let Some(last) = &mut self.last {
            last.has_opened |= may_open;
        }
        self.scene.apply(change);
    }

    /// Finds the path of a query among the obstacles that stand and block its mover.
    pub fn answer(&mut self, query: &Query) -> Result<Answer, String> {
        if let Some(last) = &mut self.last {
            last.has_opened |= last.ignored != query.ignored;
        }
        let taken = self.scene.take_out(&query.ignored);
        let answer = self.answer_among(query);
        self.scene.put_back(&taken);
        answer
    }

    fn answer_among(&mut self, query: &Query) -> Result<Answer, String> {
        let by = self.planner.inflation(query.half);
        self.scene.prepare(by);
        if self.wants_regions() {
            self.scene.prepare_regions(by);
            match self.planner.precomputed() {
                Some(Precomputed::Hierarchy) => self.scene.prepare_hierarchy(by),
                Some(Precomputed::CornerGraph) => self.scene.prepare_corner_graph(by),
                None => {}
            }
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
        let links = answer.links.clone().unwrap_or_default();
        let ignored = query.ignored.clone();
        self.last = Some(LastPath { points, links, half, ignored, has_opened: false });
        Ok(answer)
    }

    /// Paints the answer of the last query.
    pub fn paint(
        &mut self,
        query: &Query,
        answer: &Answer,
        path_painter: &mut PathPainter,
    ) -> Result<(), String> {
        let taken = self.scene.take_out(&query.ignored);
        let scene = self.scene.scene(query.half);
        let space = self.planner.space_among(&self.scene, query, self.wants_regions());
        let ends = (query.start, query.goal);
        let painted =
            space.map(|space| path_painter.paint(self.planner, &scene, &space, ends, answer));
        self.scene.put_back(&taken);
        painted
    }

    fn wants_regions(&self) -> bool {
        self.planner.wants_regions_among(&self.scene, self.sequence.query_count())
    }

    /// The remainder of the path of the query before, if the query replans and it holds, or a new path.
    fn path(&self, query: &Query, space: &SearchSpace<'_>) -> Result<Answer, String> {
        let &Query { start, goal, half, replans, .. } = query;
        let last = self.last.as_ref().filter(|_| replans);
        let begin = now();
        let rest = last.and_then(|last| last.rest_from(start));
        let held = rest.filter(|rest| space.leads_to_goal(goal, &rest.points, &rest.links));
        let check_micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        let Some((held, last)) = held.zip(last) else {
            let found = self.planner.answer(space, start, goal)?;
            return Ok(Answer { kept: replans.then_some(false), ..found });
        };
        let kept = |steps: u32, micros: f64| {
            let outcome = Outcome::Found(held.points[1..].to_vec());
            let steps = steps.saturating_add(held.points.len() as u32);
            let answer = Answer::new(start, goal, outcome, steps, check_micros + micros);
            let crossings = space.crossings(&held.links).filter(|_| !space.links().is_empty());
            let answer = match crossings {
                Some(crossings) => answer.over(crossings, space.links()),
                None => answer,
            };
            Answer { kept: Some(true), ..answer }
        };
        let is_on_path = held.excess <= ROUNDING * length(&last.points, &last.links);
        if !last.has_opened && last.half == half && is_on_path {
            return Ok(kept(0, 0.0));
        }
        let found = self.planner.find_path(space, start, goal);
        let rest_length = length(&held.points, &held.links);
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
        let is_walked = |index: usize| self.links.iter().all(|link| link.at != index);
        let distance = |index: usize| {
            let [a, b] = [self.points[index], self.points[index + 1]];
            let along = (b - a).length_squared();
            let part = if along > 0.0 { (start - a).dot(b - a) / along } else { 0.0 };
            a.lerp(b, part.clamp(0.0, 1.0)).distance_squared(start)
        };
        // Where the path ends with a link, the mover may be at its end.
        let last = self.points.len().checked_sub(1)?;
        let mut nearest = (last, self.points[last].distance_squared(start));
        for index in (0..last).filter(|&index| is_walked(index)) {
            let distance = distance(index);
            if distance <= nearest.1 {
                nearest = (index, distance);
            }
        }
        let (passed, rest) = self.points.split_at((nearest.0 + 1).min(last + 1));
        let (before, after): (Vec<LinkTaken>, Vec<LinkTaken>) =
            self.links.iter().cloned().partition(|link| link.at < nearest.0);
        let mut passed = passed.to_vec();
        passed.push(start);
        // A waypoint at which the mover stands is passed, up to one at which a link begins.
        let mut points = vec![start];
        let stands = |skipped: usize| rest.get(skipped) == Some(&start);
        let is_first = |skipped: usize| after.iter().any(|link| link.at == nearest.0 + skipped);
        let mut skipped = 0;
        while stands(skipped) && !is_first(skipped) {
            skipped += 1;
        }
        points.extend(&rest[skipped..]);
        let shift = nearest.0 + skipped;
        let moved = |link: LinkTaken| LinkTaken { at: link.at - shift, ..link };
        let links: Vec<LinkTaken> = after.into_iter().map(moved).collect();
        let excess =
            length(&passed, &before) + length(&points, &links) - length(&self.points, &self.links);
        Some(Rest { points, links, excess })
    }
}

/// The length of a path, its start included, with the costs of its links.
fn length(points: &[DVec2], links: &[LinkTaken]) -> f64 {
    let is_walked = |index: &usize| links.iter().all(|link| link.at != *index);
    let segments = (0..points.len().saturating_sub(1)).filter(is_walked);
    let walked = segments.map(|index| points[index].distance(points[index + 1]));
    walked.chain(links.iter().map(|link| link.cost)).fold(0.0, std::ops::Add::add)
}
