//! The upper tail of the chi-square distribution.

use super::float;

/// The probability that a chi-square variable with `freedom` degrees of freedom exceeds `value`, by
/// the regularised incomplete gamma function (Abramowitz and Stegun 6.5.29 and 6.5.31). Exact to
/// twelve digits.
///
/// # Panics
/// When `freedom` is 0.
#[must_use]
pub fn chi_square_tail(value: f64, freedom: u64) -> f64 {
    assert!(freedom > 0, "there must be a degree of freedom");
    if value <= 0.0 {
        return 1.0;
    }
    let (shape, x) = (float(freedom) / 2.0, value / 2.0);
    let factor = libm::exp(shape * libm::log(x) - x - libm::lgamma(shape));
    let tail = if x < shape + 1.0 {
        1.0 - factor * series(shape, x)
    } else {
        factor * continued_fraction(shape, x)
    };
    tail.clamp(0.0, 1.0)
}

/// The most terms of an expansion: far more than converge for any number of groups.
const MOST_TERMS: u32 = 10_000;

/// Where an expansion has converged.
const CONVERGED: f64 = 1e-15;

fn series(shape: f64, x: f64) -> f64 {
    let mut term = 1.0 / shape;
    let mut sum = term;
    for number in 1..MOST_TERMS {
        term *= x / (shape + f64::from(number));
        sum += term;
        if term < CONVERGED * sum {
            break;
        }
    }
    sum
}

/// The continued fraction by the modified method of Lentz.
fn continued_fraction(shape: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |number: f64| if number.abs() < TINY { TINY } else { number };
    let mut b = x + 1.0 - shape;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / away_from_zero(b);
    let mut fraction = d;
    for number in 1..MOST_TERMS {
        let number = f64::from(number);
        let a = -number * (number - shape);
        b += 2.0;
        d = 1.0 / away_from_zero(a * d + b);
        c = away_from_zero(b + a / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < CONVERGED {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;

    #[test]
    fn the_tail_is_that_of_another_library() {
        for freedom in [1_u32, 2, 3, 7, 23, 200] {
            let known = ChiSquared::new(f64::from(freedom)).unwrap();
            for value in [0.001, 0.3, 1.0, 3.84, 9.0, 40.0, 250.0] {
                let (found, known) = (chi_square_tail(value, freedom.into()), known.sf(value));
                assert!((found - known).abs() < 1e-10 * known.max(1e-6), "{freedom} {value}");
            }
        }
        assert_eq!(chi_square_tail(0.0, 3).to_bits(), 1.0_f64.to_bits());
        assert_eq!(chi_square_tail(1e9, 1).to_bits(), 0.0_f64.to_bits());
    }
}
