//! `terrarium path`: finds paths among boxes.

mod answer;
mod answer_printer;
mod changing_scene;
mod id;
mod lines;
mod link;
mod map;
mod number;
mod path_painter;
mod planner;
mod problem;
mod problem_solver;
mod region_exporter;
mod sequence;
mod sequence_solver;
mod tally;
mod tile_cost;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path as FilePath, PathBuf};

use clap::{ArgGroup, Args, ValueEnum};

use answer_printer::{AnswerPrinter, Kind};
pub(super) use lines::Lines;
use map::Map;
use number::pair;
use path_painter::PathPainter;
use planner::{PathPlanner, Precomputed};
pub(super) use problem::Problem as PathProblem;
use problem_solver::ProblemSolver;
use region_exporter::RegionExporter;
use tile_cost::TileCost;

use super::{Failure, Format, output};
use crate::geometry::Convex;
use crate::space::mesh::{self, Plane};
use crate::space::terrain::Experiment;

const FORMATS: &str = "\
Each line of a problem file is a JSON object; with --format json, each answer is one too:
  {\"boxes\": [[x0, y0, x1, y1], …], \"size\": [w, h], \"start\": [x, y], \"goal\": [x, y]}
  {\"status\": \"found\", \"path\": [[x, y], …], \"length\": L, \"steps\": S, \"micros\": T}

`size` is the full width and height of the mover. `\"bounds\": [x0, y0, x1, y1]` restricts the mover \
to that area; without it, navigators on grids and those without a guarantee stay in the area around the obstacles and both ends. \
`\"polygons\": [[[x, y], …], …]` adds convex polygons, given by their corners in order around \
them; split a polygon with a dent into convex ones that share edges. Nonzero numbers may range from 2^-100 to 2^40 in magnitude. They are used exactly; only the \
sum of an obstacle's corner and half the mover's size is rounded to a double. Empty lines are skipped.

`\"ground\": [{\"area\": [x0, y0, x1, y1], \"cost\": C}, …]` lists areas in which a unit of path costs C \
instead of 1, for the mover's centre; where areas overlap, the last one applies. `perimeter` and `exact` \
find paths of low cost then, and `grid-astar` and `jump-point` the cheapest ones on their grid; other \
navigators ignore costs. Each answer has the `cost` of its path. On maps, --cost gives roads and swamps \
a cost.

`\"links\": [{\"name\": \"ferry\", \"from\": [x, y], \"to\": [x, y], \"cost\": C, \"both_ways\": false, \
\"open\": true}, …]` lists links: a mover whose centre is at `from` can go to `to`, which counts as C \
units of path; with `both_ways` it can also go back. All navigators use the links that are open, for the \
path that is shortest in all, or cheapest on ground that counts. `links` in the answer lists those on the \
path; `at` is the index of the point of `path` at which one begins, and the next point is at its far end. \
In pictures, links are dashed arrows, grey if they are closed.

Instead of `start` and `goal`, a problem may have a list of changes and queries, `sequence`:
  {\"add\": [x0, y0, x1, y1], \"id\": \"gate\"}     {\"add_polygon\": [[x, y], …], \"id\": \"rock\"}
  {\"move\": \"gate\", \"to\": [x0, y0, x1, y1]}    {\"move\": \"rock\", \"to_polygon\": [[x, y], …]}
  {\"remove\": \"gate\"}                          {\"start\": [x, y], \"goal\": [x, y]}
  {\"add_link\": {\"name\": \"ferry\", …}}         {\"remove_link\": \"ferry\"}
  {\"close_link\": \"ferry\"}                     {\"open_link\": \"ferry\"}
They apply in order; each query has an answer, with the `line` of the problem and the `index` of the \
query in `sequence`, counted from 0. An id is a name or a number. The ids of the obstacles at first are \
their indices as in `by`, which lists ids. A query may give its mover a `size` of its own. With \
`\"replan\": true` the mover follows the path of the query before: what remains of it from `start` is \
kept where it is free and leads to `goal`, unless a new path is shorter. `kept` in the answer says \
whether it was. A mover on that path needs no search if nothing was removed or moved since; each \
waypoint to check is then a step. The whole line is validated before its first answer.

`status` is found, start_enclosed, goal_enclosed or outside; navigators that are not complete also \
report stuck, circling or none_on_grid. `path` includes start and goal; without a path it is empty and `length` is null. If the start or the \
goal is enclosed, `by` lists what encloses it: indices of boxes, counted from 0, then of polygons, \
and \"border\". With --nearest, `nearest` is the reachable point to which the path leads instead of the \
goal: that with the least straight distance to the goal. `steps` counts queries of the obstacles and of precomputed regions between them. `micros` is the duration of the search in \
microseconds. The navigator `direct` ignores all obstacles.

On maps, coordinates are in tiles: 0.5,0.5 is the centre of the first tile, x grows to the right and \
y downward. Rows of a scenario file start and end at tile centres. A mover of 1,1 can go wherever \
moves between adjacent tiles can go without cutting corners. `octile` is the length of the shortest \
such path as the file gives it; `ratio` is the length of the path found divided by it. With --format \
json, the last line is {\"summary\": …}: counts by status, and statistics of durations and ratios.

Pictures show obstacles in grey, each with a thin outline where it is inflated by half the mover's \
size; the path as first found in dashed orange, the final path in blue; and the mover's box in green \
at the start and red at the goal. y grows downward. If the world is much larger than the path, the \
picture shows the surroundings of the path.

With --obstacles, each face of a Wavefront OBJ file is an obstacle, a convex polygon, in every \
problem or on the map; indices in `by` follow those of the problem's polygons. The ground is the \
plane of x and z, as in Recast's navigation meshes, whose y is the height; with --plane xy it is that \
of x and y. Heights are ignored, so floors above each other are all obstacles.

--regions writes the free space of the mover's centre: rectangles, and the portals between them. \
Without `\"bounds\"` they cover the area around the obstacles and both ends. In a .geojson file, \
regions are polygons with the properties `region` and `component`, and portals are line strings with \
`portal` and `regions`: [left, right]; in an .obj file they are faces and lines. Two regions that \
meet in a point have a portal that is a point. Gaps into which the mover just fits are regions \
without an area: they have portals, but no polygon or face. In an .obj file, x and y are those of \
the problem or map, and z is 0.";

const EXAMPLES: &str = "\
Examples:
  terrarium path --problems boxes.jsonl --navigator exact --format json
  generate | terrarium path --problems - --slice 100 --format json
  terrarium path --problems boxes.jsonl --line 7 --picture path.png
  terrarium path --map arena.map --scen arena.map.scen --limit 100
  terrarium path --map arena.map --from 1.5,11.5 --to 40.5,3.5 --picture path.png
  terrarium path --map arena.map --scen arena.map.scen --limit 1 --regions arena.geojson
  terrarium path --map marsh.map --cost swamp=4,road=0.5 --from 1.5,1.5 --to 40.5,3.5 --navigator exact
  terrarium path --problems boxes.jsonl --obstacles navmesh.obj";

/// Find paths among boxes, in problem files or on maps
///
/// A mover is an axis-aligned box. It may touch obstacles but not enter them; its path is a polyline
/// of its centre. If start or goal is enclosed, the answer says so; this is not an error.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("question").args(["problems", "scen", "from"]).required(true))]
#[command(after_help = EXAMPLES, after_long_help = format!("{FORMATS}\n\n{EXAMPLES}"))]
pub(super) struct Path {
    /// Solve the problems in this file, one JSON object per line; `-` is standard input; for example
    /// boxes.jsonl
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["map", "scen", "limit", "from", "to", "size", "cost"])]
    problems: Option<PathBuf>,
    /// Find paths on this map, MovingAI .map or OpenFire .json; for example arena.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Solve the rows of this MovingAI scenario file on the map; for example arena.map.scen
    #[arg(long, value_name = "FILE", requires = "map")]
    scen: Option<PathBuf>,
    /// Solve only the first N rows of the scenario file; for example 100
    #[arg(long, value_name = "N", requires = "scen", conflicts_with = "line")]
    limit: Option<NonZeroUsize>,
    /// Start at this point of the map, in tiles; for example 0.5,0.5 for the centre of the first tile
    #[arg(long, value_name = "X,Y", value_parser = pair, allow_hyphen_values = true)]
    #[arg(requires_all = ["map", "to"], conflicts_with = "scen")]
    from: Option<[f64; 2]>,
    /// Find a path to this point of the map, in tiles; for example 12.5,3
    #[arg(long, value_name = "X,Y", value_parser = pair, allow_hyphen_values = true)]
    #[arg(requires = "from")]
    to: Option<[f64; 2]>,
    /// Set the full width and height of the mover on a map, in tiles; for example 2,1
    #[arg(long, value_name = "W,H", value_parser = pair, allow_hyphen_values = true)]
    #[arg(requires = "map", default_value = "1,1")]
    size: [f64; 2],
    /// Let a unit of path on tiles of this kind, road or swamp, cost this much; on all others it costs 1;
    /// for example swamp=4,road=0.5
    #[arg(long, value_name = "KIND=COST", value_parser = TileCost::parse, requires = "map")]
    #[arg(value_delimiter = ',')]
    cost: Vec<TileCost>,
    /// Use this navigator, with optional parameters; `terrarium lab --help` lists them; for example
    /// scan:range=20
    #[arg(long, value_name = "NAME", default_value = "perimeter")]
    navigator: String,
    /// Advance each search N steps at a time; affects only the speed; for example 10
    #[arg(long, value_name = "N")]
    slice: Option<NonZeroU32>,
    /// Go to the reachable point nearest to the goal where the goal cannot be reached; among boxes and
    /// on maps
    #[arg(long)]
    nearest: bool,
    /// Find paths to goals far away through a hierarchy of the free space; for perimeter in large worlds;
    /// computed before the first search, not included in `micros`
    #[arg(long)]
    hierarchy: bool,
    /// Find shortest paths over a graph of the corners of the obstacles; for --navigator exact and many
    /// queries; computed before the first search, and again after a change, not included in `micros`
    #[arg(long, conflicts_with = "hierarchy")]
    corner_graph: bool,
    /// Solve only line N of the file, counted from 1; for example 7
    #[arg(long, value_name = "N", conflicts_with = "from")]
    line: Option<NonZeroUsize>,
    /// Draw the path into this PNG file; needs a single problem; for example path.png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Write the regions of the free space, for the size of the mover, to this .geojson or .obj file;
    /// needs a single problem or a map; for example regions.geojson
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
    /// Add the faces of this Wavefront OBJ file to the obstacles, such as the polygons of a Recast
    /// navigation mesh; for example navmesh.obj
    #[arg(long, value_name = "FILE")]
    obstacles: Option<PathBuf>,
    /// Choose the coordinates of the OBJ file that span the ground; for example xy
    #[arg(long, value_enum, requires = "obstacles", default_value_t = GroundPlane::Xz)]
    plane: GroundPlane,
    /// Set the output format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The coordinates of an OBJ file that span the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GroundPlane {
    /// x and z; y is the height, as in Recast
    Xz,
    /// x and y; z is the height, as in files of --regions
    Xy,
}

impl Path {
    pub fn execute(self) -> Result<(), Failure> {
        let planner = PathPlanner::new(&self.navigator, self.slice, self.nearest)?;
        let planner = match (self.hierarchy, self.corner_graph) {
            (true, _) => planner.with(Precomputed::Hierarchy)?,
            (_, true) => planner.with(Precomputed::CornerGraph)?,
            _ => planner,
        };
        let path_painter = PathPainter::new(self.picture.clone());
        let mut region_exporter = RegionExporter::new(self.regions.clone())?;
        let obstacles = self.read_obstacles()?;
        if let Some(problems) = &self.problems {
            let solver = ProblemSolver {
                planner: &planner,
                obstacles: &obstacles,
                path_painter,
                region_exporter,
                answer_printer: AnswerPrinter::new(self.format, Kind::Problems),
            };
            return solver.answer(problems, self.line);
        }
        let map = self.map.as_deref().expect("clap requires --map without --problems");
        let map = Map::read(map, self.size, obstacles, &self.cost)?;
        map.compute_regions(&mut region_exporter)?;
        self.answer_on(&map, &planner, path_painter)?;
        region_exporter.finish()
    }

    fn answer_on(
        &self,
        map: &Map,
        planner: &PathPlanner,
        path_painter: PathPainter,
    ) -> Result<(), Failure> {
        if let Some(scen) = &self.scen {
            let answer_printer = AnswerPrinter::new(self.format, Kind::Experiments);
            let experiments = Experiment::read(scen).map_err(Failure::input)?;
            map.check(scen, &experiments)?;
            let selected = self.selected(scen, &experiments)?;
            return map.answer_all(selected, planner, path_painter, answer_printer);
        }
        let ends = self.from.zip(self.to).expect("clap requires --to with --from");
        map.answer(ends, planner, path_painter, self.format)
    }

    /// The polygons of `--obstacles`.
    fn read_obstacles(&self) -> Result<Vec<Convex>, Failure> {
        let Some(file) = &self.obstacles else { return Ok(Vec::new()) };
        let plane = match self.plane {
            GroundPlane::Xz => Plane::Xz,
            GroundPlane::Xy => Plane::Xy,
        };
        let mesh = mesh::read(file, plane).map_err(Failure::Input)?;
        if let Some(note) = mesh.note() {
            output::note(format_args!("{}: {note}", file.display()));
        }
        Ok(mesh.shapes.into_iter().map(|shape| shape.value).collect())
    }

    /// The rows of a scenario file that `--line` or `--limit` selects.
    fn selected<'a>(
        &self,
        scen: &FilePath,
        experiments: &'a [Experiment],
    ) -> Result<&'a [Experiment], Failure> {
        let Some(line) = self.line else {
            let limit = self.limit.map_or(usize::MAX, NonZeroUsize::get);
            return Ok(&experiments[..experiments.len().min(limit)]);
        };
        let index = experiments.iter().position(|experiment| experiment.line == line.get());
        index.map(|index| &experiments[index..=index]).ok_or_else(|| {
            let name = scen.display();
            Failure::input(format!(
                "--line {line}: {name} has no row there; the first row is on line 2"
            ))
        })
    }
}
