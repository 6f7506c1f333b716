//! Updates after the ground changed: a base changes hands, a wall falls or is rebuilt, a sentry is
//! destroyed.

use std::sync::{Arc, OnceLock};

use terrarium_space::terrain::{Cell, ControlPoint, Team, Terrain, Tile};

use super::pair_index::PairIndex;
use super::pair_table::UNJOINED;
use super::route::lines_cost;
use super::strategy::{evaluate, unblocked_cost};
use super::tile_cost::{TileChange, row_of};
use super::{Answer, Method, NodeId, Route, RouteSearch, Strategy, TEAMS};

/// The effect of a change of the ground on tiles and on the lines between nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundUpdate {
    /// The tiles whose cost changed, or that became passable or impassable.
    pub tiles: Vec<Cell>,
    /// The pairs whose costs changed, in the order of the table.
    pub pairs: Vec<ChangedPair>,
}

/// A pair of nodes whose line cost changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedPair {
    /// Its nodes, the smaller first.
    pub nodes: (NodeId, NodeId),
    /// The cost of its line before, for each of [`TEAMS`].
    pub was: [u32; 3],
    /// The cost of its line now.
    pub is: [u32; 3],
}

/// The effect of a change of the ground on a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouteUpdate {
    /// It is still one of the cheapest.
    Kept,
    /// Another route is cheaper now, or its own cost changed: this is the cheapest from the current
    /// node.
    Replaced(Route),
    /// Its goal is no longer reachable.
    Lost,
}

impl Strategy {
    /// Updates everything after tiles changed. `terrain` is the ground as it is now, and `cells`
    /// names at least the tiles that differ.
    ///
    /// The costs of nearby tiles are updated first, then the pairs whose lines meet them;
    /// successors are recomputed on their next use. The result equals a full recomputation, except
    /// that the nodes stay.
    pub fn refresh(&mut self, terrain: &Terrain, cells: &[Cell]) -> GroundUpdate {
        let is_permanent = |cell: &Cell| self.tiles.is_closed_for_good(*cell);
        let before: Vec<bool> = cells.iter().map(is_permanent).collect();
        let changes = self.tiles.refresh(terrain, cells);
        let is_permanent = |cell: &Cell| self.tiles.is_closed_for_good(*cell);
        let opened = cells.iter().zip(before).any(|(cell, was)| was && !is_permanent(cell));
        let pairs = if opened { self.recompute() } else { self.update_pairs(&changes) };
        for pair in &pairs {
            for row in (0..TEAMS.len()).filter(|&row| pair.was[row] != pair.is[row]) {
                self.successors[row] = OnceLock::new();
            }
        }
        GroundUpdate { tiles: changes.iter().map(|change| change.cell).collect(), pairs }
    }

    /// The effect on a team's route, whose traveller is on its way to the node at `index` of it, of
    /// a change of the ground: the route is kept if possible; otherwise the cheapest route from
    /// that node is searched.
    ///
    /// # Panics
    ///
    /// When the route has no such node, or belongs to another map.
    #[must_use]
    pub fn update_route(
        &self,
        team: Team,
        route: &Route,
        index: usize,
        refreshed: &GroundUpdate,
    ) -> RouteUpdate {
        if self.is_still_cheapest(team, route, index, refreshed) {
            return RouteUpdate::Kept;
        }
        let rest = &route.nodes()[index..];
        let (from, goal) = (rest[0], rest[rest.len() - 1]);
        match RouteSearch::new(Method::AStar, from, goal).finish(self.graph(team)) {
            Answer::NoRoute => RouteUpdate::Lost,
            Answer::Found(found) => RouteUpdate::Replaced(found),
        }
    }

    /// Whether a team's route is still one of the cheapest from its node at `index`, after a change
    /// of the ground.
    ///
    /// It is if the rest of it costs what it did, and no line that became cheaper can shorten it.
    /// The test uses the lower bounds of the remaining cost instead of a search, so it may return
    /// false for a route that is still the cheapest.
    ///
    /// It is a logic error if the route was not one of the cheapest before, or if an earlier change
    /// was skipped: the route may then be kept although another is cheaper.
    ///
    /// # Panics
    ///
    /// When the route has no such node, or belongs to another map.
    #[must_use]
    pub fn is_still_cheapest(
        &self,
        team: Team,
        route: &Route,
        index: usize,
        refreshed: &GroundUpdate,
    ) -> bool {
        let (graph, row) = (self.graph(team), row_of(team));
        let rest = &route.nodes()[index..];
        let (from, goal) = (rest[0], rest[rest.len() - 1]);
        let changed = |pair: &ChangedPair| pair.was[row] != pair.is[row];
        let on_route = |&(a, b): &(NodeId, NodeId)| {
            rest.windows(2).any(|ends| (ends[0], ends[1]) == (a, b) || (ends[0], ends[1]) == (b, a))
        };
        let is_touched = refreshed.pairs.iter().filter(|p| changed(p)).any(|p| on_route(&p.nodes));
        let Some(cost) = lines_cost(graph, rest).filter(|_| !is_touched) else { return false };
        let mut cheaper = refreshed.pairs.iter().filter(|p| p.is[row] < p.was[row]).peekable();
        if cheaper.peek().is_none() {
            return true;
        }
        let (to, on) = (graph.bounds().toward(from), graph.bounds().toward(goal));
        let is_shortcut = |pair: &ChangedPair| {
            let (a, b) = (pair.nodes.0 as usize, pair.nodes.1 as usize);
            let detour = u64::from((to[a] + on[b]).min(to[b] + on[a]));
            detour + u64::from(pair.is[row]) < cost.into()
        };
        !cheaper.any(is_shortcut)
    }

    /// Updates the pairs whose lines meet a changed tile.
    fn update_pairs(&mut self, changes: &[TileChange]) -> Vec<ChangedPair> {
        let mut all = Vec::new();
        for change in changes {
            let touching = self.index.touching(change.cell).into_iter();
            all.extend(touching.map(|touch| (touch.pair, touch.pays, touch.crosses, change)));
        }
        all.sort_by_key(|&(pair, ..)| pair);
        let pairs = all.chunk_by(|a, b| a.0 == b.0);
        pairs.filter_map(|touches| self.update_pair(touches)).collect()
    }

    /// Updates a pair: adds the cost increases of its tiles, unless the line is or was blocked.
    /// Then there is no sum to update, and the line is evaluated again.
    fn update_pair(&mut self, touches: &[(usize, bool, bool, &TileChange)]) -> Option<ChangedPair> {
        let pair = touches[0].0;
        let mut barriers = self.barriers[pair];
        let mut increase = [0; 3];
        for (_, pays, crosses, change) in touches {
            if *crosses {
                let (was, is) = change.closed;
                barriers = barriers + u32::from(is) - u32::from(was);
            }
            if *pays {
                for (sum, more) in increase.iter_mut().zip(change.increase) {
                    *sum += more;
                }
            }
        }
        let was = [0, 1, 2].map(|row: usize| self.graphs[row].costs().at(pair));
        let is = if barriers > 0 {
            [UNJOINED; 3]
        } else if was.contains(&UNJOINED) {
            unblocked_cost(&self.index, &self.tiles, pair)
        } else {
            let sum = |row: usize| i64::from(was[row]) + increase[row];
            [0, 1, 2].map(|row: usize| sum(row).min(UNJOINED.into()) as u32)
        };
        self.barriers[pair] = barriers;
        self.put(pair, was, is)
    }

    /// Recomputes the costs of all pairs, after a tile changed that is normally permanent.
    fn recompute(&mut self) -> Vec<ChangedPair> {
        let cells = self.nodes().iter().map(|node| node.cell).collect();
        let pairs = Arc::clone(self.index.pairs());
        let index = PairIndex::new(cells, pairs, &self.tiles);
        self.index = index.expect("the lines are as long as before");
        let mut changed = Vec::new();
        for pair in 0..self.index.pairs().count() {
            let (barriers, is) = evaluate(&self.index, &self.tiles, pair);
            let was = [0, 1, 2].map(|row: usize| self.graphs[row].costs().at(pair));
            self.barriers[pair] = barriers;
            changed.extend(self.put(pair, was, is));
        }
        changed
    }

    fn put(&mut self, pair: usize, was: [u32; 3], is: [u32; 3]) -> Option<ChangedPair> {
        for row in (0..TEAMS.len()).filter(|&row| was[row] != is[row]) {
            self.graphs[row].put(pair, is[row]);
        }
        (was != is).then(|| ChangedPair { nodes: self.index.pairs().nodes_of(pair), was, is })
    }
}

/// Hands everything that belongs to a base over to a team, or disables it for [`Team::Neutral`]:
/// its turrets, spawn points and capture point. Returns the tiles that changed.
pub fn transfer_base(terrain: &mut Terrain, base: &ControlPoint, team: Team) -> Vec<Cell> {
    let owned = terrain.marks().map(|mark| mark.cell).filter(|&cell| base.owns(cell));
    let owned: Vec<Cell> = owned.chain([base.capture]).collect();
    let mut changed = Vec::new();
    for cell in owned {
        let Some(was) = terrain.tile(cell) else { continue };
        let is = match was {
            Tile::Turret(_) => Tile::Turret(team),
            Tile::Spawn(_) => Tile::Spawn(team),
            Tile::Capture(_) => Tile::Capture(team),
            other => other,
        };
        if was != is {
            terrain.set_tile(cell, is);
            changed.push(cell);
        }
    }
    changed
}
