//! `world`: what is the same for all.

use rhai::{Dynamic, NativeCallContext};

use super::super::stage::{Raised, Stage};
use super::{Library, on_stage};

/// Stands for the world.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct World;

pub(super) fn offer(library: &mut Library) {
    library.module.set_var("world", World);
    let mut get = |form, meaning, read: fn(&Stage) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, _: &mut World| -> Raised<Dynamic> {
            on_stage(&context, |stage| Ok(read(stage)))
        };
        library.property(form, meaning, getter);
    };
    get("world.tick", "how many ticks it has lived", |s| s.tick.cast_signed().into());
    get("world.min_x", "where it begins", |s| s.bounds.min.x.into());
    get("world.min_y", "where it begins", |s| s.bounds.min.y.into());
    get("world.max_x", "where it ends", |s| s.bounds.max.x.into());
    get("world.max_y", "where it ends", |s| s.bounds.max.y.into());
}
