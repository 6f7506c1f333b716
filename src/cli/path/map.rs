//! `terrarium path --map`: paths on a map, in tiles.

use std::path::Path;

use super::answer_printer::{self, AnswerPrinter};
use super::number::{check_point, check_size};
use super::path_painter::PathPainter;
use super::planner::PathPlanner;
use super::region_exporter::RegionExporter;
use super::tile_cost::TileCost;
use crate::cli::{Failure, Format, output};
use crate::geometry::Convex;
use crate::navigation::links::Links;
use crate::navigation_benchmark::{Scene, tile_centre};
use crate::space::terrain::{Experiment, Terrain};

/// A map with tiles of side 1, and its obstacles for a mover of some size.
pub(super) struct Map {
    terrain: Terrain,
    scene: Scene,
}

impl Map {
    /// Reads a map for a mover of this size, in tiles, with more obstacles on it, and with costs of some
    /// kinds of tile.
    pub fn read(
        file: &Path,
        size: [f64; 2],
        polygons: Vec<Convex>,
        costs: &[TileCost],
    ) -> Result<Self, Failure> {
        let size =
            check_size(size).map_err(|problem| Failure::input(format!("--size: {problem}")))?;
        if size.min_element() <= 0.0 {
            // Walls are merged tiles: a mover without width would slip through the seam of two.
            return Err(Failure::input(format!(
                "--size {},{}: on a map the mover's width and height must be positive; give \
                 numbers above 0",
                size.x, size.y
            )));
        }
        let terrain = Terrain::read(file).map_err(Failure::input)?;
        let terrain = terrain.with_tile_side(1.0).expect("maps are small in tiles");
        let bounds = Some(terrain.area());
        let (boxes, half) = (terrain.obstacles(), size * 0.5);
        let ground = TileCost::ground(costs, &terrain);
        let scene = Scene { boxes, polygons, bounds, half, ground, links: Links::default() };
        Ok(Self { terrain, scene })
    }

    /// Computes the regions of the map, if they are to be written.
    pub fn compute_regions(&self, exporter: &mut RegionExporter) -> Result<(), Failure> {
        exporter.compute(&self.scene, || self.scene.area()).map_err(Failure::input)
    }

    /// Finds and prints the path between two points.
    pub fn answer(
        &self,
        (from, to): ([f64; 2], [f64; 2]),
        planner: &PathPlanner,
        mut path_painter: PathPainter,
        format: Format,
    ) -> Result<(), Failure> {
        let invalid = |problem: String| Failure::input(format!("--from, --to: {problem}"));
        let start = check_point("the start", from).map_err(invalid)?;
        let goal = check_point("the goal", to).map_err(invalid)?;
        let space = planner.map_space(&self.scene).map_err(Failure::input)?;
        let mut answer = planner.answer(&space, start, goal).map_err(Failure::input)?;
        // The boxes are merged tiles; their indices mean nothing to the user.
        answer.by = None;
        path_painter.paint(planner, &self.scene, &space, (start, goal), &answer);
        path_painter.finish()?;
        output::print(&answer_printer::single(&answer, format))
    }

    /// Checks that the rows of a scenario file belong to this map.
    pub fn check(&self, file: &Path, experiments: &[Experiment]) -> Result<(), Failure> {
        let name = file.display().to_string();
        let mut checks = experiments.iter().map(|row| row.check_size(&name, &self.terrain));
        checks.try_for_each(|check| check.map_err(Failure::input))
    }

    /// Finds and prints the path of each row of a scenario file, in order.
    pub fn answer_all(
        &self,
        experiments: &[Experiment],
        planner: &PathPlanner,
        mut path_painter: PathPainter,
        mut answer_printer: AnswerPrinter,
    ) -> Result<(), Failure> {
        let space = planner.map_space(&self.scene).map_err(Failure::input)?;
        if experiments.len() > 1 {
            space.prepare();
        }
        for experiment in experiments {
            if path_painter.has_painted() {
                let problem = "--picture draws one path, but several rows are given; choose one \
                               with --line";
                return Err(Failure::input(problem));
            }
            let (start, goal) = (tile_centre(experiment.start), tile_centre(experiment.goal));
            let mut answer = planner.answer(&space, start, goal).map_err(Failure::input)?;
            answer.by = None;
            path_painter.paint(planner, &self.scene, &space, (start, goal), &answer);
            let octile = Some(experiment.octile_length);
            if answer_printer.print(experiment.line, &answer, octile)?.is_break() {
                return path_painter.finish();
            }
        }
        path_painter.finish()?;
        answer_printer.print_summary()
    }
}
