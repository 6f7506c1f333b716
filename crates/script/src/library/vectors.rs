//! Directions and places relative to others.

use rhai::{Array, Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::{GroundKind, Sighting};
use terrarium_space::geometry::{Aabb, DVec2};

use super::super::prices;
use super::super::turn_state::{HostResult, TurnState, raise};
use super::actions::identity;
use super::sight::{find, sighting_of};
use super::{Library, number, with_turn};

pub(super) fn register(library: &mut Library) {
    library.function(
        "bearing(sighting)",
        "the angle of the direction to a sighting or id in sight, in radians, as `cos` and `sin` take it",
        |context: NativeCallContext<'_>, whom: Dynamic| {
            with_turn(&context, |state| {
                let to = seen(state, &whom)?.map(|seen| seen.centre - state.me.centre);
                Ok(to.map_or(Dynamic::UNIT, |to| libm::atan2(to.y, to.x).into()))
            })
        },
    );
    library.function(
        "bearing(x, y)",
        "the angle of the direction to a point, in radians",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| -> HostResult<f64> {
            let point = DVec2::new(number(&x)?, number(&y)?);
            with_turn(&context, |state| {
                let to = point - state.me.centre;
                Ok(libm::atan2(to.y, to.x))
            })
        },
    );
    library.function(
        "intercept(whom, speed)",
        "the point [x, y] at which the creature meets a sighting or id that keeps its movement, or () if \
         it is not in sight or too fast",
        |context: NativeCallContext<'_>, whom: Dynamic, speed: Dynamic| -> HostResult<Dynamic> {
            let speed = number(&speed)?;
            with_turn(&context, |state| {
                let Some(seen) = seen(state, &whom)? else { return Ok(Dynamic::UNIT) };
                let met = meeting(seen.centre - state.me.centre, seen.velocity, speed);
                let met = met.map(|met| state.bounds.nearest_point(state.me.centre + met));
                Ok(met.map_or(Dynamic::UNIT, pair))
            })
        },
    );
    library.function(
        "step_away(x, y, distance)",
        "the point [x, y] at that distance from the creature, straight away from a point, inside the world",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, distance: Dynamic| -> HostResult<Dynamic> {
            let (point, distance) = (DVec2::new(number(&x)?, number(&y)?), number(&distance)?);
            with_turn(&context, |state| {
                let away = (state.me.centre - point).try_normalize().unwrap_or(DVec2::X);
                let margin = DVec2::splat(state.me.radius);
                let inside = Aabb::new(state.bounds.min + margin, state.bounds.max - margin);
                Ok(pair(inside.nearest_point(state.me.centre + away * distance)))
            })
        },
    );
    library.function(
        "path_length(x, y)",
        "the length of the shortest path around impassable ground to a point, in units, or () if there is \
         none; other bodies, links and the costs of the ground are ignored, and narrow gaps beside slopes \
         count as closed",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            let point = DVec2::new(number(&x)?, number(&y)?);
            path_length(&context, point)
        },
    );
    library.function(
        "path_length(point)",
        "the same to a point [x, y]",
        |context: NativeCallContext<'_>, point: Array| match &point[..] {
            [x, y] => path_length(&context, DVec2::new(number(x)?, number(y)?)),
            _ => raise("here must be a point: a list of two numbers"),
        },
    );
    library.function(
        "is_free(x, y)",
        "whether the creature's body would overlap nothing that it sees, no impassable ground and not \
         the border, if its centre were at a point",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| -> HostResult<bool> {
            let point = DVec2::new(number(&x)?, number(&y)?);
            with_turn(&context, |state| {
                state.meter.charge(state.sight.len() as u64 + GROUND_SAMPLES)?;
                Ok(is_free(state, point))
            })
        },
    );
}

/// The number of places at which ground is looked up for a body.
const GROUND_SAMPLES: u64 = 9;

/// The sighting of an organism, if it is in sight.
fn seen<'a>(state: &'a TurnState, whom: &Dynamic) -> HostResult<Option<&'a Sighting>> {
    let id = identity(state, whom)?;
    find(state, id).map(|sight| sighting_of(state, sight)).transpose()
}

/// The length of the shortest path from the creature to a point, for whose search it is charged.
fn path_length(context: &NativeCallContext<'_>, to: DVec2) -> HostResult<Dynamic> {
    with_turn(context, |state| {
        let TurnState { me, meter, ground, .. } = state;
        meter.charge(prices::PATH_SEARCH)?;
        let charge = |work| meter.charge(work * prices::PATH_STEP);
        let length = ground.charged_path_length([me.centre, to], me.radius, charge)?;
        Ok(length.map_or(Dynamic::UNIT, Dynamic::from))
    })
}

/// A point as a list of two numbers.
fn pair(point: DVec2) -> Dynamic {
    [point.x, point.y].map(Dynamic::from).into_iter().collect::<Array>().into()
}

/// The place, relative to oneself, at which one meets what is at `to` and moves by `velocity` per tick, at
/// a speed.
fn meeting(to: DVec2, velocity: DVec2, speed: f64) -> Option<DVec2> {
    // |to + velocity·t| = speed·t, the smallest positive t.
    let (a, b, c) =
        (velocity.length_squared() - speed * speed, to.dot(velocity), to.length_squared());
    let ticks = if a == 0.0 {
        -c / (2.0 * b)
    } else {
        let root = (b * b - a * c).sqrt();
        let (one, other) = ((-b - root) / a, (-b + root) / a);
        let positive = [one, other].into_iter().filter(|ticks| *ticks >= 0.0);
        positive.min_by(f64::total_cmp)?
    };
    (ticks.is_finite() && ticks >= 0.0).then(|| to + velocity * ticks)
}

/// Whether the creature's body has room at a point, as far as it knows.
fn is_free(state: &TurnState, point: DVec2) -> bool {
    let body = Aabb::square(point, state.me.radius);
    let is_passable = |kind: Option<GroundKind>| kind.is_some_and(|it| it <= GroundKind::Swamp);
    let steps = [-1.0, 0.0, 1.0];
    let corners = steps.into_iter().flat_map(|x| steps.map(|y| DVec2::new(x, y)));
    point.is_finite()
        && state.bounds.contains_box(&body)
        && state.sight.iter().all(|seen| !seen.body().overlaps(&body))
        && state.ground.is_clear_of_walls(&body)
        && corners.map(|corner| state.ground.at(point + corner * state.me.radius)).all(is_passable)
}
