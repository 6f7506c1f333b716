//! Bases and walls, for creatures of a colony.

use rhai::{Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::{Allegiance, WallSighting};

use super::super::turn_state::{Base, HostResult, TurnState, raise};
use super::{Library, list, with_turn};

/// A base: its index in the list of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BaseRef(u32);

/// A wall: its index in the list of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WallRef(u32);

pub(super) fn register(library: &mut Library) {
    library.function(
        "bases()",
        "a list of all bases, nearest first, at most 64; empty for a creature without a colony",
        |context: NativeCallContext<'_>| {
            with_turn(&context, |s| {
                Ok(list((0..).take(s.bases.len()).map(BaseRef).map(Dynamic::from)))
            })
        },
    );
    library.function(
        "walls()",
        "a list of the visible walls that can be breached, nearest first, at most 64",
        |context: NativeCallContext<'_>| {
            with_turn(&context, |s| {
                Ok(list((0..).take(s.walls.len()).map(WallRef).map(Dynamic::from)))
            })
        },
    );
    of_bases(library);
    of_walls(library);
}

fn of_bases(library: &mut Library) {
    let mut get = |form, meaning, read: fn(&Base) -> Dynamic| {
        let getter =
            move |context: NativeCallContext<'_>, base: &mut BaseRef| -> HostResult<Dynamic> {
                with_turn(&context, |state| find_base(state, *base).map(read))
            };
        library.property(form, meaning, getter);
    };
    get("base.id", "its number", |b| i64::from(b.id.0).into());
    get("base.name", "its name on the map", |b| b.name.clone().into());
    get("base.x", "the x of the centre of its capture tile", |b| b.place.x.into());
    get("base.y", "the y of the centre of its capture tile", |b| b.place.y.into());
    get("base.allegiance", "its owner: \"own\", \"neutral\" or \"hostile\"", |b| {
        name(b.allegiance).into()
    });
    get(
        "base.hold",
        "how far it is held: 1 by the creature's colony, 0 neutral, −1 by the other",
        |b| b.hold.into(),
    );
    get("base.distance", "the distance to its capture tile, in units", |b| b.distance.into());
    get("base.within", "whether the creature is near enough to count toward its capture", |b| {
        b.within.into()
    });
}

fn of_walls(library: &mut Library) {
    let mut get = |form, meaning, read: fn(&WallSighting) -> Dynamic| {
        let getter =
            move |context: NativeCallContext<'_>, wall: &mut WallRef| -> HostResult<Dynamic> {
                with_turn(&context, |state| find_wall(state, *wall).map(read))
            };
        library.property(form, meaning, getter);
    };
    get("wall.x", "the x of its centre", |w| w.area.centre().x.into());
    get("wall.y", "the y of its centre", |w| w.area.centre().y.into());
    get("wall.gap", "the gap between it and the creature, in units", |w| w.gap.into());
    get("wall.health", "its remaining health, 0 to 1", |w| w.health.into());
    get(
        "wall.sentry",
        "the owner of the sentry on it: \"own\", \"neutral\" or \"hostile\"; () without a sentry",
        |w| w.sentry.map_or(Dynamic::UNIT, |sentry| name(sentry).into()),
    );
}

/// A base of this turn.
pub(super) fn find_base(state: &TurnState, base: BaseRef) -> HostResult<&Base> {
    state.bases.get(base.0 as usize).map_or_else(|| raise("this is a base of another turn"), Ok)
}

/// A wall of this turn.
pub(super) fn find_wall(state: &TurnState, wall: WallRef) -> HostResult<&WallSighting> {
    state.walls.get(wall.0 as usize).map_or_else(|| raise("this is a wall of another turn"), Ok)
}

fn name(allegiance: Allegiance) -> &'static str {
    match allegiance {
        Allegiance::Own => "own",
        Allegiance::Neutral => "neutral",
        Allegiance::Hostile => "hostile",
    }
}
