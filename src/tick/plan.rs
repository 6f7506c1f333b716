//! Finding the way: what a creature wants to reach becomes a journey.

use super::Simulation;
use super::scratch::Scratch;
use crate::behaviour::{Destination, Myself, Refusal};
use crate::geometry::{Aabb, DVec2, lattice};
use crate::navigation::{Direct, Goal, Navigator, ObstacleKey, Obstacles, Outcome, Reach, Request};
use crate::world::{Body, Journey, Setting};

/// How the creatures of this version find their way.
static NAVIGATOR: &dyn Navigator = &Direct;

/// The corners on the way of a creature to a goal, the last of them at it.
pub(super) fn way(me: &Myself<'_>, goal: Goal, sim: &Simulation) -> Result<Vec<DVec2>, Refusal> {
    let setting = &sim.world.setting;
    let half = DVec2::splat(me.radius);
    let request = Request::new(me.centre, goal, half).ignoring([ObstacleKey(me.id.0)]);
    let surroundings = Surroundings { setting, scratch: &sim.scratch };
    match NAVIGATOR.find(request.within(steps(setting)), &surroundings) {
        Outcome::Found(way) => {
            let room = setting.bounds.inflated(-half);
            let on_ground = |corner: DVec2| lattice::snap_point(room.nearest_point(corner));
            Ok(way.into_iter().map(on_ground).collect())
        }
        Outcome::StartEnclosed { .. } | Outcome::GoalEnclosed { .. } | Outcome::Outside => {
            Err(Refusal::NoWay)
        }
        Outcome::GaveUp => Err(Refusal::NoWayFound),
    }
}

/// Whether a journey under way still leads to the goal.
pub(super) fn leads_to(
    journey: &Journey,
    destination: Destination,
    goal: Goal,
    body: &Body,
) -> bool {
    let Some(&end) = journey.waypoints.last() else { return false };
    journey.destination == destination
        && match goal {
            Goal::Point(_) => true,
            Goal::Beside(area) => {
                let target = area.inflated(DVec2::splat(body.radius));
                target.nearest_point(end) == end
            }
        }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rules are in range")]
fn steps(setting: &Setting) -> u32 {
    setting.rules.planning_steps as u32
}

/// All that stands in a creature's way, as the last tick left it.
struct Surroundings<'a> {
    setting: &'a Setting,
    scratch: &'a Scratch,
}

/// Sets the names of blocks of terrain apart from those of organisms.
const TERRAIN: u64 = 1 << 63;

impl Obstacles for Surroundings<'_> {
    fn bounds(&self) -> Aabb {
        self.setting.bounds
    }

    fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb)) {
        let index = &self.scratch.index;
        let area = reach.bounds();
        index.visit_terrain(&area, |number, block| {
            if reach.touches(block) {
                visitor(reach, ObstacleKey(TERRAIN | u64::from(number)), *block);
            }
        });
        index.visit(&area, |slot, body| {
            if reach.touches(body) {
                visitor(reach, ObstacleKey(self.scratch.look(slot).id.0), *body);
            }
        });
    }
}
