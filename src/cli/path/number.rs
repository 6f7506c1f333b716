//! Checks of numbers that a user gave: accepted unchanged, or rejected.

use crate::geometry::DVec2;

/// The largest coordinate or size, 2⁴⁰: an inflated obstacle, or a path around it, is still far from
/// the border of an unbounded world.
pub(super) const MAX: f64 = 1_099_511_627_776.0;

/// The smallest nonzero coordinate or size, 2⁻¹⁰⁰: products of differences, which decide whether
/// boxes touch or overlap, cannot underflow.
pub(super) const MIN_NONZERO: f64 = 1.0 / 1_267_650_600_228_229_401_496_703_205_376.0;

/// Rejects a number that is out of range; `what` names it.
pub(super) fn check(value: f64, what: impl Fn() -> String) -> Result<(), String> {
    let size = value.abs();
    if size.is_nan() || size > MAX {
        let what = what();
        return Err(format!(
            "{what} is {value:?}, outside the range ±{MAX} (2^40); use a larger unit"
        ));
    }
    if value != 0.0 && size < MIN_NONZERO {
        let what = what();
        return Err(format!(
            "{what} is {value:?}, closer to 0 than {MIN_NONZERO:e} (2^-100); use a smaller unit, \
             or write 0"
        ));
    }
    Ok(())
}

/// Rejects a width or height that is negative or out of range.
pub(super) fn check_size(size: [f64; 2]) -> Result<DVec2, String> {
    for (which, value) in ["width", "height"].into_iter().zip(size) {
        if value < 0.0 {
            return Err(format!("the mover's {which} is {value:?}; give 0 or a positive number"));
        }
        check(value, || format!("the mover's {which}"))?;
    }
    Ok(DVec2::from_array(size))
}

/// Rejects a point with a coordinate that is out of range.
pub(super) fn check_point(which: &str, point: [f64; 2]) -> Result<DVec2, String> {
    for (axis, value) in ["x", "y"].into_iter().zip(point) {
        check(value, || format!("the {axis} of {which}"))?;
    }
    Ok(DVec2::from_array(point))
}

/// Parses a command-line argument of two numbers separated by a comma.
pub(super) fn pair(text: &str) -> Result<[f64; 2], String> {
    let read = |part: &str| part.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
    text.split_once(',')
        .and_then(|(first, second)| Some([read(first)?, read(second)?]))
        .ok_or_else(|| "give two numbers separated by a comma, as in 3.5,12".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_powers_of_two() {
        assert_eq!(MAX.log2(), 40.0);
        assert_eq!(MIN_NONZERO.log2(), -100.0);
    }

    #[test]
    fn numbers_out_of_range_are_rejected() {
        for value in [0.0, -0.0, 0.1, MAX, -MAX, MIN_NONZERO, -MIN_NONZERO] {
            check(value, || "it".to_owned()).unwrap();
        }
        for value in [MAX.next_up(), -1e300, MIN_NONZERO * 0.5, 5e-324, f64::NAN, f64::INFINITY] {
            let problem = check(value, || "it".to_owned()).unwrap_err();
            assert!(problem.starts_with(&format!("it is {value:?}, ")), "{problem}");
        }
    }

    #[test]
    fn a_pair_has_a_comma() {
        assert_eq!(pair("-1.5, 2"), Ok([-1.5, 2.0]));
        assert_eq!(pair("1e3,inf"), Ok([1000.0, f64::INFINITY]));
        for text in ["", "1", "1 2", "1,", ",1", "1,2,3", "a,b", "nan,1", "1,,2"] {
            assert!(pair(text).is_err(), "{text}");
        }
    }
}
