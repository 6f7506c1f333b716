//! A search for the shortest path from corner to corner.

use serde::{Deserialize, Serialize};
use terrarium_space::Table;
use terrarium_space::geometry::DVec2;

use super::horizon::Horizon;
use super::landmarks::Sighting;
use super::{CornerGraph, NoPath, Regions};
use crate::regions::OpenList;
use crate::regions::portal::Exit;
use crate::regions::waypoints::waypoints;

/// Lengths that differ by less than this share are equal but for rounding.
const TIE: f64 = 1e-12;

/// Marks the start.
const START: u32 = u32::MAX;

/// A search for the shortest path over a [`CornerGraph`], some steps at a time: A* whose bounds are the
/// straight line to the goal and the distances to landmarks.
///
/// The first step looks around from both ends, each of the others goes on from one corner.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::{CornerGraph, CornerSearch, Regions};
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
/// let regions = Regions::new(room, [wall]);
/// let graph = CornerGraph::new(&regions);
/// let mut search = CornerSearch::new(DVec2::new(1.0, 6.0), DVec2::new(9.0, 6.0));
/// assert_eq!(search.advance(&regions, &graph, 1), None);
/// let path = search.advance(&regions, &graph, 100).unwrap().unwrap();
/// assert_eq!(path, [DVec2::new(4.0, 2.0), DVec2::new(6.0, 2.0), DVec2::new(9.0, 6.0)]);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CornerSearch {
    start: DVec2,
    goal: DVec2,
    steps: u32,
    stops: Vec<Stop>,
    open: OpenList,
    /// The length of the shortest path to the goal so far, and its last stop.
    best: Option<(f64, u32)>,
    #[serde(skip)]
    index: Index,
}

/// A corner on a path.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Stop {
    corner: u32,
    /// The stop before, or [`START`].
    before: u32,
    /// The length of the path to it.
    length: f64,
}

/// What follows from the rest of a search, and from the graph.
#[derive(Debug, Clone, Default)]
struct Index {
    /// The version of the graph, once the search has begun.
    version: Option<(u64, usize)>,
    /// The blocks on the way.
    blocks: Table<u32>,
    /// The last stop at each place.
    known: Table<u32>,
    /// The distances between the goal and the places that it sees, and by the number of a place which it is.
    last: Vec<f64>,
    sees: Table<u32>,
    /// The landmarks in use, and what they say about the goal.
    used: Vec<(u32, Sighting)>,
}

impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl CornerSearch {
    /// A search that has not begun.
    #[must_use]
    pub fn new(start: DVec2, goal: DVec2) -> Self {
        Self {
            start,
            goal,
            steps: 0,
            stops: Vec::new(),
            open: OpenList::default(),
            best: None,
            index: Index::default(),
        }
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether all numbers are finite and all references between stops resolve.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_length = |length: f64| length.is_finite() && length >= 0.0;
        let is_stop = |stop: u32| (stop as usize) < self.stops.len();
        let mut stops = (0..).zip(&self.stops);
        self.start.is_finite()
            && self.goal.is_finite()
            && (self.steps > 0 || self.stops.is_empty())
            && stops.all(|(number, stop): (u32, _)| {
                is_length(stop.length) && (stop.before == START || stop.before < number)
            })
            && self.open.nodes().all(is_stop)
            && self
                .best
                .is_none_or(|(length, stop)| is_length(length) && (stop == START || is_stop(stop)))
    }

    /// Takes at most `steps` steps over the graph of these regions. Returns the waypoints after the start
    /// once they are known; empty if the start is the goal. [`NoPath::Disconnected`] also means that the
    /// graph is not one of these regions, or not that with which the search began.
    pub fn advance(
        &mut self,
        regions: &Regions,
        graph: &CornerGraph,
        steps: u32,
    ) -> Option<Result<Vec<DVec2>, NoPath>> {
        let mut left = steps;
        if self.index.version.is_none() {
            if self.steps == 0 {
                left = left.checked_sub(1)?;
            }
            if let Err(no_path) = self.begin(regions, graph) {
                return Some(Err(no_path));
            }
        } else if self.index.version != Some(graph.version) {
            return Some(Err(NoPath::Disconnected));
        }
        while !self.is_done() {
            left = left.checked_sub(1)?;
            let Some(stop) = self.open.pop() else { return Some(Err(NoPath::Disconnected)) };
            self.steps = self.steps.saturating_add(1);
            self.go_on(graph, stop);
        }
        self.best.map(|(_, stop)| Ok(self.path_through(graph, stop)))
    }

    /// Looks around from both ends, or derives again what a restored search did not keep.
    fn begin(&mut self, regions: &Regions, graph: &CornerGraph) -> Result<(), NoPath> {
        let [from, to] = regions.ends(self.start, self.goal)?;
        let is_corner = |stop: &Stop| (stop.corner as usize) < graph.corners.len();
        if !graph.is_of(regions) || !self.stops.iter().all(is_corner) {
            return Err(NoPath::Disconnected);
        }
        let mut horizon = Horizon::new();
        let last = self.look_back(regions, graph, (&mut horizon, to));
        horizon.look_from(regions, (self.start, from), Some((self.goal, to)));
        let first: Vec<(u32, f64)> = graph.seen(&horizon, self.start).collect();
        if let (Some(near), Some(far)) = (nearest(&first), nearest(&last)) {
            self.index.used = graph.landmarks.between([graph.place(near), far], &last);
        }
        self.index.blocks = regions.blocks.between(from, to);
        self.index.version = Some(graph.version);
        if self.steps > 0 {
            for (number, stop) in (0..).zip(&self.stops) {
                self.index.known.set(graph.place(stop.corner), number);
            }
            return Ok(());
        }
        self.steps = 1;
        if horizon.sees_goal {
            self.best = Some((self.start.distance(self.goal), START));
            return Ok(());
        }
        for (corner, length) in first {
            self.reach(graph, Stop { corner, before: START, length });
        }
        Ok(())
    }

    /// Notes the places from which a path can end with a straight line to the goal, each with the length of that
    /// line, and returns them.
    fn look_back(
        &mut self,
        regions: &Regions,
        graph: &CornerGraph,
        (horizon, region): (&mut Horizon, u32),
    ) -> Vec<(u32, f64)> {
        let goal = self.goal;
        horizon.look_from(regions, (goal, region), None);
        let here = horizon.here.iter().map(|&place| (place, 0.0));
        let seen = graph.seen(horizon, goal);
        let seen = seen.map(|(corner, length)| (graph.place(corner), length));
        let on_line = regions.all_exits(region).iter().filter(|exit| exit.x == goal.x);
        let mut last = Vec::new();
        for (place, length) in here.chain(seen).chain(on_line.flat_map(|exit| ends(exit, goal))) {
            if self.index.sees.get(place).is_none() {
                self.index.sees.set(place, last.len() as u32);
                self.index.last.push(length);
                last.push((place, length));
            }
        }
        last
    }

    /// Whether no open stop leads to a shorter path.
    fn is_done(&self) -> bool {
        let Some((length, _)) = self.best else { return false };
        self.open.bound().is_none_or(|bound| bound >= length)
    }

    /// Goes on from a stop to all corners to which the path can turn there.
    fn go_on(&mut self, graph: &CornerGraph, number: u32) {
        let stop = self.stops[number as usize];
        let corner = graph.corners[stop.corner as usize];
        if self.is_reached(corner.place(), stop.length) {
            return;
        }
        let from = self.place(graph, stop.before);
        for &next in graph.lines_from(stop.corner) {
            let to = graph.corners[next as usize].at;
            if corner.turns(from, to) {
                let length = stop.length + corner.at.distance(to);
                self.reach(graph, Stop { corner: next, before: number, length });
            }
        }
    }

    /// Reaches a corner, if by no longer path than before and not too late.
    fn reach(&mut self, graph: &CornerGraph, stop: Stop) {
        let corner = &graph.corners[stop.corner as usize];
        let place = corner.place();
        let leads_on = self.index.blocks.get(corner.block).is_some();
        if !leads_on || self.is_reached(place, stop.length) || self.knows(place, stop) {
            return;
        }
        let straight = corner.at.distance(self.goal);
        let beyond = straight.max(graph.landmarks.bound(place, &self.index.used));
        let bound = stop.length + beyond;
        if self.best.is_some_and(|(length, _)| bound >= length) {
            return;
        }
        let Ok(number) = u32::try_from(self.stops.len()) else { return };
        self.index.known.set(place, number);
        self.stops.push(stop);
        self.open.push(bound, number);
        if let Some(last) = self.index.sees.get(place) {
            let length = stop.length + self.index.last[last as usize];
            if self.best.is_none_or(|(best, _)| length < best) {
                self.best = Some((length, number));
            }
        }
    }

    /// Whether a shorter path to a place is known, so that no shortest path leads there by one of this length.
    fn is_reached(&self, place: u32, length: f64) -> bool {
        let known = self.index.known.get(place);
        known.is_some_and(|known| self.stops[known as usize].length < length * (1.0 - TIE))
    }

    /// Whether the last stop at a place turns as this one does.
    fn knows(&self, place: u32, stop: Stop) -> bool {
        let known = self.index.known.get(place).map(|known| self.stops[known as usize]);
        known.is_some_and(|known| known.corner == stop.corner && known.length <= stop.length)
    }

    fn place(&self, graph: &CornerGraph, stop: u32) -> DVec2 {
        let stop = self.stops.get(stop as usize);
        stop.map_or(self.start, |stop| graph.corners[stop.corner as usize].at)
    }

    /// The waypoints from the start through a stop to the goal.
    fn path_through(&self, graph: &CornerGraph, stop: u32) -> Vec<DVec2> {
        if self.start == self.goal {
            return Vec::new();
        }
        let before = |&stop: &u32| (stop != START).then(|| self.stops[stop as usize].before);
        let stops = std::iter::successors(Some(stop), before);
        let places = stops.map(|stop| self.place(graph, stop));
        let mut path = waypoints(std::iter::once(self.goal).chain(places));
        path.pop();
        path.reverse();
        path
    }
}

/// The corner or place at the least distance.
fn nearest(seen: &[(u32, f64)]) -> Option<u32> {
    seen.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|&(it, _)| it)
}

/// The ends of an exit that are corners, each with its distance from a goal on the line of the exit. A path
/// along this line turns at the end that is farther from the goal, which the goal does not see as a bend.
fn ends(exit: &Exit, goal: DVec2) -> impl Iterator<Item = (u32, f64)> {
    let ends = [false, true].map(|is_high| (exit.bends[usize::from(is_high)], exit.end(is_high)));
    ends.into_iter().filter_map(move |(id, at)| Some((id.corner()?, at.distance(goal))))
}
