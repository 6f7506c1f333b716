//! The command of the tool: what it would do at the pointer, over a dragged rectangle, or along a stroke.

use terrarium_creatures::species::SpeciesId;
use terrarium_session::tool::{self, Grid, Tool};
use terrarium_sim::tick::Command;
use terrarium_space::geometry::{DVec2, MAX_CORNERS};

use super::Viewer;
use super::mouse::{Drag, STILL};
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
        let tool = self.tool?;
        let place = self.tool_place();
        let pointer = || self.camera.to_world(self.pointer.unwrap_or_default());
        let stroke = match (tool, self.drag) {
            // What a stroke has covered so far is known.
            (Tool::Paint(brush), Some(Drag::Stroke)) => {
                let cells = self.stroke_cells.iter().copied().collect();
                return Some(Command::PaintTiles { tile: brush.tile, cells });
            }
            (Tool::Add(spray), Some(Drag::Stroke)) if spray.radius > 0.0 => {
                return Some(spray.command(self.stroke.clone()));
            }
            (Tool::Add(spray), None) if spray.radius > 0.0 => vec![place],
            (Tool::Paint(_), None) => vec![place],
            (Tool::Wall, Some(Drag::Area(from))) => vec![from, pointer()],
            (Tool::RemoveWalls, Some(Drag::Area(from))) if self.is_dragged(from) => {
                vec![from, pointer()]
            }
            (Tool::RemoveWalls, None | Some(Drag::Area(_))) => vec![place],
            (Tool::Polygon, _) => self.corners(),
            _ => return None,
        };
        tool.command(&stroke, self.scene()).ok()
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
            Some(Tool::Paint(brush)) => {
                Grid::of(self.scene()).map_or(f64::INFINITY, |grid| brush.step(&grid))
            }
            Some(Tool::Add(spray)) => spray.radius,
            _ => return,
        };
        let known = self.stroke.len();
        tool::extend(&mut self.stroke, to, step);
        self.paint_stroke(known, to);
    }

    /// Adds the tiles under the brush at the places of the stroke from one on, and at the pointer.
    fn paint_stroke(&mut self, from: usize, pointer: DVec2) {
        let Some(Tool::Paint(brush)) = self.tool else { return };
        let Some(grid) = Grid::of(self.scene()) else { return };
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

    /// Adds one organism of a species at the place of the tool.
    pub(super) fn add_one(&self, species: SpeciesId) {
        let at = self.tool_place();
        self.session.send(Request::Command(Command::Add { species, at }));
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
