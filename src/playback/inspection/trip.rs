//! Where a creature is going, and how it is getting on.

use glam::DVec2;

use crate::behaviour::{Colony, Destination, OrganismId};
use crate::space::terrain::Terrain;
use crate::species::SpeciesId;
use crate::world::{Journey, JourneyState, ObstacleFilter, World};

/// A journey under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Trip {
    /// What it leads to.
    pub destination: Destination,
    /// What that is called, if it is a base.
    pub base: Option<String>,
    /// Where that was when the way was looked for.
    pub place: DVec2,
    /// How fast, in units a tick.
    pub speed: f64,
    /// For how many ticks running something has stopped it.
    pub stopped: u32,
    /// How it is getting on.
    pub headway: Headway,
    /// Whether it takes other travellers for obstacles on this way.
    pub minds_travellers: bool,
    /// The corners to go by, the next one first.
    pub waypoints: Vec<DVec2>,
    /// The middles of the stops ahead on its route to a base, the next one first.
    pub stops: Vec<DVec2>,
}

/// How a traveller is getting on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Headway {
    /// It is on its way.
    Walking,
    /// It stands and looks for the way.
    Thinking,
    /// It stands and looks for a route to the base.
    Routing,
    /// It has come to a stop of its route, or to a wall on it.
    Stopover,
    /// It steps out of somebody's way, and waits until a tick.
    Aside {
        /// The tick.
        until: u64,
    },
}

impl Trip {
    pub(super) fn of(world: &World, journey: &Journey, species: SpeciesId) -> Self {
        let terrain = world.config.terrain.as_ref();
        let base = match journey.destination {
            Destination::Base(base) => terrain
                .and_then(|it| it.control_points().get(base.index()))
                .map(|it| it.name.clone()),
            _ => None,
        };
        let headway = match journey.course {
            JourneyState::Way(..) | JourneyState::Moves(..) => Headway::Walking,
            JourneyState::Thinking(..) => Headway::Thinking,
            JourneyState::Routing(_) => Headway::Routing,
            JourneyState::Stopover => Headway::Stopover,
            JourneyState::Aside { until, .. } => Headway::Aside { until },
        };
        let minds_travellers = matches!(
            journey.course,
            JourneyState::Way(_, ObstacleFilter::All)
                | JourneyState::Moves(_, _, ObstacleFilter::All)
                | JourneyState::Thinking(_, ObstacleFilter::All)
        );
        Self {
            destination: journey.destination,
            base,
            place: journey.planned_for,
            speed: journey.speed,
            stopped: journey.stopped,
            headway,
            minds_travellers,
            waypoints: journey.waypoints().to_vec(),
            stops: terrain.map_or_else(Vec::new, |it| stops(world, it, journey, species)),
        }
    }

    /// Whom it wants to reach, if it is somebody.
    #[must_use]
    pub fn whom(&self) -> Option<OrganismId> {
        match self.destination {
            Destination::Beside(whom) => Some(whom),
            _ => None,
        }
    }
}

fn stops(world: &World, terrain: &Terrain, journey: &Journey, species: SpeciesId) -> Vec<DVec2> {
    let (Some(itinerary), Some(strategy)) = (&journey.itinerary, &world.strategy) else {
        return Vec::new();
    };
    let graph = strategy.graph(Colony::team(world.config.colony(species)));
    let cells = itinerary.ahead().iter().filter_map(|&node| graph.cells().get(node as usize));
    cells.map(|&cell| terrain.cell_box(cell).centre()).collect()
}
