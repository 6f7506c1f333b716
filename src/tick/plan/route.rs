//! From base to base: by a route across the map, from one stop of it to the next.
//!
//! - The **route** is the cheapest for the colony from where the creature stands, as
//!   [`strategic`](crate::navigation::strategic) finds it: so many nodes a tick (rule
//!   `route_steps`), while the creature stands and thinks.
//! - A **stop** is passed as soon as its tile is reached, or when it costs no more to make straight
//!   for the stop after it: corners are cut.
//! - Where the straight way to a stop leads through a **wall**, that is what the costs said: the
//!   creature goes up to the wall and breaches it.
//! - **Between** stops it finds its way as everybody does.

use super::{Planner, Travel};
use crate::behaviour::{BaseId, Colony, Refusal};
use crate::geometry::lattice;
use crate::navigation::Goal;
use crate::navigation::strategic::{NodeId, Strategy};
use crate::rules::whole;
use crate::space::terrain::{Cell, Team, Terrain};
use crate::world::{Itinerary, Journey, JourneyState, RouteQuery};

/// The map on which one creature travels, and for whom.
#[derive(Clone, Copy)]
struct Ground<'a> {
    terrain: &'a Terrain,
    strategy: &'a Strategy,
    team: Team,
    /// The tile on which the creature stands.
    here: Cell,
}

impl<'a> Planner<'a> {
    /// What becomes of the journey of who wants to get to a base.
    pub(super) fn follow(
        &mut self,
        base: BaseId,
        journey: Option<&Journey>,
    ) -> Result<Travel, Refusal> {
        let ground = self.ground().ok_or(Refusal::NoColony)?;
        let journey = journey.filter(|journey| journey.destination == self.wish.destination);
        let found = match journey {
            Some(Journey { itinerary: Some(itinerary), .. }) => Ok(itinerary.clone()),
            Some(Journey { course: JourneyState::Routing(inquiry), .. }) => {
                self.inquire(inquiry.clone(), &ground)?
            }
            _ => self.inquire(ground.inquiry(base)?, &ground)?,
        };
        let mut itinerary = match found {
            Ok(itinerary) => itinerary,
            Err(inquiry) => return Ok(self.stand(JourneyState::Routing(inquiry))),
        };
        let waits = journey.is_some_and(|journey| matches!(journey.course, JourneyState::Stopover));
        ground.pass_stops(&mut itinerary, waits);
        let (wall, stop) = (ground.wall_ahead(&itinerary), ground.cell(itinerary.ahead()[0]));
        itinerary.make_for(wall);
        self.itinerary = Some(itinerary);
        match wall {
            Some(wall) => self.go_through(wall, &ground, journey),
            None => {
                let middle = ground.terrain.cell_box(stop).centre();
                let nearest = self.room().nearest_point(middle);
                self.wish.goal = Goal::Point(lattice::snap_point(nearest));
                self.go_on(journey)
            }
        }
    }

    /// The ground on which it travels; `None` for who belongs to no colony.
    fn ground(&self) -> Option<Ground<'a>> {
        let terrain = self.sim.world.config.terrain.as_ref()?;
        Some(Ground {
            terrain,
            strategy: self.sim.world.strategy.as_ref()?,
            team: Colony::team(Some(self.senses.me.colony?)),
            here: terrain.cell_at(self.senses.me.centre)?,
        })
    }

    /// Goes on searching for a route, as far as this tick's expansions go.
    fn inquire(
        &mut self,
        mut inquiry: Box<RouteQuery>,
        ground: &Ground<'_>,
    ) -> Result<Result<Box<Itinerary>, Box<RouteQuery>>, Refusal> {
        let graph = ground.strategy.graph(ground.team);
        let (answer, taken) = inquiry.advance(graph, whole(self.rules().route_steps));
        self.effort.steps += taken;
        match answer {
            None => Ok(Err(inquiry)),
            Some(itinerary) => itinerary.map(|found| Ok(Box::new(found))).ok_or(Refusal::NoRoute),
        }
    }

    /// Goes up to a wall, or strikes it once it is within reach.
    fn go_through(
        &mut self,
        wall: Cell,
        ground: &Ground<'_>,
        journey: Option<&Journey>,
    ) -> Result<Travel, Refusal> {
        let area = ground.terrain.cell_box(wall);
        self.wish.goal = Goal::Beside(area);
        if self.senses.me.body().gap(&area) > self.senses.me.reach {
            return self.go_on(journey);
        }
        self.breach = Some(wall);
        Ok(self.stand(JourneyState::Stopover))
    }

    /// Goes on to where the route leads next, by the way under way if it leads there.
    fn go_on(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        let leads_there = |journey: &&Journey| {
            journey.planned_for == self.aim() && journey.itinerary == self.itinerary
        };
        match journey.filter(leads_there) {
            Some(journey) => self.keep_going(journey),
            None => self.set_out(0),
        }
    }

    fn stand(&self, course: JourneyState) -> Travel {
        self.begin_course(course, 0)
    }
}

impl Ground<'_> {
    /// A search for the route to the tile from which a base is taken.
    fn inquiry(&self, base: BaseId) -> Result<Box<RouteQuery>, Refusal> {
        let point = self.terrain.control_points().get(base.index()).ok_or(Refusal::NoSuchBase)?;
        let node = self.strategy.graph(self.team).node_at(point.capture);
        let node = node.ok_or(Refusal::NoRoute)?;
        Ok(Box::new(RouteQuery::new(self.strategy, self.team, self.here, node)))
    }

    /// Passes the stops that need not be made for any more; the next one for certain if the
    /// creature `waits` there, as near to it as it gets.
    fn pass_stops(&self, itinerary: &mut Itinerary, waits: bool) {
        let mut waits = waits && self.wall_ahead(itinerary).is_none();
        while !itinerary.is_at_last_leg() {
            let is_there = self.cell(itinerary.ahead()[0]) == self.here;
            if !(is_there || std::mem::take(&mut waits) || self.can_cut(itinerary)) {
                break;
            }
            itinerary.pass_stop(self.here);
        }
    }

    /// Whether it costs no more to make straight for the stop after the next, through no wall.
    fn can_cut(&self, itinerary: &Itinerary) -> bool {
        let (next, after) = (itinerary.ahead()[0], itinerary.ahead()[1]);
        let (next_cell, after_cell) = (self.cell(next), self.cell(after));
        let graph = self.strategy.graph(self.team);
        let cost = |from, to| self.strategy.straight(self.team, from, to);
        let stop = self.strategy.tiles().cost(self.team, next_cell).unwrap_or(0);
        let by_stop = cost(self.here, next_cell).map(|there| {
            u64::from(there) + u64::from(stop) + u64::from(graph.costs().cost(next, after))
        });
        self.strategy.wall_between(self.here, after_cell).is_none()
            && cost(self.here, after_cell).is_some_and(|straight| {
                by_stop.is_none_or(|by_stop| u64::from(straight) <= by_stop)
            })
    }

    /// The first wall that stands on the straight way to the next stop.
    fn wall_ahead(&self, itinerary: &Itinerary) -> Option<Cell> {
        self.strategy.wall_between(itinerary.from(), self.cell(itinerary.ahead()[0]))
    }

    fn cell(&self, node: NodeId) -> Cell {
        self.strategy.nodes()[node as usize].cell
    }
}
