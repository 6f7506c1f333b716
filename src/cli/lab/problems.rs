//! Which problems navigators are compared at: names and files into sets.

use std::path::Path;
use std::sync::Arc;

use super::COUNT;
use crate::cli::Failure;
use crate::cli::path::{Lines, PathProblem};
use crate::geometry::{Aabb, Convex, DVec2, lattice};
use crate::input::spelling;
use crate::navigation_benchmark::{
    IndexedScene, Map, Problem, ProblemGenerator, ProblemSet, RECIPES, Scene,
};
use crate::space::terrain::TerrainError;

/// How sets are made and read.
pub(super) struct Source {
    pub seed: u64,
    pub limit: Option<usize>,
    pub keep_going: bool,
}

impl Source {
    /// The sets of these names, and what is wrong with the files that were passed over.
    pub fn read_all(&self, names: &[String]) -> Result<(Vec<ProblemSet>, Vec<String>), Failure> {
        let (mut sets, mut passed_over) = (Vec::new(), Vec::new());
        for name in names {
            match self.read(name)? {
                Ok(set) => sets.push(set),
                Err(error) if self.keep_going => passed_over.push(error.to_string()),
                Err(error) => return Err(Failure::input(error)),
            }
        }
        if sets.iter().all(|set| set.problems.is_empty()) {
            passed_over.push("--problems: there is no problem left; give others".to_owned());
            return Err(Failure::input(passed_over.join("\n")));
        }
        Ok((sets, passed_over))
    }

    fn read(&self, name: &str) -> Result<Result<ProblemSet, TerrainError>, Failure> {
        if let Some(recipe) = ProblemGenerator::named(name) {
            return Ok(Ok(recipe.set(self.seed, self.limit.unwrap_or(COUNT))));
        }
        let path = Path::new(name);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("map" | "json") => Ok(self.read_map(path)),
            Some("scen") => {
                let map = path.with_extension("");
                let read = |map| self.rows(&Map::read(map)?, path);
                Ok(read(&map))
            }
            Some("jsonl") => self.read_lines(path).map(Ok),
            _ => Err(unknown(name)),
        }
    }

    /// The rows of the scenario file beside a map; without one, ways between places drawn by lot.
    fn read_map(&self, path: &Path) -> Result<ProblemSet, TerrainError> {
        let map = Map::read(path)?;
        let mut scen = path.as_os_str().to_owned();
        scen.push(".scen");
        match Path::new(&scen) {
            scen if scen.exists() => self.rows(&map, scen),
            _ => Ok(map.drawn(self.seed, self.limit.unwrap_or(COUNT))),
        }
    }

    fn rows(&self, map: &Map, scen: &Path) -> Result<ProblemSet, TerrainError> {
        map.experiments(scen, self.limit, self.keep_going)
    }

    /// The problems of a file that `terrarium path` reads, the first so many.
    fn read_lines(&self, path: &Path) -> Result<ProblemSet, Failure> {
        let mut lines = Lines::open(path)?;
        let (mut problems, mut passed_over) = (Vec::new(), 0);
        while problems.len() < self.limit.unwrap_or(usize::MAX) && lines.advance_to_text()? {
            let read = PathProblem::parse(lines.text())
                .map_err(|mistake| lines.wrong(mistake.column, mistake.problem))
                .and_then(|problem| {
                    let name = format!("line {}", lines.number());
                    on_lattice(name, &problem).map_err(|problem| lines.wrong(None, problem))
                });
            match read {
                Ok(problem) => problems.push(problem),
                Err(_) if self.keep_going => passed_over += 1,
                Err(failure) => return Err(failure),
            }
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(ProblemSet { name, problems, passed_over })
    }
}

/// A problem with all its numbers rounded to the lattice.
fn on_lattice(name: String, problem: &PathProblem) -> Result<Problem, String> {
    let point = |point: DVec2| {
        let snapped = lattice::snap_point(point);
        if lattice::holds(snapped) {
            return Ok(snapped);
        }
        let most = lattice::LIMIT;
        Err(format!("{},{} is too far out; coordinates go up to {most} here", point.x, point.y))
    };
    let area = |area: &Aabb| Ok::<_, String>(Aabb::new(point(area.min)?, point(area.max)?));
    let Scene { boxes, polygons, bounds, half } = &problem.scene;
    let around = |polygon: &Convex| {
        let corners = polygon.corners().iter().map(|&corner| point(corner));
        let corners = corners.collect::<Result<Vec<_>, _>>()?;
        Convex::around(corners).ok_or_else(|| "a polygon is too small here".to_owned())
    };
    let scene = Scene {
        boxes: boxes.iter().map(area).collect::<Result<_, _>>()?,
        polygons: polygons.iter().map(around).collect::<Result<_, _>>()?,
        bounds: bounds.as_ref().map(area).transpose()?,
        half: point(*half)?,
    };
    let (start, goal) = (point(problem.start)?, point(problem.goal)?);
    let ground = Arc::new(IndexedScene::new(scene));
    Ok(Problem { name, ground, start, goal, octile: None, drift: Vec::new() })
}

/// What to tell somebody who asked for problems that are nowhere.
fn unknown(name: &str) -> Failure {
    let names = || RECIPES.iter().map(|recipe| recipe.name);
    let hint = spelling::hint(spelling::nearest(name, names()));
    Failure::input(format!(
        "--problems: there is no set `{name}`{hint}; there are {}, and files ending in .map, .scen, \
         .json or .jsonl",
        spelling::listed(names())
    ))
}
