//! `me`: the state of the creature itself.

use rhai::{Array, Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::{Destination, EnergyState};

use super::super::turn_state::{HostResult, TurnState};
use super::{Library, number, script_id, with_turn};

/// The type of `me`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Me;

pub(super) fn register(library: &mut Library) {
    library.module.set_var("me", Me);
    let mut get = |form, meaning, read: fn(&TurnState) -> Dynamic| {
        let getter = move |context: NativeCallContext<'_>, _: &mut Me| -> HostResult<Dynamic> {
            with_turn(&context, |state| Ok(read(state)))
        };
        library.property(form, meaning, getter);
    };
    get("me.id", "its id", |s| script_id(s.me.id).into());
    get("me.species", "the number of its species", |s| i64::from(s.me.species.0).into());
    get("me.x", "the x of its centre", |s| s.me.centre.x.into());
    get("me.y", "the y of its centre", |s| s.me.centre.y.into());
    get("me.radius", "half the side of its body, in units", |s| s.me.radius.into());
    get("me.vx", "its movement along x in the last tick, in units", |s| s.me.velocity.x.into());
    get("me.vy", "its movement along y in the last tick, in units", |s| s.me.velocity.y.into());
    get("me.travelling", "whether it is on a journey", |s| s.me.travelling.into());
    get("me.energy", "its energy", |s| s.me.energy.into());
    get("me.max_energy", "its maximum energy", |s| s.me.max_energy.into());
    get("me.starving", "whether its energy is at most half of its reserve", |s| {
        (s.me.state == EnergyState::Deteriorating).into()
    });
    get("me.hungry", "whether its energy is at most its reserve", |s| {
        (s.me.state <= EnergyState::Hungry).into()
    });
    get("me.full", "whether its energy is above its reserve and four fifths of the maximum", |s| {
        (s.me.state == EnergyState::Full).into()
    });
    get("me.damage", "its damage, as a share of the damage that kills it", |s| s.me.damage.into());
    get("me.age", "its age, in ticks", |s| s.me.age.cast_signed().into());
    get("me.lifespan", "the age at which it dies, in ticks", |s| {
        s.me.lifespan.cast_signed().into()
    });
    get("me.mature", "whether it is mature", |s| s.me.mature.into());
    get("me.can_reproduce", "whether it can conceive now", |s| s.me.can_reproduce.into());
    get(
        "me.lacks",
        "why it cannot conceive now: \"not_mature\", \"already_reproducing\", \"not_ready\" or \
         \"not_enough_energy\", or ()",
        |s| {
            let obstacle = s.me.breeding_obstacle;
            obstacle.map_or(Dynamic::UNIT, |why| why.explanation().0.into())
        },
    );
    get("me.attack", "the maximum damage of one of its blows", |s| s.me.attack.into());
    get("me.defence", "the maximum damage of a blow that it can ward off", |s| s.me.defence.into());
    get("me.camouflage", "the probability that another creature overlooks it", |s| {
        s.me.camouflage.into()
    });
    get("me.step_cost", "the energy of a tick of moving at maximum speed on plain ground", |s| {
        s.me.step_cost(s.me.max_speed).into()
    });
    get(
        "me.goal",
        "the destination of its journey: a point [x, y], the id of an organism, \"base\", or ()",
        |s| match s.me.destination {
            Some(
                Destination::Point(point)
                | Destination::Near(point)
                | Destination::Within { point, .. },
            ) => [point.x, point.y].map(Dynamic::from).into_iter().collect::<Array>().into(),
            Some(Destination::Beside(whom) | Destination::Formation { leader: whom, .. }) => {
                script_id(whom).into()
            }
            Some(Destination::Base(_)) => "base".into(),
            None => Dynamic::UNIT,
        },
    );
    get("me.max_speed", "its maximum speed, in units a tick", |s| s.me.max_speed.into());
    get("me.sight", "its sensor range, in units", |s| s.me.sight.into());
    get("me.bite", "the maximum energy of one bite", |s| s.me.bite.into());
    get("me.reach", "the maximum gap at which it can bite and strike, in units", |s| {
        s.me.reach.into()
    });
    get("me.dna", "the value its parent passed to `reproduce(dna)`, or ()", TurnState::inherited);
    get(
        "me.second_dna",
        "the value its second parent passed to `reproduce(dna)`, or (); only in species that reproduce sexually",
        TurnState::inherited_from_second,
    );
    get(
        "me.needs_partner",
        "whether it conceives only beside another that requests a child, too",
        |s| s.me.needs_partner.into(),
    );
    get("me.ground", "the ground under its centre: \"plain\", \"road\" or \"swamp\"", |s| {
        s.me.ground.name().into()
    });
    get("me.colony", "its colony: \"blue\", \"red\" or ()", |s| {
        s.me.colony.map_or(Dynamic::UNIT, |colony| colony.name().into())
    });
    library.function(
        "step_cost(speed)",
        "the energy of a tick of moving at a speed on plain ground",
        |context: NativeCallContext<'_>, speed: Dynamic| {
            let speed = number(&speed)?;
            with_turn(&context, |state| Ok(state.me.step_cost(speed)))
        },
    );
}
