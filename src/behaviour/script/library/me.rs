//! `me`: what a creature knows of itself.

use rhai::{Dynamic, NativeCallContext};

use super::super::super::EnergyState;
use super::super::stage::{Raised, Stage};
use super::{Library, on_stage, whole_id};

/// Stands for the creature whose turn it is.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Me;

pub(super) fn offer(library: &mut Library) {
    library.module.set_var("me", Me);
    let mut get = |form, meaning, read: fn(&Stage) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, _: &mut Me| -> Raised<Dynamic> {
            on_stage(&context, |stage| Ok(read(stage)))
        };
        library.property(form, meaning, getter);
    };
    get("me.id", "who it is", |s| whole_id(s.me.id).into());
    get("me.species", "the number of its species", |s| i64::from(s.me.species.0).into());
    get("me.x", "the middle of its body", |s| s.me.centre.x.into());
    get("me.y", "the middle of its body", |s| s.me.centre.y.into());
    get("me.radius", "half the side of its body, in units", |s| s.me.radius.into());
    get("me.vx", "how far it moved in the last tick", |s| s.me.velocity.x.into());
    get("me.vy", "how far it moved in the last tick", |s| s.me.velocity.y.into());
    get("me.travelling", "whether a journey is under way", |s| s.me.travelling.into());
    get("me.energy", "the energy it holds", |s| s.me.energy.into());
    get("me.max_energy", "the energy it can hold", |s| s.me.max_energy.into());
    get("me.starving", "whether it holds a fifth of that or less", |s| {
        (s.me.state == EnergyState::Deteriorating).into()
    });
    get("me.hungry", "whether it holds two fifths or less", |s| {
        (s.me.state <= EnergyState::Hungry).into()
    });
    get("me.full", "whether it holds more than four fifths", |s| {
        (s.me.state == EnergyState::Full).into()
    });
    get("me.damage", "what it has suffered, as a share of what kills it", |s| s.me.damage.into());
    get("me.age", "its age, in ticks", |s| s.me.age.cast_signed().into());
    get("me.lifespan", "the age at which it dies", |s| s.me.lifespan.cast_signed().into());
    get("me.mature", "whether it is grown up", |s| s.me.mature.into());
    get("me.can_reproduce", "whether conceiving would be granted", |s| s.me.can_reproduce.into());
    get("me.max_speed", "its greatest speed, in units a tick", |s| s.me.max_speed.into());
    get("me.sight", "how far it sees, in units", |s| s.me.sight.into());
    get("me.bite", "what it can bite off at once, in energy", |s| s.me.bite.into());
    get("me.reach", "the gap at which it can bite and strike", |s| s.me.reach.into());
    get(
        "me.dna",
        "what its parent handed to it with `reproduce(value)`; else ()",
        Stage::inherited,
    );
    get("me.colony", "\"blue\", \"red\" or ()", |s| {
        s.me.colony.map_or(Dynamic::UNIT, |colony| colony.name().into())
    });
}
