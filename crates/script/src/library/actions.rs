//! The actions that a creature can request. Each slot of an intent holds one action; a later one
//! replaces it.

use rhai::{Array, Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::native::instinct;
use terrarium_creatures::behaviour::{BaseId, FaultKind, Intent, OrganismId};
use terrarium_space::geometry::DVec2;

use super::super::turn_state::{HostResult, TurnState, blame, raise};
use super::bases::{BaseRef, WallRef, find_base, find_wall};
use super::heredity::handed_down;
use super::sight::{Sight, find, sighting_of};
use super::{Library, a_value, number, with_turn};

pub(super) fn register(library: &mut Library) {
    moving(library);
    acting(library);
    instincts(library);
}

fn moving(library: &mut Library) {
    library.function(
        "go_to(x, y)",
        "moves to a point at maximum speed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            go(&context, [&x, &y], None, Intent::go_to)
        },
    );
    library.function(
        "go_to(x, y, speed)",
        "moves to a point at a speed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, speed: Dynamic| {
            go(&context, [&x, &y], Some(speed_of(&speed)?), Intent::go_to)
        },
    );
    library.function(
        "go_near(x, y)",
        "moves to a point, or to the reachable place nearest to it, at maximum speed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            go(&context, [&x, &y], None, Intent::go_near)
        },
    );
    library.function(
        "go_near(x, y, speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, speed: Dynamic| {
            go(&context, [&x, &y], Some(speed_of(&speed)?), Intent::go_near)
        },
    );
    library.function(
        "go_within(x, y, distance)",
        "moves until its centre is within a distance of a point, at maximum speed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, distance: Dynamic| {
            go_within(&context, [&x, &y], &distance, None)
        },
    );
    library.function(
        "go_within(x, y, distance, speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>,
         x: Dynamic,
         y: Dynamic,
         distance: Dynamic,
         speed: Dynamic| {
            go_within(&context, [&x, &y], &distance, Some(speed_of(&speed)?))
        },
    );
    library.function(
        "go_beside(whom)",
        "moves next to a sighting, or to the organism with an id, at maximum speed",
        |context: NativeCallContext<'_>, whom: Dynamic| go_beside(&context, &whom, None),
    );
    library.function(
        "go_beside(whom, speed)",
        "moves next to a sighting or id at a speed",
        |context: NativeCallContext<'_>, whom: Dynamic, speed: Dynamic| {
            go_beside(&context, &whom, Some(speed_of(&speed)?))
        },
    );
    library.function(
        "go_in_formation(whom, ahead, right)",
        "keeps a place beside a sighting or id that moves on, so many units ahead of it and to its right (behind it and \
         to its left if negative), at maximum speed",
        |context: NativeCallContext<'_>, whom: Dynamic, ahead: Dynamic, right: Dynamic| {
            go_in_formation(&context, &whom, [&ahead, &right], None)
        },
    );
    library.function(
        "go_in_formation(whom, ahead, right, speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>,
         whom: Dynamic,
         ahead: Dynamic,
         right: Dynamic,
         speed: Dynamic| {
            go_in_formation(&context, &whom, [&ahead, &right], Some(speed_of(&speed)?))
        },
    );
    library.function(
        "go_to_base(base)",
        "moves to a base, or to the base with a number, at maximum speed",
        |context: NativeCallContext<'_>, base: Dynamic| go_to_base(&context, &base, None),
    );
    library.function(
        "go_to_base(base, speed)",
        "moves to a base at a speed",
        |context: NativeCallContext<'_>, base: Dynamic, speed: Dynamic| {
            go_to_base(&context, &base, Some(speed_of(&speed)?))
        },
    );
    library.function("halt()", "abandons the current journey", |context: NativeCallContext<'_>| {
        request(&context, |state| state.intent.halt())
    });
}

fn acting(library: &mut Library) {
    library.function(
        "attack(whom)",
        "strikes a sighting, or the organism with an id, within reach",
        |context: NativeCallContext<'_>, whom: Dynamic| {
            request_for(&context, &whom, |state, id| state.intent.attack(id))
        },
    );
    library.function(
        "defend(against)",
        "defends against the blows of a sighting or id",
        |context: NativeCallContext<'_>, whom: Dynamic| {
            request_for(&context, &whom, |state, id| state.intent.defend(id))
        },
    );
    library.function(
        "eat(what)",
        "takes a bite of a sighting or id within reach; eating comes after moving",
        |context: NativeCallContext<'_>, what: Dynamic| {
            request_for(&context, &what, |state, id| state.intent.eat(id))
        },
    );
    library.function("reproduce()", "conceives a child", |context: NativeCallContext<'_>| {
        request(&context, |state| state.intent.reproduce())
    });
    library.function(
        "reproduce(dna)",
        "conceives a child; the plain value becomes the child's `me.dna`",
        |context: NativeCallContext<'_>, dna: Dynamic| {
            let bytes = handed_down(&context, &dna)?;
            request(&context, |state| state.intent.reproduce = Some(bytes))
        },
    );
    library.function(
        "breach(wall)",
        "strikes a wall within reach",
        |context: NativeCallContext<'_>, wall: WallRef| {
            with_turn(&context, |state| {
                let cell = find_wall(state, wall)?.cell;
                state.intent.breach(cell);
                Ok(())
            })
        },
    );
    library.function(
        "signal(value)",
        "shows an integer to all creatures that see this one, until it changes",
        |context: NativeCallContext<'_>, value: i64| {
            request(&context, |state| state.intent.signal(value.cast_unsigned()))
        },
    );
}

fn instincts(library: &mut Library) {
    library.function(
        "flee(from)",
        "moves away from a sighting or a list of sightings, mostly from the nearest, at maximum \
         speed; returns false when there is none",
        |context: NativeCallContext<'_>, from: Dynamic| flee(&context, &from, None),
    );
    library.function(
        "flee(from, speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>, from: Dynamic, speed: Dynamic| {
            flee(&context, &from, Some(speed_of(&speed)?))
        },
    );
    library.function(
        "graze(what)",
        "moves next to food at maximum speed and eats of it when it is near enough",
        |context: NativeCallContext<'_>, what: Dynamic| graze(&context, &what, None),
    );
    library.function(
        "graze(what, speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>, what: Dynamic, speed: Dynamic| {
            graze(&context, &what, Some(speed_of(&speed)?))
        },
    );
    library.function(
        "pursue(whom)",
        "moves next to a sighting or id at maximum speed, and attacks it when it is within reach",
        |context: NativeCallContext<'_>, whom: Dynamic| pursue(&context, &whom, None),
    );
    library.function(
        "pursue(whom, speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>, whom: Dynamic, speed: Dynamic| {
            pursue(&context, &whom, Some(speed_of(&speed)?))
        },
    );
    library.function(
        "roam()",
        "moves to a random point nearby at maximum speed, unless the creature is on a journey",
        |context: NativeCallContext<'_>| roam(&context, None),
    );
    library.function(
        "roam(speed)",
        "the same at a speed",
        |context: NativeCallContext<'_>, speed: Dynamic| roam(&context, Some(speed_of(&speed)?)),
    );
    library.function(
        "pace(share)",
        "a share of the maximum speed, but at least 2 units a tick if the creature can",
        |context: NativeCallContext<'_>, share: Dynamic| {
            let share = number(&share)?;
            with_turn(&context, |s| Ok(instinct::pace(s.me.max_speed, share)))
        },
    );
}

/// A speed, which must be finite.
fn speed_of(value: &Dynamic) -> HostResult<f64> {
    let speed = number(value)?;
    if speed.is_finite() {
        return Ok(speed);
    }
    blame(FaultKind::BadIntent, format!("{speed} is not a speed: it is not finite"))
}

/// Requests an action.
fn request(context: &NativeCallContext<'_>, put: impl FnOnce(&mut TurnState)) -> HostResult<()> {
    with_turn(context, |state| {
        put(state);
        Ok(())
    })
}

/// Requests an action with a target.
fn request_for(
    context: &NativeCallContext<'_>,
    target: &Dynamic,
    put: impl FnOnce(&mut TurnState, OrganismId),
) -> HostResult<()> {
    with_turn(context, |state| {
        let id = identity(state, target)?;
        put(state, id);
        Ok(())
    })
}

/// The identity of an organism, given as a sighting or an id.
pub(super) fn identity(state: &TurnState, target: &Dynamic) -> HostResult<OrganismId> {
    if let Ok(id) = target.as_int() {
        return Ok(OrganismId(id.cast_unsigned()));
    }
    match target.read_lock::<Sight>() {
        Some(sight) => sighting_of(state, *sight).map(|sighting| sighting.id),
        None if target.is_unit() => raise("there is nobody here, but (): ask `if x != ()` before"),
        None => raise(format!("here must be a sighting or an id, not {}", a_value(target))),
    }
}

/// Requests a journey that ends within a distance of a point.
fn go_within(
    context: &NativeCallContext<'_>,
    at: [&Dynamic; 2],
    distance: &Dynamic,
    speed: Option<f64>,
) -> HostResult<()> {
    let distance = number(distance)?;
    if !(distance.is_finite() && distance >= 0.0) {
        let reason = format!("{distance} is no distance: it must be finite and not negative");
        return blame(FaultKind::BadIntent, reason);
    }
    go(context, at, speed, |intent, point, speed| intent.go_within(point, distance, speed))
}

/// Requests a place in a formation.
fn go_in_formation(
    context: &NativeCallContext<'_>,
    whom: &Dynamic,
    at: [&Dynamic; 2],
    speed: Option<f64>,
) -> HostResult<()> {
    let [ahead, right] = [number(at[0])?, number(at[1])?];
    if !(ahead.is_finite() && right.is_finite()) {
        let reason = format!("{ahead}, {right} is no place in a formation: it must be finite");
        return blame(FaultKind::BadIntent, reason);
    }
    request_for(context, whom, |state, id| {
        let speed = speed.unwrap_or(state.me.max_speed);
        state.intent.go_in_formation(id, ahead, right, speed);
    })
}

/// Requests a journey to a point; `intend` is the kind of journey.
fn go(
    context: &NativeCallContext<'_>,
    [x, y]: [&Dynamic; 2],
    speed: Option<f64>,
    intend: impl Fn(&mut Intent, DVec2, f64),
) -> HostResult<()> {
    let point = DVec2::new(number(x)?, number(y)?);
    if !point.is_finite() {
        let (x, y) = (point.x, point.y);
        return blame(FaultKind::BadIntent, format!("({x}, {y}) is not a point: it is not finite"));
    }
    request(context, |state| {
        let speed = speed.unwrap_or(state.me.max_speed);
        intend(&mut state.intent, point, speed);
    })
}

fn go_beside(
    context: &NativeCallContext<'_>,
    whom: &Dynamic,
    speed: Option<f64>,
) -> HostResult<()> {
    request_for(context, whom, |state, id| {
        let speed = speed.unwrap_or(state.me.max_speed);
        state.intent.go_beside(id, speed);
    })
}

fn go_to_base(context: &NativeCallContext<'_>, to: &Dynamic, speed: Option<f64>) -> HostResult<()> {
    with_turn(context, |state| {
        let id = match (to.as_int(), to.read_lock::<BaseRef>()) {
            (Ok(number), _) => BaseId(u32::try_from(number).unwrap_or(u32::MAX)),
            (_, Some(base)) => find_base(state, *base)?.id,
            _ => return raise("here must be a base or its number"),
        };
        let speed = speed.unwrap_or(state.me.max_speed);
        state.intent.go_to_base(id, speed);
        Ok(())
    })
}

fn flee(context: &NativeCallContext<'_>, from: &Dynamic, speed: Option<f64>) -> HostResult<bool> {
    let from: Vec<Dynamic> = match from.read_lock::<Array>() {
        Some(list) => list.clone(),
        None if from.is_unit() => Vec::new(),
        None => vec![from.clone()],
    };
    with_turn(context, |state| {
        state.meter.charge((from.len() * (1 + state.sight.len())) as u64)?;
        let ids = from.iter().map(|whom| identity(state, whom)).collect::<HostResult<Vec<_>>>()?;
        let threats = ids.into_iter().filter_map(|id| find(state, id));
        let threats = threats.map(|sight| sighting_of(state, sight));
        let threats: Vec<_> = threats.collect::<HostResult<Vec<_>>>()?;
        let away = instinct::away_from(&state.senses(), threats.into_iter());
        if away.length_squared() == 0.0 {
            return Ok(false);
        }
        let mut rng = state.rng.clone();
        let destination = instinct::flight(&state.senses(), &mut rng, away);
        state.rng = rng;
        let speed = speed.unwrap_or(state.me.max_speed);
        state.intent.go_to(destination, speed);
        Ok(true)
    })
}

fn graze(context: &NativeCallContext<'_>, what: &Dynamic, speed: Option<f64>) -> HostResult<()> {
    with_turn(context, |state| {
        let id = identity(state, what)?;
        let (food, speed) = ((id, gap(state, id)), speed.unwrap_or(state.me.max_speed));
        instinct::graze(&mut state.intent, state.me.reach, food, speed);
        Ok(())
    })
}

fn pursue(context: &NativeCallContext<'_>, whom: &Dynamic, speed: Option<f64>) -> HostResult<()> {
    with_turn(context, |state| {
        let id = identity(state, whom)?;
        let (prey, speed) = ((id, gap(state, id)), speed.unwrap_or(state.me.max_speed));
        instinct::chase(&mut state.intent, state.me.reach, prey, speed);
        Ok(())
    })
}

/// The gap to an organism; infinite if it is not visible.
fn gap(state: &TurnState, id: OrganismId) -> f64 {
    state.sight.iter().find(|s| s.id == id).map_or(f64::INFINITY, |s| s.gap)
}

fn roam(context: &NativeCallContext<'_>, speed: Option<f64>) -> HostResult<()> {
    request(context, |state| {
        if !state.me.travelling {
            let mut rng = state.rng.clone();
            let destination = instinct::stroll(&state.senses(), &mut rng);
            state.rng = rng;
            let speed = speed.unwrap_or(state.me.max_speed);
            state.intent.go_to(destination, speed);
        }
    })
}
