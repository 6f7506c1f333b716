//! `world`: what is the same for all creatures.

use rhai::{Dynamic, NativeCallContext};
use terrarium_space::geometry::DVec2;

use super::super::turn_state::{HostResult, TurnState};
use super::{Library, number, with_turn};

/// The type of `world`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct World;

pub(super) fn register(library: &mut Library) {
    library.module.set_var("world", World);
    let mut get = |form, meaning, read: fn(&TurnState) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, _: &mut World| -> HostResult<Dynamic> {
            with_turn(&context, |state| Ok(read(state)))
        };
        library.property(form, meaning, getter);
    };
    get("world.tick", "the number of ticks simulated so far", |s| s.tick.cast_signed().into());
    get("world.min_x", "the minimum x of the world", |s| s.bounds.min.x.into());
    get("world.min_y", "the minimum y of the world", |s| s.bounds.min.y.into());
    get("world.max_x", "the maximum x of the world", |s| s.bounds.max.x.into());
    get("world.max_y", "the maximum y of the world", |s| s.bounds.max.y.into());
    library.function(
        "species(name)",
        "the number of the species with this name, or () if the world has none",
        |context: NativeCallContext<'_>, name: &str| -> HostResult<Dynamic> {
            with_turn(&context, |state| {
                state.meter.charge(state.species_names.len() as u64)?;
                let number = (0_i64..).zip(&*state.species_names).find(|(_, known)| *known == name);
                Ok(number.map_or(Dynamic::UNIT, |(number, _)| number.into()))
            })
        },
    );
    library.function(
        "budget_left()",
        "the operations left for this turn",
        |context: NativeCallContext<'_>| {
            with_turn(&context, |state| Ok(state.meter.left().cast_signed()))
        },
    );
    library.function(
        "ground_at(x, y)",
        "the ground at a point: \"plain\", \"road\", \"swamp\", \"water\", \"trees\", \"rock\" or \"wall\", \
         or () outside the world",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            let point = DVec2::new(number(&x)?, number(&y)?);
            with_turn(&context, |state| {
                let kind = state.ground.at(point);
                Ok(kind.map_or(Dynamic::UNIT, |kind| kind.name().into()))
            })
        },
    );
}
