//! Any-angle search for the shortest path through regions.
//!
//! This is Polyanya (Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! 2017) for rectangles that meet on vertical sides. A node is an interval of a portal, all of which
//! is visible from its root, the last bend of the path. Which ends of portals are visible is decided
//! exactly; only lengths, and so the bounds that order the search, are rounded.

use serde::{Deserialize, Serialize};
use terrarium_space::Table;
use terrarium_space::geometry::DVec2;

use super::expansion::{Frontier, Node, Passage, ShortestPaths, expand, leave, view};
use super::open_list::OpenList;
use super::portal::{BendId, Exit};
use super::view::View;
use super::waypoints::waypoints;
use super::{NoPath, Regions};

/// A search for one path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RegionSearch {
    start: DVec2,
    goal: DVec2,
    /// The weight of the heuristic: the path is longer than the shortest by at most this factor.
    weight: f64,
    steps: u32,
    bends: Vec<Bend>,
    nodes: Vec<Node>,
    open: OpenList,
    /// A node that is expanded before the open ones, because it is the only one after the last.
    next: Option<u32>,
    /// The length of the shortest path to the goal so far, and its last bend.
    best: Option<(f64, u32)>,
    #[serde(skip)]
    index: Index,
}

/// What follows from the rest of a search, and from the regions.
#[derive(Debug, Clone, Default)]
struct Index {
    /// The regions of start and goal, once the search has begun.
    ends: Option<[u32; 2]>,
    /// How often the regions had been refreshed then.
    revision: u64,
    /// The blocks on the way.
    blocks: Table<u32>,
    /// The bend of the shortest path to each corner.
    known: Table<u32>,
    /// The block of the last interval passed.
    block: u32,
    /// The length of the longest path that is of use.
    most: f64,
    /// The nodes opened in the current step, with their bounds.
    fresh: Vec<(f64, u32)>,
}

impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A bend of a path, or its start.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Bend {
    at: DVec2,
    /// The length of the path to it.
    length: f64,
    before: u32,
    /// The corner; none for the start.
    corner: Option<u32>,
    /// The passages around it that have been opened, one bit each, and those along the line of a portal.
    around: u8,
    along: u8,
}

/// The search meets regions other than those it began with.
struct Changed;

impl RegionSearch {
    /// A search for a path that is longer than the shortest by at most the factor `weight`.
    pub fn new(start: DVec2, goal: DVec2, weight: f64) -> Self {
        let start_bend =
            Bend { at: start, length: 0.0, before: 0, corner: None, around: 0, along: 0 };
        Self {
            start,
            goal,
            weight,
            steps: 0,
            bends: vec![start_bend],
            nodes: Vec::new(),
            open: OpenList::default(),
            next: None,
            best: None,
            index: Index::default(),
        }
    }

    /// The number of steps taken: of intervals expanded.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The number of intervals found.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Whether all numbers are finite and all references between bends and nodes resolve.
    pub fn is_sound(&self) -> bool {
        let is_node = |index: u32| (index as usize) < self.nodes.len();
        let is_bend = |index: u32| (index as usize) < self.bends.len();
        let is_length = |length: f64| length.is_finite() && length >= 0.0;
        let mut bends = (0..).zip(&self.bends);
        self.start.is_finite()
            && self.goal.is_finite()
            && (1.0..=MAX_WEIGHT).contains(&self.weight)
            && !self.bends.is_empty()
            && bends.all(|(index, bend): (u32, _)| {
                bend.at.is_finite()
                    && is_length(bend.length)
                    && bend.before <= index.saturating_sub(1)
            })
            && self.nodes.iter().all(|node| node.is_sound(self.bends.len()))
            && self.open.nodes().chain(self.next).all(is_node)
            && self.best.is_none_or(|(length, bend)| is_length(length) && is_bend(bend))
    }

    /// Takes at most `steps` steps. Returns the waypoints after the start once there are any; empty if
    /// the start is the goal. [`NoPath::Disconnected`] also means that the regions are not those with
    /// which the search began.
    pub fn advance(&mut self, regions: &Regions, steps: u32) -> Option<Result<Vec<DVec2>, NoPath>> {
        self.advance_below(regions, steps, f64::INFINITY)
    }

    /// Takes the steps that are `left`, but no more than `limit` in all, and subtracts those taken. The path is at most
    /// as long as `most`: see [`advance_below`](Self::advance_below).
    pub fn advance_to(
        &mut self,
        regions: &Regions,
        limit: u32,
        most: f64,
        left: &mut u32,
    ) -> Option<Result<Vec<DVec2>, NoPath>> {
        let before = self.steps;
        let found = self.advance_below(regions, limit.saturating_sub(before).min(*left), most);
        *left -= (self.steps - before).min(*left);
        found
    }

    /// As [`advance`](Self::advance), for a path that is at most as long as `most`, which must not change during the search. If there is
    /// none, the result is [`NoPath::Disconnected`] too.
    pub fn advance_below(
        &mut self,
        regions: &Regions,
        steps: u32,
        most: f64,
    ) -> Option<Result<Vec<DVec2>, NoPath>> {
        if self.index.ends.is_some() && self.index.revision != regions.revision {
            return Some(Err(NoPath::Disconnected));
        }
        let [from, to] = match self.index.ends.map_or_else(|| self.begin(regions), Ok) {
            Ok(ends) => ends,
            Err(no_path) => return Some(Err(no_path)),
        };
        self.index.most = most;
        if from == to {
            let path = if self.start == self.goal { Vec::new() } else { vec![self.goal] };
            return Some(Ok(path));
        }
        let mut left = steps;
        while !self.is_done() {
            left = left.checked_sub(1)?;
            let next = self.next.take().or_else(|| self.open.pop());
            let expanded = match next {
                Some(node) => self.expand(regions, node, to),
                None if self.steps == 0 => {
                    leave(self, regions, from);
                    Ok(())
                }
                None => Err(Changed),
            };
            if expanded.is_err() {
                return Some(Err(NoPath::Disconnected));
            }
            self.steps = self.steps.saturating_add(1);
            self.open_fresh();
        }
        self.best.map(|(_, bend)| Ok(self.path_through(bend)))
    }

    /// Derives what follows from the rest, for a new or a restored search.
    fn begin(&mut self, regions: &Regions) -> Result<[u32; 2], NoPath> {
        let [from, to] = regions.ends(self.start, self.goal)?;
        let mut known = Table::default();
        for (number, bend) in (0..).zip(&self.bends) {
            if let Some(corner) = bend.corner {
                known.set(corner, number);
            }
        }
        let blocks = regions.blocks.between(from, to);
        self.index = Index { ends: Some([from, to]), blocks, known, ..Index::default() };
        self.index.block = u32::MAX;
        self.index.revision = regions.revision;
        Ok([from, to])
    }

    /// Whether no open node leads to a shorter path.
    fn is_done(&self) -> bool {
        let Some((length, _)) = self.best else { return false };
        self.next.is_none() && self.open.bound().is_none_or(|bound| bound >= length)
    }

    /// Opens the intervals through which paths leave the region that they enter through a node's.
    fn expand(&mut self, regions: &Regions, index: u32, to: u32) -> Result<(), Changed> {
        let node = self.nodes[index as usize];
        let root = self.bends[node.root as usize];
        if root.corner.is_some_and(|corner| self.index.known.get(corner) != Some(node.root)) {
            return Ok(());
        }
        let exit = *regions.exits.get(node.exit as usize).ok_or(Changed)?;
        self.index.block = exit.block;
        let area = regions.regions.get(exit.to as usize).ok_or(Changed)?.area;
        let view = view(self, &node, &exit, exit.far_side(&area));
        if exit.to == to {
            self.arrive(&node, &exit, &view);
        } else {
            expand(self, regions, (&node, &exit), &view);
        }
        Ok(())
    }

    /// Puts the nodes that were opened in a step on the open list. If there is only one, it comes next.
    fn open_fresh(&mut self) {
        if let [(_, only)] = self.index.fresh[..] {
            self.next = Some(only);
            self.index.fresh.clear();
        }
        self.index.fresh.drain(..).for_each(|(bound, node)| self.open.push(bound, node));
    }

    /// A lower bound of the length through a node, in two parts: the length of the path as far as its interval, and
    /// the straight line from there to the goal. The whole is the shortest line from its root through its
    /// interval to the goal, which counts as mirrored if it lies on the near side.
    fn bounds(&self, node: &Node, exit: &Exit) -> [f64; 2] {
        let root = self.bends[node.root as usize];
        let is_behind = (self.goal.x < exit.x) == exit.is_right;
        let x = if is_behind { 2.0 * exit.x - self.goal.x } else { self.goal.x };
        let share = if x == root.at.x { 0.0 } else { (exit.x - root.at.x) / (x - root.at.x) };
        let y = root.at.y + (self.goal.y - root.at.y) * share;
        let crossing = DVec2::new(exit.x, y.max(node.low.y).min(node.high.y));
        [root.length + root.at.distance(crossing), crossing.distance(self.goal)]
    }

    /// Ends a path at the goal, in the region that it enters through a node's interval.
    fn arrive(&mut self, node: &Node, exit: &Exit, view: &View) {
        let is_hidden = |is_high: bool| {
            let order = view.order(self.goal, is_high);
            !view.is_open && if is_high { order.is_gt() } else { order.is_lt() }
        };
        let hidden = [(false, node.low), (true, node.high)];
        let root = match hidden.into_iter().find(|&(is_high, _)| is_hidden(is_high)) {
            None => Some(node.root),
            Some((is_high, end)) => {
                let id = exit.bends[usize::from(is_high)];
                let at = exit.end(is_high);
                if end.is_corner { self.bend(node.root, id, at) } else { None }
            }
        };
        let Some(root) = root else { return };
        let bend = self.bends[root as usize];
        let length = bend.length + bend.at.distance(self.goal);
        if self.best.is_none_or(|(best, _)| length < best) {
            self.best = Some((length, root));
        }
    }

    /// The waypoints from the start through a bend to the goal.
    fn path_through(&self, bend: u32) -> Vec<DVec2> {
        let before = |&bend: &u32| (bend != 0).then(|| self.bends[bend as usize].before);
        let bends =
            std::iter::successors(Some(bend), before).map(|bend| self.bends[bend as usize].at);
        let mut path = waypoints(std::iter::once(self.goal).chain(bends));
        path.pop();
        path.reverse();
        path
    }
}

impl Frontier for RegionSearch {
    fn place(&self, bend: u32) -> DVec2 {
        self.bends[bend as usize].at
    }

    fn wants(&self, exit: &Exit) -> bool {
        exit.block == self.index.block || self.index.blocks.get(exit.block).is_some()
    }

    fn bend(&mut self, before: u32, id: BendId, at: DVec2) -> Option<u32> {
        self.shortest_bend(before, id, at)
    }

    fn opens(&mut self, bend: u32, passage: Passage) -> bool {
        let Bend { around, along, .. } = &mut self.bends[bend as usize];
        let (opened, id) = match passage {
            Passage::Around(id) => (around, id),
            Passage::Along(id) => (along, id),
        };
        let is_new = *opened & id.passage() == 0;
        *opened |= id.passage();
        is_new
    }

    fn add(&mut self, node: Node, exit: &Exit) {
        let [to, beyond] = self.bounds(&node, exit);
        let bound = to + beyond * self.weight;
        if to + beyond > self.index.most || self.best.is_some_and(|(length, _)| bound >= length) {
            return;
        }
        let Ok(number) = u32::try_from(self.nodes.len()) else { return };
        self.nodes.push(node);
        self.index.fresh.push((bound, number));
    }
}

impl ShortestPaths for RegionSearch {
    const TIE: f64 = 1e-14;

    fn length(&self, bend: u32) -> f64 {
        self.bends[bend as usize].length
    }

    fn known(&self, corner: u32) -> Option<u32> {
        self.index.known.get(corner)
    }

    fn add_bend(&mut self, before: u32, corner: u32, at: DVec2, length: f64) -> Option<u32> {
        let next = u32::try_from(self.bends.len()).ok()?;
        self.index.known.set(corner, next);
        let corner = Some(corner);
        self.bends.push(Bend { at, length, before, corner, around: 0, along: 0 });
        Some(next)
    }
}

/// The maximum weight of the heuristic.
const MAX_WEIGHT: f64 = 100.0;
