//! The rover of the Colobot project: repeated local planning while driving.

mod drive;
mod grid;
mod motors;
mod plan;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{Parameter, ParameterValues};
use terrarium_space::geometry::{Aabb, DVec2};

use self::drive::{Route, error, steered};
pub use self::grid::{Cell, GridShape, LocalGrid};
pub use self::motors::motors;
use self::plan::{Ground, Plan, STRAIGHT, Side, plan};
use super::stepwise::{Decision, ObstacleProbe, StepContext, Walk};
use super::{Description, Guarantee, Navigator, Obstacles, Outcome, Request, Search};

/// The navigator that drives along its last plan while it makes the next one, each on a small grid
/// around the agent that is aligned with its heading.
///
/// A cell is blocked when the agent could overlap an obstacle with its centre anywhere in the
/// square around the cell. A goal outside the grid is moved to its border. A* with integer costs
/// (290 straight, 410 diagonal, and j − 2i as a tie-breaker) ends at the best cell, for which the
/// remaining distance counts twice, when the whole grid is searched; the original gives up after 72
/// expansions without a better cell, which is too soon at a wall of some width. From a
/// blocked cell it may step to other blocked cells at ten times the cost, where no obstacle stands
/// between them. The new plan is joined to the route driven, so that the agent can go back. It aims
/// 1.5 cells ahead and steers with [two motors](motors); where steering would lead into an obstacle
/// it turns on the spot instead. A move is one cell long.
///
/// Unlike the original, it keeps passing an obstacle on the side of its last plan, until another
/// plan is better by a margin: the original can alternate for ever.
///
/// It considers nothing beyond its grid, and so gets [stuck](super::FailureReason::Stuck) in front
/// of wider obstacles. When it reaches the same place (to a quarter of a cell, with the same
/// heading to an eighth of a turn) for the third time, it is
/// [circling](super::FailureReason::Circling).
#[derive(Debug, Clone, Copy)]
pub struct RollingGrid;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "forward",
        unit: "cells",
        default: 16.0,
        min: 2.0,
        max: 64.0,
        meaning: "the extent of the grid in front of the agent",
    },
    Parameter {
        name: "back",
        unit: "cells",
        default: 6.0,
        min: 0.0,
        max: 64.0,
        meaning: "the extent of the grid behind the agent",
    },
    Parameter {
        name: "side",
        unit: "cells",
        default: 10.0,
        min: 1.0,
        max: 64.0,
        meaning: "the extent of the grid to each side",
    },
    Parameter {
        name: "cell",
        unit: "units",
        default: 0.0,
        min: 0.0,
        max: 1e6,
        meaning: "the side of a cell; 0 for the agent's smaller side",
    },
    Parameter {
        name: "margin",
        unit: "cells",
        default: 6.0,
        min: 0.0,
        max: 1000.0,
        meaning: "how much better the other side must be before it switches; 0 as in the original",
    },
    Parameter {
        name: "patience",
        unit: "cells",
        default: 0.0,
        min: 0.0,
        max: 100_000.0,
        meaning: "the number of cells without progress that ends a plan; 72 in the original, 0 for all of the grid",
    },
];

impl Navigator for RollingGrid {
    fn description(&self) -> &'static Description {
        &Description {
            name: "rolling-grid",
            about: "a small grid around the agent, replanned with every move; keeps its side of an obstacle",
            guarantee: Guarantee::Nothing,
            parameters: PARAMETERS,
            is_stepwise: true,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        let whole = |name| settings.get(name) as u16;
        let shape = GridShape {
            forward: whole("forward"),
            back: whole("back"),
            side: whole("side"),
            cell: settings.get("cell"),
        };
        let rover = Rover {
            shape,
            margin: settings.get("margin"),
            patience: settings.get("patience") as u32,
            heading: None,
            route: Route::default(),
            side: None,
            visits: BTreeMap::new(),
            last: None,
            lingering: 0,
        };
        Search::RollingGrid(RollingGridSearch { walk: Walk::new(request), rover })
    }
}

/// A search of [`RollingGrid`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RollingGridSearch {
    walk: Walk,
    rover: Rover,
}

impl RollingGridSearch {
    /// Continues for at most `steps` moves. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let Self { walk, rover } = self;
        walk.advance(obstacles, steps, |_, here| rover.decide(here))
    }

    /// The path so far, including the start. See [`Search::walk`].
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.walk.places().to_vec()
    }

    /// The number of moves made, including turns on the spot.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.walk.steps()
    }

    /// See [`Search::position`].
    #[must_use]
    pub fn position(&self) -> DVec2 {
        self.walk.at()
    }

    /// See [`Search::moved_to`].
    pub fn moved_to(&mut self, at: DVec2) {
        self.walk.moved_to(at);
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.walk.is_sound() && self.rover.is_sound()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Rover {
    shape: GridShape,
    /// In cells.
    margin: f64,
    /// In cells; zero for all.
    patience: u32,
    heading: Option<DVec2>,
    route: Route,
    side: Option<Side>,
    /// The number of visits to each place.
    visits: BTreeMap<Place, u8>,
    last: Option<Place>,
    /// The number of consecutive moves spent at the last place.
    lingering: u8,
}

/// A position to a quarter of a cell, and one of eight headings.
type Place = ([i64; 2], [i8; 2]);

/// The number of visits to a place that counts as circling.
const VISITS: u8 = 3;

/// The number of consecutive moves at a place that counts as being stuck.
const PATIENCE: u8 = 64;

/// The distance from which the rover drives straight to the goal, if it can, in cells.
const HOME: f64 = 1.5;

impl Rover {
    fn decide(&mut self, here: &StepContext) -> Decision {
        let cell = here.length(self.shape.cell);
        let shape = GridShape { cell, ..self.shape };
        let heading = self.heading.unwrap_or_else(|| (here.aim - here.at).normalize_or(DVec2::X));
        let most = shape.forward.max(shape.back).max(shape.side);
        let reach = (f64::from(most) + 2.0) * cell * core::f64::consts::SQRT_2;
        let probe = ObstacleProbe::new(&here.inflated, here.room, here.at, reach);
        if probe.is_covered() {
            return Decision::Stuck;
        }
        if here.at.distance(here.aim) <= HOME * cell && probe.is_free(here.aim) {
            return Decision::Go(here.aim);
        }
        if let Some(end) = self.end_at(here.at, heading, cell) {
            return end;
        }
        let grid = LocalGrid::new(shape, here.at, heading);
        let plan = self.plan(&grid, here, &probe);
        let mut points: Vec<DVec2> =
            plan.cells.iter().map(|&cell| here.snapped(grid.middle(cell))).collect();
        let end = points.last().copied().unwrap_or(here.at);
        if grid.holds(here.aim) && probe.is_segment_free(end, here.aim) {
            points.push(here.aim);
        }
        self.route.pass(here.at, cell);
        if self.route.aim().is_none() {
            self.route.join(here.at, points.iter().copied(), here.at);
            self.route.pass(here.at, cell);
        }
        let Some((heading, to)) = self.drive(here, &probe, heading, cell) else {
            return Decision::Stuck;
        };
        self.heading = Some(heading);
        self.route.join(here.at, points, to);
        if to == here.at { Decision::Stay } else { Decision::Go(to) }
    }

    /// Records a visit to a place; returns how the walk ends if there have been too many.
    fn end_at(&mut self, at: DVec2, heading: DVec2, cell: f64) -> Option<Decision> {
        let quarter = (at / (cell * 0.25)).floor();
        let eighth = (heading * 1.5).round();
        let place = ([quarter.x as i64, quarter.y as i64], [eighth.x as i8, eighth.y as i8]);
        if self.last == Some(place) {
            self.lingering = self.lingering.saturating_add(1);
            return (self.lingering >= PATIENCE).then_some(Decision::Stuck);
        }
        (self.last, self.lingering) = (Some(place), 0);
        let visits = self.visits.entry(place).or_default();
        *visits = visits.saturating_add(1);
        (*visits >= VISITS).then_some(Decision::Circling)
    }

    /// The best plan, or the best on the side of the last plan when that is not much worse.
    fn plan(&mut self, grid: &LocalGrid, here: &StepContext, probe: &ObstacleProbe) -> Plan {
        let goal = grid.nearest_cell(here.aim);
        let mut ground = Blocks::new(grid, here, probe);
        let patience = if self.patience == 0 { u32::MAX } else { self.patience };
        let mut best = plan(grid, (goal, None), patience, &mut ground);
        let side = best.side(grid.rover(), goal);
        if let (Some(kept), Some(other)) = (self.side, side)
            && kept != other
        {
            let same = plan(grid, (goal, Some(kept)), patience, &mut ground);
            let worse = (same.progress - best.progress) as f64;
            if worse < self.margin * STRAIGHT as f64 {
                best = same;
            }
        }
        self.side = best.side(grid.rover(), goal);
        best
    }

    /// The next move along the route: the new heading and the new position.
    fn drive(
        &self,
        here: &StepContext,
        probe: &ObstacleProbe,
        heading: DVec2,
        cell: f64,
    ) -> Option<(DVec2, DVec2)> {
        let aim = self.route.aim()?;
        let (turned, far) = steered(heading, aim - here.at, cell);
        let to = here.snapped(here.at + turned * far);
        if error(heading, aim - here.at).abs() >= 90.0 {
            return Some((turned, here.at));
        }
        if to != here.at && probe.is_free(to) {
            return Some((turned, to));
        }
        let straight = |point: DVec2| {
            let offset = point - here.at;
            let length = offset.length();
            let to = if length <= cell {
                point
            } else {
                here.snapped(here.at + offset * (cell / length))
            };
            let is_move = to != here.at && probe.is_free(to);
            is_move.then(|| (offset.normalize_or(heading), to))
        };
        core::iter::once(aim).chain(self.route.before()).find_map(straight)
    }

    fn is_sound(&self) -> bool {
        let GridShape { forward, back, side, cell } = self.shape;
        [forward, back, side].iter().all(|&cells| cells <= 64)
            && cell.is_finite()
            && cell >= 0.0
            && self.margin.is_finite()
            && self.heading.is_none_or(|h| h.is_finite() && (h.length_squared() - 1.0).abs() < 1e-6)
            && self.route.is_sound()
    }
}

/// The blocked cells of a grid, each computed on first use.
struct Blocks<'a> {
    grid: &'a LocalGrid,
    probe: &'a ObstacleProbe,
    room: Aabb,
    known: Vec<Option<bool>>,
}

impl<'a> Blocks<'a> {
    fn new(grid: &'a LocalGrid, here: &StepContext, probe: &'a ObstacleProbe) -> Self {
        let room = here.room.inflated(DVec2::splat(-grid.reach_of_cell()));
        Self { grid, probe, room, known: vec![None; grid.len()] }
    }
}

impl Ground for Blocks<'_> {
    fn is_blocked(&mut self, cell: Cell) -> bool {
        let Some(number) = self.grid.number(cell) else { return true };
        *self.known[number].get_or_insert_with(|| {
            let middle = self.grid.middle(cell);
            let reach = DVec2::splat(self.grid.reach_of_cell());
            let covers = |aabb: &Aabb| aabb.inflated(reach).contains_inside(middle);
            let is_inside = self.room.nearest_point(middle) == middle;
            !is_inside || self.probe.obstacles().any(|body| covers(&body.aabb))
        })
    }

    fn can_leave(&mut self, from: Cell, to: Cell) -> bool {
        self.probe.is_segment_free(self.grid.middle(from), self.grid.middle(to))
    }
}
