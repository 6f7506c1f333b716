//! Numbers: parameters, chance, and mathematics that every machine rounds alike.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use rand::RngExt;
use rhai::{Dynamic, NativeCallContext};

use super::super::stage::{Raised, raise};
use super::{Library, number, on_stage};
use crate::input::spelling;

pub(super) fn offer(library: &mut Library, parameters: &BTreeMap<String, f64>) {
    library.module.set_var("PI", std::f64::consts::PI);
    library.module.set_iterator::<Range<i64>>();
    library.module.set_iterator::<RangeInclusive<i64>>();
    parameter(library, parameters.clone());
    chance(library);
    signs(library);
    functions(library);
    conversions(library);
}

fn parameter(library: &mut Library, parameters: BTreeMap<String, f64>) {
    let known = parameters.clone();
    library.function(
        "param(name)",
        "the number under that name in `[behaviour.parameters]` of the creature file",
        move |name: &str| -> Raised<f64> {
            if let Some(&value) = known.get(name) {
                return Ok(value);
            }
            let hint = spelling::hint(spelling::nearest(name, known.keys().map(String::as_str)));
            raise(format!("[behaviour.parameters] has no `{name}`{hint}"))
        },
    );
    library.function(
        "param(name, default)",
        "the same, or `default` when there is none",
        move |name: &str, default: Dynamic| -> Raised<f64> {
            parameters.get(name).copied().map_or_else(|| number(&default), Ok)
        },
    );
}

fn chance(library: &mut Library) {
    library.function(
        "random()",
        "a number from 0 up to, but not including, 1",
        |context: NativeCallContext<'_>| on_stage(&context, |s| Ok(s.rng.random::<f64>())),
    );
    library.function(
        "random(a, b)",
        "a number from `a` to `b`: whole, `b` included, if both are whole",
        |context: NativeCallContext<'_>, a: Dynamic, b: Dynamic| -> Raised<Dynamic> {
            let (from, to) = (number(&a)?, number(&b)?);
            if !(from <= to && from.is_finite() && to.is_finite()) {
                return raise(format!("no number lies between {from} and {to}"));
            }
            on_stage(&context, |stage| match (a.as_int(), b.as_int()) {
                (Ok(a), Ok(b)) => Ok(stage.rng.random_range(a..=b).into()),
                _ => Ok((from + stage.rng.random::<f64>() * (to - from)).into()),
            })
        },
    );
}

fn signs(library: &mut Library) {
    library
        .also("-", |x: i64| x.checked_neg().map_or_else(|| raise("the number is too large"), Ok));
    library.also("-", |x: f64| -x);
    library.also("+", |x: i64| x);
    library.also("+", |x: f64| x);
    library.also("!", |x: bool| !x);
}

fn functions(library: &mut Library) {
    let mut one = |form, meaning, function: fn(f64) -> f64| {
        library.function(form, meaning, move |x: Dynamic| number(&x).map(function));
    };
    one("sqrt(x)", "square root", f64::sqrt);
    one("sin(x)", "sine of an angle in radians", libm::sin);
    one("cos(x)", "cosine", libm::cos);
    one("tan(x)", "tangent", libm::tan);
    one("exp(x)", "e to the power of x", libm::exp);
    one("ln(x)", "natural logarithm", libm::log);
    one("floor(x)", "the next whole number below", f64::floor);
    one("ceil(x)", "the next whole number above", f64::ceil);
    one("round(x)", "the nearest whole number, halves away from 0", f64::round);
    let mut two = |form, meaning, function: fn(f64, f64) -> f64| {
        library.function(form, meaning, move |x: Dynamic, y: Dynamic| -> Raised<f64> {
            Ok(function(number(&x)?, number(&y)?))
        });
    };
    two("atan2(y, x)", "the angle of a direction, in radians", libm::atan2);
    two("hypot(x, y)", "the length of a way", libm::hypot);
    two("pow(x, y)", "x to the power of y", libm::pow);
}

fn conversions(library: &mut Library) {
    library.function("abs(x)", "x without its sign", |x: Dynamic| match x.as_int() {
        Ok(x) => x.checked_abs().map_or_else(|| raise("the number is too large"), |x| Ok(x.into())),
        Err(_) => number(&x).map(|x| Dynamic::from(x.abs())),
    });
    library.function("min(a, b)", "the lesser", |a: Dynamic, b: Dynamic| -> Raised<Dynamic> {
        Ok(if number(&b)? < number(&a)? { b } else { a })
    });
    library.function("max(a, b)", "the greater", |a: Dynamic, b: Dynamic| -> Raised<Dynamic> {
        Ok(if number(&b)? > number(&a)? { b } else { a })
    });
    library.function(
        "clamp(x, low, high)",
        "the nearest to x between low and high",
        |x: Dynamic, low: Dynamic, high: Dynamic| -> Raised<Dynamic> {
            let (number, least, most) = (number(&x)?, number(&low)?, number(&high)?);
            Ok(if number < least {
                low
            } else if number > most {
                high
            } else {
                x
            })
        },
    );
    #[expect(clippy::cast_possible_truncation, reason = "float-to-int casts saturate")]
    library.function("int(x)", "x as a whole number, cut toward 0", |x: Dynamic| {
        match x.as_int() {
            Ok(x) => Ok(x),
            Err(_) => number(&x).map(|x| x as i64),
        }
    });
    library.function("float(x)", "x as a number with a fraction", |x: Dynamic| number(&x));
    library.function("is_finite(x)", "whether x is a number and not infinite", |x: Dynamic| {
        number(&x).map(f64::is_finite)
    });
}
