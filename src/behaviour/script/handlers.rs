//! The functions of a script that are called, and when.

use rhai::Dynamic;

use super::super::{Blocker, Event, EventKind};
use super::library::whole_id;

/// A function that a script may define, to be called when there is reason to.
#[derive(Debug, Clone, Copy)]
pub struct Handler {
    /// Its name.
    pub name: &'static str,
    /// What it is handed.
    pub parameters: &'static [&'static str],
    /// When it is called.
    pub when: &'static str,
}

const fn handler(
    name: &'static str,
    parameters: &'static [&'static str],
    when: &'static str,
) -> Handler {
    Handler { name, parameters, when }
}

/// All of them. First those of what befell the creature in the last tick are called, once for each
/// event and in the order in which it happened, then `on_tick`, then `on_idle`.
pub const HANDLERS: &[Handler] = &[
    handler("on_born", &["parent"], "it came into the world; `parent` is 0 for a founder"),
    handler("on_arrived", &[], "it came where it wanted to go"),
    handler("on_blocked", &["by"], "it was stopped: by whom, or 0 for terrain and border"),
    handler("on_struck", &["whom", "damage", "killed"], "it struck somebody"),
    handler("on_attacked", &["by", "damage"], "somebody struck it"),
    handler("on_ate", &["food", "energy"], "it ate"),
    handler("on_grew", &[], "it grew"),
    handler("on_conceived", &[], "it conceived"),
    handler("on_gave_birth", &["child"], "it had a child"),
    handler("on_no_room", &[], "there was no room for its child"),
    handler("on_refused", &["wish", "why", "whom"], "a wish was not granted; `whom` may be 0"),
    handler("on_stung", &["damage"], "a sentry struck it"),
    handler("on_struck_wall", &["damage", "breached"], "it struck a wall"),
    handler("on_neutralised", &["base"], "it helped to bring down a hostile base"),
    handler("on_captured", &["base"], "it helped to take a base"),
    handler("on_failed", &["kind", "reason"], "its last turn failed"),
    handler("on_tick", &[], "every tick"),
    handler("on_idle", &[], "no journey is under way, and none was begun this turn"),
];

/// The place in the list of the handler of that name.
pub(super) fn place(name: &str) -> Option<usize> {
    HANDLERS.iter().position(|handler| handler.name == name)
}

/// The handler of an event and what it is handed; none for an event that a creature does not live
/// to hear of.
pub(super) fn of_event(event: &Event) -> Option<(&'static str, Vec<Dynamic>)> {
    let id = |who| Dynamic::from(whole_id(who));
    let maybe = |who: Option<_>| who.map_or(Dynamic::from(0_i64), id);
    Some(match &event.what {
        EventKind::Born { parent } => ("on_born", vec![id(*parent)]),
        EventKind::Arrived => ("on_arrived", vec![]),
        EventKind::Blocked { by: Blocker::Organism(by) } => ("on_blocked", vec![id(*by)]),
        EventKind::Blocked { .. } => ("on_blocked", vec![maybe(None)]),
        EventKind::Struck { whom, damage, killed } => {
            ("on_struck", vec![id(*whom), (*damage).into(), (*killed).into()])
        }
        EventKind::Attacked { by, damage } => ("on_attacked", vec![id(*by), (*damage).into()]),
        EventKind::Ate { food, energy } => ("on_ate", vec![id(*food), energy.units().into()]),
        EventKind::Grew => ("on_grew", vec![]),
        EventKind::Conceived => ("on_conceived", vec![]),
        EventKind::GaveBirth { child } => ("on_gave_birth", vec![id(*child)]),
        EventKind::NoRoomForBirth => ("on_no_room", vec![]),
        EventKind::Refused { slot, why, whom } => {
            ("on_refused", vec![slot.name().into(), why.explanation().0.into(), maybe(*whom)])
        }
        EventKind::Died { .. } => return None,
        EventKind::Neutralised { base } => ("on_neutralised", vec![i64::from(base.0).into()]),
        EventKind::Captured { base } => ("on_captured", vec![i64::from(base.0).into()]),
        EventKind::Stung { damage } => ("on_stung", vec![(*damage).into()]),
        EventKind::StruckWall { damage, breached, .. } => {
            ("on_struck_wall", vec![(*damage).into(), (*breached).into()])
        }
        EventKind::Failed { fault } => {
            ("on_failed", vec![fault.kind.explanation().0.into(), fault.reason.to_string().into()])
        }
    })
}
