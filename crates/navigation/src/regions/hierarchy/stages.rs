//! A path along a course, stage by stage.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::course::Course;
use super::joint::ROUNDING;
use crate::regions::{NoPath, RegionSearch, Regions};

/// A path that grows by one stage after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Stages {
    course: Course,
    goal: DVec2,
    /// The point of the course at which the current stage begins.
    from: usize,
    /// The points at which the stages ahead end, the next one last; the goal is beyond the last point.
    ends: Vec<usize>,
    /// The start, and the bends of the path so far.
    path: Vec<DVec2>,
    /// The places at which stages began and ended so far.
    joints: Vec<DVec2>,
    search: Option<RegionSearch>,
    /// Whether the current stage took too many steps before.
    is_hasty: bool,
}

/// A path along a course, with its start, and where its stages meet.
pub(super) struct Found {
    pub path: Vec<DVec2>,
    pub joints: Vec<DVec2>,
}

/// A path may be longer than the mean detour says by this share of its length, so that the search for it need
/// not weigh all others that are about as long.
const TOLERANCE: f64 = 0.015;

/// The same when that has taken too many steps.
const HASTE: f64 = 0.06;

/// The maximum detour that a stage expects.
const MAX_DETOUR: f64 = 4.0;

/// A stage may take so many steps for each point of the course. If it does not end, it is begun again in haste,
/// and then divided.
const STEPS: u32 = 512;

impl Stages {
    /// The stages along a course from one place to another.
    pub fn new(course: Course, [start, goal]: [DVec2; 2]) -> Self {
        let count = course.points.len();
        let bends = (1..count).rev().filter(|&index| course.points[index].is_bend);
        let ends = std::iter::once(count).chain(bends).collect();
        let (path, joints) = (vec![start], Vec::new());
        Self { course, goal, from: 0, ends, path, joints, search: None, is_hasty: false }
    }

    /// Takes at most `steps` steps, from which those taken are subtracted. Returns the path once it is complete.
    /// [`NoPath`] means that the regions are not those of the course.
    pub fn advance(&mut self, regions: &Regions, steps: &mut u32) -> Option<Result<Found, NoPath>> {
        while let Some(&end) = self.ends.last() {
            let mut search = self.search.take().unwrap_or_else(|| self.stage(end));
            let points = end - self.from;
            let all = if points > 1 { STEPS.saturating_mul(points as u32 + 2) } else { u32::MAX };
            let found = search.advance_to(regions, all, self.most(end), steps);
            match found {
                Some(Ok(piece)) => self.arrive(end, piece),
                Some(Err(no_path)) => return Some(Err(no_path)),
                None if search.steps() >= all => {
                    if self.is_hasty {
                        self.ends.push(self.from + points / 2);
                    }
                    self.is_hasty = !self.is_hasty;
                }
                None => {
                    self.search = Some(search);
                    return None;
                }
            }
        }
        let [path, joints] = [&mut self.path, &mut self.joints].map(std::mem::take);
        Some(Ok(Found { path, joints }))
    }

    /// Whether all numbers are finite, and the ends are points of the course, in order.
    pub fn is_sound(&self) -> bool {
        let ends = self.ends.iter().rev().try_fold(self.from, |from, &end| {
            (from < end && end <= self.course.points.len()).then_some(end)
        });
        ends.is_some()
            && self.course.is_sound()
            && !self.path.is_empty()
            && self.path.iter().all(|place| place.is_finite())
            && self.goal.is_finite()
            && self.joints.iter().all(|place| place.is_finite())
            && self.search.as_ref().is_none_or(RegionSearch::is_sound)
    }

    /// A search for the path to a point of the course.
    fn stage(&self, end: usize) -> RegionSearch {
        let start = self.path.last().copied().unwrap_or(self.goal);
        let goal = self.course.points.get(end).map_or(self.goal, |point| point.place);
        let tolerance = if self.is_hasty { HASTE } else { TOLERANCE };
        let weight = (self.detour(end) + tolerance).clamp(1.0, MAX_DETOUR);
        // The length of a joint is known, so only paths of this length are looked at.
        let is_joint = self.most(end).is_finite() && end - self.from == 1;
        RegionSearch::new(start, goal, if is_joint { 1.0 } else { weight })
    }

    /// How long the path to a point of the course is at most, if it begins at one.
    fn most(&self, end: usize) -> f64 {
        if self.from == 0 || end == self.course.points.len() {
            return f64::INFINITY;
        }
        let along: f64 = self.course.points[self.from..end].iter().map(|it| it.length).sum();
        along * (1.0 + ROUNDING)
    }

    /// How much longer the course to a point is than the straight lines between its points.
    fn detour(&self, end: usize) -> f64 {
        let points = &self.course.points[self.from..end];
        let ahead = self.course.points[self.from..].iter().skip(1).map(|point| point.place);
        let ahead = ahead.chain(std::iter::once(self.goal));
        let straight: f64 = points.iter().zip(ahead).map(|(a, b)| a.place.distance(b)).sum();
        let along: f64 = points.iter().map(|point| point.length).sum();
        if straight > 0.0 { along / straight } else { 1.0 }
    }

    /// Adds a stage.
    fn arrive(&mut self, end: usize, piece: Vec<DVec2>) {
        self.path.extend(piece);
        self.joints.extend(self.path.last());
        self.ends.pop();
        self.is_hasty = false;
        self.from = end;
    }
}
