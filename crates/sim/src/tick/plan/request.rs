//! From a validated request to move to the change of a creature's journey.

use terrarium_creatures::behaviour::{Destination, Refusal, Senses};
use terrarium_navigation::Goal;
use terrarium_space::terrain::Cell;

use super::Planner;
use crate::tick::Simulation;
use crate::tick::decide::Creature;
use crate::tick::effort::TravelEffort;
use crate::world::{Journey, JourneyState};

/// What a creature wants of its journey, as validation accepted it.
#[derive(Clone, Copy)]
pub(in crate::tick) enum TravelRequest {
    /// It has no journey, and requests none.
    Stay,
    Halt,
    Go(MoveRequest),
}

/// A validated request to move.
#[derive(Clone, Copy)]
pub(in crate::tick) struct MoveRequest {
    pub destination: Destination,
    pub goal: Goal,
    pub speed: f64,
}

/// The change to the journey of a creature.
pub(in crate::tick) enum Travel {
    Continue,
    /// Continues at another speed.
    Pace(f64),
    End,
    /// Ends at the destination.
    Arrive,
    Begin(Box<Journey>),
}

/// What planning made of a request.
pub(in crate::tick) struct PlannedTravel {
    pub travel: Travel,
    pub effort: TravelEffort,
    /// The wall to breach on the route.
    pub breach: Option<Cell>,
    /// Why the request was refused, by validation or by planning.
    pub refused: Option<Refusal>,
}

impl MoveRequest {
    /// The request to continue a journey. `goal` is where its destination is now, if that is known.
    pub fn to_continue(journey: &Journey, goal: Option<Goal>) -> Self {
        let Journey { destination, speed, .. } = *journey;
        Self { destination, goal: goal.unwrap_or_else(|| last_goal(journey)), speed }
    }
}

impl PlannedTravel {
    fn unplanned(travel: Travel, refused: Option<Refusal>) -> Self {
        Self { travel, effort: TravelEffort::default(), breach: None, refused }
    }
}

/// Plans the journey of one creature.
pub(in crate::tick) fn travel(
    request: Result<TravelRequest, Refusal>,
    senses: &Senses<'_>,
    creature: &Creature<'_>,
    sim: &Simulation,
) -> PlannedTravel {
    let request = match request {
        Ok(TravelRequest::Go(request)) => request,
        Ok(TravelRequest::Stay) => return PlannedTravel::unplanned(Travel::Continue, None),
        Ok(TravelRequest::Halt) => return PlannedTravel::unplanned(Travel::End, None),
        Err(why) => return PlannedTravel::unplanned(Travel::Continue, Some(why)),
    };
    let journey = creature.journey();
    let mut planner = Planner::new(senses, creature.bodies, sim, request);
    let (travel, refused) = match planner.go(journey) {
        Ok(travel) => (travel, None),
        Err(why) => (without_a_path(journey, request), Some(why)),
    };
    PlannedTravel { travel, effort: planner.effort(), breach: planner.breach, refused }
}

/// A creature that cannot reach a new destination continues to the old one.
fn without_a_path(journey: Option<&Journey>, request: MoveRequest) -> Travel {
    let is_same = journey.is_none_or(|journey| journey.destination == request.destination);
    if is_same { Travel::End } else { Travel::Continue }
}

/// The last known goal of a journey to an organism that is no longer visible.
fn last_goal(journey: &Journey) -> Goal {
    match (&journey.state, journey.destination) {
        (_, Destination::Point(point) | Destination::Within { point, .. }) => Goal::Point(point),
        (JourneyState::Path(path, _), _) => {
            Goal::Point(*path.last().unwrap_or(&journey.planned_for))
        }
        _ => Goal::Point(journey.planned_for),
    }
}
