//! Bases and walls, for creatures of a colony.

use rhai::{Dynamic, NativeCallContext};

use super::super::super::{Allegiance, WallSight};
use super::super::stage::{Base, Raised, Stage, raise};
use super::{Library, list, on_stage};

/// A base: its place in the list of the turn.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct BaseRef(u32);

/// A wall: its place in the list of the turn.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct WallRef(u32);

pub(super) fn offer(library: &mut Library) {
    library.function(
        "bases()",
        "a list of all bases, nearest first, 64 at most; empty for who has no colony",
        |context: NativeCallContext<'_>| {
            on_stage(&context, |s| {
                Ok(list((0..).take(s.bases.len()).map(BaseRef).map(Dynamic::from)))
            })
        },
    );
    library.function(
        "walls()",
        "a list of the walls in sight that can be breached, nearest first, 64 at most",
        |context: NativeCallContext<'_>| {
            on_stage(&context, |s| {
                Ok(list((0..).take(s.walls.len()).map(WallRef).map(Dynamic::from)))
            })
        },
    );
    of_bases(library);
    of_walls(library);
}

fn of_bases(library: &mut Library) {
    let mut get = |form, meaning, read: fn(&Base) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, at: &mut BaseRef| -> Raised<Dynamic> {
            on_stage(&context, |stage| base(stage, *at).map(read))
        };
        library.property(form, meaning, getter);
    };
    get("base.id", "its number", |b| i64::from(b.id.0).into());
    get("base.name", "what the map calls it", |b| b.name.clone().into());
    get("base.x", "the middle of the tile from which it is taken", |b| b.place.x.into());
    get("base.y", "the middle of that tile", |b| b.place.y.into());
    get("base.allegiance", "\"own\", \"neutral\" or \"hostile\"", |b| word(b.allegiance).into());
    get("base.hold", "how far it leans to one's own colony, −1 to 1", |b| b.hold.into());
    get("base.distance", "how far away its place is, in units", |b| b.distance.into());
    get("base.within", "whether one is near enough to count for it", |b| b.within.into());
}

fn of_walls(library: &mut Library) {
    let mut get = |form, meaning, read: fn(&WallSight) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, at: &mut WallRef| -> Raised<Dynamic> {
            on_stage(&context, |stage| wall(stage, *at).map(read))
        };
        library.property(form, meaning, getter);
    };
    get("wall.x", "its middle", |w| w.area.centre().x.into());
    get("wall.y", "its middle", |w| w.area.centre().y.into());
    get("wall.gap", "the gap between it and oneself, in units", |w| w.gap.into());
    get("wall.health", "what is left of it, 0 to 1", |w| w.health.into());
    get("wall.sentry", "whose sentry stands on it, as with bases; () if none does", |w| {
        w.sentry.map_or(Dynamic::UNIT, |sentry| word(sentry).into())
    });
}

/// A base of this turn.
pub(super) fn base(stage: &Stage, at: BaseRef) -> Raised<&Base> {
    stage.bases.get(at.0 as usize).map_or_else(|| raise("this is a base of another turn"), Ok)
}

/// A wall of this turn.
pub(super) fn wall(stage: &Stage, at: WallRef) -> Raised<&WallSight> {
    stage.walls.get(at.0 as usize).map_or_else(|| raise("this is a wall of another turn"), Ok)
}

fn word(allegiance: Allegiance) -> &'static str {
    match allegiance {
        Allegiance::Own => "own",
        Allegiance::Neutral => "neutral",
        Allegiance::Hostile => "hostile",
    }
}
