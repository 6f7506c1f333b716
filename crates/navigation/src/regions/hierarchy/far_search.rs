//! Searches for good paths, near and far.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::Hierarchy;
use super::stages::{Found, Stages};
use super::tightening::Tightening;
use crate::regions::waypoints::waypoints;
use crate::regions::{NoPath, RegionSearch, Regions};

/// A search for a good path, some steps at a time.
///
/// A path to a place near by is the shortest. For one far away, the search takes time in proportion to its
/// length; it is longer than the shortest by about 1 % among obstacles that are strewn about, and seldom by
/// more than 2 %. There is no bound: what a detour costs is estimated from samples.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::{FarSearch, Hierarchy, Regions};
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
/// let regions = Regions::new(room, [wall]);
/// let hierarchy = Hierarchy::new(&regions);
/// let (start, goal) = (DVec2::new(1.0, 6.0), DVec2::new(9.0, 6.0));
/// let mut search = FarSearch::new(start, goal);
/// assert_eq!(search.advance(&regions, &hierarchy, 1), None);
/// let found = std::iter::repeat_with(|| search.advance(&regions, &hierarchy, 1)).flatten().next();
/// assert_eq!(found, Some(regions.shortest_path(start, goal)));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FarSearch {
    start: DVec2,
    goal: DVec2,
    steps: u32,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Check the ends, and choose a phase.
    Begin,
    /// Search for the shortest path.
    Near(RegionSearch),
    /// Find the course.
    Course,
    Stages(Stages),
    /// First around the places where stages meet, then everywhere.
    TightenJoints(Tightening),
    Tighten(Tightening),
    /// No course is known: search for a path as good as can be found soon.
    Alone(RegionSearch),
}

/// The steps of a search for the shortest path, before it is given up.
const NEAR_STEPS: u32 = 16_384;

/// The length of the parts in which a path is tightened, in sides: around the places where stages meet, and
/// elsewhere.
const WIDE_PART: f64 = 4.0;
const PART: f64 = 1.0;

/// The weight of searches without a course.
const ALONE: f64 = 1.05;

impl FarSearch {
    /// A search for a path from one place to another.
    #[must_use]
    pub fn new(start: DVec2, goal: DVec2) -> Self {
        Self { start, goal, steps: 0, phase: Phase::Begin }
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Takes at most `steps` steps through the regions with which the search began, with their hierarchy.
    /// Returns the waypoints after the start, or why there is no path, once that is known. To find a course
    /// counts as one step, and takes about a millisecond in the largest worlds.
    pub fn advance(
        &mut self,
        regions: &Regions,
        hierarchy: &Hierarchy,
        steps: u32,
    ) -> Option<Result<Vec<DVec2>, NoPath>> {
        let mut left = steps;
        let mut found = None;
        while left > 0 && found.is_none() {
            found = self.step(regions, hierarchy, &mut left);
        }
        self.steps = self.steps.saturating_add(steps - left);
        found
    }

    /// Whether all numbers are finite and all references resolve. Check it after deserialising a search.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_phase_sound = match &self.phase {
            Phase::Begin | Phase::Course => true,
            Phase::Near(search) | Phase::Alone(search) => search.is_sound(),
            Phase::Stages(stages) => stages.is_sound(),
            Phase::TightenJoints(tightening) | Phase::Tighten(tightening) => tightening.is_sound(),
        };
        self.start.is_finite() && self.goal.is_finite() && is_phase_sound
    }

    /// Takes some of the steps that are left: all of them, or as many as the phase needs. Returns the result once
    /// there is one.
    fn step(
        &mut self,
        regions: &Regions,
        hierarchy: &Hierarchy,
        left: &mut u32,
    ) -> Option<Result<Vec<DVec2>, NoPath>> {
        let next = match &mut self.phase {
            Phase::Begin => {
                *left -= 1;
                if let Err(no_path) = regions.check(self.start, self.goal) {
                    return Some(Err(no_path));
                }
                self.first(regions, hierarchy)
            }
            Phase::Near(search) => {
                let found = search.advance_to(regions, NEAR_STEPS, f64::INFINITY, left);
                if found.is_some() || search.steps() < NEAR_STEPS {
                    return found;
                }
                Phase::Course
            }
            Phase::Course => {
                *left -= 1;
                self.along_course(regions, hierarchy)
            }
            Phase::Stages(stages) => match stages.advance(regions, left)? {
                Err(no_path) => return Some(Err(no_path)),
                Ok(Found { path, joints }) => {
                    let part = WIDE_PART * hierarchy.sector_side();
                    let tightening = Tightening::new(path, part, hierarchy.tight_weight());
                    Phase::TightenJoints(tightening.around(joints))
                }
            },
            Phase::TightenJoints(tightening) => {
                let path = tightening.advance(regions, left)?;
                let part = PART * hierarchy.sector_side();
                Phase::Tighten(Tightening::new(path, part, hierarchy.tight_weight()))
            }
            Phase::Tighten(tightening) => {
                let path = tightening.advance(regions, left)?;
                return Some(Ok(waypoints(path).split_off(1)));
            }
            Phase::Alone(search) => {
                return search.advance_to(regions, u32::MAX, f64::INFINITY, left);
            }
        };
        self.phase = next;
        None
    }

    /// The first phase of a search between places that are connected.
    fn first(&self, regions: &Regions, hierarchy: &Hierarchy) -> Phase {
        if hierarchy.is_far([self.start, self.goal]) && Hierarchy::pays_for(regions) {
            Phase::Course
        } else {
            Phase::Near(RegionSearch::new(self.start, self.goal, 1.0))
        }
    }

    /// The phase that follows the course, if there is one.
    fn along_course(&self, regions: &Regions, hierarchy: &Hierarchy) -> Phase {
        let ends = [self.start, self.goal];
        let course = || {
            let [from, to] = ends.map(|end| hierarchy.cluster_at(regions, end));
            hierarchy.course(ends, [from?, to?])
        };
        let course = if hierarchy.is_complete(regions) { course() } else { None };
        match course {
            Some(course) => Phase::Stages(Stages::new(course, ends)),
            None => Phase::Alone(RegionSearch::new(self.start, self.goal, ALONE)),
        }
    }
}
