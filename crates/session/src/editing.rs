//! Commands, and the preview of what one will do.

use std::sync::Arc;

use serde::Serialize;
use terrarium_run::record::Scene;
use terrarium_sim::tick::{Command, EditPlan};
use terrarium_space::geometry::DVec2;

use crate::preview::Preview;
use crate::refusal::{Answer, refused};
use crate::session::Session;
use crate::tool::{Tool, link_switch};

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
    /// Its preview in a scene, with lines of a width.
    pub fn preview<'a>(&'a self, scene: &'a Scene, scale: f32) -> Preview<'a> {
        Preview { command: &self.command, plan: self.plan.as_ref(), scene, scale }
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
        let text = planned.preview(&scene, 1.0).text();
        let text = text.unwrap_or_else(|| planned.command.describe(simulation.world()));
        let plan = Plan { text, refused: is_refused };
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
