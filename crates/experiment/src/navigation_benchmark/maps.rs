//! Problems on maps: rows of a scenario file, or random pairs of tiles.
//!
//! Tiles have side 1, and the mover is as large as a tile: it can go wherever moves between adjacent
//! tiles can go without cutting corners.

use std::path::Path;
use std::sync::Arc;

use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::{Cell, Experiment, MarkKind, Terrain, TerrainError};

use super::problem_rng::ProblemRng;
use super::{IndexedScene, OctileLength, Problem, ProblemSet, Scene};

/// A map with the obstacles for a mover of one tile.
#[derive(Debug)]
pub struct Map {
    name: String,
    terrain: Terrain,
    environment: Arc<IndexedScene>,
}

impl Map {
    /// Reads a map file.
    ///
    /// # Errors
    /// The errors of [`Terrain::read`].
    pub fn read(path: &Path) -> Result<Self, TerrainError> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self::new(name, Terrain::read(path)?))
    }

    /// Creates a map from a terrain.
    ///
    /// # Panics
    /// Never: every terrain fits into the world with tiles of side 1.
    #[must_use]
    pub fn new(name: String, terrain: Terrain) -> Self {
        let terrain = terrain.with_tile_side(1.0).expect("maps are small in tiles");
        let (boxes, bounds) = (terrain.obstacles(), Some(terrain.area()));
        let scene = Scene::of_boxes(boxes, bounds, DVec2::splat(0.5));
        Self { name, terrain, environment: Arc::new(IndexedScene::of_tiles(scene)) }
    }

    /// The problems of a scenario file, at most `limit` of them, evenly spread over the file. With
    /// `keep_going`, damaged rows are skipped and counted.
    ///
    /// # Errors
    /// When the file cannot be read, or when a row is damaged, is for a map of another size, or starts
    /// or ends on an impassable tile. Errors about a row name its line.
    pub fn experiments(
        &self,
        path: &Path,
        limit: Option<usize>,
        keep_going: bool,
    ) -> Result<ProblemSet, TerrainError> {
        let name = path.display().to_string();
        let checked = |row: Result<Experiment, TerrainError>| {
            row.and_then(|row| row.check_on(&name, &self.terrain).map(|()| row))
        };
        let rows = Experiment::read_rows(path)?.into_iter().map(checked);
        let (mut valid, mut skipped) = (Vec::new(), 0);
        for row in rows {
            match row {
                Ok(row) => valid.push(row),
                Err(_) if keep_going => skipped += 1,
                Err(error) => return Err(error),
            }
        }
        let count = limit.unwrap_or(valid.len()).min(valid.len());
        let chosen = (0..count).map(|index| &valid[index * valid.len() / count]);
        let problems = chosen.map(|row| self.problem(row)).collect();
        Ok(ProblemSet { name: self.name.clone(), problems, skipped })
    }

    fn problem(&self, row: &Experiment) -> Problem {
        let (start, goal) = (tile_centre(row.start), tile_centre(row.goal));
        let name = format!("line {}", row.line);
        let octile = OctileLength { length: row.octile_length, rounding: row.rounding };
        Problem { octile: Some(octile), ..self.between(name, start, goal) }
    }

    fn between(&self, name: String, start: DVec2, goal: DVec2) -> Problem {
        let environment = Arc::clone(&self.environment);
        Problem { name, environment, start, goal, octile: None, velocities: Vec::new() }
    }

    /// `count` random problems. Each end is with equal probability a spawn point or base, or any
    /// passable tile. The set is empty if the map has fewer than two passable tiles.
    #[must_use]
    pub fn random_problems(&self, seed: u64, count: usize) -> ProblemSet {
        let tiles = self.terrain.tiles().filter(|(_, tile)| tile.is_passable());
        let (cells, marked): (Vec<Cell>, Vec<bool>) = tiles
            .map(|(cell, tile)| {
                let mark = tile.mark().is_some_and(|(kind, _)| kind != MarkKind::Turret);
                (cell, mark)
            })
            .unzip();
        let marks: Vec<Cell> =
            cells.iter().zip(marked).filter(|&(_, mark)| mark).map(|(&cell, _)| cell).collect();
        let count = if cells.len() < 2 { 0 } else { count };
        let problem = |number: usize| {
            let rng = &mut ProblemRng::new(seed, &self.name, number);
            let start = random_end(rng, &cells, &marks);
            let mut goal = random_end(rng, &cells, &marks);
            while goal == start {
                goal = random_end(rng, &cells, &[]);
            }
            self.between(number.to_string(), tile_centre(start), tile_centre(goal))
        };
        let problems = (1..=count).map(problem).collect();
        ProblemSet { name: self.name.clone(), problems, skipped: 0 }
    }
}

/// A random start or goal.
fn random_end(rng: &mut ProblemRng, cells: &[Cell], marks: &[Cell]) -> Cell {
    if !marks.is_empty() && rng.in_ten(5) { rng.choose(marks) } else { rng.choose(cells) }
}

/// The centre of a tile of side 1.
#[must_use]
pub fn tile_centre(cell: Cell) -> DVec2 {
    DVec2::new(cell.x.into(), cell.y.into()) + 0.5
}
