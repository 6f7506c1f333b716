//! The preview of a tool: what a click or the end of a drag will do, before it is done.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{
    Colour, Framebuffer, LABEL, LABEL_INK, Rect, TextStyle, Vec2, tile_colour,
};
use terrarium_session::tool::{Tool, forecast, placed};
use terrarium_sim::tick::{Calamity, Command, EditPlan, Push};
use terrarium_space::geometry::{Aabb, DVec2};

use super::Viewer;
use super::mouse::Drag;
use crate::session::PlanView;

const WALL: [u8; 3] = [92, 84, 78];
const OPENED: [u8; 3] = [236, 238, 224];
const OUTLINE: Colour = [255, 214, 102, 255];
const REFUSED: Colour = [226, 62, 52, 255];
const PUSHED: Colour = [38, 98, 205, 255];
const REMOVED: Colour = [206, 62, 40, 255];

impl Viewer {
    /// The calamity of the tool at the pointer, or at the centre of the view if there is no pointer
    /// above the world.
    pub(super) fn calamity_at_pointer(&self) -> Option<Calamity> {
        let Some(Tool::Calamity(calamity)) = self.tool else { return None };
        Some(placed(calamity, self.tool_place()))
    }

    /// What the tool will do, in words.
    pub(crate) fn preview_text(&self) -> Option<String> {
        if let (Some(Tool::Add(_)), Some(Command::Scatter { species, radius, count, .. })) =
            (self.tool, self.tool_command())
        {
            let name = self.scene().look(species).map_or("organisms", |look| look.name.as_str());
            return Some(format!("{count} {name}, radius {radius:.0}"));
        }
        if let Some(command) = &self.planned {
            let sized = match command {
                Command::BuildWall { area } => self.in_tiles(area),
                _ => String::new(),
            };
            return Some(match &self.plan_view()?.plan {
                Ok(plan) => format!("{}{sized}", plan.describe()),
                Err(problem) => problem.clone(),
            });
        }
        self.calamity_at_pointer().map(|calamity| forecast(&calamity, self.scene()))
    }

    /// The keys of the tool, if it has some.
    pub(crate) fn tool_keys(&self) -> Option<String> {
        self.tool.and_then(Tool::keys)
    }

    /// The plan of the tool, once it is known.
    fn plan_view(&self) -> Option<&PlanView> {
        let view = self.view_state.plan.as_ref()?;
        (Some(&view.command) == self.planned.as_ref()).then_some(view)
    }

    /// The size of an area in tiles, in worlds with tiles.
    fn in_tiles(&self, area: &Aabb) -> String {
        let ground = &self.view_state.now.ground;
        if ground.columns == 0 {
            return String::new();
        }
        let DVec2 { x, y } = area.size() / ground.tile_side;
        format!(" ({x:.0} × {y:.0} tiles)")
    }

    /// Paints the preview of the tool.
    pub(crate) fn paint_preview(&mut self, framebuffer: &mut Framebuffer) {
        let outside = framebuffer.set_clip(Some(self.camera.port()));
        self.paint_corners(framebuffer);
        if let Some(command) = &self.planned {
            self.paint_command_preview(framebuffer, command);
        } else if let Some((places, radius)) = self.spray_places() {
            self.paint_spray(framebuffer, &places, radius);
        } else if let Some(calamity) = self.calamity_at_pointer() {
            self.paint_area(framebuffer, &calamity);
        }
        framebuffer.set_clip(Some(outside));
    }

    /// Writes at the pointer what the tool will do. Terminals write it elsewhere.
    pub(super) fn paint_preview_text(&mut self, framebuffer: &mut Framebuffer) {
        let over_panel = |at: DVec2| self.hits.at(at.as_vec2()).is_some();
        let is_covered = self.drag.is_none() && self.pointer.is_some_and(over_panel);
        if let Some(text) = self.preview_text().filter(|_| !self.is_bare && !is_covered) {
            self.caption(framebuffer, &text);
        }
    }

    /// Paints the circle of a calamity, or the outline of the world.
    fn paint_area(&self, framebuffer: &mut Framebuffer, calamity: &Calamity) {
        let (red, green, blue) = match calamity {
            Calamity::DrySpell { .. } | Calamity::Drought { .. } => (196, 140, 40),
            Calamity::Epidemic { .. } | Calamity::Plague { .. } => (110, 140, 10),
            Calamity::Wildfire { .. } | Calamity::Fire { .. } => (214, 70, 24),
        };
        let (faint, strong) = ([red, green, blue, 46], [red, green, blue, 255]);
        let width = 2.0 * self.scale;
        match calamity.area() {
            Some(area) => {
                let middle = self.camera.pixel(area.at);
                let radius = self.camera.pixels(area.radius);
                framebuffer.disc(middle, radius, faint);
                framebuffer.ring(middle, radius, width, strong);
            }
            None => {
                let world = self.camera.rect(self.camera.bounds());
                framebuffer.fill(world, faint);
                framebuffer.outline(world, 0.0, width, strong);
            }
        }
    }

    /// Paints what the command of the tool will do: its outline at once, and its effects once they are known.
    fn paint_command_preview(&self, framebuffer: &mut Framebuffer, command: &Command) {
        let width = 2.0 * self.scale;
        let mut colour = OUTLINE;
        match self.plan_view().map(|view| &view.plan) {
            Some(Ok(plan)) => self.paint_plan(framebuffer, plan),
            Some(Err(_)) => colour = REFUSED,
            None => {}
        }
        let mut outline = |area: &Aabb| {
            let rect = self.camera.rect(area);
            if colour == REFUSED {
                framebuffer.fill(rect, faint(REFUSED));
            }
            framebuffer.outline(rect, 0.0, width, colour);
        };
        match command {
            Command::BuildWall { area } => outline(area),
            // A click removes one wall, which the plan shows.
            Command::RemoveWalls { area } if matches!(self.drag, Some(Drag::Area(_))) => {
                outline(area)
            }
            Command::PaintTiles { .. } => self.paint_brush(framebuffer),
            Command::BuildPolygon { corners } => {
                framebuffer.edges(&self.camera.corners(corners), width, colour);
            }
            _ => {}
        }
    }

    /// The places around which the tool adds organisms, and its radius.
    fn spray_places(&self) -> Option<(Vec<DVec2>, f64)> {
        match self.tool_command() {
            Some(Command::Scatter { places, radius, .. }) => Some((places, radius)),
            _ => None,
        }
    }

    fn paint_spray(&self, framebuffer: &mut Framebuffer, places: &[DVec2], radius: f64) {
        let radius = self.camera.pixels(radius);
        for place in places {
            let middle = self.camera.pixel(*place);
            framebuffer.disc(middle, radius, faint(PUSHED));
            framebuffer.ring(middle, radius, 2.0 * self.scale, PUSHED);
        }
    }

    /// Paints the corners of a polygon that have been clicked, and the way to the pointer.
    fn paint_corners(&self, framebuffer: &mut Framebuffer) {
        if self.tool != Some(Tool::Polygon) {
            return;
        }
        framebuffer.polyline(&self.camera.corners(&self.corners()), 2.0 * self.scale, OUTLINE);
        for (number, corner) in self.camera.corners(&self.stroke).into_iter().enumerate() {
            let radius = if number == 0 { 5.0 } else { 3.5 };
            framebuffer.disc(corner, radius * self.scale, OUTLINE);
        }
    }

    /// Paints the outline of the brush.
    fn paint_brush(&self, framebuffer: &mut Framebuffer) {
        let Some(Tool::Paint(brush)) = self.tool else { return };
        let (middle, radius) =
            (self.camera.pixel(self.tool_place()), self.camera.pixels(brush.radius));
        framebuffer.ring(middle, radius.max(4.0 * self.scale), 2.0 * self.scale, OUTLINE);
    }

    /// Paints the parts of a plan, the way of what is pushed aside, and crosses over what is removed.
    fn paint_plan(&self, framebuffer: &mut Framebuffer, plan: &EditPlan) {
        let mut fill = |areas: &[Aabb], [red, green, blue]: [u8; 3]| {
            for area in areas {
                framebuffer.fill(self.camera.rect(area), [red, green, blue, 150]);
            }
        };
        match plan {
            EditPlan::Wall(plan) => {
                fill(&plan.parts, WALL);
                self.paint_displacement(framebuffer, &plan.pushed, &plan.plants);
            }
            EditPlan::Polygon(plan) => {
                let [red, green, blue] = WALL;
                let corners = self.camera.corners(plan.polygon.corners());
                framebuffer.polygon(&corners, [red, green, blue, 150]);
                self.paint_displacement(framebuffer, &plan.pushed, &plan.plants);
            }
            EditPlan::Removal(plan) => {
                fill(&plan.parts, OPENED);
                fill(&plan.tile_boxes, OPENED);
                for area in plan.parts.iter().chain(&plan.tile_boxes) {
                    framebuffer.outline(self.camera.rect(area), 0.0, 2.0 * self.scale, REMOVED);
                }
                for polygon in &plan.polygons {
                    let ([red, green, blue], corners) =
                        (OPENED, self.camera.corners(polygon.corners()));
                    framebuffer.polygon(&corners, [red, green, blue, 150]);
                    framebuffer.edges(&corners, 2.0 * self.scale, REMOVED);
                }
            }
            EditPlan::Paint(plan) => {
                fill(&plan.boxes, tile_colour(plan.tile));
                self.paint_displacement(framebuffer, &plan.pushed, &plan.plants);
            }
        }
    }

    fn paint_displacement(
        &self,
        framebuffer: &mut Framebuffer,
        pushed: &[Push],
        plants: &[OrganismId],
    ) {
        for plant in plants {
            let Some(figure) = self.scene().figure(*plant) else { continue };
            let at = self.camera.pixel(figure.centre);
            let half = self.camera.pixels(figure.radius).max(3.0) * 0.7;
            for end in [Vec2::splat(half), Vec2::new(half, -half)] {
                framebuffer.line(at - end, at + end, 2.0 * self.scale, REMOVED);
            }
        }
        for push in pushed {
            let [from, to] = [push.from, push.to].map(|place| self.camera.pixel(place));
            framebuffer.line(from, to, 1.5 * self.scale, PUSHED);
            framebuffer.disc(to, 3.0 * self.scale, PUSHED);
        }
    }

    /// Writes a text on a plate below the pointer.
    fn caption(&mut self, framebuffer: &mut Framebuffer, text: &str) {
        let Some(pointer) = self.pointer.map(|at| at.as_vec2()) else { return };
        let style = TextStyle::new(13.0, LABEL_INK);
        let (gap, port) = (6.0 * self.scale, self.camera.port());
        let lines = self.font.wrapped(text, &style, port.width * 0.5);
        let height = self.font.height(&style);
        let width = lines.iter().map(|line| self.font.width(line, &style)).fold(0.0, f32::max);
        #[expect(clippy::cast_precision_loss, reason = "captions have few lines")]
        let size = Vec2::new(width, height * lines.len() as f32) + Vec2::splat(2.0 * gap);
        let most = port.corner() + port.size() - size;
        let corner = (pointer + Vec2::new(gap, 3.0 * gap)).min(most).max(port.corner()).round();
        framebuffer.fill_rounded(Rect::spanning(corner, corner + size), 4.0 * self.scale, LABEL);
        let mut at = corner + Vec2::splat(gap);
        for line in lines {
            self.font.write(framebuffer, &line, at, &style);
            at.y += height;
        }
    }
}

fn faint([red, green, blue, _]: Colour) -> Colour {
    [red, green, blue, 60]
}
