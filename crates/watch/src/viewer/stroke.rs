//! The command of the tool: what it would do at the pointer, over a dragged rectangle, or along a stroke.

use terrarium_sim::tick::{Command, MAX_SCATTERED};
use terrarium_sim::world::blank_terrain;
use terrarium_space::geometry::{Aabb, DVec2, MAX_CORNERS};
use terrarium_space::terrain::{Cell, Tile};

use super::Viewer;
use super::mouse::{Drag, STILL};
use super::tool::{Brush, Grid, Spray, Tool};
use crate::session::Request;

impl Viewer {
    /// The place in the world at the pointer, or at the centre of the view if there is no pointer above the world.
    pub(super) fn tool_place(&self) -> DVec2 {
        let port = self.camera.port();
        let over_world = |at: &DVec2| port.holds(*at) && self.hits.at(at.as_vec2()).is_none();
        let place = match self.pointer.filter(over_world) {
            Some(at) => self.camera.to_world(at),
            None => self.camera.centre(),
        };
        self.camera.bounds().nearest_point(place)
    }

    /// The command that the tool would carry out now. Calamities have their own preview.
    pub(super) fn tool_command(&self) -> Option<Command> {
        let to =
            |from| self.wall_area(from, self.camera.to_world(self.pointer.unwrap_or_default()));
        match (self.tool?, self.drag) {
            (Tool::Wall, Some(Drag::Area(from))) => Some(Command::BuildWall { area: to(from) }),
            (Tool::Polygon, _) => {
                let corners = self.corners();
                (corners.len() > 2).then_some(Command::BuildPolygon { corners })
            }
            (Tool::RemoveWalls, Some(Drag::Area(from))) if self.is_dragged(from) => {
                Some(Command::RemoveWalls { area: to(from) })
            }
            (Tool::RemoveWalls, None | Some(Drag::Area(_))) => {
                self.wall_at(self.tool_place()).map(|area| Command::RemoveWalls { area })
            }
            (Tool::Paint(brush), None | Some(Drag::Stroke)) => self.paint_command(brush),
            (Tool::Add(spray), None | Some(Drag::Stroke)) if spray.radius > 0.0 => {
                Some(self.spray_command(spray))
            }
            _ => None,
        }
    }

    /// Whether the pointer has moved since a drag began at a place in the world.
    fn is_dragged(&self, from: DVec2) -> bool {
        let moved = self.pointer.map(|at| (at.as_vec2() - self.camera.pixel(from)).length());
        moved.is_some_and(|moved| f64::from(moved) > STILL * f64::from(self.scale))
    }

    /// The corners of the polygon as it would be built now: those that were clicked, and the one at the pointer,
    /// unless it is at the first again.
    pub(super) fn corners(&self) -> Vec<DVec2> {
        let pointer = (!self.is_at_first_corner()).then(|| self.tool_place());
        self.stroke.iter().copied().chain(pointer).collect()
    }

    /// Whether the pointer is at the first corner of the polygon.
    fn is_at_first_corner(&self) -> bool {
        let (Some(&first), Some(pointer)) = (self.stroke.first(), self.pointer) else {
            return false;
        };
        let apart = (pointer.as_vec2() - self.camera.pixel(first)).length();
        f64::from(apart) <= 2.0 * STILL * f64::from(self.scale)
    }

    /// Adds the place at the pointer to the corners of the polygon; builds it if that is the first corner.
    pub(super) fn add_corner(&mut self) {
        match self.is_at_first_corner() {
            true if self.stroke.len() > 2 => self.use_tool(),
            true => {}
            false if self.stroke.len() < MAX_CORNERS => self.stroke.push(self.tool_place()),
            false => self.notify(format!("a polygon has at most {MAX_CORNERS} corners")),
        }
        self.plan_tool();
    }

    /// The wall at a place: a built one, a polygon, or a tile of the terrain. Of a polygon, it is a small area within.
    fn wall_at(&self, place: DVec2) -> Option<Aabb> {
        let ground = &self.scene().ground;
        let built = ground.walls.iter().find(|wall| wall.nearest_point(place) == place);
        let of_polygon = || {
            let is_there = ground.polygons.iter().any(|polygon| polygon.contains_inside(place));
            is_there.then(|| Aabb::square(place, POINT))
        };
        let of_tile = || {
            let corner = (place / ground.tile_side).floor() * ground.tile_side;
            let is_wall = ground.columns > 0 && ground.tile_at(place) == Some(Tile::Wall);
            is_wall.then(|| Aabb::spanning(corner, corner + ground.tile_side))
        };
        built.copied().or_else(of_polygon).or_else(of_tile)
    }

    /// How the world is divided into tiles, or would be.
    pub(super) fn grid(&self) -> Option<Grid> {
        let ground = &self.scene().ground;
        if ground.columns > 0 {
            let (columns, rows, side) = (ground.columns, ground.rows, ground.tile_side);
            return Some(Grid { columns, rows, side });
        }
        let blank = blank_terrain(&self.scene().bounds)?;
        Some(Grid { columns: blank.width(), rows: blank.height(), side: blank.tile_side() })
    }

    fn paint_command(&self, brush: Brush) -> Option<Command> {
        let Some(grid) = self.grid() else {
            // The session explains why there are no tiles.
            return Some(Command::PaintTiles { tile: brush.tile, cells: Vec::new() });
        };
        let cells: Vec<Cell> = match self.drag {
            Some(Drag::Stroke) => self.stroke_cells.iter().copied().collect(),
            _ => brush.cells(self.tool_place(), &grid).collect(),
        };
        Some(Command::PaintTiles { tile: brush.tile, cells })
    }

    fn spray_command(&self, spray: Spray) -> Command {
        let Spray { species, radius, count } = spray;
        let places = match self.drag {
            Some(Drag::Stroke) => self.stroke.clone(),
            _ => vec![self.tool_place()],
        };
        let times = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let count = count.saturating_mul(times).min(MAX_SCATTERED);
        Command::Scatter { species, places, radius, count }
    }

    /// Begins a stroke at the pointer.
    pub(super) fn begin_stroke(&mut self) {
        self.stroke = vec![self.tool_place()];
        self.stroke_cells.clear();
        self.paint_stroke(0, self.tool_place());
    }

    /// Continues the stroke to the pointer, without gaps.
    pub(super) fn extend_stroke(&mut self) {
        let to = self.tool_place();
        let step = match self.tool {
            Some(Tool::Paint(_)) => self.grid().map_or(f64::INFINITY, |grid| grid.side * 0.5),
            Some(Tool::Add(spray)) => spray.radius,
            _ => return,
        };
        let Some(mut last) = self.stroke.last().copied() else { return };
        let known = self.stroke.len();
        while last.distance(to) >= step.max(1.0) && self.stroke.len() < MOST_PLACES {
            last += (to - last).normalize_or_zero() * step;
            self.stroke.push(last);
        }
        self.paint_stroke(known, to);
    }

    /// Adds the tiles under the brush at the places of the stroke from one on, and at the pointer.
    fn paint_stroke(&mut self, from: usize, pointer: DVec2) {
        let (Some(Tool::Paint(brush)), Some(grid)) = (self.tool, self.grid()) else { return };
        let places = self.stroke[from..].iter().chain([&pointer]);
        let cells = places.flat_map(|&place| brush.cells(place, &grid));
        self.stroke_cells.extend(cells);
    }

    /// Requests what the tool would do now.
    pub(super) fn plan_tool(&mut self) {
        let command = self.tool_command().filter(|it| !matches!(it, Command::Scatter { .. }));
        if command != self.planned {
            self.planned.clone_from(&command);
            self.session.send(Request::Plan(command));
        }
    }

    /// Carries out the command of the tool.
    pub(super) fn use_tool(&mut self) {
        match (self.tool_command(), self.tool) {
            (Some(command), _) => self.session.send(Request::Command(command)),
            (None, Some(Tool::RemoveWalls)) => {
                self.notify(
                    "there is no wall here; click on a wall, or drag a rectangle over some",
                );
            }
            (None, _) => {}
        }
        self.stroke.clear();
    }
}

/// Half the side of an area that stands for a place, in units.
const POINT: f64 = 1.0 / 1024.0;

/// The maximum number of places of a stroke.
const MOST_PLACES: usize = 4096;
