//! Travel between bases along a route across the map, from one node of the route to the next.
//!
//! - The **route** is the cheapest one for the colony from the creature's position.
//!   [`strategic`](terrarium_navigation::strategic) searches for it with a limited number of
//!   expansions per tick (rule `route_steps`), while the creature stands.
//! - A **node** is passed as soon as its tile is reached, or when going straight to the node after
//!   it costs no more.
//! - Where the straight path to a node leads through a **wall**, the route costs include breaching
//!   it: the creature approaches the wall and attacks it.
//! - **Between** nodes, path planning is the same as for any other movement.

use terrarium_creatures::behaviour::{BaseId, Colony, Refusal};
use terrarium_navigation::Goal;
use terrarium_navigation::strategic::{NodeId, Strategy};
use terrarium_space::geometry::lattice;
use terrarium_space::terrain::{Cell, Team, Terrain};

use super::{Planner, Travel, meter};
use crate::world::{Itinerary, Journey, JourneyState, RouteQuery};

/// The map on which one creature travels, its team and its tile.
#[derive(Clone, Copy)]
struct Ground<'a> {
    terrain: &'a Terrain,
    strategy: &'a Strategy,
    team: Team,
    /// The tile on which the creature stands.
    here: Cell,
}

impl<'a> Planner<'a> {
    /// Plans or continues a journey to a base.
    pub(super) fn go_to_base(
        &mut self,
        base: BaseId,
        journey: Option<&Journey>,
    ) -> Result<Travel, Refusal> {
        let ground = self.ground().ok_or(Refusal::NoColony)?;
        let journey = journey.filter(|journey| journey.destination == self.request.destination);
        let found = match journey {
            Some(Journey { itinerary: Some(itinerary), .. }) => Ok(itinerary.clone()),
            Some(Journey { state: JourneyState::Routing(query), .. }) => {
                self.continue_query(query.clone(), &ground)?
            }
            _ => self.continue_query(ground.query(base)?, &ground)?,
        };
        let mut itinerary = match found {
            Ok(itinerary) => itinerary,
            Err(query) => return Ok(self.stand(JourneyState::Routing(query))),
        };
        let waits = journey.is_some_and(|journey| {
            journey.itinerary.is_some() && matches!(journey.state, JourneyState::AtNode)
        });
        ground.pass_nodes(&mut itinerary, waits);
        let (wall, next) = (ground.wall_ahead(&itinerary), ground.cell(itinerary.ahead()[0]));
        itinerary.set_wall(wall);
        self.itinerary = Some(itinerary);
        match wall {
            Some(wall) => self.go_through(wall, &ground, journey),
            None => {
                let centre = ground.terrain.cell_box(next).centre();
                let nearest = self.room().nearest_point(centre);
                self.request.goal = Goal::Point(lattice::snap_point(nearest));
                self.go_to_goal(journey)
            }
        }
    }

    /// A search for the route to a base that has not begun.
    pub(super) fn route_query(&self, base: BaseId) -> Result<Box<RouteQuery>, Refusal> {
        self.ground().ok_or(Refusal::NoColony)?.query(base)
    }

    /// The ground on which the creature travels; `None` without a colony.
    fn ground(&self) -> Option<Ground<'a>> {
        let terrain = self.sim.world.config.terrain.as_ref()?;
        Some(Ground {
            terrain,
            strategy: self.sim.world.strategy.as_ref()?,
            team: Colony::team(Some(self.senses.me.colony?)),
            here: terrain.cell_at(self.senses.me.centre)?,
        })
    }

    /// Continues a route search within the expansions of this tick.
    fn continue_query(
        &mut self,
        mut query: Box<RouteQuery>,
        ground: &Ground<'_>,
    ) -> Result<Result<Box<Itinerary>, Box<RouteQuery>>, Refusal> {
        let graph = ground.strategy.graph(ground.team);
        let (result, taken) = query.advance(graph, u64::from(self.rules().route_steps));
        self.effort.steps += taken;
        self.view.meter.charge(taken * meter::ROUTE_STEP);
        match result {
            None => Ok(Err(query)),
            Some(itinerary) => itinerary.map(|found| Ok(Box::new(found))).ok_or(Refusal::NoRoute),
        }
    }

    /// Approaches a wall, or attacks it once it is within reach.
    fn go_through(
        &mut self,
        wall: Cell,
        ground: &Ground<'_>,
        journey: Option<&Journey>,
    ) -> Result<Travel, Refusal> {
        let area = ground.terrain.cell_box(wall);
        self.request.goal = Goal::Beside(area);
        if self.senses.me.body().gap(&area) > self.senses.me.reach {
            return self.go_to_goal(journey);
        }
        self.breach = Some(wall);
        Ok(self.stand(JourneyState::AtNode))
    }

    /// Travels to the current goal on the route, on the current path if it leads there.
    fn go_to_goal(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        let leads_there = |journey: &&Journey| {
            journey.planned_for == self.goal_centre() && journey.itinerary == self.itinerary
        };
        match journey.filter(leads_there) {
            Some(journey) => self.keep_going(journey),
            None => self.set_out(0),
        }
    }

    fn stand(&self, state: JourneyState) -> Travel {
        self.begin_state(state, 0)
    }
}

impl Ground<'_> {
    /// Creates a search for the route to the capture tile of a base.
    fn query(&self, base: BaseId) -> Result<Box<RouteQuery>, Refusal> {
        let point = self.terrain.control_points().get(base.index()).ok_or(Refusal::NoSuchBase)?;
        let node = self.strategy.graph(self.team).node_at(point.capture);
        let node = node.ok_or(Refusal::NoRoute)?;
        Ok(Box::new(RouteQuery::new(self.strategy, self.team, self.here, node)))
    }

    /// Passes the nodes that need not be visited. If the creature `waits` as near to the next node
    /// as it can get, that node is always passed.
    fn pass_nodes(&self, itinerary: &mut Itinerary, waits: bool) {
        let mut waits = waits && self.wall_ahead(itinerary).is_none();
        while !itinerary.is_at_last_node() {
            let is_there = self.cell(itinerary.ahead()[0]) == self.here;
            if !(is_there || std::mem::take(&mut waits) || self.can_cut(itinerary)) {
                break;
            }
            itinerary.pass_node(self.here);
        }
    }

    /// Whether going straight to the node after the next costs no more, without a wall between.
    fn can_cut(&self, itinerary: &Itinerary) -> bool {
        let (next, after) = (itinerary.ahead()[0], itinerary.ahead()[1]);
        let (next_cell, after_cell) = (self.cell(next), self.cell(after));
        let graph = self.strategy.graph(self.team);
        let cost = |from, to| self.strategy.straight(self.team, from, to);
        let node = self.strategy.tiles().cost(self.team, next_cell).unwrap_or(0);
        let via_node = cost(self.here, next_cell).map(|there| {
            u64::from(there) + u64::from(node) + u64::from(graph.costs().cost(next, after))
        });
        self.strategy.wall_between(self.here, after_cell).is_none()
            && cost(self.here, after_cell).is_some_and(|straight| {
                via_node.is_none_or(|via_node| u64::from(straight) <= via_node)
            })
    }

    /// The first standing wall on the straight line to the next node.
    fn wall_ahead(&self, itinerary: &Itinerary) -> Option<Cell> {
        self.strategy.wall_between(itinerary.from(), self.cell(itinerary.ahead()[0]))
    }

    fn cell(&self, node: NodeId) -> Cell {
        self.strategy.nodes()[node as usize].cell
    }
}
