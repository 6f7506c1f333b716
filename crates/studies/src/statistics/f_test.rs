//! The upper tail of the F distribution.

use super::float;

/// The probability that an F variable with `numerator` and `denominator` degrees of freedom exceeds
/// `value`, by the regularised incomplete beta function (Abramowitz and Stegun 26.6.2). Exact to
/// ten digits.
///
/// # Panics
/// When a number of degrees of freedom is 0.
#[must_use]
pub fn f_tail(value: f64, numerator: u64, denominator: u64) -> f64 {
    assert!(numerator > 0 && denominator > 0, "there must be degrees of freedom");
    if value <= 0.0 {
        return 1.0;
    }
    let (one, two) = (float(numerator), float(denominator));
    let (a, b) = (two / 2.0, one / 2.0);
    // Both are computed from the ratio, so that neither is a difference of nearly equal numbers.
    let (x, rest) = (two / (two + one * value), one * value / (two + one * value));
    let tail = if x < (a + 1.0) / (a + b + 2.0) {
        beta_share(a, b, x, rest)
    } else {
        1.0 - beta_share(b, a, rest, x)
    };
    tail.clamp(0.0, 1.0)
}

/// The regularised incomplete beta function at x, where `rest` is 1 − x; for small x.
fn beta_share(a: f64, b: f64, x: f64, rest: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let logarithm = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
        + a * libm::log(x)
        + b * libm::log(rest);
    libm::exp(logarithm) * continued_fraction(a, b, x) / a
}

/// The continued fraction by the modified method of Lentz (Abramowitz and Stegun 26.5.8).
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    /// Far more terms than converge for any number of runs.
    const MOST_TERMS: u32 = 100_000;
    const CONVERGED: f64 = 1e-15;
    const TINY: f64 = 1e-300;
    let away_from_zero = |number: f64| if number.abs() < TINY { TINY } else { number };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for term in 1..MOST_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for coefficient in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + coefficient * d);
            c = away_from_zero(1.0 + coefficient / c);
            change = d * c;
            fraction *= change;
        }
        if (change - 1.0).abs() < CONVERGED {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, FisherSnedecor};

    use super::*;

    #[test]
    fn the_tail_is_that_of_another_library() {
        for (numerator, denominator) in [(1, 1), (1, 54), (2, 54), (3, 8), (40, 7), (9, 5000)] {
            let known = FisherSnedecor::new(float(numerator), float(denominator)).unwrap();
            for value in [0.001, 0.3, 1.0, 2.5, 4.1, 15.6, 92.0] {
                let (found, known) = (f_tail(value, numerator, denominator), known.sf(value));
                let is_close = (found - known).abs() < 1e-9 * known.max(1e-4);
                assert!(is_close, "{numerator} {denominator} {value}: {found} {known}");
            }
        }
        assert_eq!(f_tail(0.0, 2, 3).to_bits(), 1.0_f64.to_bits());
        assert!(f_tail(1e12, 3, 40) < 1e-100);
    }
}
