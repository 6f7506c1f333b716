//! The preview of a tool: what a click or the end of a drag will do, before it is done.

use super::Viewer;
use super::mouse::Drag;
use super::tool::{Tool, forecast, placed};
use crate::geometry::{Aabb, DVec2};
use crate::tick::{Calamity, WallPlan};
use crate::view::{Colour, Framebuffer, Rect, TextStyle, Vec2};
use crate::watching::session::{Request, WallView};

const INK: Colour = [244, 244, 238, 255];
const PLATE: Colour = [24, 27, 33, 225];
const WALL: Colour = [92, 84, 78, 255];
const OUTLINE: Colour = [255, 214, 102, 255];
const REFUSED: Colour = [226, 62, 52, 255];
const PUSHED: Colour = [38, 98, 205, 255];
const REMOVED: Colour = [206, 62, 40, 255];

impl Viewer {
    /// The calamity of the tool at the pointer, or at the centre of the view if there is no pointer
    /// above the world.
    pub(super) fn calamity_at_pointer(&self) -> Option<Calamity> {
        let Some(Tool::Calamity(calamity)) = self.tool else { return None };
        let port = self.camera.port();
        let over_world = |at: &DVec2| port.holds(*at) && self.hits.at(at.as_vec2()).is_none();
        let place = match self.pointer.filter(over_world) {
            Some(at) => self.camera.to_world(at),
            None => self.camera.centre(),
        };
        Some(placed(calamity, self.camera.bounds().nearest_point(place)))
    }

    /// The area of a wall that is dragged from one place to another: in worlds with tiles, whole tiles.
    pub(super) fn wall_area(&self, from: DVec2, to: DVec2) -> Aabb {
        let area = Aabb::spanning(from, to);
        let ground = &self.view_state.now.ground;
        if ground.columns == 0 {
            return area;
        }
        let side = ground.tile_side;
        Aabb { min: (area.min / side).floor() * side, max: (area.max / side).ceil() * side }
    }

    /// Requests what the wall that is being dragged would do.
    pub(super) fn plan_wall(&mut self) {
        let area = match (self.drag, self.pointer) {
            (Some(Drag::Wall(from)), Some(at)) => {
                Some(self.wall_area(from, self.camera.to_world(at)))
            }
            _ => None,
        };
        if area != self.planned_wall {
            self.planned_wall = area;
            self.session.send(Request::PlanWall(area));
        }
    }

    /// What the tool will do, in words.
    pub(crate) fn preview_text(&self) -> Option<String> {
        if let Some(Drag::Wall(from)) = self.drag {
            let area = self.wall_area(from, self.camera.to_world(self.pointer?));
            return Some(match &self.wall_view()?.plan {
                Ok(plan) => format!("{}{}", plan.describe(), self.in_tiles(&area)),
                Err(problem) => problem.clone(),
            });
        }
        self.calamity_at_pointer().map(|calamity| forecast(&calamity, self.scene()))
    }

    /// The keys of the tool, if it has some.
    pub(crate) fn tool_keys(&self) -> Option<&'static str> {
        matches!(self.tool, Some(Tool::Calamity(_)))
            .then_some("[ ] radius · - + strength · , . duration · Enter start · Esc cancel")
    }

    /// The plan of the wall that is being dragged, once it is known.
    fn wall_view(&self) -> Option<&WallView> {
        let view = self.view_state.wall.as_ref()?;
        (Some(view.area) == self.planned_wall).then_some(view)
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
        if let Some(Drag::Wall(from)) = self.drag {
            self.paint_wall(framebuffer, from);
        } else if let Some(calamity) = self.calamity_at_pointer() {
            self.paint_area(framebuffer, &calamity);
        }
        framebuffer.set_clip(Some(outside));
    }

    /// Writes at the pointer what the tool will do. Terminals write it elsewhere.
    pub(super) fn paint_preview_text(&mut self, framebuffer: &mut Framebuffer) {
        if let Some(text) = self.preview_text().filter(|_| !self.is_bare) {
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

    fn paint_wall(&self, framebuffer: &mut Framebuffer, from: DVec2) {
        let Some(pointer) = self.pointer else { return };
        let rect = self.camera.rect(&self.wall_area(from, self.camera.to_world(pointer)));
        let width = 2.0 * self.scale;
        match self.wall_view().map(|view| &view.plan) {
            Some(Ok(plan)) => {
                self.paint_plan(framebuffer, plan);
                framebuffer.outline(rect, 0.0, width, OUTLINE);
            }
            Some(Err(_)) => {
                framebuffer.fill(rect, faint(REFUSED));
                framebuffer.outline(rect, 0.0, width, REFUSED);
            }
            None => framebuffer.outline(rect, 0.0, width, OUTLINE),
        }
    }

    /// Paints the parts of a wall, the way of what is pushed aside, and crosses over what is removed.
    fn paint_plan(&self, framebuffer: &mut Framebuffer, plan: &WallPlan) {
        for part in &plan.parts {
            let [red, green, blue, _] = WALL;
            framebuffer.fill(self.camera.rect(part), [red, green, blue, 150]);
        }
        for plant in &plan.plants {
            let Some(figure) = self.scene().figure(*plant) else { continue };
            let at = self.camera.pixel(figure.centre);
            let half = self.camera.pixels(figure.radius).max(3.0) * 0.7;
            for end in [Vec2::splat(half), Vec2::new(half, -half)] {
                framebuffer.line(at - end, at + end, 2.0 * self.scale, REMOVED);
            }
        }
        for push in &plan.pushed {
            let [from, to] = [push.from, push.to].map(|place| self.camera.pixel(place));
            framebuffer.line(from, to, 1.5 * self.scale, PUSHED);
            framebuffer.disc(to, 3.0 * self.scale, PUSHED);
        }
    }

    /// Writes a text on a plate below the pointer.
    fn caption(&mut self, framebuffer: &mut Framebuffer, text: &str) {
        let Some(pointer) = self.pointer.map(|at| at.as_vec2()) else { return };
        let style = TextStyle::new(13.0, INK);
        let (gap, port) = (6.0 * self.scale, self.camera.port());
        let lines = self.font.wrapped(text, &style, port.width * 0.5);
        let height = self.font.height(&style);
        let width = lines.iter().map(|line| self.font.width(line, &style)).fold(0.0, f32::max);
        #[expect(clippy::cast_precision_loss, reason = "captions have few lines")]
        let size = Vec2::new(width, height * lines.len() as f32) + Vec2::splat(2.0 * gap);
        let most = port.corner() + port.size() - size;
        let corner = (pointer + Vec2::new(gap, 3.0 * gap)).min(most).max(port.corner()).round();
        framebuffer.fill_rounded(Rect::spanning(corner, corner + size), 4.0 * self.scale, PLATE);
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
