//! Flow fields: the shortest paths from everywhere to one goal.
//!
//! A field spreads from the goal through the [`Regions`], an interval of a portal at a time, the nearest
//! first. Each interval is visible from its root, the next bend of the paths that come through it, so a
//! place in the region behind knows its shortest path by the intervals that lead into that region. An
//! interval is dropped where another one gives shorter paths.

mod domination;
mod following;
mod renumbering;
mod repair;

use serde::{Deserialize, Serialize};
use terrarium_space::Table;
use terrarium_space::geometry::DVec2;

use super::Regions;
use super::expansion::{Frontier, Node, Passage, ShortestPaths, expand, leave, view};
use super::open_list::OpenList;
use super::portal::{BendId, Exit};

/// The shortest paths to one goal from everywhere in the free space of an agent, for any number of
/// travellers.
///
/// The field is a value: [`advance`](Self::advance) computes it a few steps at a time, and it can be
/// cloned, and written to a file, in between. How the steps are grouped changes nothing. The places
/// nearest to the goal come first, and have their paths before the field is finished. All paths are the
/// shortest, up to rounding of their lengths, and never enter an obstacle.
///
/// All calls take the regions that the field is for. When obstacles appear or disappear,
/// [`repair`](Self::repair) keeps what still holds.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::{FlowField, Regions};
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
/// let regions = Regions::new(room, [wall]);
/// let goal = DVec2::new(9.0, 6.0);
/// let mut field = FlowField::new(goal);
/// while !field.advance(&regions, 16) {}
/// let [low, high] = [DVec2::new(4.0, 2.0), DVec2::new(6.0, 2.0)];
/// assert_eq!(field.path(&regions, DVec2::new(1.0, 6.0)).unwrap(), [low, high, goal]);
/// assert_eq!(field.next_waypoint(&regions, low), Some(high));
///
/// // A second wall leaves most of the field as it is.
/// let second = Aabb::new(DVec2::new(1.0, 4.0), DVec2::new(3.0, 5.0));
/// let after = Regions::new(room, [wall, second]);
/// field.repair(&regions, &after, &[second]);
/// while !field.advance(&after, 16) {}
/// assert_eq!(field.distance(&after, goal), Some(0.0));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlowField {
    goal: DVec2,
    steps: u64,
    /// The number of exits of the regions, once the field has begun.
    exits: Option<u32>,
    /// The first is the goal.
    bends: Vec<Bend>,
    /// The open nodes, those that have been expanded, and those that are `spare`.
    nodes: Vec<Node>,
    spare: Vec<u32>,
    open: OpenList,
    #[serde(skip)]
    index: Index,
}

/// A bend of a path, or the goal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Bend {
    at: DVec2,
    /// The length of the path from here to the goal.
    length: f64,
    /// The next bend on the way to the goal.
    before: u32,
    /// The corner; none for the goal, and where there is no corner any more.
    corner: Option<u32>,
}

/// What follows from the rest of a field, and from the regions.
#[derive(Debug, Clone, Default)]
struct Index {
    is_ready: bool,
    /// The region of the goal.
    home: Option<u32>,
    /// The expanded nodes of each exit, sorted.
    passed: Vec<Vec<u32>>,
    /// For each exit, the same portal in the other direction.
    twins: Vec<u32>,
    /// The bend of the shortest path from each corner.
    known: Table<u32>,
}

impl PartialEq for Index {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl FlowField {
    /// A field of paths to `goal`, of which nothing is computed yet.
    #[must_use]
    pub fn new(goal: DVec2) -> Self {
        Self {
            goal,
            steps: 0,
            exits: None,
            bends: vec![Bend { at: goal, length: 0.0, before: 0, corner: None }],
            nodes: Vec::new(),
            spare: Vec::new(),
            open: OpenList::default(),
            index: Index::default(),
        }
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> DVec2 {
        self.goal
    }

    /// The number of steps taken: of intervals looked at.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether all paths are known.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.exits.is_some() && self.open.bound().is_none()
    }

    /// Whether the state is valid: all numbers are finite, and every reference within it resolves. Every
    /// state that is reached by advancing is sound; check it after deserialising one. A sound field can be
    /// used with any regions without a panic, but its paths hold only among those that it was computed for.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_node = |index: &u32| (*index as usize) < self.nodes.len();
        let mut bends = (0..).zip(&self.bends);
        self.goal.is_finite()
            && self.bends.first().is_some_and(|bend| bend.at == self.goal)
            && bends.all(|(index, bend): (u32, _)| {
                let is_length = bend.length.is_finite() && bend.length >= 0.0;
                bend.at.is_finite() && is_length && bend.before <= index.saturating_sub(1)
            })
            && self.nodes.iter().all(|node| node.is_sound(self.bends.len()))
            && self.open.nodes().all(|node| is_node(&node))
            && self.spare.iter().all(is_node)
    }

    /// Takes at most `steps` steps. Returns whether the field is finished.
    pub fn advance(&mut self, regions: &Regions, steps: u32) -> bool {
        self.attach(regions);
        for _ in 0..steps {
            let Some(number) = self.open.pop() else { break };
            self.steps = self.steps.saturating_add(1);
            self.pass(regions, number);
        }
        self.is_finished()
    }

    /// Derives what follows from the rest, for a restored field: its paths are unknown before. It begins
    /// anew if it was computed for other regions.
    pub fn attach(&mut self, regions: &Regions) {
        if self.index.is_ready {
            return;
        }
        let count = regions.exits.len() as u32;
        let is_of_regions =
            self.exits == Some(count) && self.nodes.iter().all(|node| node.exit < count);
        if !is_of_regions {
            *self = Self { steps: self.steps, ..Self::new(self.goal) };
        }
        self.index = Index {
            is_ready: true,
            home: regions.region_at(self.goal),
            passed: self.passed(count),
            twins: twins(regions),
            known: self.known(),
        };
        if !is_of_regions {
            self.exits = Some(count);
            if let Some(home) = self.index.home {
                leave(self, regions, home);
            }
        }
    }

    /// The expanded nodes of each exit.
    fn passed(&self, exits: u32) -> Vec<Vec<u32>> {
        let mut is_passed = vec![true; self.nodes.len()];
        for node in self.open.nodes().chain(self.spare.iter().copied()) {
            is_passed[node as usize] = false;
        }
        let mut passed = vec![Vec::new(); exits as usize];
        for (number, node) in (0..).zip(&self.nodes) {
            if is_passed[number as usize] {
                passed[node.exit as usize].push(number);
            }
        }
        passed
    }

    /// The shortest bend of each corner; of equal ones the first.
    fn known(&self) -> Table<u32> {
        let mut known = Table::default();
        for (number, bend) in (0..).zip(&self.bends) {
            let Some(corner) = bend.corner else { continue };
            let shortest = known.get(corner).map(|bend| self.bends[bend as usize].length);
            if shortest.is_none_or(|shortest| bend.length < shortest) {
                known.set(corner, number);
            }
        }
        known
    }

    /// Expands a node, or what others leave of it.
    fn pass(&mut self, regions: &Regions, number: u32) {
        let node = self.nodes[number as usize];
        let root = self.bends[node.root as usize];
        let is_superseded =
            root.corner.is_some_and(|corner| self.index.known.get(corner) != Some(node.root));
        let exit = regions.exits[node.exit as usize];
        let rest = if is_superseded { None } else { self.remainder(&node, &exit) };
        let Some(node) = rest else {
            self.spare.push(number);
            return;
        };
        self.nodes[number as usize] = node;
        let passed = &mut self.index.passed[node.exit as usize];
        let index = passed.partition_point(|&other| other < number);
        passed.insert(index, number);
        let area = regions.regions[exit.to as usize].area;
        let view = view(self, &node, &exit, exit.far_side(&area));
        expand(self, regions, (&node, &exit), &view);
    }

    /// The shortest distance from a node's root to its interval, and on to the goal.
    fn bound(&self, node: &Node, exit: &Exit) -> f64 {
        let root = self.bends[node.root as usize];
        let nearest = DVec2::new(exit.x, root.at.y.max(node.low.y).min(node.high.y));
        root.length + root.at.distance(nearest)
    }
}

impl Frontier for FlowField {
    fn place(&self, bend: u32) -> DVec2 {
        self.bends[bend as usize].at
    }

    fn wants(&self, _: &Exit) -> bool {
        true
    }

    fn bend(&mut self, before: u32, id: BendId, at: DVec2) -> Option<u32> {
        self.shortest_bend(before, id, at)
    }

    /// A passage that is opened again adds nodes that the first ones dominate.
    fn opens(&mut self, _: u32, _: Passage) -> bool {
        true
    }

    fn add(&mut self, node: Node, exit: &Exit) {
        let bound = self.bound(&node, exit);
        let number = self.spare.pop().unwrap_or(self.nodes.len() as u32);
        if number as usize == self.nodes.len() {
            self.nodes.push(node);
        } else {
            self.nodes[number as usize] = node;
        }
        self.open.push(bound, number);
    }
}

impl ShortestPaths for FlowField {
    /// It is larger than the share at which intervals dominate each other: of two paths to a corner that
    /// are alike, one may lose its interval there, so the other has to count as a path to the corner.
    const TIE: f64 = 1e-11;

    fn length(&self, bend: u32) -> f64 {
        self.bends[bend as usize].length
    }

    fn known(&self, corner: u32) -> Option<u32> {
        self.index.known.get(corner)
    }

    fn add_bend(&mut self, before: u32, corner: u32, at: DVec2, length: f64) -> Option<u32> {
        let next = u32::try_from(self.bends.len()).ok()?;
        self.index.known.set(corner, next);
        self.bends.push(Bend { at, length, before, corner: Some(corner) });
        Some(next)
    }
}

/// For each exit, the same portal in the other direction.
fn twins(regions: &Regions) -> Vec<u32> {
    let twin = |exit: &Exit| if exit.exists() { regions.twin(exit) } else { u32::MAX };
    regions.exits.iter().map(twin).collect()
}
