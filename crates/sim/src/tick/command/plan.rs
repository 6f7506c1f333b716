//! What a command of a tool will do, computed before it is carried out.

use super::{Command, CommandRefusal, PaintPlan, PolygonPlan, RemovalPlan, WallPlan};
use crate::tick::Simulation;

/// What a command will do.
#[derive(Debug, Clone, PartialEq)]
pub enum EditPlan {
    /// A wall is built.
    Wall(WallPlan),
    /// A polygon.
    Polygon(PolygonPlan),
    /// Walls are removed.
    Removal(RemovalPlan),
    /// Tiles are painted.
    Paint(PaintPlan),
}

impl EditPlan {
    /// Describes the plan in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Wall(plan) => plan.describe(),
            Self::Polygon(plan) => plan.describe(),
            Self::Removal(plan) => plan.describe(),
            Self::Paint(plan) => plan.describe(),
        }
    }
}

impl Simulation {
    /// Computes what a command will do, without carrying it out; `None` for commands without a plan.
    ///
    /// # Errors
    /// When the command would be refused.
    pub fn plan(&self, command: &Command) -> Option<Result<EditPlan, CommandRefusal>> {
        match *command {
            Command::BuildWall { area } => Some(self.plan_wall(area).map(EditPlan::Wall)),
            Command::BuildPolygon { ref corners } => {
                Some(self.plan_polygon(corners).map(EditPlan::Polygon))
            }
            Command::RemoveWalls { area } => Some(self.plan_removal(area).map(EditPlan::Removal)),
            Command::PaintTiles { tile, ref cells } => {
                Some(self.plan_paint(tile, cells).map(EditPlan::Paint))
            }
            _ => None,
        }
    }
}
