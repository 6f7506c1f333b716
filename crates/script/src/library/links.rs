//! Links: ferries, tunnels and jumps.

use rhai::{Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::LinkSighting;

use super::super::turn_state::{HostResult, raise};
use super::{Library, list, with_turn};

/// A link: its index in the list of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LinkRef(u32);

pub(super) fn register(library: &mut Library) {
    library.function(
        "links()",
        "a list of the links that begin within sensor range, nearest first, at most 64; one that leads in both directions is \
         seen from each of its ends",
        |context: NativeCallContext<'_>| {
            with_turn(&context, |s| {
                Ok(list((0..).take(s.links.len()).map(LinkRef).map(Dynamic::from)))
            })
        },
    );
    let mut get = |form, meaning, read: fn(&LinkSighting) -> Dynamic| {
        let getter =
            move |context: NativeCallContext<'_>, link: &mut LinkRef| -> HostResult<Dynamic> {
                with_turn(&context, |state| match state.links.get(link.0 as usize) {
                    Some(link) => Ok(read(link)),
                    None => raise("this is a link of another turn"),
                })
            };
        library.property(form, meaning, getter);
    };
    get("link.id", "its number in the world", |it| i64::from(it.link).into());
    get("link.x", "the x of the end at which the creature would embark", |it| it.near.x.into());
    get("link.y", "the y of that end", |it| it.near.y.into());
    get("link.to_x", "the x of the end to which it leads", |it| it.far.x.into());
    get("link.to_y", "the y of that end", |it| it.far.y.into());
    get("link.ticks", "the duration of a crossing, in ticks", |it| i64::from(it.ticks).into());
    get("link.open", "whether it is open", |it| it.is_open.into());
    get("link.gap", "the gap between its near end and the creature, in units", |it| it.gap.into());
}
