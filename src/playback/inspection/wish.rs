//! What a creature wanted in the last tick, and what it was answered.

use crate::behaviour::{ActionKind, Destination, EventKind, Movement, OrganismId, Refusal};
use crate::space::terrain::Cell;
use crate::tick::TurnTrace;

/// Something that a creature wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedAction {
    /// What.
    pub want: WantedAction,
    /// What came of it.
    pub answer: Answer,
}

/// What a creature can want.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WantedAction {
    /// To go on as before.
    GoOn,
    /// To stand still.
    Halt,
    /// To go somewhere.
    Go {
        /// Where to.
        to: Destination,
        /// How fast, in units a tick.
        speed: f64,
    },
    /// To go somewhere; where to is not known.
    GoSomewhere,
    /// To strike at somebody.
    Attack(OrganismId),
    /// To ward off somebody's blows.
    Defend(OrganismId),
    /// To bite off something.
    Eat(OrganismId),
    /// To conceive.
    Reproduce,
    /// To strike at a wall, whose tile may be known.
    Breach(Option<Cell>),
    /// To remember something.
    Remember,
    /// To show a signal.
    Signal(u64),
}

/// What came of a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It was granted.
    Granted,
    /// It was refused.
    Refused(Refusal),
}

impl WantedAction {
    /// Whom it is about, if anybody.
    #[must_use]
    pub fn whom(self) -> Option<OrganismId> {
        match self {
            Self::Go { to: Destination::Beside(whom), .. }
            | Self::Attack(whom)
            | Self::Defend(whom)
            | Self::Eat(whom) => Some(whom),
            _ => None,
        }
    }

    /// The slot in which it stood; none of signals, which nobody can refuse.
    #[must_use]
    pub fn slot(self) -> Option<ActionKind> {
        Some(match self {
            Self::GoOn | Self::Halt | Self::Go { .. } | Self::GoSomewhere => ActionKind::Move,
            Self::Attack(_) => ActionKind::Attack,
            Self::Defend(_) => ActionKind::Defend,
            Self::Eat(_) => ActionKind::Eat,
            Self::Reproduce => ActionKind::Reproduce,
            Self::Breach(_) => ActionKind::Breach,
            Self::Remember => ActionKind::Remember,
            Self::Signal(_) => return None,
        })
    }
}

/// All that a creature wanted, from its whole turn and what befell it.
pub(super) fn of_turn(heard: &TurnTrace, events_of: &[EventKind]) -> Vec<RequestedAction> {
    let intent = &heard.intent;
    let movement = match intent.movement {
        Movement::GoOn => WantedAction::GoOn,
        Movement::Halt => WantedAction::Halt,
        Movement::Go { to, speed } => WantedAction::Go { to, speed },
    };
    let wants = [
        (heard.fault.is_none()).then_some(movement),
        intent.attack.map(WantedAction::Attack),
        intent.defend.map(WantedAction::Defend),
        intent.eat.map(WantedAction::Eat),
        intent.reproduce.as_ref().map(|_| WantedAction::Reproduce),
        intent.breach.map(|wall| WantedAction::Breach(Some(wall))),
        intent.signal.map(WantedAction::Signal),
        refusal(events_of, ActionKind::Remember).map(|_| WantedAction::Remember),
    ];
    let answered = |want: WantedAction| RequestedAction {
        want,
        answer: want
            .slot()
            .and_then(|slot| refusal(events_of, slot))
            .map_or(Answer::Granted, Answer::Refused),
    };
    wants.into_iter().flatten().map(answered).collect()
}

/// What can be told of its wishes from what came of them.
pub(super) fn of_consequences(events_of: &[EventKind]) -> Vec<RequestedAction> {
    let wish = |what: &EventKind| {
        let granted = |want| Some(RequestedAction { want, answer: Answer::Granted });
        match *what {
            EventKind::Ate { food, .. } => granted(WantedAction::Eat(food)),
            EventKind::Struck { whom, .. } => granted(WantedAction::Attack(whom)),
            EventKind::StruckWall { wall, .. } => granted(WantedAction::Breach(Some(wall))),
            EventKind::Conceived => granted(WantedAction::Reproduce),
            EventKind::Refused { slot, why, whom } => {
                let whom = whom.unwrap_or(OrganismId::NOBODY);
                let want = match slot {
                    ActionKind::Move => WantedAction::GoSomewhere,
                    ActionKind::Attack => WantedAction::Attack(whom),
                    ActionKind::Defend => WantedAction::Defend(whom),
                    ActionKind::Eat => WantedAction::Eat(whom),
                    ActionKind::Reproduce => WantedAction::Reproduce,
                    ActionKind::Remember => WantedAction::Remember,
                    ActionKind::Breach => WantedAction::Breach(None),
                };
                Some(RequestedAction { want, answer: Answer::Refused(why) })
            }
            _ => None,
        }
    };
    events_of.iter().filter_map(wish).collect()
}

fn refusal(events_of: &[EventKind], of: ActionKind) -> Option<Refusal> {
    events_of.iter().find_map(|what| match *what {
        EventKind::Refused { slot, why, .. } if slot == of => Some(why),
        _ => None,
    })
}
