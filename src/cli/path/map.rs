//! `terrarium path --map`: ways on a map, in tiles.

use std::path::Path;

use super::answer_printer::{self, AnswerPrinter};
use super::number::{check_point, check_size};
use super::path_painter::PathPainter;
use super::seeker::Seeker;
use crate::cli::{Failure, Format, output};
use crate::navigation_benchmark::{Scene, middle};
use crate::space::terrain::{Experiment, Terrain};

/// A map as a mover of some size sees it, with tiles of side 1.
pub(super) struct Map {
    terrain: Terrain,
    scene: Scene,
}

impl Map {
    /// Reads a map for a mover of this size, in tiles.
    pub fn read(file: &Path, size: [f64; 2]) -> Result<Self, Failure> {
        let size =
            check_size(size).map_err(|problem| Failure::input(format!("--size: {problem}")))?;
        if size.min_element() <= 0.0 {
            // Walls are merged tiles: what has no width would slip along the seam between two.
            return Err(Failure::input(format!(
                "--size {},{}: on a map a mover has some width and height; give numbers above 0",
                size.x, size.y
            )));
        }
        let terrain = Terrain::read(file).map_err(Failure::input)?;
        let terrain = terrain.with_tile_side(1.0).expect("maps are small in tiles");
        let bounds = Some(terrain.area());
        let scene =
            Scene { boxes: terrain.obstacles(), polygons: Vec::new(), bounds, half: size * 0.5 };
        Ok(Self { terrain, scene })
    }

    /// Finds the way between two points.
    pub fn answer(
        &self,
        (from, to): ([f64; 2], [f64; 2]),
        seeker: &Seeker,
        mut path_painter: PathPainter,
        format: Format,
    ) -> Result<(), Failure> {
        let wrong = |problem: String| Failure::input(format!("--from, --to: {problem}"));
        let start = check_point("the start", from).map_err(wrong)?;
        let goal = check_point("the goal", to).map_err(wrong)?;
        let sight = seeker.look_at(&self.scene);
        let mut answer = seeker.seek(&sight, start, goal);
        // Tiles have been merged to boxes that the user has never seen.
        answer.by = None;
        path_painter.paint(seeker, &self.scene, &sight, (start, goal), &answer);
        path_painter.finish()?;
        output::print(&answer_printer::alone(&answer, format))
    }

    /// Makes sure that the rows of a scenario file are about this map.
    pub fn check(&self, file: &Path, experiments: &[Experiment]) -> Result<(), Failure> {
        let name = file.display().to_string();
        let mut checks = experiments.iter().map(|row| row.check_size(&name, &self.terrain));
        checks.try_for_each(|check| check.map_err(Failure::input))
    }

    /// Finds the way of each row of a scenario file, one after the other.
    pub fn answer_all(
        &self,
        experiments: &[Experiment],
        seeker: &Seeker,
        mut path_painter: PathPainter,
        mut answer_printer: AnswerPrinter,
    ) -> Result<(), Failure> {
        let sight = seeker.look_at(&self.scene);
        for experiment in experiments {
            if path_painter.is_taken() {
                let problem = "--picture draws one way, and there are more; choose with --line";
                return Err(Failure::input(problem));
            }
            let (start, goal) = (middle(experiment.start), middle(experiment.goal));
            let mut answer = seeker.seek(&sight, start, goal);
            answer.by = None;
            path_painter.paint(seeker, &self.scene, &sight, (start, goal), &answer);
            let octile = Some(experiment.octile_length);
            if answer_printer.tell(experiment.line, &answer, octile)?.is_break() {
                return path_painter.finish();
            }
        }
        path_painter.finish()?;
        answer_printer.sum_up()
    }
}
