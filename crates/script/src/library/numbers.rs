//! Numbers: parameters, random numbers, and mathematics with the same results on every machine.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use rand::RngExt;
use rhai::{Dynamic, NativeCallContext};
use terrarium_creatures::rules::Rules;

use super::super::turn_state::{HostResult, raise};
use super::{Library, charge, number, suggestion, with_turn};

pub(super) fn register(library: &mut Library) {
    library.module.set_var("PI", std::f64::consts::PI);
    library.module.set_iterator::<Range<i64>>();
    library.module.set_iterator::<RangeInclusive<i64>>();
    register_parameters(library, BTreeMap::new());
    register_rules(library, Rules::default());
    random(library);
    signs(library);
    functions(library);
    conversions(library);
}

/// Registers the functions that read `parameters`.
pub(super) fn register_parameters(library: &mut Library, parameters: BTreeMap<String, f64>) {
    let known = parameters.clone();
    library.function(
        "param(name)",
        "the parameter with this name in `[behaviour.parameters]` of the creature file",
        move |context: NativeCallContext<'_>, name: &str| -> HostResult<f64> {
            let inherited = super::inherited_parameter(&context, name);
            if let Some(value) = inherited.or_else(|| known.get(name).copied()) {
                return Ok(value);
            }
            let hint = suggestion(&context, name, known.keys().map(String::as_str))?;
            raise(format!("[behaviour.parameters] has no `{name}`{hint}"))
        },
    );
    library.function(
        "param(name, default)",
        "the same, or `default` when there is none",
        move |context: NativeCallContext<'_>, name: &str, default: Dynamic| -> HostResult<f64> {
            let inherited = super::inherited_parameter(&context, name);
            let given = inherited.or_else(|| parameters.get(name).copied());
            given.map_or_else(|| number(&default), Ok)
        },
    );
}

/// Registers the function that reads the rules of the world.
pub(super) fn register_rules(library: &mut Library, rules: Rules) {
    library.function(
        "rule(name)",
        "the value of a rule of the world, such as \"reach\"; `terrarium rules` lists them",
        move |context: NativeCallContext<'_>, name: &str| -> HostResult<f64> {
            if let Some(value) = rules.get(name) {
                return Ok(value);
            }
            let hint = suggestion(&context, name, Rules::ALL.iter().map(|rule| rule.name))?;
            raise(format!("there is no rule `{name}`{hint}"))
        },
    );
}

fn random(library: &mut Library) {
    library.function(
        "random()",
        "a random number from 0 to 1, excluding 1",
        |context: NativeCallContext<'_>| with_turn(&context, |s| Ok(s.rng.random::<f64>())),
    );
    library.function(
        "random(a, b)",
        "a random number from `a` to `b`; an integer, including `b`, if both are integers",
        |context: NativeCallContext<'_>, a: Dynamic, b: Dynamic| -> HostResult<Dynamic> {
            let (from, to) = (number(&a)?, number(&b)?);
            if !(from <= to && from.is_finite() && to.is_finite()) {
                return raise(format!("no number lies between {from} and {to}"));
            }
            with_turn(&context, |state| match (a.as_int(), b.as_int()) {
                (Ok(a), Ok(b)) => Ok(state.rng.random_range(a..=b).into()),
                _ => Ok((from + state.rng.random::<f64>() * (to - from)).into()),
            })
        },
    );
}

fn signs(library: &mut Library) {
    library.overload("-", |x: i64| {
        x.checked_neg().map_or_else(|| raise("the number is too large"), Ok)
    });
    library.overload("-", |x: f64| -x);
    library.overload("+", |x: i64| x);
    library.overload("+", |x: f64| x);
    library.overload("!", |x: bool| !x);
}

/// The angle, in radians, from which it takes long to find the turn of the circle that it lies in.
const LARGE_ANGLE: f64 = 1e5;

fn functions(library: &mut Library) {
    let mut one = |form, meaning, function: fn(f64) -> f64| {
        library.function(form, meaning, move |x: Dynamic| number(&x).map(function));
    };
    one("sqrt(x)", "square root", f64::sqrt);
    one("exp(x)", "e to the power of x", libm::exp);
    one("ln(x)", "natural logarithm", libm::log);
    one("floor(x)", "the largest whole number not above x", f64::floor);
    one("ceil(x)", "the smallest whole number not below x", f64::ceil);
    one("round(x)", "the nearest whole number, halves away from 0", f64::round);
    let mut of_angle = |form, meaning, function: fn(f64) -> f64| {
        let call = move |context: NativeCallContext<'_>, x: Dynamic| -> HostResult<f64> {
            let x = number(&x)?;
            charge(&context, if x.abs() < LARGE_ANGLE { 0 } else { 3 })?;
            Ok(function(x))
        };
        library.function(form, meaning, call);
    };
    of_angle("sin(x)", "sine of an angle in radians", libm::sin);
    of_angle("cos(x)", "cosine", libm::cos);
    of_angle("tan(x)", "tangent", libm::tan);
    let mut two = |form, meaning, function: fn(f64, f64) -> f64| {
        let call =
            move |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| -> HostResult<f64> {
                charge(&context, 0)?;
                Ok(function(number(&x)?, number(&y)?))
            };
        library.function(form, meaning, call);
    };
    two("atan2(y, x)", "the angle of a direction, in radians", libm::atan2);
    two("hypot(x, y)", "the length of the vector (x, y)", libm::hypot);
    two("pow(x, y)", "x to the power of y", libm::pow);
}

fn conversions(library: &mut Library) {
    library.function("abs(x)", "the absolute value of x", |x: Dynamic| match x.as_int() {
        Ok(x) => x.checked_abs().map_or_else(|| raise("the number is too large"), |x| Ok(x.into())),
        Err(_) => number(&x).map(|x| Dynamic::from(x.abs())),
    });
    library.function(
        "min(a, b)",
        "the smaller number",
        |a: Dynamic, b: Dynamic| -> HostResult<Dynamic> {
            Ok(if number(&b)? < number(&a)? { b } else { a })
        },
    );
    library.function(
        "max(a, b)",
        "the larger number",
        |a: Dynamic, b: Dynamic| -> HostResult<Dynamic> {
            Ok(if number(&b)? > number(&a)? { b } else { a })
        },
    );
    library.function(
        "clamp(x, low, high)",
        "x limited to the range from low to high",
        |x: Dynamic, low: Dynamic, high: Dynamic| -> HostResult<Dynamic> {
            let (number, min, max) = (number(&x)?, number(&low)?, number(&high)?);
            Ok(if number < min {
                low
            } else if number > max {
                high
            } else {
                x
            })
        },
    );
    #[expect(clippy::cast_possible_truncation, reason = "float-to-int casts saturate")]
    library.function("int(x)", "x as an integer, truncated toward 0", |x: Dynamic| {
        match x.as_int() {
            Ok(x) => Ok(x),
            Err(_) => number(&x).map(|x| x as i64),
        }
    });
    library.function("float(x)", "x as a floating-point number", |x: Dynamic| number(&x));
    library.function("is_finite(x)", "whether x is neither infinite nor NaN", |x: Dynamic| {
        number(&x).map(f64::is_finite)
    });
}
