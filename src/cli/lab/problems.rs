//! Generates and reads the sets of problems that `--problems` names.

use std::path::Path;
use std::sync::Arc;

use super::COUNT;
use crate::cli::Failure;
use crate::cli::path::{Lines, PathProblem};
use crate::geometry::{Aabb, Convex, DVec2, lattice};
use crate::input::spelling;
use crate::navigation::links::{Link, Links};
use crate::navigation_benchmark::{
    GENERATORS, IndexedScene, Map, Problem, ProblemGenerator, ProblemSet, Scene,
};
use crate::space::terrain::TerrainError;

/// How sets are generated and read.
pub(super) struct Source {
    pub seed: u64,
    pub limit: Option<usize>,
    pub keep_going: bool,
}

impl Source {
    /// The sets of these names, and the errors about files that were skipped.
    pub fn read_all(&self, names: &[String]) -> Result<(Vec<ProblemSet>, Vec<String>), Failure> {
        let (mut sets, mut skipped) = (Vec::new(), Vec::new());
        for name in names {
            match self.read(name)? {
                Ok(set) => sets.push(set),
                Err(error) if self.keep_going => skipped.push(error.to_string()),
                Err(error) => return Err(Failure::input(error)),
            }
        }
        if sets.iter().all(|set| set.problems.is_empty()) {
            skipped.push("--problems: no problem is left; give other sets or files".to_owned());
            return Err(Failure::input(skipped.join("\n")));
        }
        Ok((sets, skipped))
    }

    fn read(&self, name: &str) -> Result<Result<ProblemSet, TerrainError>, Failure> {
        if let Some(generator) = ProblemGenerator::named(name) {
            return Ok(Ok(generator.set(self.seed, self.limit.unwrap_or(COUNT))));
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

    /// The rows of the scenario file next to a map; random problems if there is none.
    fn read_map(&self, path: &Path) -> Result<ProblemSet, TerrainError> {
        let map = Map::read(path)?;
        let mut scen = path.as_os_str().to_owned();
        scen.push(".scen");
        match Path::new(&scen) {
            scen if scen.exists() => self.rows(&map, scen),
            _ => Ok(map.random_problems(self.seed, self.limit.unwrap_or(COUNT))),
        }
    }

    fn rows(&self, map: &Map, scen: &Path) -> Result<ProblemSet, TerrainError> {
        map.experiments(scen, self.limit, self.keep_going)
    }

    /// The first problems of a file in the format of `terrarium path`.
    fn read_lines(&self, path: &Path) -> Result<ProblemSet, Failure> {
        let mut lines = Lines::open(path)?;
        let (mut problems, mut skipped) = (Vec::new(), 0);
        while problems.len() < self.limit.unwrap_or(usize::MAX) && lines.advance_to_text()? {
            let read = PathProblem::parse(lines.text())
                .map_err(|error| lines.diagnostic(error.column, error.problem))
                .and_then(|problem| {
                    let name = format!("line {}", lines.number());
                    on_lattice(name, &problem).map_err(|problem| lines.diagnostic(None, problem))
                });
            match read {
                Ok(problem) => problems.push(problem),
                Err(_) if self.keep_going => skipped += 1,
                Err(failure) => return Err(failure),
            }
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(ProblemSet { name, problems, skipped })
    }
}

/// Converts a problem; all coordinates are rounded to the lattice.
fn on_lattice(name: String, problem: &PathProblem) -> Result<Problem, String> {
    let point = |point: DVec2| {
        let snapped = lattice::snap_point(point);
        if lattice::holds(snapped) {
            return Ok(snapped);
        }
        let max = lattice::LIMIT;
        Err(format!(
            "{},{} is out of range; `terrarium lab` takes coordinates up to {max}",
            point.x, point.y
        ))
    };
    let area = |area: &Aabb| Ok::<_, String>(Aabb::new(point(area.min)?, point(area.max)?));
    let Scene { boxes, polygons, bounds, half, ground, links } = &problem.scene;
    if ground.is_some() {
        return Err(
            "`terrarium lab` compares lengths of paths, and this problem has \"ground\" with a \
                    cost; leave it out, or use `terrarium path`"
                .to_owned(),
        );
    }
    let rounded = |polygon: &Convex| {
        let corners = polygon.corners().iter().map(|&corner| point(corner));
        let corners = corners.collect::<Result<Vec<_>, _>>()?;
        Convex::around(corners).ok_or_else(|| {
            "a polygon has no area when its corners are rounded to 2^-20; make it larger".to_owned()
        })
    };
    let link =
        |link: &Link| Ok(Link { from: point(link.from)?, to: point(link.to)?, ..link.clone() });
    let mut scene = Scene {
        boxes: boxes.iter().map(area).collect::<Result<_, _>>()?,
        polygons: polygons.iter().map(rounded).collect::<Result<_, _>>()?,
        bounds: bounds.as_ref().map(area).transpose()?,
        half: point(*half)?,
        ground: None,
        links: Links::new(links.iter().map(link).collect::<Result<Vec<_>, String>>()?)
            .map_err(|error| error.to_string())?,
    };
    let (start, goal) = (point(problem.start)?, point(problem.goal)?);
    // All navigators get the same world, and a grid needs an end.
    scene.bounds = scene.bounds.or_else(|| area(&scene.area_around(start, goal)).ok());
    let environment = Arc::new(IndexedScene::new(scene));
    Ok(Problem { name, environment, start, goal, octile: None, velocities: Vec::new() })
}

/// The error for a name that is neither a set nor a file.
fn unknown(name: &str) -> Failure {
    let names = || GENERATORS.iter().map(|generator| generator.name);
    let hint = spelling::hint(spelling::nearest(name, names()));
    Failure::input(format!(
        "--problems: there is no set `{name}`{hint}; give {}, or files ending in .map, .scen, .json \
         or .jsonl",
        spelling::listed(names())
    ))
}
