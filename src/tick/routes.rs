//! Routes from base to base follow the ground: a base has changed hands, a wall or a sentry fell.

use super::Simulation;
use crate::behaviour::Colony;
use crate::navigation::strategic::{GroundUpdate, NodeId, Strategy};
use crate::space::terrain::{Cell, Team};
use crate::world::{Body, Identity, Journey, JourneyState, Motion, News, RouteQuery, World};

/// Brings what routes cost up to date with the ground. Whose route may no longer be the cheapest
/// looks for it anew from where it stands.
pub(super) fn routes(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if !scratch.news.iter().any(News::changes_ground) {
        return;
    }
    let World { conquest, strategy, config, organisms, .. } = world;
    let (Some(conquest), Some(strategy)) = (conquest, strategy) else { return };
    let ground = conquest.ground(config).expect("a conquest has a map");
    let cells: Vec<Cell> = ground.tiles().map(|(cell, _)| cell).collect();
    let refreshed = strategy.refresh(&ground, &cells);
    if refreshed.tiles.is_empty() {
        return;
    }
    for (who, body, motion) in organisms.query_mut::<(&Identity, &Body, &mut Motion)>() {
        if let Some(colony) = config.colony(who.species)
            && let Some(here) = ground.cell_at(body.centre)
            && let Some(journey) = &mut motion.journey
        {
            let traveller = Traveller { strategy, team: Colony::team(Some(colony)), here };
            traveller.reconsider(journey, &refreshed);
        }
    }
}

/// One who may be on a route.
struct Traveller<'a> {
    strategy: &'a Strategy,
    team: Team,
    /// The tile on which it stands.
    here: Cell,
}

impl Traveller<'_> {
    /// Begins to look for a route anew where the one of a journey, or the search for it, no longer
    /// fits the ground.
    fn reconsider(&self, journey: &mut Journey, refreshed: &GroundUpdate) {
        let goal = match (&journey.course, &journey.itinerary) {
            // What it costs to get to the nodes may have changed.
            (JourneyState::Routing(inquiry), _) => inquiry.goal(),
            (_, Some(itinerary)) => {
                let route = itinerary.route();
                if self.strategy.keeps_from(self.team, self.here, route, refreshed) {
                    return;
                }
                itinerary.goal()
            }
            _ => return,
        };
        journey.course = self.inquiry(goal);
        journey.itinerary = None;
    }

    fn inquiry(&self, goal: NodeId) -> JourneyState {
        JourneyState::Routing(Box::new(RouteQuery::new(self.strategy, self.team, self.here, goal)))
    }
}
