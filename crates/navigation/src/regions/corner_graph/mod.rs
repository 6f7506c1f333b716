//! The lines between corners that shortest paths through regions can contain, precomputed.

mod corner;
mod horizon;
mod landmarks;
mod search;

use rayon::prelude::*;
use terrarium_space::geometry::DVec2;

use corner::Corner;
use horizon::Horizon;
use landmarks::{Landmarks, Neighbours};
pub use search::CornerSearch;

use super::portal::BendId;
use super::{NoPath, Regions};

/// For each corner of the obstacles around which a path can turn, the corners in sight to which it can
/// turn, and lower bounds of the lengths of paths between them.
///
/// A shortest path bends only at corners. To find it, a [`CornerSearch`] looks around from both ends,
/// and then goes from corner to corner without a look at the regions between. Some corners are landmarks,
/// whose distances to all others are known: the difference of two such distances is a lower bound of the
/// length of a path, which keeps the search near that path.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::{CornerGraph, Regions};
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
/// let regions = Regions::new(room, [wall]);
/// let graph = CornerGraph::new(&regions);
/// let (start, goal) = (DVec2::new(1.0, 6.0), DVec2::new(9.0, 6.0));
/// assert_eq!(graph.shortest_path(&regions, start, goal), regions.shortest_path(start, goal));
/// ```
#[derive(Debug, Clone)]
pub struct CornerGraph {
    /// How often the regions had been refreshed when the graph was computed, and their number.
    version: (u64, usize),
    /// By their place, and so that those at one place follow each other.
    corners: Vec<Corner>,
    /// For each place its number's first corner, and the number of corners.
    first: Vec<u32>,
    /// For each corner the index of its first line, and the number of lines.
    first_line: Vec<u32>,
    /// The corners to which lines lead.
    lines: Vec<u32>,
    landmarks: Landmarks,
}

impl CornerGraph {
    /// The graph of the corners of regions, computed on all threads of the pool. Among scattered boxes it
    /// takes about 0.2 ms of one thread per box.
    #[must_use]
    pub fn new(regions: &Regions) -> Self {
        let exits = 0..regions.exits.len() as u32;
        let mut corners: Vec<Corner> =
            exits.flat_map(|exit| Corner::of_exit(regions, exit)).collect();
        corners.sort_by_key(|corner| corner.id.number());
        let mut graph = Self {
            version: regions.version(),
            first: firsts(corners.iter().map(Corner::place)),
            corners,
            first_line: vec![0],
            lines: Vec::new(),
            landmarks: Landmarks::default(),
        };
        let look_around = |horizon: &mut Horizon, corner: &Corner| {
            horizon.look_around(regions, corner);
            let mut lines: Vec<u32> =
                graph.seen(horizon, corner.at).map(|(corner, _)| corner).collect();
            lines.sort_unstable();
            lines.dedup();
            (lines, horizon.passes_through())
        };
        let seen: Vec<(Vec<u32>, bool)> =
            graph.corners.par_iter().map_init(Horizon::new, look_around).collect();
        for (corner, (lines, passes_through)) in graph.corners.iter_mut().zip(seen) {
            graph.lines.extend(lines);
            graph.first_line.push(graph.lines.len() as u32);
            corner.is_pass |= passes_through;
        }
        graph.landmarks = Landmarks::new(&graph.places(), &graph.neighbours());
        graph
    }

    /// Whether this is the graph of these regions as they are now: they are as many, and have been refreshed as
    /// often, as those from which it was computed.
    #[must_use]
    pub fn is_of(&self, regions: &Regions) -> bool {
        self.version == regions.version()
    }

    /// The number of corners, each counted once for every side from which paths turn around it.
    #[must_use]
    pub fn corners(&self) -> usize {
        self.corners.len()
    }

    /// The number of lines between them, each counted once for every direction.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The memory that it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.corners[..])
            + size_of_val(&self.first[..])
            + size_of_val(&self.first_line[..])
            + size_of_val(&self.lines[..])
            + self.landmarks.bytes()
    }

    /// The waypoints after the start of the shortest path through the regions of this graph; empty if the
    /// start is the goal.
    ///
    /// # Errors
    /// When there is none.
    pub fn shortest_path(
        &self,
        regions: &Regions,
        start: DVec2,
        goal: DVec2,
    ) -> Result<Vec<DVec2>, NoPath> {
        let mut search = CornerSearch::new(start, goal);
        loop {
            if let Some(path) = search.advance(regions, self, u32::MAX) {
                return path;
            }
        }
    }

    /// The corners that were seen from a place, if paths from there may turn around them, each with its
    /// distance.
    fn seen<'a>(
        &'a self,
        horizon: &'a Horizon,
        from: DVec2,
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        let corners = horizon.bends.iter().filter_map(|&(id, at)| Some((self.number(id)?, at)));
        let may_turn =
            move |&(corner, _): &(u32, DVec2)| self.corners[corner as usize].hides_from(from);
        corners.filter(may_turn).map(move |(corner, at)| (corner, at.distance(from)))
    }

    /// The number of a corner.
    fn number(&self, id: BendId) -> Option<u32> {
        let place = id.corner()? as usize;
        let (from, to) = (*self.first.get(place)?, *self.first.get(place + 1)?);
        (from..to).find(|&corner| self.corners[corner as usize].id == id)
    }

    /// The number of the place of a corner.
    fn place(&self, corner: u32) -> u32 {
        self.corners[corner as usize].place()
    }

    /// The corners to which lines lead from a corner.
    fn lines_from(&self, corner: u32) -> &[u32] {
        let [from, to] = [corner, corner + 1].map(|it| self.first_line[it as usize] as usize);
        &self.lines[from..to]
    }

    /// The places of corners, by their numbers. Where there is none any more, it is the origin.
    fn places(&self) -> Vec<DVec2> {
        let mut places = vec![DVec2::ZERO; self.first.len() - 1];
        self.corners.iter().for_each(|corner| places[corner.place() as usize] = corner.at);
        places
    }

    /// Which places lines join.
    fn neighbours(&self) -> Neighbours {
        let ends = |from: usize| {
            let here = self.place(from as u32);
            let there = |&to: &u32| self.place(to);
            self.lines_from(from as u32).iter().map(move |to| (here, there(to)))
        };
        let lines: Vec<(u32, u32)> =
            (0..self.corners.len()).flat_map(ends).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let mut first = vec![0_u32; self.first.len()];
        lines.iter().for_each(|&(from, _)| first[from as usize + 1] += 1);
        (1..first.len()).for_each(|place| first[place] += first[place - 1]);
        let mut free = first.clone();
        let mut ends = vec![0; lines.len()];
        for (from, to) in lines {
            ends[free[from as usize] as usize] = to;
            free[from as usize] += 1;
        }
        Neighbours { first, ends }
    }
}

impl Corner {
    /// The number of its place: of the bends there.
    fn place(&self) -> u32 {
        self.id.corner().expect("a path bends at a corner")
    }
}

/// For each number the index of the first of these sorted numbers that is not less, and their count.
fn firsts(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut firsts = Vec::new();
    let mut count = 0;
    for number in numbers {
        while firsts.len() <= number as usize {
            firsts.push(count);
        }
        count += 1;
    }
    firsts.push(count);
    firsts
}
