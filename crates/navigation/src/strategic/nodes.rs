//! The strategic nodes of a map: capture points, spawn points, and both sides of every passage.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_space::terrain::{Cell, MarkKind, Terrain, Tile};

use super::joints::{self, Aim};
use super::{StrategicConfig, StrategicProblem, mouths};

/// The number of a node: its index in the list of nodes.
pub type NodeId = u32;

/// The maximum number of nodes of a map.
pub const MAX_NODES: usize = 65_536;

/// How well a map without roads through walls is joined, and the target number of its nodes, mouths
/// included; the next one applies when the joints that are needed make too many.
const ATTEMPTS: [(Aim, usize); 8] = [
    (Aim::Shorten, 1024),
    (Aim::Shorten, 512),
    (Aim::Shorten, 256),
    (Aim::Shorten, 64),
    (Aim::Connect, 256),
    (Aim::Connect, 64),
    (Aim::Connect, 16),
    (Aim::Connect, 0),
];

/// A place through which routes lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Node {
    /// Its position: a traveller passes the centre of this tile.
    pub cell: Cell,
    /// Why it is a node.
    pub kind: NodeKind,
}

/// Why a tile is a node. Of several reasons, the first in this list counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// The capture tile of a base.
    Capture,
    /// A spawn point of a team's vehicles.
    Spawn,
    /// The tile before or behind a passage: a road through a wall.
    Gate,
    /// The tile before or behind a narrow passage, on a map without roads through walls.
    Mouth,
    /// A bend of a route between nodes that do not see each other.
    Joint,
    /// A start or goal that a caller requested.
    Place,
}

impl NodeKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Capture, Self::Spawn, Self::Gate, Self::Mouth, Self::Joint, Self::Place];

    /// The name used in the tables of the command.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Spawn => "spawn",
            Self::Gate => "gate",
            Self::Mouth => "mouth",
            Self::Joint => "joint",
            Self::Place => "place",
        }
    }
}

/// The nodes of a map, and the lines that join neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    /// The nodes; a [`NodeId`] is an index into this list.
    pub nodes: Vec<Node>,
    /// Pairs of nodes that a line joins, so that routes exist wherever steps between neighbouring
    /// tiles lead. Where there are too many nodes for lines between all pairs, these are lines
    /// however far apart their nodes are.
    pub lines: Vec<(NodeId, NodeId)>,
}

impl Network {
    /// Finds the nodes of a map, column by column, and within a column from top to bottom. These places
    /// are nodes too.
    ///
    /// Nodes are every capture tile, every spawn tile, and the tiles before and behind each passage. A
    /// passage is a road tile with walls or turrets on two opposite sides; the tile before or behind it
    /// along the passage counts unless it has walls on the same two sides itself.
    ///
    /// On maps without such passages, such as MovingAI's, narrow passages between impassable tiles
    /// serve instead: any ground up to four tiles wide, of which the middle tile before or behind
    /// counts. Where there would be more than 1024 nodes, mouths within 2 tiles of another mouth that
    /// they see are left out, or within 4, 8, …
    ///
    /// Nodes on connected ground may still lack lines between them. Then joints are added at the bends
    /// of a path between them, so that routes exist wherever steps between neighbouring tiles lead. On
    /// maps without roads through walls they are also added where the routes between neighbouring nodes
    /// would be more than 4 % longer than the path; the bends of the shortest paths between
    /// neighbouring places become joints first. Where that makes more than [`MAX_NODES`], as in very
    /// large mazes, fewer mouths are used.
    ///
    /// # Errors
    ///
    /// When a constant is out of range, the capture tile of a base is impassable, a place is outside
    /// the map or impassable, or there are more nodes than [`MAX_NODES`].
    pub fn find(
        terrain: &Terrain,
        settings: &StrategicConfig,
        places: &[Cell],
    ) -> Result<Self, StrategicProblem> {
        settings.check()?;
        let bases = bases(terrain, settings)?;
        let mut given = Kinds::new();
        for &cell in places {
            check_place(terrain, settings, cell)?;
            given.insert(cell, bases.get(&cell).copied().unwrap_or(NodeKind::Place));
        }
        let gates = gates(terrain);
        let (kinds, lines) = if gates.is_empty() {
            without_gates(terrain, settings, given, bases)?
        } else {
            let mut kinds = bases;
            kinds.extend(new(&kinds, gates.into_iter().map(|gate| (gate, NodeKind::Gate))));
            kinds.extend(new(&kinds, given));
            check_count(kinds.len())?;
            let lines = joints::add(terrain, settings, &mut kinds, Aim::Connect);
            (kinds, lines)
        };
        check_count(kinds.len())?;
        Ok(Self::of(&kinds, &lines))
    }

    /// The network of these nodes and lines.
    fn of(kinds: &Kinds, lines: &[Joined]) -> Self {
        let nodes: Vec<Node> = kinds.iter().map(|(&cell, &kind)| Node { cell, kind }).collect();
        let number = |cell: Cell| {
            let index = nodes.binary_search_by_key(&cell, |node| node.cell);
            index.expect("lines join nodes") as NodeId
        };
        let pair = |&(a, b): &Joined| (number(a.min(b)), number(a.max(b)));
        let mut lines: Vec<(NodeId, NodeId)> = lines.iter().map(pair).collect();
        lines.sort_unstable();
        lines.dedup();
        Self { nodes, lines }
    }
}

/// The nodes of a map without roads through walls. The paths between places are joined first and
/// those between bases next, so that mouths cannot lengthen them.
fn without_gates(
    terrain: &Terrain,
    settings: &StrategicConfig,
    places: Kinds,
    bases: Kinds,
) -> Result<(Kinds, Vec<Joined>), StrategicProblem> {
    let bare: Kinds = places.iter().chain(&bases).map(|(&cell, &kind)| (cell, kind)).collect();
    check_count(bare.len())?;
    let mut joined = places;
    joints::add(terrain, settings, &mut joined, Aim::Shorten);
    joined.extend(bases);
    joints::add(terrain, settings, &mut joined, Aim::Shorten);
    for (aim, most) in ATTEMPTS {
        let mut kinds = if aim == Aim::Shorten { joined.clone() } else { bare.clone() };
        mouths::add(terrain, settings, &mut kinds, most);
        let lines = joints::add(terrain, settings, &mut kinds, aim);
        if kinds.len() <= MAX_NODES {
            return Ok((kinds, lines));
        }
    }
    let lines = joints::add(terrain, settings, &mut joined, Aim::Connect);
    Ok((joined, lines))
}

/// Those nodes whose tiles are not among `kinds`.
fn new(kinds: &Kinds, nodes: impl IntoIterator<Item = (Cell, NodeKind)>) -> Kinds {
    nodes.into_iter().filter(|(cell, _)| !kinds.contains_key(cell)).collect()
}

fn check_count(nodes: usize) -> Result<(), StrategicProblem> {
    if nodes > MAX_NODES { Err(StrategicProblem::TooManyNodes(nodes)) } else { Ok(()) }
}

/// The nodes so far; cells sort column by column.
pub(super) type Kinds = BTreeMap<Cell, NodeKind>;

/// The ends of a line between nodes.
pub(super) type Joined = (Cell, Cell);

/// Checks that a place can be a node: it must be on the map and passable.
///
/// # Errors
///
/// When it is not.
pub fn check_place(
    terrain: &Terrain,
    settings: &StrategicConfig,
    cell: Cell,
) -> Result<(), StrategicProblem> {
    match terrain.tile(cell) {
        None => {
            let (width, height) = (terrain.width(), terrain.height());
            Err(StrategicProblem::Outside { cell, width, height })
        }
        Some(tile) if settings.closes(tile) => Err(StrategicProblem::Closed { cell, tile }),
        Some(_) => Ok(()),
    }
}

fn bases(terrain: &Terrain, settings: &StrategicConfig) -> Result<Kinds, StrategicProblem> {
    let mut kinds = Kinds::new();
    for base in terrain.control_points() {
        let cell = base.capture;
        if let Some(tile) = terrain.tile(cell).filter(|&tile| settings.closes(tile)) {
            let name = base.name.clone();
            return Err(StrategicProblem::BaseImpassable { name, cell, tile });
        }
        kinds.insert(cell, NodeKind::Capture);
    }
    for mark in terrain.marks() {
        match mark.kind {
            MarkKind::Capture => kinds.insert(mark.cell, NodeKind::Capture),
            MarkKind::Spawn => Some(*kinds.entry(mark.cell).or_insert(NodeKind::Spawn)),
            MarkKind::Turret => None,
        };
    }
    Ok(kinds)
}

/// The tiles before and behind the passages of roads through walls.
fn gates(terrain: &Terrain) -> Vec<Cell> {
    let is_wall =
        |cell: Option<Cell>| cell.and_then(|c| terrain.tile(c)).is_some_and(Tile::is_destructible);
    let step = |cell: Cell, (x, y): (i32, i32)| {
        Some(Cell::new(cell.x.checked_add_signed(x)?, cell.y.checked_add_signed(y)?))
    };
    let flanked = |cell: Cell, (x, y): (i32, i32)| {
        is_wall(step(cell, (y, x))) && is_wall(step(cell, (-y, -x)))
    };
    let mut gates = Vec::new();
    for (cell, _) in terrain.tiles().filter(|&(_, tile)| tile == Tile::Road) {
        for along in [(1, 0), (0, 1)].into_iter().filter(|&along| flanked(cell, along)) {
            let ends = [step(cell, along), step(cell, (-along.0, -along.1))].into_iter().flatten();
            let free = |end: &Cell| terrain.tile(*end).is_some_and(Tile::is_passable);
            gates.extend(ends.filter(free).filter(|&end| !flanked(end, along)));
        }
    }
    gates
}
