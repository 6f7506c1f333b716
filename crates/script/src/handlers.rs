//! The handlers of a script: the functions that the host calls.

use rhai::Dynamic;
use terrarium_creatures::behaviour::{Blocker, Event, EventKind};

use super::library::script_id;

/// A function that a script can define for the host to call.
#[derive(Debug, Clone, Copy)]
pub struct Handler {
    /// Its name.
    pub name: &'static str,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    /// The condition for which it is called.
    pub when: &'static str,
}

const fn handler(
    name: &'static str,
    parameters: &'static [&'static str],
    when: &'static str,
) -> Handler {
    Handler { name, parameters, when }
}

/// All handlers, in the order in which they are called: those for the events of the last tick, once
/// for each event in the order of events, then `on_tick`, then `on_idle`.
pub const HANDLERS: &[Handler] = &[
    handler("on_born", &["parent"], "the creature was born; `parent` is 0 for a founder"),
    handler("on_arrived", &[], "the creature reached its destination"),
    handler(
        "on_blocked",
        &["by"],
        "the creature's movement was blocked; `by` is an id, or 0 for terrain and the border",
    ),
    handler("on_struck", &["whom", "damage", "killed"], "the creature struck another organism"),
    handler("on_attacked", &["by", "damage"], "another organism struck the creature"),
    handler("on_ate", &["food", "energy"], "the creature ate"),
    handler("on_grew", &[], "the creature grew by one unit of radius"),
    handler("on_conceived", &[], "the creature conceived"),
    handler("on_gave_birth", &["child"], "the creature gave birth"),
    handler("on_no_room", &[], "there was no room for the creature's child"),
    handler(
        "on_refused",
        &["wish", "why", "whom"],
        "an action was refused: `wish` is the action, `why` the reason, `whom` the id of the target \
         or 0",
    ),
    handler("on_stung", &["damage"], "a sentry struck the creature"),
    handler("on_struck_wall", &["damage", "breached"], "the creature struck a wall"),
    handler("on_neutralised", &["base"], "the creature helped to neutralise a hostile base"),
    handler("on_captured", &["base"], "the creature helped to capture a base"),
    handler("on_failed", &["kind", "reason"], "the creature's last turn failed"),
    handler(
        "on_no_time",
        &[],
        "the creature got no turn in the last tick: its species had used up `species_budget`",
    ),
    handler("on_tick", &[], "every tick"),
    handler("on_idle", &[], "the creature is not on a journey, and none was begun this turn"),
];

/// The index of the handler with this name in [`HANDLERS`].
pub(super) fn index_of(name: &str) -> Option<usize> {
    HANDLERS.iter().position(|handler| handler.name == name)
}

/// The handler of an event and its arguments; `None` for the creature's own death.
pub(super) fn of_event(event: &Event) -> Option<(&'static str, Vec<Dynamic>)> {
    let id = |organism| Dynamic::from(script_id(organism));
    let id_or_zero = |organism: Option<_>| organism.map_or(Dynamic::from(0_i64), id);
    Some(match &event.what {
        EventKind::Born { parent } => ("on_born", vec![id(*parent)]),
        EventKind::Arrived => ("on_arrived", vec![]),
        EventKind::Blocked { by: Blocker::Organism(by) } => ("on_blocked", vec![id(*by)]),
        EventKind::Blocked { .. } => ("on_blocked", vec![id_or_zero(None)]),
        EventKind::Struck { target, damage, killed } => {
            ("on_struck", vec![id(*target), (*damage).into(), (*killed).into()])
        }
        EventKind::Attacked { by, damage } => ("on_attacked", vec![id(*by), (*damage).into()]),
        EventKind::Ate { food, energy } => ("on_ate", vec![id(*food), energy.units().into()]),
        EventKind::Grew => ("on_grew", vec![]),
        EventKind::Conceived => ("on_conceived", vec![]),
        EventKind::GaveBirth { child } => ("on_gave_birth", vec![id(*child)]),
        EventKind::NoRoomForBirth => ("on_no_room", vec![]),
        EventKind::Refused { slot, why, target } => (
            "on_refused",
            vec![slot.name().into(), why.explanation().0.into(), id_or_zero(*target)],
        ),
        EventKind::Died { .. } | EventKind::Embarked { .. } | EventKind::Crossed { .. } => {
            return None;
        }
        EventKind::Neutralised { base } => ("on_neutralised", vec![i64::from(base.0).into()]),
        EventKind::Captured { base } => ("on_captured", vec![i64::from(base.0).into()]),
        EventKind::NoTime => ("on_no_time", vec![]),
        EventKind::Stung { damage } => ("on_stung", vec![(*damage).into()]),
        EventKind::StruckWall { damage, breached, .. } => {
            ("on_struck_wall", vec![(*damage).into(), (*breached).into()])
        }
        EventKind::Failed { fault } => {
            ("on_failed", vec![fault.kind.explanation().0.into(), fault.reason.to_string().into()])
        }
    })
}
