//! The perimeter follower: straight to the goal, and around each obstacle by the shorter side.

use serde::{Deserialize, Serialize};

use super::body::Body;
use super::corner::Corner;
use super::hit::Hit;
use super::inflated::InflatedObstacles;
use super::leave_point::{Detours, LeavePoint, Strings};
use super::lens::Lens;
use super::outline::{Outline, OutlineStep};
use super::polygon_detector::PolygonDetector;
use super::polygons::{PolygonQuery, PolygonSearch};
use super::regions::{RegionSearch, Regions};
use super::shapes::{KnownShapes, Shapes};
use super::shortening::Shortening;
use super::string_pulling::Bend;
use super::{
    Barrier, Goal, Guarantee, Navigator, Obstacles, Outcome, Request, Search, path_length,
};
use crate::geometry::{Aabb, DVec2};
use crate::input::parameter::ParameterValues;

/// The navigator that follows perimeters.
///
/// It moves straight towards the goal until it hits an obstacle, then follows the outline of the
/// cluster of overlapping obstacles once around. If the goal lies on the other side of the outline
/// there is no path. Otherwise it takes the side that looks shorter, leaves the outline where a
/// taut string would, and heads straight for the goal again. Finally, string pulling shortens the
/// whole path. If the path led around clusters of several obstacles and is much longer than the
/// straight line, a bounded search for a shorter one over mutually visible corners follows.
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
/// Near a [polygon](Obstacles::polygons) the search restarts over the corners in view, because
/// outlines of polygons cannot be followed exactly, and finds a path at most 1.05 times as long as
/// the shortest. The barriers that it then reports as enclosing are a minimal subset of the
/// obstacles there.
#[derive(Debug, Clone, Copy)]
pub struct Perimeter;

impl Navigator for Perimeter {
    fn name(&self) -> &'static str {
        "perimeter"
    }

    fn about(&self) -> &'static str {
        "around each obstacle by the shorter side: finds a path whenever there is one"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Complete
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
    /// Whether the path will be the shortest: for [`Exact`](super::Exact), among polygons and through
    /// regions.
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
}

/// Buffers reused by the steps of a search.
#[derive(Default)]
struct Scratch {
    near: Vec<Body>,
    posts: Vec<Corner>,
    strings: Strings,
    lens: Lens,
    shapes: KnownShapes,
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
        self.advance_within(obstacles, steps, POLYGON_WEIGHT)
    }

    /// The same; among polygons the path is longer than the shortest by at most the factor `weight`.
    pub(super) fn advance_within(
        &mut self,
        obstacles: &dyn Obstacles,
        steps: u32,
        weight: f64,
    ) -> Option<Outcome> {
        let mut scratch = Scratch::default();
        let mut left = steps;
        while left > 0 && !matches!(self.phase, Phase::Done(_)) {
            if self.steps >= self.request.limit {
                self.phase = Phase::Done(Outcome::GaveUp);
                break;
            }
            if matches!(self.phase, Phase::Regions(_)) {
                left -= self.advance_in_regions(obstacles, left);
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
            (Phase::Done(Outcome::Found(path)), _) => path.iter().all(|point| point.is_finite()),
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

    /// Continues through the regions of the obstacles, if they have any that serve this request and
    /// connect its ends. The path is longer than the shortest by at most the factor `weight`.
    pub(super) fn enter_regions(&mut self, obstacles: &dyn Obstacles, weight: f64) {
        if let Some(search) = region_search(&self.request, obstacles, weight) {
            self.finds_shortest = weight == 1.0;
            self.phase = Phase::Regions(Box::new(search));
        }
    }

    /// Takes at most `steps` steps through regions, and returns how many.
    fn advance_in_regions(&mut self, obstacles: &dyn Obstacles, steps: u32) -> u32 {
        let Phase::Regions(search) = &mut self.phase else { return 0 };
        let before = search.steps();
        let steps = steps.min(self.request.limit - self.steps);
        let outcome = match serving_regions(&self.request, obstacles) {
            Some(regions) => search.advance(regions, steps).map(|path| match path {
                Ok(path) => Outcome::Found(path),
                // The obstacles changed.
                Err(_) => Outcome::GaveUp,
            }),
            None => Some(Outcome::GaveUp),
        };
        let taken = if outcome.is_some() { search.steps().saturating_sub(before) } else { steps };
        self.steps = self.steps.saturating_add(taken);
        if let Some(outcome) = outcome {
            self.phase = Phase::Done(outcome);
        }
        taken
    }

    /// Whether the walk around clusters has become so long that a path through regions is found sooner.
    fn is_lost_among_clusters(&self) -> bool {
        self.clustered
            && self.steps >= LONG_WALK
            && self.steps.is_power_of_two()
            && matches!(self.phase, Phase::Aim | Phase::Walk | Phase::Join(_))
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
            (Phase::Aim, outline) => match inflated.first_hit(from, target.nearest_point(from)) {
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
                if shortening.is_done() || is_over_budget(*steps, shortening.steps()) {
                    return Phase::Done(Outcome::Found(shortening.best().to_vec()));
                }
                Phase::Shorten(shortening)
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
            (other @ (Phase::Regions(_) | Phase::Done(_)), _) => other,
        }
    }
}

/// The first step.
fn start(
    path: &mut Vec<Corner>,
    outline: &mut Option<Box<Outline>>,
    target: &Aabb,
    inflated: &InflatedObstacles,
) -> Phase {
    let from = path[path.len() - 1].point;
    let aim = target.nearest_point(from);
    let mut by = Vec::new();
    let hit = inflated.first_hit_and(from, aim, |body| {
        if body.aabb.contains_inside(from) {
            by.push(body.barrier);
        }
    });
    if !by.is_empty() {
        by.sort_unstable();
        return Phase::Done(Outcome::StartEnclosed { by });
    }
    match hit {
        Some(hit) => {
            begin_walk(outline, hit);
            // An extended target may be covered in part.
            if target.min == target.max { Phase::Goal } else { Phase::Walk }
        }
        None => arrive(path, &mut Vec::new(), aim),
    }
}

fn begin_walk(outline: &mut Option<Box<Outline>>, hit: Hit) {
    match outline {
        Some(outline) => outline.restart(hit),
        None => *outline = Some(Box::new(Outline::new(hit))),
    }
}

/// Completes the path and begins string pulling.
fn arrive(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>, aim: DVec2) -> Phase {
    if path.last().is_some_and(|last| last.point != aim) {
        path.push(Corner::none(aim));
    }
    *ahead = path.split_off(path.len().min(2));
    ahead.reverse();
    next_bend(path, ahead)
}

/// Advances to the next bend that may be loose, or ends when the whole path is taut.
fn next_bend(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>) -> Phase {
    while let (&[.., before, middle], Some(&after)) = (&path[..], ahead.last()) {
        if !middle.holds(before.point, after.point) {
            return Phase::Pull;
        }
        path.extend(ahead.pop());
    }
    path.extend(ahead.drain(..).rev());
    Phase::Done(Outcome::Found(path[1..].iter().map(|corner| corner.point).collect()))
}

/// Begins the search for a shorter path if a taut path is still far from straight: through regions, or
/// without them if it leads around clusters.
fn shorten(
    pulled: Phase,
    request: &Request,
    (target, clustered): (&Aabb, bool),
    obstacles: &dyn Obstacles,
) -> Phase {
    let Phase::Done(Outcome::Found(path)) = pulled else { return pulled };
    let (length, straight) = (path_length(request.start, &path), target.distance_to(request.start));
    let is_long = |factor: f64| length > straight * factor;
    if is_long(if clustered { NEARLY_STRAIGHT } else { ROUNDABOUT })
        && let Some(search) = region_search(request, obstacles, GOOD_WEIGHT)
    {
        return Phase::Regions(Box::new(search));
    }
    if clustered && is_long(NEARLY_STRAIGHT) {
        return Phase::Shorten(Box::new(Shortening::new(request.start, path, SHORTENING_WEIGHT)));
    }
    Phase::Done(Outcome::Found(path))
}

/// A search through the regions of the obstacles, if they have any that serve a request and connect its
/// ends.
fn region_search(
    request: &Request,
    obstacles: &dyn Obstacles,
    weight: f64,
) -> Option<RegionSearch> {
    let Goal::Point(goal) = request.goal else { return None };
    let regions = serving_regions(request, obstacles)?;
    let is_connected = regions.check(request.start, goal).is_ok();
    is_connected.then(|| RegionSearch::new(request.start, goal, weight))
}

fn serving_regions<'a>(request: &Request, obstacles: &'a dyn Obstacles) -> Option<&'a Regions> {
    let serves = request.ignore.is_empty() && obstacles.polygons().is_empty();
    if serves { obstacles.regions(request.half) } else { None }
}

/// Whether the search for a shorter path has used up its share of all steps.
fn is_over_budget(all: u32, shortening: u32) -> bool {
    shortening > all.saturating_sub(shortening).saturating_mul(4).saturating_add(64)
}

/// Paths longer than the straight line by at most this factor are not shortened further.
const NEARLY_STRAIGHT: f64 = 1.02;

/// The same for paths around single obstacles, where a search without regions would take long.
const ROUNDABOUT: f64 = 1.25;

/// A walk of this many steps around clusters is given up for a search through regions.
const LONG_WALK: u32 = 64;

/// A path through regions is longer than the shortest by at most this factor.
const GOOD_WEIGHT: f64 = 1.05;

/// The shortening stops once the path is proven to be within this factor of the shortest.
const SHORTENING_WEIGHT: f64 = 1.08;

/// Among polygons the path is at most longer than the shortest by this factor.
const POLYGON_WEIGHT: f64 = 1.05;

/// Pulls the path's end taut between the point before it and the point ahead.
fn pull_bend(
    path: &mut Vec<Corner>,
    ahead: &mut Vec<Corner>,
    inflated: &InflatedObstacles,
    posts: &mut Vec<Corner>,
) {
    let (&[.., before, middle], Some(&after)) = (&path[..], ahead.last()) else { return };
    let pulled = Bend::new(before.point, middle.point, after.point).pulled(inflated, posts);
    if let [only] = pulled[..]
        && only.point == middle.point
    {
        path.extend(ahead.pop());
        return;
    }
    path.pop();
    ahead.extend(pulled.into_iter().rev());
    // The point before may have become loose.
    if path.len() < 2 {
        path.extend(ahead.pop());
    }
}

/// Decides where to leave an outline after following it around.
fn leave(
    outline: &Outline,
    from: DVec2,
    target: &Aabb,
    inflated: &InflatedObstacles,
    detours: &mut Option<Detours>,
    scratch: &mut Scratch,
) -> Phase {
    let leave = match detours {
        Some(detours) => LeavePoint::early(outline, from, target, detours, &mut scratch.strings),
        None => None,
    };
    if leave.is_none() {
        *detours = None;
    }
    match leave.or_else(|| LeavePoint::nearest(outline, target)) {
        Some(leave) => Phase::Join(leave),
        None => Phase::Done(enclosed(outline, inflated.room())),
    }
}

/// The target clipped to the available area; `None` when it or the start lies outside that area.
pub(super) fn target_in_room(request: &Request, inflated: &InflatedObstacles) -> Option<Aabb> {
    let room = inflated.room()?;
    let target = request.target();
    let target = Aabb { min: target.min.max(room.min), max: target.max.min(room.max) };
    let start = Aabb::spanning(request.start, request.start);
    (room.contains_box(&start) && target.min.cmple(target.max).all()).then_some(target)
}

/// Decides whether start or goal is enclosed, given an outline that separates them.
///
/// Where the outline runs along the border, neither side is the interior by itself; the smaller
/// area then counts as enclosed.
fn enclosed(outline: &Outline, room: Option<Aabb>) -> Outcome {
    let by = outline.barriers();
    let half = room.map_or(0.0, |room| room.area() * 0.5);
    let is_the_world = by.contains(&Barrier::Border) && outline.area() > half;
    if outline.is_outside() || is_the_world {
        Outcome::GoalEnclosed { by }
    } else {
        Outcome::StartEnclosed { by }
    }
}

/// Extends the path along the outline to the leave point.
fn join(
    path: &mut Vec<Corner>,
    outline: &Outline,
    leave: LeavePoint,
    inflated: &InflatedObstacles,
    posts: &mut Vec<Corner>,
) {
    let from = path[path.len() - 1].point;
    if let Some(hit) = outline.exact_hit() {
        path.push(Corner::none(hit));
    } else if let (Some(beyond), Some(first)) = (leave.beyond(outline), leave.path(outline).next())
    {
        let hit = &outline.hit;
        let line = (beyond, first.point, hit.side.along());
        path.extend(Bend::at_hit(from, hit.to, hit.rounded(), line).pulled(inflated, posts));
    }
    path.extend(leave.path(outline));
    path.dedup_by_key(|corner| corner.point);
}
