//! Routes from base to base follow the ground: a base has changed hands, a wall or a sentry fell.

use hecs::Entity;

use super::Simulation;
use crate::behaviour::{Colony, Happening, Refusal, Slotted};
use crate::navigation::strategic::{Mended, Refreshed, Strategy};
use crate::space::terrain::{Cell, Team, Terrain};
use crate::world::{Body, Course, Identity, Inquiry, Journey, Motion, News, World};

/// Brings what routes cost up to date with the ground, and mends the routes under way. Who can no
/// longer get to its base is told so.
pub(super) fn routes(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if !scratch.news.iter().any(changes_ground) {
        return;
    }
    let World { conquest, strategy, setting, organisms, .. } = world;
    let (Some(conquest), Some(strategy)) = (conquest, strategy) else { return };
    let ground = conquest.ground(setting).expect("a conquest has a map");
    let cells: Vec<Cell> = ground.tiles().map(|(cell, _)| cell).collect();
    let refreshed = strategy.refresh(&ground, &cells);
    if refreshed.tiles == 0 {
        return;
    }
    let mut stranded = Vec::new();
    let query = organisms.query_mut::<(Entity, &Identity, &Body, &mut Motion)>();
    for (_, who, body, motion) in query {
        let Some(colony) = setting.colony(who.species) else { continue };
        let road = Road { strategy, ground: &ground, team: Colony::team(Some(colony)), body };
        if motion.journey.as_mut().is_some_and(|journey| !road.mend(journey, &refreshed)) {
            motion.journey = None;
            stranded.push(*who);
        }
    }
    stranded.sort_unstable_by_key(|who| who.id);
    for who in stranded {
        let (slot, why) = (Slotted::Move, Refusal::NoRoute);
        scratch.happened(&who, Happening::Refused { slot, why, whom: None });
    }
}

fn changes_ground(news: &News) -> bool {
    match news {
        News::Neutralised { .. }
        | News::Captured { .. }
        | News::Silenced { .. }
        | News::Breached { .. } => true,
        News::TicketsLost { .. } | News::Decided(_) => false,
    }
}

/// Where one traveller of a team is on its way.
struct Road<'a> {
    strategy: &'a Strategy,
    ground: &'a Terrain,
    team: Team,
    body: &'a Body,
}

impl Road<'_> {
    /// Mends the route of a journey, if it goes by one; false when there is none any more.
    fn mend(&self, journey: &mut Journey, refreshed: &Refreshed) -> bool {
        if let Course::Routing(inquiry) = &mut journey.course
            && let Some(here) = self.ground.cell_at(self.body.centre)
        {
            // What it costs to get to the nodes may have changed, so that it begins anew.
            **inquiry = Inquiry::new(self.strategy, self.team, here, inquiry.goal());
        }
        let Some(itinerary) = &mut journey.itinerary else { return true };
        let (route, place) = itinerary.route();
        match self.strategy.mend(self.team, route, place, refreshed) {
            Mended::Kept => true,
            Mended::Replaced(route) => {
                itinerary.go_on_by(&route, self.strategy.graph(self.team));
                true
            }
            Mended::Lost => false,
        }
    }
}
