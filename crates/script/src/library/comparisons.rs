//! Exact comparisons of numbers.
//!
//! The engine's own comparisons treat numbers that differ in their last digit as equal. These take
//! precedence over them because of an engine option: see [`limits`](super::super::limits).

use super::Library;

pub(super) fn register(library: &mut Library) {
    comparison(library, "==", |a, b| a == b);
    comparison(library, "!=", |a, b| a != b);
    comparison(library, "<", |a, b| a < b);
    comparison(library, "<=", |a, b| a <= b);
    comparison(library, ">", |a, b| a > b);
    comparison(library, ">=", |a, b| a >= b);
}

/// The engine itself compares two integers exactly.
#[expect(clippy::cast_precision_loss, reason = "as the language itself converts")]
fn comparison(library: &mut Library, operator: &'static str, compare: fn(f64, f64) -> bool) {
    library.overload(operator, move |a: f64, b: f64| compare(a, b));
    library.overload(operator, move |a: i64, b: f64| compare(a as f64, b));
    library.overload(operator, move |a: f64, b: i64| compare(a, b as f64));
}
