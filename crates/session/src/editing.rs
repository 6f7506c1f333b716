//! Commands, and the preview of what one will do.

use std::sync::Arc;

use serde::Serialize;
use terrarium_picture::{Camera, Colour, Framebuffer};
use terrarium_run::record::Scene;
use terrarium_sim::tick::{Command, EditPlan, Simulation};
use terrarium_space::geometry::{Aabb, DVec2};

use crate::refusal::{Answer, refused};
use crate::session::Session;
use crate::tool::{Tool, forecast, link_switch};

const OUTLINE: Colour = [255, 214, 102, 255];
const REFUSED: Colour = [226, 62, 52, 255];
const EFFECT: Colour = [38, 98, 205, 110];

/// What a command would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What it would do, or why it is refused.
    pub text: String,
    /// Whether it is refused.
    pub refused: bool,
}

/// A command that is previewed.
pub(crate) struct Planned {
    command: Command,
    plan: Option<Result<EditPlan, String>>,
}

impl Planned {
    /// Paints where the command acts.
    pub fn paint(&self, framebuffer: &mut Framebuffer, camera: &Camera) {
        let colour = match &self.plan {
            Some(Err(_)) => REFUSED,
            _ => OUTLINE,
        };
        match &self.command {
            Command::BuildWall { area } | Command::RemoveWalls { area } => {
                framebuffer.outline(camera.rect(area), 0.0, 2.0, colour);
            }
            Command::BuildPolygon { corners } => {
                let corners = camera.corners(corners);
                framebuffer.edges(&corners, 2.0, colour);
                if let Some(Ok(EditPlan::Polygon(_))) = &self.plan {
                    framebuffer.polygon(&corners, EFFECT);
                }
            }
            Command::Calamity(calamity) => {
                if let Some(area) = calamity.area() {
                    let (middle, radius) = (camera.pixel(area.at), camera.pixels(area.radius));
                    framebuffer.ring(middle, radius, 2.0, colour);
                }
            }
            Command::Scatter { places, radius, .. } => {
                for place in places {
                    framebuffer.ring(camera.pixel(*place), camera.pixels(*radius), 2.0, colour);
                }
            }
            Command::Add { at, .. } => framebuffer.ring(camera.pixel(*at), 8.0, 2.0, colour),
            _ => {}
        }
        let boxes: &[Aabb] = match &self.plan {
            Some(Ok(EditPlan::Wall(plan))) => &plan.parts,
            Some(Ok(EditPlan::Removal(plan))) => &plan.parts,
            Some(Ok(EditPlan::Paint(plan))) => &plan.boxes,
            _ => &[],
        };
        for area in boxes {
            framebuffer.fill(camera.rect(area), EFFECT);
        }
        if let Some(Ok(EditPlan::Removal(plan))) = &self.plan {
            for polygon in &plan.polygons {
                framebuffer.polygon(&camera.corners(polygon.corners()), EFFECT);
            }
        }
    }

    fn text(&self, simulation: &Simulation, scene: &Scene) -> String {
        match (&self.plan, &self.command) {
            (Some(Ok(plan)), _) => plan.describe(),
            (Some(Err(refusal)), _) => refusal.clone(),
            (None, Command::Calamity(calamity)) => forecast(calamity, scene),
            (None, command) => command.describe(simulation.world()),
        }
    }
}

impl Session {
    /// What a command would do, painted until [`clear_plan`](Self::clear_plan).
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn plan(&mut self, command: Command) -> Answer<Plan> {
        let scene = Arc::clone(&self.scene);
        let simulation = self.run()?.simulation();
        let plan = simulation.plan(&command).map(|plan| plan.map_err(|it| it.to_string()));
        let planned = Planned { command, plan };
        let is_refused = matches!(planned.plan, Some(Err(_)));
        let plan = Plan { text: planned.text(simulation, &scene), refused: is_refused };
        self.planned = Some(planned);
        Ok(plan)
    }

    /// What a tool would do after a stroke, or why there is nothing to do.
    ///
    /// # Errors
    /// When only keyframes can be shown.
    pub fn plan_tool(&mut self, tool: Tool, stroke: &[DVec2]) -> Answer<Plan> {
        match tool.command(stroke, &self.scene) {
            Ok(command) => self.plan(command),
            Err(refusal) => {
                self.planned = None;
                Ok(Plan { text: refusal.to_string(), refused: true })
            }
        }
    }

    /// Does what a tool does after a stroke, and says what was done.
    ///
    /// # Errors
    /// When there is nothing to do, or it is refused.
    pub fn use_tool(&mut self, tool: Tool, stroke: &[DVec2]) -> Answer<String> {
        self.command(tool.command(stroke, &self.scene)?)
    }

    /// Opens or closes the link whose middle is nearest to that of the view, and says what was done.
    ///
    /// # Errors
    /// When there are no links, or only keyframes can be shown.
    pub fn switch_link(&mut self) -> Answer<String> {
        let command = link_switch(&self.scene, self.picture.camera.centre());
        self.command(command.ok_or_else(|| refused("this world has no links"))?)
    }

    /// Ends the preview.
    pub fn clear_plan(&mut self) {
        self.planned = None;
    }

    /// Applies a command, and says what was done. Before the last tick, starts a branch first.
    ///
    /// # Errors
    /// When it is refused: nothing has changed then.
    pub fn command(&mut self, command: Command) -> Answer<String> {
        self.planned = None;
        self.leave_link();
        let simulation = self.run()?.simulation();
        let plan = simulation.plan(&command).and_then(Result::ok);
        let text =
            plan.map_or_else(|| command.describe(simulation.world()), |plan| plan.describe());
        let branch = self.source.command(command).map_err(refused)?;
        self.show()?;
        Ok(branch.map_or_else(|| text.clone(), |name| format!("{text}; {name} begins here")))
    }
}
