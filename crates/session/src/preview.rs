//! The preview of a command: what it will do to the world, painted before it is done.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{Camera, Colour, Framebuffer, Vec2, tile_colour};
use terrarium_run::record::Scene;
use terrarium_sim::tick::{Calamity, Command, EditPlan, Push, RemovalPlan};
use terrarium_space::geometry::{Aabb, DVec2};

use crate::tool::forecast;

const WALL: [u8; 3] = [92, 84, 78];
const OPENED: [u8; 3] = [236, 238, 224];
/// What a tool outlines.
pub const OUTLINE: Colour = [255, 214, 102, 255];
const REFUSED: Colour = [226, 62, 52, 255];
const PUSHED: Colour = [38, 98, 205, 255];
const REMOVED: Colour = [206, 62, 40, 255];

/// A command, and what is known of what it would do.
#[derive(Debug, Clone, Copy)]
pub struct Preview<'a> {
    /// The command.
    pub command: &'a Command,
    /// What it would do, or why it would be refused, once that is known.
    pub plan: Option<&'a Result<EditPlan, String>>,
    /// The scene that it would change.
    pub scene: &'a Scene,
    /// The width of lines, as a multiple of the usual one.
    pub scale: f32,
}

impl Preview<'_> {
    /// Paints where the command acts at once, and its effects as soon as they are known.
    pub fn paint(&self, framebuffer: &mut Framebuffer, camera: &Camera) {
        let mut colour = OUTLINE;
        match self.plan {
            Some(Ok(plan)) => self.paint_plan(framebuffer, camera, plan),
            Some(Err(_)) => colour = REFUSED,
            None => {}
        }
        let width = self.width();
        match self.command {
            // The plan shows the only wall that a click removes.
            Command::RemoveWalls { area } if self.is_of_one_wall(area) => {}
            Command::BuildWall { area } | Command::RemoveWalls { area } => {
                let rect = camera.rect(area);
                if colour == REFUSED {
                    framebuffer.fill(rect, faint(REFUSED));
                }
                framebuffer.outline(rect, 0.0, width, colour);
            }
            Command::BuildPolygon { corners } => {
                framebuffer.edges(&camera.corners(corners), width, colour);
            }
            Command::Calamity(calamity) => self.paint_calamity(framebuffer, camera, calamity),
            Command::Scatter { places, radius, .. } => {
                let radius = camera.pixels(*radius);
                for place in places {
                    let middle = camera.pixel(*place);
                    framebuffer.disc(middle, radius, faint(PUSHED));
                    framebuffer.ring(middle, radius, width, PUSHED);
                }
            }
            Command::Add { at, .. } => {
                framebuffer.ring(camera.pixel(*at), 8.0 * self.scale, width, colour);
            }
            _ => {}
        }
    }

    /// What the command would do in words, or why it would be refused; `None` if only its plan could say it.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match (self.plan, self.command) {
            (Some(Ok(plan)), Command::BuildWall { area }) => {
                Some(format!("{}{}", plan.describe(), self.in_tiles(area)))
            }
            (Some(Ok(plan)), _) => Some(plan.describe()),
            (Some(Err(refusal)), _) => Some(refusal.clone()),
            (None, Command::Calamity(calamity)) => Some(forecast(calamity, self.scene)),
            (None, Command::Scatter { species, radius, count, .. }) => {
                let look = self.scene.look(*species);
                let name = look.map_or("organisms", |look| look.name.as_str());
                Some(format!("{count} {name}, radius {radius:.0}"))
            }
            (None, _) => None,
        }
    }

    /// The size of an area in tiles, in worlds with tiles.
    fn in_tiles(&self, area: &Aabb) -> String {
        let ground = &self.scene.ground;
        if ground.columns == 0 {
            return String::new();
        }
        let DVec2 { x, y } = area.size() / ground.tile_side;
        format!(" ({x:.0} × {y:.0} tiles)")
    }

    fn width(&self) -> f32 {
        2.0 * self.scale
    }

    /// Whether an area is that of a wall, or the place of a click in a polygon.
    fn is_of_one_wall(&self, area: &Aabb) -> bool {
        const CLICK: f64 = 1.0;
        let is_all = |plan: &RemovalPlan| plan.parts == [*area] || plan.tile_boxes == [*area];
        let is_removed = matches!(self.plan, Some(Ok(EditPlan::Removal(plan))) if is_all(plan));
        is_removed || area.size().max_element() < CLICK
    }

    /// Paints the circle of a calamity, or the outline of the world.
    fn paint_calamity(&self, framebuffer: &mut Framebuffer, camera: &Camera, calamity: &Calamity) {
        let [red, green, blue] = match calamity {
            Calamity::DrySpell { .. } | Calamity::Drought { .. } => [196, 140, 40],
            Calamity::Epidemic { .. } | Calamity::Plague { .. } => [110, 140, 10],
            Calamity::Wildfire { .. } | Calamity::Fire { .. } => [214, 70, 24],
        };
        let (faint, strong) = ([red, green, blue, 46], [red, green, blue, 255]);
        match calamity.area() {
            Some(area) => {
                let (middle, radius) = (camera.pixel(area.at), camera.pixels(area.radius));
                framebuffer.disc(middle, radius, faint);
                framebuffer.ring(middle, radius, self.width(), strong);
            }
            None => {
                let world = camera.rect(camera.bounds());
                framebuffer.fill(world, faint);
                framebuffer.outline(world, 0.0, self.width(), strong);
            }
        }
    }

    /// Paints the parts of a plan, where what is pushed aside goes, and crosses over what is removed.
    fn paint_plan(&self, framebuffer: &mut Framebuffer, camera: &Camera, plan: &EditPlan) {
        let mut fill = |areas: &[Aabb], [red, green, blue]: [u8; 3]| {
            for area in areas {
                framebuffer.fill(camera.rect(area), [red, green, blue, 150]);
            }
        };
        match plan {
            EditPlan::Wall(plan) => {
                fill(&plan.parts, WALL);
                self.paint_displacement(framebuffer, camera, &plan.pushed, &plan.plants);
            }
            EditPlan::Polygon(plan) => {
                let [red, green, blue] = WALL;
                let corners = camera.corners(plan.polygon.corners());
                framebuffer.polygon(&corners, [red, green, blue, 150]);
                self.paint_displacement(framebuffer, camera, &plan.pushed, &plan.plants);
            }
            EditPlan::Removal(plan) => {
                fill(&plan.parts, OPENED);
                fill(&plan.tile_boxes, OPENED);
                for area in plan.parts.iter().chain(&plan.tile_boxes) {
                    framebuffer.outline(camera.rect(area), 0.0, self.width(), REMOVED);
                }
                for polygon in &plan.polygons {
                    let ([red, green, blue], corners) = (OPENED, camera.corners(polygon.corners()));
                    framebuffer.polygon(&corners, [red, green, blue, 150]);
                    framebuffer.edges(&corners, self.width(), REMOVED);
                }
            }
            EditPlan::Paint(plan) => {
                fill(&plan.boxes, tile_colour(plan.tile));
                self.paint_displacement(framebuffer, camera, &plan.pushed, &plan.plants);
            }
        }
    }

    fn paint_displacement(
        &self,
        framebuffer: &mut Framebuffer,
        camera: &Camera,
        pushed: &[Push],
        plants: &[OrganismId],
    ) {
        for plant in plants {
            let Some(figure) = self.scene.figure(*plant) else { continue };
            let at = camera.pixel(figure.centre);
            let half = camera.pixels(figure.radius).max(3.0) * 0.7;
            for end in [Vec2::splat(half), Vec2::new(half, -half)] {
                framebuffer.line(at - end, at + end, self.width(), REMOVED);
            }
        }
        for push in pushed {
            let [from, to] = [push.from, push.to].map(|place| camera.pixel(place));
            framebuffer.line(from, to, 1.5 * self.scale, PUSHED);
            framebuffer.disc(to, 3.0 * self.scale, PUSHED);
        }
    }
}

fn faint([red, green, blue, _]: Colour) -> Colour {
    [red, green, blue, 60]
}
