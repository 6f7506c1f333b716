//! What a creature can want. Each slot of an intent holds one wish; a later one replaces it.

use rhai::{Array, Dynamic, NativeCallContext};

use super::super::super::native::instinct;
use super::super::super::{BaseId, OrganismId};
use super::super::plain;
use super::super::stage::{Raised, Stage, raise};
use super::bases::{BaseRef, WallRef, base, wall};
use super::sight::{Sight, find, seen};
use super::{Library, number, on_stage};
use crate::geometry::DVec2;

pub(super) fn offer(library: &mut Library) {
    moving(library);
    acting(library);
    instincts(library);
}

fn moving(library: &mut Library) {
    library.function(
        "go_to(x, y)",
        "goes to a point at its greatest speed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| go_to(&context, &x, &y, None),
    );
    library.function(
        "go_to(x, y, speed)",
        "goes to a point",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, speed: Dynamic| {
            go_to(&context, &x, &y, Some(number(&speed)?))
        },
    );
    library.function(
        "go_beside(whom)",
        "goes next to a sighting, or to whoever has an id, at its greatest speed",
        |context: NativeCallContext<'_>, whom: Dynamic| go_beside(&context, &whom, None),
    );
    library.function(
        "go_beside(whom, speed)",
        "goes next to somebody",
        |context: NativeCallContext<'_>, whom: Dynamic, speed: Dynamic| {
            go_beside(&context, &whom, Some(number(&speed)?))
        },
    );
    library.function(
        "go_to_base(base)",
        "goes to a base, or the one with that number, at its greatest speed",
        |context: NativeCallContext<'_>, base: Dynamic| go_to_base(&context, &base, None),
    );
    library.function(
        "go_to_base(base, speed)",
        "goes to a base",
        |context: NativeCallContext<'_>, base: Dynamic, speed: Dynamic| {
            go_to_base(&context, &base, Some(number(&speed)?))
        },
    );
    library.function(
        "halt()",
        "gives up the journey under way",
        |context: NativeCallContext<'_>| wish(&context, |stage| stage.intent.halt()),
    );
}

fn acting(library: &mut Library) {
    library.function(
        "attack(whom)",
        "strikes at a sighting, or at whoever has an id, within reach",
        |context: NativeCallContext<'_>, whom: Dynamic| {
            aim(&context, &whom, |stage, id| stage.intent.attack(id))
        },
    );
    library.function(
        "defend(against)",
        "wards off the blows of somebody",
        |context: NativeCallContext<'_>, whom: Dynamic| {
            aim(&context, &whom, |stage, id| stage.intent.defend(id))
        },
    );
    library.function(
        "eat(what)",
        "bites off something within reach; eating comes after moving",
        |context: NativeCallContext<'_>, what: Dynamic| {
            aim(&context, &what, |stage, id| stage.intent.eat(id))
        },
    );
    library.function("reproduce()", "conceives a child", |context: NativeCallContext<'_>| {
        wish(&context, |stage| stage.intent.reproduce())
    });
    library.function(
        "reproduce(dna)",
        "conceives a child, for which plain data become its `me.dna`",
        |context: NativeCallContext<'_>, dna: Dynamic| {
            let bytes = plain::encode(&dna);
            let bytes = bytes.or_else(|what| raise(format!("{what} cannot be handed down")))?;
            wish(&context, |stage| stage.intent.reproduce = Some(bytes))
        },
    );
    library.function(
        "breach(wall)",
        "strikes at a wall within reach",
        |context: NativeCallContext<'_>, at: WallRef| {
            on_stage(&context, |stage| {
                let cell = wall(stage, at)?.cell;
                stage.intent.breach(cell);
                Ok(())
            })
        },
    );
    library.function(
        "signal(value)",
        "shows a whole number to all that see it, until it changes",
        |context: NativeCallContext<'_>, value: i64| {
            wish(&context, |stage| stage.intent.signal(value.cast_unsigned()))
        },
    );
}

fn instincts(library: &mut Library) {
    library.function(
        "flee(from)",
        "runs away from a sighting or a list of them, from the nearer the more, at its greatest \
         speed; false when there is nobody to run from",
        |context: NativeCallContext<'_>, from: Dynamic| flee(&context, &from, None),
    );
    library.function(
        "flee(from, speed)",
        "the same at that speed",
        |context: NativeCallContext<'_>, from: Dynamic, speed: Dynamic| {
            flee(&context, &from, Some(number(&speed)?))
        },
    );
    library.function(
        "graze(what)",
        "goes next to food at its greatest speed and bites off it when near enough",
        |context: NativeCallContext<'_>, what: Dynamic| graze(&context, &what, None),
    );
    library.function(
        "graze(what, speed)",
        "the same at that speed",
        |context: NativeCallContext<'_>, what: Dynamic, speed: Dynamic| {
            graze(&context, &what, Some(number(&speed)?))
        },
    );
    library.function(
        "pursue(whom)",
        "goes next to somebody at its greatest speed, and strikes when within reach",
        |context: NativeCallContext<'_>, whom: Dynamic| pursue(&context, &whom, None),
    );
    library.function(
        "pursue(whom, speed)",
        "the same at that speed",
        |context: NativeCallContext<'_>, whom: Dynamic, speed: Dynamic| {
            pursue(&context, &whom, Some(number(&speed)?))
        },
    );
    library.function(
        "roam()",
        "goes to a new place in a random direction, unless a journey is under way",
        |context: NativeCallContext<'_>| roam(&context, None),
    );
    library.function(
        "roam(speed)",
        "the same at that speed",
        |context: NativeCallContext<'_>, speed: Dynamic| roam(&context, Some(number(&speed)?)),
    );
    library.function(
        "pace(share)",
        "that share of its greatest speed, but at least 2 units a tick if it can",
        |context: NativeCallContext<'_>, share: Dynamic| {
            let share = number(&share)?;
            on_stage(&context, |s| Ok(instinct::pace(s.me.max_speed, share)))
        },
    );
}

/// Puts a wish into the intent.
fn wish(context: &NativeCallContext<'_>, put: impl FnOnce(&mut Stage)) -> Raised<()> {
    on_stage(context, |stage| {
        put(stage);
        Ok(())
    })
}

/// Puts a wish about somebody into the intent.
fn aim(
    context: &NativeCallContext<'_>,
    whom: &Dynamic,
    put: impl FnOnce(&mut Stage, OrganismId),
) -> Raised<()> {
    on_stage(context, |stage| {
        let id = identity(stage, whom)?;
        put(stage, id);
        Ok(())
    })
}

/// Whom a sighting or an id means.
pub(super) fn identity(stage: &Stage, whom: &Dynamic) -> Raised<OrganismId> {
    if let Ok(id) = whom.as_int() {
        return Ok(OrganismId(id.cast_unsigned()));
    }
    match whom.read_lock::<Sight>() {
        Some(sight) => seen(stage, *sight).map(|sighting| sighting.id),
        None if whom.is_unit() => raise("there is nobody here, but (): ask `if x != ()` before"),
        None => raise("here must be a sighting or an id"),
    }
}

fn go_to(
    context: &NativeCallContext<'_>,
    x: &Dynamic,
    y: &Dynamic,
    speed: Option<f64>,
) -> Raised<()> {
    let point = DVec2::new(number(x)?, number(y)?);
    wish(context, |stage| {
        let speed = speed.unwrap_or(stage.me.max_speed);
        stage.intent.go_to(point, speed);
    })
}

fn go_beside(context: &NativeCallContext<'_>, whom: &Dynamic, speed: Option<f64>) -> Raised<()> {
    aim(context, whom, |stage, id| {
        let speed = speed.unwrap_or(stage.me.max_speed);
        stage.intent.go_beside(id, speed);
    })
}

fn go_to_base(context: &NativeCallContext<'_>, to: &Dynamic, speed: Option<f64>) -> Raised<()> {
    on_stage(context, |stage| {
        let id = match (to.as_int(), to.read_lock::<BaseRef>()) {
            (Ok(number), _) => BaseId(u32::try_from(number).unwrap_or(u32::MAX)),
            (_, Some(at)) => base(stage, *at)?.id,
            _ => return raise("here must be a base or its number"),
        };
        let speed = speed.unwrap_or(stage.me.max_speed);
        stage.intent.go_to_base(id, speed);
        Ok(())
    })
}

fn flee(context: &NativeCallContext<'_>, from: &Dynamic, speed: Option<f64>) -> Raised<bool> {
    let from: Vec<Dynamic> = match from.read_lock::<Array>() {
        Some(list) => list.clone(),
        None if from.is_unit() => Vec::new(),
        None => vec![from.clone()],
    };
    on_stage(context, |stage| {
        stage.meter.charge((from.len() * (1 + stage.sight.len())) as u64)?;
        let ids = from.iter().map(|whom| identity(stage, whom)).collect::<Raised<Vec<_>>>()?;
        let places = ids.into_iter().filter_map(|id| find(stage, id));
        let threats: Vec<_> = places.map(|place| seen(stage, place)).collect::<Raised<Vec<_>>>()?;
        let away = instinct::away_from(&stage.senses(), threats.into_iter());
        if away.length_squared() == 0.0 {
            return Ok(false);
        }
        let mut rng = stage.rng.clone();
        let aim = instinct::flight(&stage.senses(), &mut rng, away);
        stage.rng = rng;
        let speed = speed.unwrap_or(stage.me.max_speed);
        stage.intent.go_to(aim, speed);
        Ok(true)
    })
}

fn graze(context: &NativeCallContext<'_>, what: &Dynamic, speed: Option<f64>) -> Raised<()> {
    on_stage(context, |stage| {
        let id = identity(stage, what)?;
        let (food, speed) = ((id, gap(stage, id)), speed.unwrap_or(stage.me.max_speed));
        instinct::graze(&mut stage.intent, stage.me.reach, food, speed);
        Ok(())
    })
}

fn pursue(context: &NativeCallContext<'_>, whom: &Dynamic, speed: Option<f64>) -> Raised<()> {
    on_stage(context, |stage| {
        let id = identity(stage, whom)?;
        let (prey, speed) = ((id, gap(stage, id)), speed.unwrap_or(stage.me.max_speed));
        instinct::chase(&mut stage.intent, stage.me.reach, prey, speed);
        Ok(())
    })
}

/// The gap to somebody; endless to who is not in sight.
fn gap(stage: &Stage, id: OrganismId) -> f64 {
    stage.sight.iter().find(|s| s.id == id).map_or(f64::INFINITY, |s| s.gap)
}

fn roam(context: &NativeCallContext<'_>, speed: Option<f64>) -> Raised<()> {
    wish(context, |stage| {
        if !stage.me.travelling {
            let mut rng = stage.rng.clone();
            let aim = instinct::stroll(&stage.senses(), &mut rng);
            stage.rng = rng;
            let speed = speed.unwrap_or(stage.me.max_speed);
            stage.intent.go_to(aim, speed);
        }
    })
}
