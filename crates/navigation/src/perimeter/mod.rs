//! The perimeter follower: straight to the goal, and around each obstacle by the shorter side.

mod following;
mod nearby;
mod over_ground;
mod pulling;
mod through_regions;

use core::cell::Cell;

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::ParameterValues;
use terrarium_space::geometry::DVec2;

use self::following::{aim, begin_walk, join, leave, start};
use self::nearby::NearbySearch;
use self::pulling::{arrive, next_bend, shorten, shorten_further};
use self::through_regions::GOOD_WEIGHT;
use crate::best_first::is_length;
use crate::body::Body;
use crate::corner::Corner;
use crate::ground::WeightedSearch;
use crate::inflated::{InflatedObstacles, target_in_room};
use crate::leave_point::{Detours, LeavePoint, Strings};
use crate::lens::Lens;
use crate::outline::{Outline, OutlineStep};
use crate::polygon_detector::PolygonDetector;
use crate::polygons::{PolygonQuery, PolygonSearch};
use crate::regions::{CornerSearch, FarSearch, RegionSearch};
use crate::shapes::{KnownShapes, Shapes};
use crate::shortening::Shortening;
use crate::string_pulling::pull_bend;
use crate::{Description, Guarantee, Navigator, Obstacles, Outcome, Request, Search, path_length};

/// Among polygons the path is at most longer than the shortest by this factor.
const POLYGON_WEIGHT: f64 = 1.05;

/// The navigator that follows perimeters.
///
/// It moves straight towards the goal until it hits an obstacle, then follows the outline of the
/// cluster of overlapping obstacles once around. If the goal lies on the other side of the outline
/// there is no path. Otherwise it takes the side that looks shorter, leaves the outline where a
/// taut string would, and heads straight for the goal again. Finally, string pulling shortens the
/// whole path. If the path led around clusters of several obstacles and is much longer than the
/// straight line, a bounded search for a shorter one follows: over mutually visible corners, or, if
/// that would take long, through the regions of the area that contains every shorter path, which are
/// then built in one step. The path found there is longer than the shortest by at most 5 %.
///
/// This can lead back to a cluster that was left before. So the detours made on each outline are
/// added up, and no leave point is used twice. When the detours on an outline would exceed half its
/// length, the search from then on leaves every outline at its point nearest to the goal: no
/// cluster is met twice after that, because all of it is farther away. So the search terminates.
///
/// The path is never longer than the straight distance plus the outlines met: half of each outline
/// covers the detours, and leaving at the nearest point adds at most the other half.
///
/// Where the obstacles offer their [regions](Obstacles::regions), a search that would take long among
/// clusters, or whose path is far from straight, restarts through these; its path is then longer than
/// the shortest by at most 5 %.
///
/// Where they offer a [hierarchy](Obstacles::hierarchy) of these too, the search for a path to a goal far away is a
/// [`FarSearch`], whose path is longer than the shortest by about 1 %.
///
/// Where the obstacles offer [regions of the ground](Obstacles::weighted_regions), the search is one
/// for the cheapest path through these, which it finds to within 1 %.
///
/// Near a [polygon](Obstacles::polygons) the search restarts over the corners in view, because
/// outlines of polygons cannot be followed exactly, and finds a path at most 1.05 times as long as
/// the shortest. The barriers that it then reports as enclosing are a minimal subset of the
/// obstacles there.
#[derive(Debug, Clone, Copy)]
pub struct Perimeter;

impl Navigator for Perimeter {
    fn description(&self) -> &'static Description {
        &Description {
            name: "perimeter",
            about: "around each obstacle by the shorter side: finds a path whenever there is one",
            guarantee: Guarantee::Complete,
            parameters: &[],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, _: &ParameterValues) -> Search {
        Search::Perimeter(PerimeterSearch::new(request))
    }
}

/// A search of [`Perimeter`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PerimeterSearch {
    request: Request,
    steps: u32,
    /// The known part from the start, free of obstacles.
    path: Vec<Corner>,
    /// During string pulling: the part of the path that is still to be pulled, last point first.
    ahead: Vec<Corner>,
    /// The detours made by leaving early; `None` once no further detour is affordable.
    detours: Option<Detours>,
    /// The outline that is being followed, or was last.
    outline: Option<Box<Outline>>,
    /// Whether any cluster on the path had more than one body.
    clustered: bool,
    /// Whether the search has restarted among polygons.
    among_polygons: bool,
    /// Whether the path will be the shortest, or the cheapest: for [`Exact`](super::Exact), among polygons
    /// and through regions.
    finds_shortest: bool,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Check the start, and whether the straight line to the goal is free.
    Start,
    /// Check the goal.
    Goal,
    /// Head straight for the goal.
    Aim,
    /// Follow the outline once around.
    Walk,
    /// Connect the path's end to the first corner of the outline, cutting the corner at the hit.
    Join(LeavePoint),
    /// String pulling at the border between the pulled part and the rest.
    Pull,
    /// Search for a shorter path.
    Shorten(Box<Shortening>),
    /// There is a polygon near by: run a separate search from the start.
    Polygons(Box<PolygonSearch>),
    Done(Outcome),
    /// The free space is known: search it from the start.
    Regions(Box<RegionSearch>),
    /// The ground counts: search its regions from the start.
    Ground(Box<WeightedSearch>),
    /// Search for a shorter path through the free space around the one found.
    Nearby(Box<NearbySearch>),
    /// The goal is far away, and there is a hierarchy of the free space: search through it from the start.
    Far(Box<FarSearch>),
    /// There is a graph of the corners of the free space: search over it from the start.
    Corners(Box<CornerSearch>),
}

/// Buffers reused by the steps of a search, and by the searches of a thread.
#[derive(Default)]
struct Scratch {
    near: Vec<Body>,
    posts: Vec<Corner>,
    strings: Strings,
    lens: Lens,
    shapes: KnownShapes,
}

thread_local! {
    /// The buffers of the last search, without what it knew.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Scratch {
    fn take() -> Box<Self> {
        SCRATCH.take().unwrap_or_default()
    }

    fn give_back(mut self: Box<Self>) {
        self.shapes = KnownShapes::default();
        SCRATCH.set(Some(self));
    }
}

impl PerimeterSearch {
    pub(super) fn new(mut request: Request) -> Self {
        request.ignore.sort_unstable();
        Self {
            path: vec![Corner::none(request.start)],
            request,
            steps: 0,
            ahead: Vec::new(),
            detours: Some(Detours::default()),
            outline: None,
            clustered: false,
            among_polygons: false,
            finds_shortest: false,
            phase: Phase::Start,
        }
    }

    pub(super) fn request(&self) -> &Request {
        &self.request
    }

    /// Continues the search. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        if self.steps == 0 {
            self.enter_hierarchy(obstacles);
        }
        self.advance_within(obstacles, steps, POLYGON_WEIGHT)
    }

    /// The same; among polygons the path is longer than the shortest by at most the factor `weight`.
    pub(super) fn advance_within(
        &mut self,
        obstacles: &dyn Obstacles,
        steps: u32,
        weight: f64,
    ) -> Option<Outcome> {
        let mut scratch = Scratch::take();
        let mut left = steps;
        if self.steps == 0 {
            self.enter_ground(obstacles);
        }
        while left > 0 && !matches!(self.phase, Phase::Done(_)) {
            if self.steps >= self.request.limit {
                self.phase = Phase::Done(Outcome::GaveUp);
                break;
            }
            if self.is_in_regions() {
                left -= self.advance_in_regions(obstacles, left);
                left -= self.advance_over_ground(obstacles, left);
                continue;
            }
            left -= 1;
            self.steps = self.steps.saturating_add(1);
            self.phase = if obstacles.polygons().is_empty() {
                self.step(obstacles, &mut scratch)
            } else {
                self.step_near_polygons(obstacles, weight, &mut scratch)
            };
            if self.is_lost_among_clusters() {
                self.enter_regions(obstacles, GOOD_WEIGHT);
            }
        }
        scratch.give_back();
        match &self.phase {
            Phase::Done(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// The path as far as it is known, including the start. It grows until it ends at the goal;
    /// string pulling begins at the next step.
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.path.iter().chain(self.ahead.iter().rev()).map(|corner| corner.point).collect()
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_phase_sound = match (&self.phase, &self.outline) {
            (Phase::Walk, outline) => outline.is_some(),
            (Phase::Join(leave), Some(outline)) => leave.is_sound(outline),
            (Phase::Join(_), None) => false,
            (Phase::Shorten(shortening), _) => {
                shortening.is_sound() && shortening.steps() <= self.steps
            }
            (Phase::Polygons(search), _) => self.among_polygons && search.is_sound(),
            (Phase::Regions(search), _) => search.is_sound(),
            (Phase::Ground(search), _) => search.is_sound(),
            (Phase::Nearby(search), _) => search.is_sound(),
            (Phase::Far(search), _) => search.is_sound(),
            (Phase::Corners(search), _) => search.is_sound(),
            (Phase::Done(Outcome::Found(path)), _) => {
                is_length(path_length(self.request.start, path))
            }
            (Phase::Start | Phase::Goal | Phase::Aim | Phase::Pull | Phase::Done(_), _) => true,
        };
        self.request.is_sound()
            && is_phase_sound
            && !self.path.is_empty()
            && self.path.iter().chain(&self.ahead).all(Corner::is_sound)
            && self.detours.as_ref().is_none_or(Detours::is_sound)
            && self.outline.as_ref().is_none_or(|outline| outline.is_sound())
    }

    /// Restarts among polygons, for a path within the factor `weight` of the shortest, and adds
    /// `steps` to the step count.
    pub(super) fn switch_to_polygons(&mut self, steps: u32, weight: f64) {
        self.steps = self.steps.saturating_add(steps);
        self.among_polygons = true;
        self.finds_shortest = weight == 1.0;
        self.phase = Phase::Polygons(Box::new(PolygonSearch::new(weight)));
    }

    /// Whether the path will be the shortest.
    pub(super) fn finds_shortest(&self) -> bool {
        self.finds_shortest
    }

    /// Takes a step where there may be polygons.
    fn step_near_polygons(
        &mut self,
        obstacles: &dyn Obstacles,
        weight: f64,
        scratch: &mut Scratch,
    ) -> Phase {
        if !self.among_polygons {
            let ignore = self.request.ignore.clone();
            let detector = PolygonDetector::new(obstacles, &ignore);
            let next = self.step(&detector, scratch);
            if !detector.has_found() {
                return next;
            }
            self.switch_to_polygons(0, weight);
            return core::mem::replace(&mut self.phase, Phase::Aim);
        }
        self.step(obstacles, scratch)
    }

    /// Takes a step and returns the next phase.
    fn step(&mut self, obstacles: &dyn Obstacles, scratch: &mut Scratch) -> Phase {
        let phase = core::mem::replace(&mut self.phase, Phase::Aim);
        let Self { request, steps, path, ahead, detours, outline, clustered, .. } = self;
        let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
        let Some(target) = target_in_room(request, &inflated) else {
            return Phase::Done(Outcome::Outside);
        };
        let Some(from) = path.last().map(|corner| corner.point) else {
            return Phase::Done(Outcome::GaveUp);
        };
        match (phase, outline) {
            (Phase::Start, outline) => start(path, outline, &target, &inflated),
            (Phase::Goal, _) => match inflated.covering(target.min) {
                by if by.is_empty() => Phase::Walk,
                by => Phase::Done(Outcome::GoalEnclosed { by }),
            },
            (Phase::Aim, outline) => match aim(outline.as_deref(), from, &target, &inflated) {
                Some(hit) => {
                    begin_walk(outline, hit);
                    Phase::Walk
                }
                None => {
                    let pulled = arrive(path, ahead, target.nearest_point(from));
                    shorten(pulled, request, (&target, *clustered), obstacles)
                }
            },
            (Phase::Walk, Some(outline)) => match outline.step(&inflated, &mut scratch.near) {
                OutlineStep::Next => {
                    *clustered = true;
                    Phase::Walk
                }
                OutlineStep::Closed => leave(outline, from, &target, &inflated, detours, scratch),
                // Obstacles changed during the walk, so its result is unusable.
                OutlineStep::Lost => Phase::Done(Outcome::GaveUp),
            },
            (Phase::Join(leave), Some(outline)) => {
                join(path, outline, leave, &inflated, &mut scratch.posts);
                Phase::Aim
            }
            (Phase::Pull, _) => {
                pull_bend(path, ahead, &inflated, &mut scratch.posts);
                let pulled = next_bend(path, ahead);
                shorten(pulled, request, (&target, *clustered), obstacles)
            }
            (Phase::Shorten(mut shortening), _) => {
                shortening.step(&inflated, &target, &mut scratch.lens);
                shorten_further(shortening, request, *steps, obstacles)
            }
            (Phase::Polygons(mut search), _) => {
                let Some(room) = inflated.room() else { return Phase::Done(Outcome::Outside) };
                let query = PolygonQuery { start: request.start, room, target };
                match search.step(&query, &Shapes::new(obstacles, request, &scratch.shapes)) {
                    Some(outcome) => Phase::Done(outcome),
                    None => Phase::Polygons(search),
                }
            }
            (Phase::Walk | Phase::Join(_), None) => Phase::Done(Outcome::GaveUp),
            (
                other @ (Phase::Regions(_)
                | Phase::Nearby(_)
                | Phase::Far(_)
                | Phase::Corners(_)
                | Phase::Ground(_)
                | Phase::Done(_)),
                _,
            ) => other,
        }
    }
}
