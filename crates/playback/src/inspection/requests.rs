//! The actions that a creature requested in the last tick, and their outcomes.

use terrarium_creatures::behaviour::{
    ActionKind, Destination, EventKind, Movement, OrganismId, Refusal,
};
use terrarium_sim::tick::TurnTrace;
use terrarium_space::terrain::Cell;

/// An action that a creature requested.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedAction {
    /// The action.
    pub want: WantedAction,
    /// Its outcome.
    pub outcome: Answer,
}

/// An action that a creature can request, with its target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WantedAction {
    /// Continue the current journey, if any.
    Continue,
    /// Stand still.
    Halt,
    /// Move to a destination.
    Go {
        /// The destination.
        to: Destination,
        /// The speed, in units per tick.
        speed: f64,
    },
    /// Move to an unknown destination.
    GoToUnknown,
    /// Attack an organism.
    Attack(OrganismId),
    /// Defend against an organism.
    Defend(OrganismId),
    /// Eat from a plant or carcass.
    Eat(OrganismId),
    /// Conceive.
    Reproduce,
    /// Attack the wall on a tile; `None` if the tile is unknown.
    Breach(Option<Cell>),
    /// Store memory.
    Remember,
    /// Show a signal.
    Signal(u64),
    /// Tell its kin a message of so many bytes; `None` if the length is unknown.
    Tell(Option<usize>),
}

/// The outcome of a requested action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The action was carried out, or is under way.
    Accepted,
    /// The action was refused.
    Refused(Refusal),
}

impl WantedAction {
    /// The organism it is aimed at, if any.
    #[must_use]
    pub fn target(self) -> Option<OrganismId> {
        match self {
            Self::Go { to, .. } => to.organism(),
            Self::Attack(target) | Self::Defend(target) | Self::Eat(target) => Some(target),
            _ => None,
        }
    }

    /// The kind of the action; `None` for signals, which cannot be refused.
    #[must_use]
    pub fn slot(self) -> Option<ActionKind> {
        Some(match self {
            Self::Continue | Self::Halt | Self::Go { .. } | Self::GoToUnknown => ActionKind::Move,
            Self::Attack(_) => ActionKind::Attack,
            Self::Defend(_) => ActionKind::Defend,
            Self::Eat(_) => ActionKind::Eat,
            Self::Reproduce => ActionKind::Reproduce,
            Self::Breach(_) => ActionKind::Breach,
            Self::Remember => ActionKind::Remember,
            Self::Tell(_) => ActionKind::Tell,
            Self::Signal(_) => return None,
        })
    }
}

/// All actions that a creature requested, from the trace of its turn and its events.
pub(super) fn of_turn(trace: &TurnTrace, events: &[EventKind]) -> Vec<RequestedAction> {
    let intent = &trace.intent;
    let movement = match intent.movement {
        Movement::Continue => WantedAction::Continue,
        Movement::Halt => WantedAction::Halt,
        Movement::Go { to, speed } => WantedAction::Go { to, speed },
    };
    let wants = [
        (trace.fault.is_none()).then_some(movement),
        intent.attack.map(WantedAction::Attack),
        intent.defend.map(WantedAction::Defend),
        intent.eat.map(WantedAction::Eat),
        intent.reproduce.as_ref().map(|_| WantedAction::Reproduce),
        intent.breach.map(|wall| WantedAction::Breach(Some(wall))),
        intent.signal.map(WantedAction::Signal),
        intent.tell.as_ref().map(|message| WantedAction::Tell(Some(message.len()))),
        refusal(events, ActionKind::Remember).map(|_| WantedAction::Remember),
    ];
    let with_outcome = |want: WantedAction| RequestedAction {
        want,
        outcome: want
            .slot()
            .and_then(|slot| refusal(events, slot))
            .map_or(Answer::Accepted, Answer::Refused),
    };
    wants.into_iter().flatten().map(with_outcome).collect()
}

/// The requested actions that can be derived from the events of a creature alone.
pub(super) fn of_events(events: &[EventKind]) -> Vec<RequestedAction> {
    let request = |what: &EventKind| {
        let accepted = |want| Some(RequestedAction { want, outcome: Answer::Accepted });
        match *what {
            EventKind::Ate { food, .. } => accepted(WantedAction::Eat(food)),
            EventKind::Struck { target, .. } => accepted(WantedAction::Attack(target)),
            EventKind::StruckWall { wall, .. } => accepted(WantedAction::Breach(Some(wall))),
            EventKind::Conceived => accepted(WantedAction::Reproduce),
            EventKind::Refused { slot, why, target } => {
                let target = target.unwrap_or(OrganismId::NONE);
                let want = match slot {
                    ActionKind::Move => WantedAction::GoToUnknown,
                    ActionKind::Attack => WantedAction::Attack(target),
                    ActionKind::Defend => WantedAction::Defend(target),
                    ActionKind::Eat => WantedAction::Eat(target),
                    ActionKind::Reproduce => WantedAction::Reproduce,
                    ActionKind::Remember => WantedAction::Remember,
                    ActionKind::Breach => WantedAction::Breach(None),
                    ActionKind::Tell => WantedAction::Tell(None),
                };
                Some(RequestedAction { want, outcome: Answer::Refused(why) })
            }
            _ => None,
        }
    };
    events.iter().filter_map(request).collect()
}

fn refusal(events: &[EventKind], of: ActionKind) -> Option<Refusal> {
    events.iter().find_map(|what| match *what {
        EventKind::Refused { slot, why, .. } if slot == of => Some(why),
        _ => None,
    })
}
