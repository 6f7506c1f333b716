//! Problems on maps: rows of a scenario file, or places drawn by lot.
//!
//! Tiles have side 1 and the mover is as large as one, so that it can go wherever one can that steps
//! from tile to tile without cutting corners.

use std::path::Path;
use std::sync::Arc;

use super::chance::ProblemRng;
use super::{IndexedScene, Problem, ProblemSet, Scene};
use crate::geometry::DVec2;
use crate::space::terrain::{Cell, Experiment, MarkKind, Terrain, TerrainError};

/// A map as a mover of one tile sees it.
#[derive(Debug)]
pub struct Map {
    name: String,
    terrain: Terrain,
    ground: Arc<IndexedScene>,
}

impl Map {
    /// Reads a map.
    ///
    /// # Errors
    /// Whatever [`Terrain::read`] refuses.
    pub fn read(path: &Path) -> Result<Self, TerrainError> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self::new(name, Terrain::read(path)?))
    }

    /// The map of this terrain.
    ///
    /// # Panics
    /// Never: no terrain is too large in tiles.
    #[must_use]
    pub fn new(name: String, terrain: Terrain) -> Self {
        let terrain = terrain.with_tile_side(1.0).expect("maps are small in tiles");
        let (boxes, bounds) = (terrain.obstacles(), Some(terrain.area()));
        let scene = Scene { boxes, polygons: Vec::new(), bounds, half: DVec2::splat(0.5) };
        Self { name, terrain, ground: Arc::new(IndexedScene::of_tiles(scene)) }
    }

    /// The problems of a scenario file, at most so many of them, evenly spread over the file. With
    /// `keep_going` damaged rows are passed over and counted.
    ///
    /// # Errors
    /// When the file cannot be read, or a row is damaged, is about a map of another size, or starts
    /// or ends on a tile that cannot be entered; with the row.
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
        let (mut sound, mut passed_over) = (Vec::new(), 0);
        for row in rows {
            match row {
                Ok(row) => sound.push(row),
                Err(_) if keep_going => passed_over += 1,
                Err(error) => return Err(error),
            }
        }
        let wanted = limit.unwrap_or(sound.len()).min(sound.len());
        let chosen = (0..wanted).map(|place| &sound[place * sound.len() / wanted]);
        let problems = chosen.map(|row| self.problem(row)).collect();
        Ok(ProblemSet { name: self.name.clone(), problems, passed_over })
    }

    fn problem(&self, row: &Experiment) -> Problem {
        let (start, goal) = (middle(row.start), middle(row.goal));
        let name = format!("line {}", row.line);
        Problem { octile: Some(row.octile_length), ..self.between(name, start, goal) }
    }

    fn between(&self, name: String, start: DVec2, goal: DVec2) -> Problem {
        let ground = Arc::clone(&self.ground);
        Problem { name, ground, start, goal, octile: None, drift: Vec::new() }
    }

    /// So many problems between places drawn by lot: spawn points and bases as often as any
    /// other tile that can be entered. None on a map without such tiles.
    #[must_use]
    pub fn drawn(&self, seed: u64, count: usize) -> ProblemSet {
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
            let chance = &mut ProblemRng::new(seed, &self.name, number);
            let start = end(chance, &cells, &marks);
            let mut goal = end(chance, &cells, &marks);
            while goal == start {
                goal = end(chance, &cells, &[]);
            }
            self.between(number.to_string(), middle(start), middle(goal))
        };
        let problems = (1..=count).map(problem).collect();
        ProblemSet { name: self.name.clone(), problems, passed_over: 0 }
    }
}

/// An end of a way.
fn end(chance: &mut ProblemRng, cells: &[Cell], marks: &[Cell]) -> Cell {
    if !marks.is_empty() && chance.in_ten(5) { chance.one_of(marks) } else { chance.one_of(cells) }
}

/// The middle of a tile of side 1.
#[must_use]
pub fn middle(cell: Cell) -> DVec2 {
    DVec2::new(cell.x.into(), cell.y.into()) + 0.5
}
