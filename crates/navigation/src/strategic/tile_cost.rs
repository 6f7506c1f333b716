//! The cost of each tile for each team, updated as the ground changes.

use terrarium_space::terrain::{Cell, Team, Terrain, Tile};

use super::settings::PIXELS;
use super::{StrategicConfig, StrategicProblem};

/// The teams, in the order of every table that has a row for each. Travellers without a team are
/// [`Team::Neutral`].
pub const TEAMS: [Team; 3] = [Team::Blue, Team::Red, Team::Neutral];

/// The cost of each tile of a map for a traveller of each team, and which tiles are impassable.
///
/// The cost of a tile is that of its kind plus [`StrategicConfig::danger`] for every hostile sentry
/// within [`StrategicConfig::range`]. The turrets of one team are hostile to the other. Neutral
/// turrets do not shoot, and travellers without a team are not shot at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileCosts {
    settings: StrategicConfig,
    width: u32,
    height: u32,
    /// The ground at the last update, row by row.
    tiles: Vec<Tile>,
    /// A table for each of [`TEAMS`], row by row.
    costs: [Vec<u32>; 3],
}

/// How a tile changed for travellers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TileChange {
    /// The tile.
    pub cell: Cell,
    /// The increase of its cost, for each of [`TEAMS`].
    pub increase: [i64; 3],
    /// Whether it was impassable before, and whether it is now.
    pub closed: (bool, bool),
}

impl TileCosts {
    /// Computes the costs of a map.
    ///
    /// # Errors
    ///
    /// When a constant is out of range.
    pub fn new(terrain: &Terrain, settings: StrategicConfig) -> Result<Self, StrategicProblem> {
        settings.check()?;
        let tiles: Vec<Tile> = terrain.tiles().map(|(_, tile)| tile).collect();
        let base: Vec<u32> = tiles.iter().map(|&tile| settings.base_cost(tile)).collect();
        let (width, height) = (terrain.width(), terrain.height());
        let costs = [base.clone(), base.clone(), base];
        let mut all = Self { settings, width, height, tiles, costs };
        for (cell, tile) in terrain.tiles() {
            for (table, _) in TEAMS.iter().enumerate().filter(|&(_, &team)| threatens(team, tile)) {
                for near in all.within_range(cell) {
                    all.costs[table][near] += settings.danger;
                }
            }
        }
        Ok(all)
    }

    /// The constants.
    #[must_use]
    pub fn settings(&self) -> &StrategicConfig {
        &self.settings
    }

    /// The number of columns and rows of the map.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The tile at the last update; `None` outside the map.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.index(cell).map(|index| self.tiles[index])
    }

    /// The cost of a tile for a traveller of this team; `None` outside the map.
    #[must_use]
    pub fn cost(&self, team: Team, cell: Cell) -> Option<u32> {
        self.index(cell).map(|index| self.costs[row_of(team)][index])
    }

    /// Whether a tile is impassable: it lies outside the map, or can be neither entered nor
    /// destroyed.
    #[must_use]
    pub fn is_closed(&self, cell: Cell) -> bool {
        self.tile(cell).is_none_or(|tile| self.settings.closes(tile))
    }

    /// Whether a tile is permanently impassable: it cannot be destroyed either.
    pub(super) fn is_closed_for_good(&self, cell: Cell) -> bool {
        self.tile(cell).is_none_or(|tile| self.settings.closes(tile) && !tile.is_destructible())
    }

    /// The total cost of the tiles that a line pays for, for each of [`TEAMS`].
    pub(super) fn sum(&self, cells: impl Iterator<Item = Cell>) -> [u64; 3] {
        let mut sums = [0; 3];
        for index in cells.filter_map(|cell| self.index(cell)) {
            for (sum, table) in sums.iter_mut().zip(&self.costs) {
                *sum += u64::from(table[index]);
            }
        }
        sums
    }

    /// Updates tiles that may have changed, and returns the changes for travellers, including those
    /// of nearby tiles where sentries came or went. Sorted by cell, each once.
    pub(super) fn refresh(&mut self, terrain: &Terrain, cells: &[Cell]) -> Vec<TileChange> {
        let mut before: Vec<(Cell, [u32; 3], bool)> = Vec::new();
        let mut changed: Vec<(Cell, Tile)> = Vec::new();
        for &cell in cells {
            let (Some(was), Some(is)) = (self.tile(cell), terrain.tile(cell)) else { continue };
            if was != is && !changed.iter().any(|&(other, _)| other == cell) {
                let sentry =
                    TEAMS.into_iter().any(|team| threatens(team, was) != threatens(team, is));
                let near = if sentry { self.within_range(cell) } else { Vec::new() };
                let near = near.into_iter().chain(self.index(cell));
                before.extend(near.map(|index| self.state_at(index)));
                changed.push((cell, is));
            }
        }
        before.sort_unstable_by_key(|&(cell, ..)| cell);
        before.dedup_by_key(|&mut (cell, ..)| cell);
        for (cell, is) in changed {
            self.put(cell, is);
        }
        before.into_iter().filter_map(|was| self.change_since(was)).collect()
    }

    /// Replaces a tile.
    fn put(&mut self, cell: Cell, is: Tile) {
        let Some(index) = self.index(cell) else { return };
        let was = std::mem::replace(&mut self.tiles[index], is);
        for (table, team) in TEAMS.into_iter().enumerate() {
            let cost = &mut self.costs[table][index];
            *cost = *cost - self.settings.base_cost(was) + self.settings.base_cost(is);
            let (was_threatened, is_threatened) = (threatens(team, was), threatens(team, is));
            if was_threatened != is_threatened {
                for near in self.within_range(cell) {
                    let cost = &mut self.costs[table][near];
                    let danger = self.settings.danger;
                    *cost = if is_threatened { *cost + danger } else { *cost - danger };
                }
            }
        }
    }

    fn state_at(&self, index: usize) -> (Cell, [u32; 3], bool) {
        let cell = Cell::new(index as u32 % self.width, index as u32 / self.width);
        let costs = [0, 1, 2].map(|table: usize| self.costs[table][index]);
        (cell, costs, self.settings.closes(self.tiles[index]))
    }

    fn change_since(&self, (cell, cost, closed): (Cell, [u32; 3], bool)) -> Option<TileChange> {
        let (_, costs, closes) = self.state_at(self.index(cell)?);
        let increase = [0, 1, 2].map(|t: usize| i64::from(costs[t]) - i64::from(cost[t]));
        let change = TileChange { cell, increase, closed: (closed, closes) };
        (increase != [0; 3] || closed != closes).then_some(change)
    }

    /// The tiles within range of a sentry, including its own.
    fn within_range(&self, sentry: Cell) -> Vec<usize> {
        let range = u64::from(self.settings.range);
        let tiles = self.settings.range / PIXELS;
        let pixels = |a: u32, b: u32| u64::from(a.abs_diff(b) * PIXELS);
        let span = |at: u32, size: u32| at.saturating_sub(tiles)..=(at + tiles).min(size - 1);
        let cells = span(sentry.y, self.height)
            .flat_map(|y| span(sentry.x, self.width).map(move |x| Cell::new(x, y)));
        let near = cells.filter(|cell| {
            let (x, y) = (pixels(cell.x, sentry.x), pixels(cell.y, sentry.y));
            x * x + y * y <= range * range
        });
        near.filter_map(|cell| self.index(cell)).collect()
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let within = cell.x < self.width && cell.y < self.height;
        within.then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }
}

/// The index of a team in [`TEAMS`].
pub(super) fn row_of(team: Team) -> usize {
    match team {
        Team::Blue => 0,
        Team::Red => 1,
        Team::Neutral => 2,
    }
}

/// Whether a tile shoots at travellers of a team.
fn threatens(team: Team, tile: Tile) -> bool {
    matches!(
        (team, tile),
        (Team::Blue, Tile::Turret(Team::Red)) | (Team::Red, Tile::Turret(Team::Blue))
    )
}
