//! Travel by a flow field that others share.

use terrarium_creatures::behaviour::Destination;
use terrarium_navigation::{Goal, path_length};
use terrarium_space::geometry::DVec2;

use super::search::PlanningResult;
use super::{Planner, Travel};
use crate::world::{Journey, JourneyState, ObstacleFilter, SharedField};

impl<'a> Planner<'a> {
    /// The field to the goal for bodies of this size, if there is one. Fields count no costs, so where the
    /// ground counts for a species, none serves it.
    pub(super) fn shared_field(&self) -> Option<&'a SharedField> {
        let Goal::Point(goal) = self.request.goal else { return None };
        if !self.leads_to_point() || self.weighing().is_some() {
            return None;
        }
        let radius = self.senses.me.radius;
        let mut fields = self.sim.world.flow_fields.iter();
        fields.find(|shared| shared.radius == radius && shared.field.goal() == goal)
    }

    /// Whether travellers to its goal may share a field, though they do not yet: they are counted at the
    /// end of the tick.
    pub(super) fn may_share(&self) -> bool {
        self.rules().field_travellers > 0
            && self.leads_to_point()
            && self.weighing().is_none()
            && self.shared_field().is_none()
    }

    /// Whether it goes to a point that others may go to, too.
    fn leads_to_point(&self) -> bool {
        matches!(self.request.destination, Destination::Point(_) | Destination::Within { .. })
    }

    /// The path of a shared field, once it reaches this creature.
    pub(super) fn by_field(&mut self) -> Option<PlanningResult> {
        let path = self.path_of_field()?;
        Some(PlanningResult::Found(path, ObstacleFilter::Field))
    }

    /// The path of a shared field that has changed, if it is clearly shorter than the one that is left.
    pub(super) fn shorter_by_field(&mut self, kept: &[DVec2]) -> Option<PlanningResult> {
        let shared = self.shared_field()?;
        if shared.changed_at + 1 < self.sim.world.tick {
            return None;
        }
        let me = self.senses.me.centre;
        self.effort.steps += 1;
        let distance = shared.field.distance(&self.regions(), me)?;
        let most = path_length(me, kept) * (1.0 - self.rules().persistence);
        if distance < most { self.by_field() } else { None }
    }

    /// Arrives where a creature that has arrived itself blocks the path.
    pub(super) fn arrives_beside_others(&self, journey: &Journey) -> Option<Travel> {
        let is_follower = matches!(journey.state, JourneyState::Path(_, ObstacleFilter::Field));
        if !is_follower || journey.stopped < self.rules().patience {
            return None;
        }
        let shared = self.shared_field()?;
        let by = journey.blocker?.organism()?;
        shared.arrived.contains(&by).then(|| self.arrive())
    }

    fn path_of_field(&mut self) -> Option<Vec<DVec2>> {
        let shared = self.shared_field()?;
        self.effort.steps += 1;
        let path = shared.field.path(&self.regions(), self.senses.me.centre)?;
        Some(self.on_ground(path))
    }
}
