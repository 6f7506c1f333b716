//! Numbers that a user gave: kept as they are, or refused.

use crate::geometry::DVec2;

/// The largest coordinate or size, 2⁴⁰: what is grown, or goes around it, is still far from the
/// ends of a world without bounds.
pub(super) const MOST: f64 = 1_099_511_627_776.0;

/// The least coordinate or size but for zero, 2⁻¹⁰⁰: products of differences, by which it is decided
/// what touches and what overlaps, are never lost to underflow.
pub(super) const LEAST: f64 = 1.0 / 1_267_650_600_228_229_401_496_703_205_376.0;

/// Refuses a coordinate that cannot be reckoned with; `what` says which it is.
pub(super) fn check(value: f64, what: impl Fn() -> String) -> Result<(), String> {
    let size = value.abs();
    if size.is_nan() || size > MOST {
        let what = what();
        return Err(format!(
            "{what} is {value:?}; numbers go up to {MOST} (2^40): use a larger unit"
        ));
    }
    if value != 0.0 && size < LEAST {
        let what = what();
        return Err(format!(
            "{what} is {value:?}; numbers but for 0 go down to {LEAST:e} (2^-100): use a smaller \
             unit, or write 0"
        ));
    }
    Ok(())
}

/// Refuses a width or height that cannot be reckoned with.
pub(super) fn check_size(size: [f64; 2]) -> Result<DVec2, String> {
    for (which, value) in ["width", "height"].into_iter().zip(size) {
        if value < 0.0 {
            return Err(format!("the mover's {which} is {value:?}; give a number from 0"));
        }
        check(value, || format!("the mover's {which}"))?;
    }
    Ok(DVec2::from_array(size))
}

/// Refuses a point that cannot be reckoned with.
pub(super) fn check_point(which: &str, point: [f64; 2]) -> Result<DVec2, String> {
    for (axis, value) in ["x", "y"].into_iter().zip(point) {
        check(value, || format!("the {axis} of {which}"))?;
    }
    Ok(DVec2::from_array(point))
}

/// Two numbers with a comma between them, as an argument of the command.
pub(super) fn pair(text: &str) -> Result<[f64; 2], String> {
    let read = |part: &str| part.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
    text.split_once(',')
        .and_then(|(first, second)| Some([read(first)?, read(second)?]))
        .ok_or_else(|| "give two numbers with a comma between them, as in 3.5,12".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_powers_of_two() {
        assert_eq!(MOST.log2(), 40.0);
        assert_eq!(LEAST.log2(), -100.0);
    }

    #[test]
    fn only_numbers_that_can_be_reckoned_with_pass() {
        for value in [0.0, -0.0, 0.1, MOST, -MOST, LEAST, -LEAST] {
            check(value, || "it".to_owned()).unwrap();
        }
        for value in [MOST.next_up(), -1e300, LEAST * 0.5, 5e-324, f64::NAN, f64::INFINITY] {
            let problem = check(value, || "it".to_owned()).unwrap_err();
            assert!(problem.starts_with(&format!("it is {value:?}; ")), "{problem}");
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
