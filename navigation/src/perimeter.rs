//! The perimeter follower: straight at the goal, and around what is in the way by the shorter side.

use serde::{Deserialize, Serialize};

use super::body::Body;
use super::corner::Corner;
use super::hit::Hit;
use super::inflated::InflatedObstacles;
use super::leave::{Detours, Leave, Strings};
use super::lens::Lens;
use super::outline::{Outline, OutlineStep};
use super::polygons::{PolygonQuery, PolygonSearch};
use super::shapes::Shapes;
use super::shortening::Shortening;
use super::taut::Bend;
use super::watch::Watch;
use super::{Barrier, Guarantee, Navigator, Obstacles, Outcome, Request, Search, path_length};
use crate::geometry::{Aabb, DVec2};
use crate::input::parameter::ParameterValues;

/// The navigator that follows perimeters.
///
/// It goes straight at the goal until it hits an obstacle, then once around the outline of the heap
/// of overlapping obstacles to which that belongs. Where the goal lies on the other side of the
/// outline there is no way. Otherwise it takes the side around that looks shorter, leaves where a
/// taut string would, and goes straight at the goal again. In the end the whole path is pulled
/// tight. If it led around heaps of several obstacles and is much longer than the straight way, a
/// shorter one is looked for among the corners that see each other, but not for very long.
///
/// That can lead back to a heap that was left before. So the detours made on an outline in this
/// way are summed up, and no place is left like this twice. When the detours on an outline would
/// come to more than half its length, then from there on every outline is left where it is nearest
/// to the goal: no heap is met twice after that, for all of it is farther away. So the search ends.
///
/// The path is never longer than the straight distance and the outlines met: half of each goes to
/// the detours, and half is the most that leaving it at its nearest can add.
///
/// Where it comes near a [polygon](Obstacles::polygons) it begins anew and finds the shortest way,
/// as [`Exact`](super::Exact) does: outlines of polygons cannot be followed exactly. What it then
/// names as closing a place in is as few of the obstacles there as suffice.
#[derive(Debug, Clone, Copy)]
pub struct Perimeter;

impl Navigator for Perimeter {
    fn name(&self) -> &'static str {
        "perimeter"
    }

    fn about(&self) -> &'static str {
        "around each obstacle by the shorter side: finds a way whenever there is one"
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
    /// From the start to as far as is known, free all along.
    path: Vec<Corner>,
    /// While the path is pulled tight: what of it lies ahead, the end first.
    ahead: Vec<Corner>,
    /// What leaving early has cost; `None` once no more detours are affordable.
    detours: Option<Detours>,
    /// The outline that is, or was last, walked around.
    outline: Option<Box<Outline>>,
    /// Whether any heap on the way was more than a single body.
    heaped: bool,
    /// Whether the path is sought among polygons.
    among_polygons: bool,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Is the start a place to be, and does the way straight ahead lead anywhere?
    Start,
    /// Is the goal a place to be?
    Goal,
    /// Straight ahead.
    Aim,
    /// Once around.
    Walk,
    /// From the path's end to the first corner of the outline, cutting the corner at the hit.
    Join(Leave),
    /// Pulling the path tight where what lies ahead begins.
    Pull,
    /// Looking for a shorter path.
    Shorten(Box<Shortening>),
    /// Something near by is a polygon: a search of its own, from the start.
    Polygons(Box<PolygonSearch>),
    Done(Outcome),
}

/// What is used again and again by the steps of a search.
#[derive(Default)]
struct Scratch {
    near: Vec<Body>,
    caught: Vec<Corner>,
    strings: Strings,
    lens: Lens,
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
            heaped: false,
            among_polygons: false,
            phase: Phase::Start,
        }
    }

    pub(super) fn request(&self) -> &Request {
        &self.request
    }

    /// Goes on with the search. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let mut scratch = Scratch::default();
        for _ in 0..steps {
            if matches!(self.phase, Phase::Done(_)) {
                break;
            }
            if self.steps >= self.request.limit {
                self.phase = Phase::Done(Outcome::GaveUp);
                break;
            }
            self.steps = self.steps.saturating_add(1);
            self.phase = if obstacles.polygons().is_empty() {
                self.step(obstacles, &mut scratch)
            } else {
                self.step_near_polygons(obstacles, &mut scratch)
            };
        }
        match &self.phase {
            Phase::Done(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// The way as far as it is known, the start first. It grows until it ends at the goal, and is
    /// pulled tight only from the next step on.
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.path.iter().chain(self.ahead.iter().rev()).map(|corner| corner.point).collect()
    }

    /// How many steps it has taken.
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

    /// Begins anew among polygons, after so many steps more.
    pub(super) fn hand_over(&mut self, steps: u32) {
        self.steps = self.steps.saturating_add(steps);
        self.among_polygons = true;
        self.phase = Phase::Polygons(Box::new(PolygonSearch::new()));
    }

    /// Whether the path was sought among polygons, and so is the shortest.
    pub(super) fn is_among_polygons(&self) -> bool {
        self.among_polygons
    }

    /// Looks once where there may be polygons.
    fn step_near_polygons(&mut self, obstacles: &dyn Obstacles, scratch: &mut Scratch) -> Phase {
        if !self.among_polygons {
            let ignore = self.request.ignore.clone();
            let watch = Watch::new(obstacles, &ignore);
            let next = self.step(&watch, scratch);
            if !watch.has_met() {
                return next;
            }
            self.hand_over(0);
            return core::mem::replace(&mut self.phase, Phase::Aim);
        }
        self.step(obstacles, scratch)
    }

    /// Looks once, and returns what to do next.
    fn step(&mut self, obstacles: &dyn Obstacles, scratch: &mut Scratch) -> Phase {
        let phase = core::mem::replace(&mut self.phase, Phase::Aim);
        let Self { request, steps, path, ahead, detours, outline, heaped, .. } = self;
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
                    if *heaped { shorten(pulled, request.start, &target) } else { pulled }
                }
            },
            (Phase::Walk, Some(outline)) => match outline.step(&inflated, &mut scratch.near) {
                OutlineStep::On => {
                    *heaped = true;
                    Phase::Walk
                }
                OutlineStep::Round => leave(outline, from, &target, &inflated, detours, scratch),
                // Where obstacles changed under the walk, nothing it found is worth much.
                OutlineStep::Astray => Phase::Done(Outcome::GaveUp),
            },
            (Phase::Join(leave), Some(outline)) => {
                join(path, outline, leave, &inflated, &mut scratch.caught);
                Phase::Aim
            }
            (Phase::Pull, _) => {
                pull(path, ahead, &inflated, &mut scratch.caught);
                let pulled = pull_on(path, ahead);
                if *heaped { shorten(pulled, request.start, &target) } else { pulled }
            }
            (Phase::Shorten(mut shortening), _) => {
                shortening.step(&inflated, &target, &mut scratch.lens);
                if shortening.is_done() || is_tired(*steps, shortening.steps()) {
                    return Phase::Done(Outcome::Found(shortening.best().to_vec()));
                }
                Phase::Shorten(shortening)
            }
            (Phase::Polygons(mut search), _) => {
                let Some(room) = inflated.room() else { return Phase::Done(Outcome::Outside) };
                let quest = PolygonQuery { start: request.start, room, target };
                match search.step(&quest, &Shapes::new(obstacles, request)) {
                    Some(outcome) => Phase::Done(outcome),
                    None => Phase::Polygons(search),
                }
            }
            (Phase::Walk | Phase::Join(_), None) => Phase::Done(Outcome::GaveUp),
            (done @ Phase::Done(_), _) => done,
        }
    }
}

/// The first look.
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
            // Of a target with room in it a part may be covered, and another not.
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

/// Lengthens the path to where it ends, and begins to pull it tight.
fn arrive(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>, aim: DVec2) -> Phase {
    if path.last().is_some_and(|last| last.point != aim) {
        path.push(Corner::none(aim));
    }
    *ahead = path.split_off(path.len().min(2));
    ahead.reverse();
    pull_on(path, ahead)
}

/// Goes on to where the path may be loose, or ends when it is taut all along.
fn pull_on(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>) -> Phase {
    while let (&[.., before, middle], Some(&after)) = (&path[..], ahead.last()) {
        if !middle.holds(before.point, after.point) {
            return Phase::Pull;
        }
        path.extend(ahead.pop());
    }
    path.extend(ahead.drain(..).rev());
    Phase::Done(Outcome::Found(path[1..].iter().map(|corner| corner.point).collect()))
}

/// Around heaps the path may be far from the shortest one, though it is taut.
fn shorten(pulled: Phase, start: DVec2, target: &Aabb) -> Phase {
    let Phase::Done(Outcome::Found(path)) = pulled else { return pulled };
    if path_length(start, &path) <= target.distance_to(start) * NEARLY_STRAIGHT {
        return Phase::Done(Outcome::Found(path));
    }
    Phase::Shorten(Box::new(Shortening::new(start, path, GOOD_ENOUGH)))
}

/// Whether it is time to be content with what there is, by how many of all steps were spent on
/// looking for a shorter path.
fn is_tired(all: u32, shortening: u32) -> bool {
    shortening > all.saturating_sub(shortening).saturating_mul(4).saturating_add(64)
}

/// A path that is longer than the straight way by no more than this factor needs no second thought.
const NEARLY_STRAIGHT: f64 = 1.02;

/// A path that is longer than the shortest by no more than this factor is good.
const GOOD_ENOUGH: f64 = 1.08;

/// Pulls the path tight at its end, between what is before and what lies ahead.
fn pull(
    path: &mut Vec<Corner>,
    ahead: &mut Vec<Corner>,
    inflated: &InflatedObstacles,
    caught: &mut Vec<Corner>,
) {
    let (&[.., before, middle], Some(&after)) = (&path[..], ahead.last()) else { return };
    let pulled = Bend::new(before.point, middle.point, after.point).pulled(inflated, caught);
    if let [only] = pulled[..]
        && only.point == middle.point
    {
        path.extend(ahead.pop());
        return;
    }
    path.pop();
    ahead.extend(pulled.into_iter().rev());
    // The point before may now be free to move, too.
    if path.len() < 2 {
        path.extend(ahead.pop());
    }
}

/// Decides how to get off an outline after a walk around it.
fn leave(
    outline: &Outline,
    from: DVec2,
    target: &Aabb,
    inflated: &InflatedObstacles,
    detours: &mut Option<Detours>,
    scratch: &mut Scratch,
) -> Phase {
    let leave = match detours {
        Some(detours) => Leave::early(outline, from, target, detours, &mut scratch.strings),
        None => None,
    };
    if leave.is_none() {
        *detours = None;
    }
    match leave.or_else(|| Leave::nearest(outline, target)) {
        Some(leave) => Phase::Join(leave),
        None => Phase::Done(enclosed(outline, inflated.room())),
    }
}

/// Where to arrive; `None` when that, or the start, is out of this world.
pub(super) fn target_in_room(request: &Request, inflated: &InflatedObstacles) -> Option<Aabb> {
    let room = inflated.room()?;
    let target = request.target();
    let target = Aabb { min: target.min.max(room.min), max: target.max.min(room.max) };
    let start = Aabb::spanning(request.start, request.start);
    (room.contains_box(&start) && target.min.cmple(target.max).all()).then_some(target)
}

/// Tells who is enclosed, given an outline that parts start and goal.
///
/// An inside that runs along the border can be either's: what the border helps to part is two
/// places of the same kind, and the smaller is the enclosed one.
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

/// Lengthens the path by the way along the outline.
fn join(
    path: &mut Vec<Corner>,
    outline: &Outline,
    leave: Leave,
    inflated: &InflatedObstacles,
    caught: &mut Vec<Corner>,
) {
    let from = path[path.len() - 1].point;
    if let Some(hit) = outline.exact_hit() {
        path.push(Corner::none(hit));
    } else if let (Some(beyond), Some(first)) = (leave.beyond(outline), leave.way(outline).next()) {
        let hit = &outline.hit;
        let line = (beyond, first.point, hit.side.along());
        path.extend(Bend::at_hit(from, hit.to, hit.rounded(), line).pulled(inflated, caught));
    }
    path.extend(leave.way(outline));
    path.dedup_by_key(|corner| corner.point);
}
