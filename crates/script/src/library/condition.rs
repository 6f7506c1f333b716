//! How visible organisms are, and what they did: in the words of `me`.

use rhai::{Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::{Condition, EnergyState};

use super::super::turn_state::{HostResult, TurnState, raise};
use super::sight::Sight;
use super::{Library, with_turn};

/// A property of a condition: its name, meaning and value.
type Property = (&'static str, &'static str, fn(Condition) -> Dynamic);

const PROPERTIES: [Property; 9] = [
    (
        "sighting.damage",
        "its damage, as a share of the damage that kills it; 1 for a carcass",
        |it| it.damage.into(),
    ),
    ("sighting.starving", "whether its energy is at most half of its reserve", |it| {
        (it.state == EnergyState::Deteriorating).into()
    }),
    ("sighting.hungry", "whether its energy is at most its reserve", |it| {
        (it.state <= EnergyState::Hungry).into()
    }),
    (
        "sighting.full",
        "whether its energy is above its reserve and four fifths of the maximum",
        |it| (it.state == EnergyState::Full).into(),
    ),
    ("sighting.mature", "whether it is mature; false for a carcass", |it| it.mature.into()),
    (
        "sighting.max_speed",
        "its maximum speed, in units a tick; 0 for plants and carcasses",
        |it| it.max_speed.into(),
    ),
    (
        "sighting.attack",
        "the maximum damage of one of its blows; 0 for plants and carcasses",
        |it| it.attack.into(),
    ),
    (
        "sighting.defence",
        "the maximum damage of a blow that it can ward off; 0 for plants and carcasses",
        |it| it.defence.into(),
    ),
    (
        "sighting.doing",
        "what it did in the last tick: \"attacking\", \"eating\", \"breeding\" (it conceived or gave birth), \
         \"courting\" (it requested a child, but had no partner), \"moving\" or \"resting\", the first of these that applies",
        |it| it.doing.name().into(),
    ),
];

/// Whether a property of a sighting is one of its condition.
pub(crate) fn is_condition(property: &str) -> bool {
    PROPERTIES.iter().any(|(form, ..)| form.strip_prefix("sighting.") == Some(property))
}

pub(super) fn register(library: &mut Library) {
    for (form, meaning, read) in PROPERTIES {
        let getter =
            move |context: NativeCallContext<'_>, sight: &mut Sight| -> HostResult<Dynamic> {
                with_turn(&context, |state| condition_of(state, *sight).map(read))
            };
        library.property(form, meaning, getter);
    }
}

fn condition_of(state: &mut TurnState, Sight(index): Sight) -> HostResult<Condition> {
    match state.conditions.read(index as usize, &state.meter)? {
        Some(condition) => Ok(condition),
        None => raise("this was seen in another turn"),
    }
}
