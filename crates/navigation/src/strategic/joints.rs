//! Joints: the bends of paths between nodes, where lines alone connect them badly or not at all.

use std::collections::BTreeMap;

use terrarium_space::terrain::{Cell, Terrain};

use super::flood::{Flood, Ground};
use super::mesh::Mesh;
use super::nodes::{Joined, Kinds};
use super::{MAX_NODES, NodeKind, StrategicConfig, spanning_tree};

/// How well joints have to connect the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Some route wherever there is a path.
    Connect,
    /// A route little longer than the path between any two neighbouring nodes.
    Shorten,
}

/// How much longer than their path the route between neighbouring nodes may be, in hundredths.
const LONGEST_DETOUR: u64 = 104;

/// Adds joints until the nodes are connected as `aim` requires, or there are more than
/// [`MAX_NODES`]. Returns the lines that connect them.
///
/// Every tile belongs to the node that is nearest by path. Nodes with adjacent tiles are neighbours.
/// Neighbours that see each other are connected by a line; of the others, the nearest are
/// connected first, by the bends of the path between them, unless the routes so far do.
pub(super) fn add(
    terrain: &Terrain,
    settings: &StrategicConfig,
    kinds: &mut Kinds,
    aim: Aim,
) -> Vec<Joined> {
    if aim == Aim::Connect {
        return spanning_tree::add(terrain, settings, kinds);
    }
    let nodes: Vec<Cell> = kinds.keys().copied().collect();
    let ground = Ground::new(terrain, settings);
    let flood = Flood::new(&ground, &nodes);
    let mut mesh = Mesh::new(nodes.len());
    let (mut lines, mut apart) = (Vec::new(), Vec::new());
    for (&(a, b), meeting) in &flood.meetings() {
        let line = ground.line(nodes[a as usize], nodes[b as usize]);
        match line.filter(|&line| is_short(line, meeting.length)) {
            Some(line) => {
                mesh.join(a, b, line);
                lines.push((nodes[a as usize], nodes[b as usize]));
            }
            None => apart.push((*meeting, (a, b))),
        }
    }
    apart.sort_unstable();
    let mut numbers: BTreeMap<Cell, u32> = nodes.into_iter().zip(0..).collect();
    for (meeting, (a, b)) in apart {
        let longest = meeting.length * LONGEST_DETOUR / 100;
        if mesh.has_route(a, b, longest) {
            continue;
        }
        let (mut last, mut begin) = (a, 0);
        let path = flood.path(&meeting);
        let bends = ground.bends(&path).into_iter().map(|bend| (bend, path[bend]));
        for (end, cell) in bends.chain([(path.len() - 1, path[path.len() - 1])]) {
            kinds.entry(cell).or_insert(NodeKind::Joint);
            let node = *numbers.entry(cell).or_insert_with(|| mesh.add_node());
            let along = || ground.length(&path[begin..=end]);
            mesh.join(last, node, ground.line(path[begin], cell).unwrap_or_else(along));
            lines.push((path[begin], cell));
            (last, begin) = (node, end);
        }
        if kinds.len() > MAX_NODES {
            break;
        }
    }
    lines
}

fn is_short(line: u64, path: u64) -> bool {
    line <= path * LONGEST_DETOUR / 100
}
