//! Numbers: parameters, random numbers, and mathematics with the same results on every machine.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use rand::RngExt;
use rhai::{Dynamic, ImmutableString, NativeCallContext};
use terrarium_creatures::rules::Rules;

use super::super::prices;
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
    library.function(
        "xor(a, b)",
        "the integer whose bits are those in which two integers differ",
        |a: i64, b: i64| a ^ b,
    );
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
    library.function(
        "int(x)",
        "x as an integer, truncated toward 0; of a text such as \"17\" the number in it, or () if it is none",
        |context: NativeCallContext<'_>, x: Dynamic| -> HostResult<Dynamic> {
            if x.is_int() {
                return Ok(x);
            }
            match digits(&context, &x)? {
                Some(digits) => Ok(integer_in(&digits).map_or(Dynamic::UNIT, Dynamic::from)),
                None => number(&x).map(|x| truncated(x).into()),
            }
        },
    );
    library.function(
        "float(x)",
        "x as a floating-point number; of a text such as \"1.5\" the number in it, or () if it is none",
        |context: NativeCallContext<'_>, x: Dynamic| -> HostResult<Dynamic> {
            match digits(&context, &x)? {
                Some(digits) => Ok(digits.parse::<f64>().map_or(Dynamic::UNIT, Dynamic::from)),
                None => number(&x).map(Dynamic::from),
            }
        },
    );
    library.function("is_finite(x)", "whether x is neither infinite nor NaN", |x: Dynamic| {
        number(&x).map(f64::is_finite)
    });
}

#[expect(clippy::cast_possible_truncation, reason = "float-to-int casts saturate")]
fn truncated(x: f64) -> i64 {
    x as i64
}

/// A text that may be a number, without the blanks around it; `None` if the value is no text.
fn digits(context: &NativeCallContext<'_>, x: &Dynamic) -> HostResult<Option<String>> {
    let text = match x.read_lock::<ImmutableString>() {
        Some(text) => text.to_string(),
        None => match x.as_char() {
            Ok(character) => character.to_string(),
            Err(_) => return Ok(None),
        },
    };
    charge(context, 1 + prices::reading_text(2 * text.len()))?;
    Ok(Some(text.trim().to_owned()))
}

/// The integer in a text: whole, or that of a decimal number truncated toward 0. A number that is no integer of the
/// language is none.
fn integer_in(digits: &str) -> Option<i64> {
    const LEAST_ABOVE: f64 = 9_223_372_036_854_775_808.0;
    if let Ok(whole) = digits.parse() {
        return Some(whole);
    }
    let number = digits.parse::<f64>().ok()?;
    (-LEAST_ABOVE..LEAST_ABOVE).contains(&number).then(|| truncated(number))
}
