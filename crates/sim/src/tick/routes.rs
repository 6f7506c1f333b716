//! Updates of routes between bases after changes of the ground: captured bases, breached walls and
//! silenced sentries.

use terrarium_creatures::behaviour::{Colony, Destination};
use terrarium_navigation::strategic::{GroundUpdate, NodeId, Strategy};
use terrarium_space::terrain::{Cell, Team};

use super::{Phase, Simulation};
use crate::world::{
    Body, ConquestEvent, Identity, Journey, JourneyState, Motion, RouteQuery, World,
};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "routes",
    file: file!(),
    what: "route costs follow the ground; organisms whose route may no longer be the cheapest \
        replan",
    order: "identity",
    run: routes,
};

/// Updates the route costs to the ground. Travellers whose route may no longer be the cheapest
/// start a new route search from their position.
pub(super) fn routes(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if !scratch.this_tick.conquest_events.iter().any(ConquestEvent::changes_ground) {
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

/// Begins all journeys to bases anew after a change of the map, whose nodes may be others. Those that no longer
/// can lead anywhere end.
pub(super) fn begin_all_anew(world: &mut World) {
    let World { strategy, config, organisms, .. } = world;
    let (Some(strategy), Some(terrain)) = (strategy, &config.terrain) else { return };
    for (who, body, motion) in organisms.query_mut::<(&Identity, &Body, &mut Motion)>() {
        let Some(journey) = &mut motion.journey else { continue };
        let Destination::Base(base) = journey.destination else { continue };
        let team = Colony::team(config.colony(who.species));
        let capture = terrain.control_points().get(base.index()).map(|point| point.capture);
        let goal = capture.and_then(|capture| strategy.graph(team).node_at(capture));
        match (goal, terrain.cell_at(body.centre)) {
            (Some(goal), Some(here)) => {
                journey.state = Traveller { strategy, team, here }.query(goal);
                journey.itinerary = None;
            }
            _ => motion.journey = None,
        }
    }
}

/// A creature of a colony that may be following a route.
struct Traveller<'a> {
    strategy: &'a Strategy,
    team: Team,
    /// The tile on which it stands.
    here: Cell,
}

impl Traveller<'_> {
    /// Starts a new route search where the route of a journey, or its search, is outdated.
    fn reconsider(&self, journey: &mut Journey, refreshed: &GroundUpdate) {
        let goal = match (&journey.state, &journey.itinerary) {
            // The costs to the first nodes may have changed.
            (JourneyState::Routing(query), _) => query.goal(),
            (_, Some(itinerary)) => {
                let route = itinerary.route();
                if self.strategy.should_keep(self.team, self.here, route, refreshed) {
                    return;
                }
                itinerary.goal()
            }
            _ => return,
        };
        journey.state = self.query(goal);
        journey.itinerary = None;
    }

    fn query(&self, goal: NodeId) -> JourneyState {
        JourneyState::Routing(Box::new(RouteQuery::new(self.strategy, self.team, self.here, goal)))
    }
}
