//! What a creature wanted in the last tick, and what it was answered.

use crate::behaviour::{Destination, Happening, Movement, OrganismId, Refusal, Slotted};
use crate::space::terrain::Cell;
use crate::tick::Heard;

/// Something that a creature wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct Wish {
    /// What.
    pub want: Want,
    /// What came of it.
    pub answer: Answer,
}

/// What a creature can want.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Want {
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

impl Want {
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
    pub fn slot(self) -> Option<Slotted> {
        Some(match self {
            Self::GoOn | Self::Halt | Self::Go { .. } | Self::GoSomewhere => Slotted::Move,
            Self::Attack(_) => Slotted::Attack,
            Self::Defend(_) => Slotted::Defend,
            Self::Eat(_) => Slotted::Eat,
            Self::Reproduce => Slotted::Reproduce,
            Self::Breach(_) => Slotted::Breach,
            Self::Remember => Slotted::Remember,
            Self::Signal(_) => return None,
        })
    }
}

/// All that a creature wanted, from its whole turn and what befell it.
pub(super) fn of_turn(heard: &Heard, befell: &[Happening]) -> Vec<Wish> {
    let intent = &heard.intent;
    let movement = match intent.movement {
        Movement::GoOn => Want::GoOn,
        Movement::Halt => Want::Halt,
        Movement::Go { to, speed } => Want::Go { to, speed },
    };
    let wants = [
        (heard.fault.is_none()).then_some(movement),
        intent.attack.map(Want::Attack),
        intent.defend.map(Want::Defend),
        intent.eat.map(Want::Eat),
        intent.reproduce.as_ref().map(|_| Want::Reproduce),
        intent.breach.map(|wall| Want::Breach(Some(wall))),
        intent.signal.map(Want::Signal),
        refusal(befell, Slotted::Remember).map(|_| Want::Remember),
    ];
    let answered = |want: Want| Wish {
        want,
        answer: want
            .slot()
            .and_then(|slot| refusal(befell, slot))
            .map_or(Answer::Granted, Answer::Refused),
    };
    wants.into_iter().flatten().map(answered).collect()
}

/// What can be told of its wishes from what came of them.
pub(super) fn of_consequences(befell: &[Happening]) -> Vec<Wish> {
    let wish = |what: &Happening| {
        let granted = |want| Some(Wish { want, answer: Answer::Granted });
        match *what {
            Happening::Ate { food, .. } => granted(Want::Eat(food)),
            Happening::Struck { whom, .. } => granted(Want::Attack(whom)),
            Happening::StruckWall { wall, .. } => granted(Want::Breach(Some(wall))),
            Happening::Conceived => granted(Want::Reproduce),
            Happening::Refused { slot, why, whom } => {
                let whom = whom.unwrap_or(OrganismId::NOBODY);
                let want = match slot {
                    Slotted::Move => Want::GoSomewhere,
                    Slotted::Attack => Want::Attack(whom),
                    Slotted::Defend => Want::Defend(whom),
                    Slotted::Eat => Want::Eat(whom),
                    Slotted::Reproduce => Want::Reproduce,
                    Slotted::Remember => Want::Remember,
                    Slotted::Breach => Want::Breach(None),
                };
                Some(Wish { want, answer: Answer::Refused(why) })
            }
            _ => None,
        }
    };
    befell.iter().filter_map(wish).collect()
}

fn refusal(befell: &[Happening], of: Slotted) -> Option<Refusal> {
    befell.iter().find_map(|what| match *what {
        Happening::Refused { slot, why, .. } if slot == of => Some(why),
        _ => None,
    })
}
