//! `terrarium nodes`: finds the strategic nodes of a map.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::strategic_map::StrategicMap;
use super::{Failure, Format, output};
use crate::navigation::strategic::{Network, Node, NodeKind};
use crate::space::terrain::Terrain;
use crate::view::{Canvas, MapDrawing};

const ABOUT: &str = "\
Nodes are all capture points, all spawn points, and the tiles on both sides of each passage. A \
passage is a road tile with walls on two opposite sides (kind `gate`). On a map without roads through \
walls, it is any strip of ground up to four tiles wide between impassable tiles (kind `mouth`). \
Joints are bends of paths between nodes that are connected but cannot see each other; on maps \
without gates also where routes would be more than 4 % longer than such a path.

With --format json: {\"nodes\": [{\"x\": 7, \"y\": 3, \"kind\": \"spawn\"}, …]}, in tiles, ordered by \
column. Kinds are capture, spawn, gate, mouth and joint. A map may have up to 65536 nodes.

Pictures show the map with a dot for each node: capture points in violet, spawn points in orange, \
gates and mouths in blue, joints in grey.";

const EXAMPLES: &str = "\
Examples:
  terrarium nodes --map fubar.json
  terrarium nodes --map fubar.json --format json
  terrarium nodes --map arena.map --picture nodes.png";

/// List the strategic nodes of a map: bases, and both sides of passages
///
/// Routes across a whole map lead from node to node.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{ABOUT}\n\n{EXAMPLES}"))]
pub(super) struct Nodes {
    #[command(flatten)]
    map: StrategicMap,
    /// Draw the map with its nodes into this PNG file; for example nodes.png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Set the output format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Nodes {
    pub fn execute(self) -> Result<(), Failure> {
        let (terrain, config) = self.map.read()?;
        let network = Network::find(&terrain, &config, &[]);
        let Network { nodes, .. } = network.map_err(|problem| self.map.failure(&problem))?;
        if let Some(file) = &self.picture {
            save(&MapDrawing { terrain: &terrain, nodes: &nodes, route: &[] }.paint(), file)?;
        }
        output::print(&match self.format {
            Format::Human => table(&terrain, &nodes),
            Format::Json => as_json(&nodes),
        })
    }
}

/// Writes a picture.
pub(super) fn save(canvas: &Canvas, file: &Path) -> Result<(), Failure> {
    canvas.save(file).map_err(|error| {
        Failure::failed(format!(
            "{}: cannot be written: {error}; free some disk space, check the permissions, or \
             choose another path",
            file.display()
        ))
    })
}

/// The JSON of a node.
#[derive(Serialize)]
struct NodeRow {
    x: u32,
    y: u32,
    kind: NodeKind,
}

fn as_json(nodes: &[Node]) -> String {
    let object = |node: &Node| {
        let Node { cell, kind } = *node;
        serde_json::to_string(&NodeRow { x: cell.x, y: cell.y, kind })
            .expect("plain values serialise")
    };
    let nodes: Vec<String> = nodes.iter().map(object).collect();
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
