//! From a validated request to move to the change of a creature's journey.

use terrarium_creatures::behaviour::{Destination, Refusal, Senses};
use terrarium_navigation::Goal;
use terrarium_space::terrain::Cell;

use super::{Allowance, Planner};
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
    /// The operations that planning used.
    pub spent: u64,
    /// The request, if more operations would have been needed to plan it as far as one tick allows.
    pub unfinished: Option<MoveRequest>,
}

impl MoveRequest {
    /// The request to continue a journey. `goal` is where its destination is now, if that is known.
    pub fn to_continue(journey: &Journey, goal: Option<Goal>) -> Self {
        let Journey { destination, speed, .. } = *journey;
        Self { destination, goal: goal.unwrap_or_else(|| last_goal(journey)), speed }
    }
}

impl PlannedTravel {
    /// A change that needs no plan.
    pub fn unplanned(travel: Travel, refused: Option<Refusal>) -> Self {
        let effort = TravelEffort::default();
        Self { travel, effort, breach: None, refused, spent: 0, unfinished: None }
    }
}

/// Plans the journey of one creature, as validation accepted it. No `allowance` is no limit.
pub(in crate::tick) fn travel(
    request: Result<TravelRequest, Refusal>,
    senses: &Senses<'_>,
    creature: &Creature<'_>,
    sim: &Simulation,
    allowance: Option<Allowance>,
) -> PlannedTravel {
    match request {
        Ok(TravelRequest::Go(request)) => go(request, senses, creature, sim, allowance),
        Ok(TravelRequest::Stay) => PlannedTravel::unplanned(Travel::Continue, None),
        Ok(TravelRequest::Halt) => PlannedTravel::unplanned(Travel::End, None),
        Err(why) => PlannedTravel::unplanned(Travel::Continue, Some(why)),
    }
}

/// Plans a requested journey.
pub(in crate::tick) fn go(
    request: MoveRequest,
    senses: &Senses<'_>,
    creature: &Creature<'_>,
    sim: &Simulation,
    allowance: Option<Allowance>,
) -> PlannedTravel {
    let journey = creature.journey();
    let mut planner = Planner::new(senses, creature.bodies, sim, request, allowance);
    let (travel, refused) = match planner.go(journey) {
        _ if planner.view.meter.has_left_out() => (planner.wait_for_operations(journey), None),
        Ok(travel) => (travel, None),
        Err(why) => (without_a_path(journey, request), Some(why)),
    };
    PlannedTravel {
        travel,
        effort: planner.effort(),
        breach: planner.breach,
        refused,
        spent: planner.view.meter.spent(),
        unfinished: (refused.is_none() && planner.is_cut_short()).then_some(request),
    }
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
