//! The journey of a creature and its progress.

use glam::DVec2;
use terrarium_creatures::behaviour::{Blocker, Colony, Destination, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_sim::world::{Journey, JourneyState, LinkStep, ObstacleFilter, World};
use terrarium_space::terrain::Terrain;

/// A journey under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Trip {
    /// The destination.
    pub destination: Destination,
    /// The name of the destination, if it is a base.
    pub base: Option<String>,
    /// The position of the destination when the path was planned.
    pub position: DVec2,
    /// The speed, in units per tick.
    pub speed: f64,
    /// The number of ticks in which it got hardly any nearer to its next waypoint, less two for each in which it
    /// did since.
    pub stopped: u32,
    /// What blocked it in the last tick.
    pub blocker: Option<Blocker>,
    /// The number of ticks in which it has moved, or tried to, since it set out.
    pub underway: u32,
    /// Its progress.
    pub progress: TripProgress,
    /// The waypoints of its path, the next one first.
    pub waypoints: Vec<DVec2>,
    /// The names of the links that it leads over, the next one first.
    pub links: Vec<String>,
    /// The centres of the remaining nodes of its route to a base, the next one first.
    pub route_nodes: Vec<DVec2>,
}

/// The progress of a traveller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripProgress {
    /// It follows its path.
    FollowingPath,
    /// It follows a flow field that travellers share.
    FollowingField,
    /// It stands while a path search is under way.
    Searching,
    /// It stands while a route search is under way.
    Routing,
    /// It has reached a node of its route, or a wall on it.
    AtNode,
    /// It makes room for another traveller, and waits until a tick.
    SteppingAside {
        /// The tick.
        until: u64,
    },
    /// It stands at a link until its crossing is over, and there is room at the far end.
    Crossing {
        /// The tick at which the crossing is over.
        until: u64,
    },
}

impl Trip {
    pub(super) fn new(world: &World, journey: &Journey, species: SpeciesId) -> Self {
        let terrain = world.config().terrain.as_ref();
        let base = match journey.destination {
            Destination::Base(base) => terrain
                .and_then(|it| it.control_points().get(base.index()))
                .map(|it| it.name.clone()),
            _ => None,
        };
        let progress = match journey.state {
            JourneyState::Path(_, ObstacleFilter::Field) => TripProgress::FollowingField,
            JourneyState::Path(..) | JourneyState::Stepwise(..) => TripProgress::FollowingPath,
            JourneyState::Searching(..) => TripProgress::Searching,
            JourneyState::Routing(_) => TripProgress::Routing,
            JourneyState::AtNode => TripProgress::AtNode,
            JourneyState::SteppingAside { until, .. } => TripProgress::SteppingAside { until },
            JourneyState::Crossing { until } => TripProgress::Crossing { until },
        };
        Self {
            destination: journey.destination,
            base,
            position: journey.planned_for,
            speed: journey.speed,
            stopped: journey.stopped,
            blocker: journey.blocker,
            underway: journey.underway,
            progress,
            waypoints: journey.waypoints().to_vec(),
            links: journey.links.iter().map(|step| link_name(world, *step)).collect(),
            route_nodes: terrain
                .map_or_else(Vec::new, |it| route_nodes(world, it, journey, species)),
        }
    }

    /// The organism it moves to, if the destination is one.
    #[must_use]
    pub fn target(&self) -> Option<OrganismId> {
        self.destination.organism()
    }

    /// The organism that blocked it in the last tick.
    #[must_use]
    pub fn met(&self) -> Option<OrganismId> {
        self.blocker.and_then(Blocker::organism)
    }
}

fn link_name(world: &World, step: LinkStep) -> String {
    let link = world.config().links.get(usize::from(step.link));
    link.map_or_else(String::new, |link| link.name.clone())
}

fn route_nodes(
    world: &World,
    terrain: &Terrain,
    journey: &Journey,
    species: SpeciesId,
) -> Vec<DVec2> {
    let (Some(itinerary), Some(strategy)) = (&journey.itinerary, &world.strategy()) else {
        return Vec::new();
    };
    let graph = strategy.graph(Colony::team(world.config().colony(species)));
    let cells = itinerary.ahead().iter().filter_map(|&node| graph.cells().get(node as usize));
    cells.map(|&cell| terrain.cell_box(cell).centre()).collect()
}
