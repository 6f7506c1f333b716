//! A walk, measured.

use super::Ending;
use crate::geometry::DVec2;
use crate::navigation::path_length;

/// How somebody got from start to goal, or did not, and what it took to find out.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// How it ended.
    pub ending: Ending,
    /// The way from point to point, the start included; empty when none was found. Among moving
    /// obstacles what was walked, as far as that got.
    pub path: Vec<DVec2>,
    /// The way as it was first found, for pictures; empty when there is nothing to tell.
    pub trail: Vec<DVec2>,
    /// How many steps all searches took together.
    pub steps: u64,
    /// How many searches, or moves decided, there were.
    pub plans: u32,
    /// How long all searches took together, in millionths of a second: the only number here that
    /// is another one each time.
    pub micros: f64,
}

impl Walk {
    /// How long it is, in units, when it arrived.
    #[must_use]
    pub fn length(&self) -> Option<f64> {
        let (&start, rest) = self.path.split_first()?;
        (self.ending == Ending::Found).then(|| path_length(start, rest))
    }

    /// By how much it turns in all, in degrees, when it arrived; left and right do not cancel out.
    #[must_use]
    pub fn turning(&self) -> Option<f64> {
        (self.ending == Ending::Found && !self.path.is_empty()).then(|| turning(&self.path))
    }
}

/// By how much a way turns in all, in degrees.
fn turning(path: &[DVec2]) -> f64 {
    let legs: Vec<DVec2> =
        path.windows(2).map(|ends| ends[1] - ends[0]).filter(|leg| *leg != DVec2::ZERO).collect();
    let angles = legs.windows(2).map(|legs| {
        let (cross, dot) = (legs[0].perp_dot(legs[1]), legs[0].dot(legs[1]));
        libm::fabs(libm::atan2(cross, dot))
    });
    // The sum of nothing is a negative zero.
    angles.fold(0.0, |sum, angle| sum + angle).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_to_either_side_add_up() {
        let at = |x: f64, y: f64| DVec2::new(x, y);
        assert_eq!(turning(&[]), 0.0);
        assert_eq!(turning(&[at(0.0, 0.0), at(1.0, 0.0), at(5.0, 0.0)]), 0.0);
        let stairs = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(1.0, 1.0), at(2.0, 1.0)];
        assert!((turning(&stairs) - 180.0).abs() < 1e-9);
        let back = [at(0.0, 0.0), at(3.0, 0.0), at(1.0, 0.0)];
        assert!((turning(&back) - 180.0).abs() < 1e-9);
    }
}
