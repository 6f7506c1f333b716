//! Critical values of Student's t distribution.

use std::f64::consts::PI;

use super::float;

/// The share of the distribution within the critical values.
const INSIDE: f64 = 0.95;

/// The two-sided 95 % critical value of Student's t, that is its 97.5 % quantile, for `freedom`
/// degrees of freedom. Exact to eleven digits.
///
/// # Panics
/// When `freedom` is 0.
#[must_use]
pub fn critical(freedom: u64) -> f64 {
    assert!(freedom > 0, "there must be a degree of freedom");
    /// From here on, the series in powers of 1 / freedom is exact enough, and the sum is slow.
    const MANY: u64 = 400;
    if freedom < MANY { by_newton(freedom) } else { by_series(float(freedom)) }
}

/// Fisher's expansion of the quantile of the normal distribution (Abramowitz and Stegun 26.7.5).
fn by_series(freedom: f64) -> f64 {
    let z = super::proportion::NORMAL;
    let s = z * z;
    let first = z * (s + 1.0) / 4.0;
    let second = z * ((5.0 * s + 16.0) * s + 3.0) / 96.0;
    let third = z * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0;
    let fourth = z * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92_160.0;
    z + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom
}

/// Newton's method. It starts below the solution, where the function is concave, so no step
/// overshoots.
fn by_newton(freedom: u64) -> f64 {
    let n = float(freedom);
    let halves = libm::lgamma((n + 1.0) / 2.0) - libm::lgamma(n / 2.0);
    let peak = libm::exp(halves) / (n * PI).sqrt();
    let mut t = super::proportion::NORMAL;
    for _ in 0..100 {
        let density = peak * libm::pow(1.0 + t * t / n, -(n + 1.0) / 2.0);
        let step = (INSIDE - inside(t, freedom)) / (2.0 * density);
        t += step;
        if step.abs() < 1e-14 * t {
            break;
        }
    }
    t
}

/// The share of the distribution between −t and t: a finite sum (Abramowitz and Stegun 26.7.3 and
/// 26.7.4).
fn inside(t: f64, freedom: u64) -> f64 {
    let angle = libm::atan(t / float(freedom).sqrt());
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let is_odd = freedom % 2 == 1;
    let (mut term, mut sum) = if is_odd { (cosine, 0.0) } else { (1.0, 0.0) };
    let mut below = if is_odd { 2 } else { 1 };
    while below < freedom {
        sum += term;
        term *= cosine * cosine * float(below) / float(below + 1);
        below += 2;
    }
    if is_odd { (angle + sine * sum) * 2.0 / PI } else { sine * sum }
}
