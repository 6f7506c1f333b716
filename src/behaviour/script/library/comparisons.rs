//! Comparisons of numbers, exact as in every other language.
//!
//! Those of the engine take numbers for equal that differ in their last digit. That these are asked
//! before them is a setting of the engine: see [`limits`](super::super::limits).

use super::Library;

pub(super) fn offer(library: &mut Library) {
    comparison(library, "==", |a, b| a == b);
    comparison(library, "!=", |a, b| a != b);
    comparison(library, "<", |a, b| a < b);
    comparison(library, "<=", |a, b| a <= b);
    comparison(library, ">", |a, b| a > b);
    comparison(library, ">=", |a, b| a >= b);
}

/// Whole numbers among themselves the engine compares exactly by itself.
#[expect(clippy::cast_precision_loss, reason = "as the language itself reckons")]
fn comparison(library: &mut Library, operator: &'static str, compare: fn(f64, f64) -> bool) {
    library.also(operator, move |a: f64, b: f64| compare(a, b));
    library.also(operator, move |a: i64, b: f64| compare(a as f64, b));
    library.also(operator, move |a: f64, b: i64| compare(a, b as f64));
}
