//! `terrarium nodes`: the strategic nodes of a map.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::strategic_map::StrategicMap;
use super::{Failure, Format, output};
use crate::navigation::strategic::{Node, NodeKind, find_nodes};
use crate::space::terrain::Terrain;
use crate::view::{Canvas, Plan};

const ABOUT: &str = "\
Nodes are every capture point, every spawn point, and the tiles before and behind each passage: a \
road tile with walls on two opposite sides. On a map without roads through walls the same is asked \
of all ground up to four tiles wide between what cannot be entered (kind `mouth`). Joints are bends \
of ways between nodes that hang together but do not see each other.

With --format json: {\"nodes\": [{\"x\": 7, \"y\": 3, \"kind\": \"spawn\"}, …]}, in tiles, column by \
column. Kinds are capture, spawn, gate, mouth and joint. At most 4096 nodes are possible.

Pictures show the map with a dot for each node: capture points are violet, spawn points orange, \
gates and mouths blue, joints grey.";

const EXAMPLES: &str = "\
Examples:
  terrarium nodes --map fubar.json
  terrarium nodes --map fubar.json --format json
  terrarium nodes --map arena.map --picture nodes.png";

/// Find the strategic nodes of a map: bases, and both sides of passages
///
/// Routes across a whole map lead from node to node; there are few of them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{ABOUT}\n\n{EXAMPLES}"))]
pub(super) struct Nodes {
    #[command(flatten)]
    map: StrategicMap,
    /// Draw the map with its nodes into a PNG file; for example nodes.png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// How to print the results; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Nodes {
    pub fn execute(self) -> Result<(), Failure> {
        let (terrain, settings) = self.map.read()?;
        let nodes = find_nodes(&terrain, &settings).map_err(|p| self.map.wrong(&p))?;
        if let Some(file) = &self.picture {
            save(&Plan { terrain: &terrain, nodes: &nodes, route: &[] }.paint(), file)?;
        }
        output::print(&match self.format {
            Format::Human => table(&terrain, &nodes),
            Format::Json => as_json(&nodes),
        })
    }
}

/// Writes a picture down.
pub(super) fn save(canvas: &Canvas, file: &Path) -> Result<(), Failure> {
    canvas.save(file).map_err(|error| {
        Failure::failed(format!(
            "{}: cannot be written: {error}; make room or see to the rights there, or choose \
             another place",
            file.display()
        ))
    })
}

/// A node as programs read it.
#[derive(Serialize)]
struct NodeRow {
    x: u32,
    y: u32,
    kind: NodeKind,
}

fn as_json(nodes: &[Node]) -> String {
    let told = |node: &Node| {
        let Node { cell, kind } = *node;
        serde_json::to_string(&NodeRow { x: cell.x, y: cell.y, kind })
            .expect("plain values are told")
    };
    let nodes: Vec<String> = nodes.iter().map(told).collect();
    format!("{{\"nodes\":[{}]}}\n", nodes.join(","))
}

fn table(terrain: &Terrain, nodes: &[Node]) -> String {
    let head = ["x", "y", "kind", "base"].map(str::to_owned).to_vec();
    let rows = nodes.iter().map(|node| {
        let base = terrain.control_points().iter().find(|base| base.owns(node.cell));
        let base = base.map(|base| base.name.clone()).unwrap_or_default();
        let (x, y) = (node.cell.x.to_string(), node.cell.y.to_string());
        vec![x, y, node.kind.name().to_owned(), base]
    });
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let mut text = output::columns(&rows, |column| column < 2);
    let counts = NodeKind::ALL.into_iter().map(|kind| {
        let count = nodes.iter().filter(|node| node.kind == kind).count();
        (count > 0).then(|| format!("{count} {}", kind.name()))
    });
    let counts: Vec<String> = counts.flatten().collect();
    let tiles = u64::from(terrain.width()) * u64::from(terrain.height());
    let all = nodes.len();
    text += &format!("\n{all} nodes on {tiles} tiles");
    text +=
        &if counts.is_empty() { ".\n".to_owned() } else { format!(": {}.\n", counts.join(", ")) };
    text
}
