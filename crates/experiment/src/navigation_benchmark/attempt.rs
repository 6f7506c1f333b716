//! One attempt of a method to solve a problem.

use terrarium_navigation::links::{Crossing, linked_length, walked_parts};
use terrarium_space::geometry::DVec2;

use super::Ending;

/// The path that a method found for a problem, if any, and its effort.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// How it ended.
    pub ending: Ending,
    /// The path, start included; empty if none was found. Among moving obstacles, the path that the
    /// mover took, whether or not it reached the goal.
    pub path: Vec<DVec2>,
    /// The links on the path, with indices of the waypoints after the start.
    pub crossings: Vec<Crossing>,
    /// The path before it was shortened, for pictures; may be empty.
    pub raw_path: Vec<DVec2>,
    /// The number of steps of all searches.
    pub steps: u64,
    /// The number of searches, or of decisions of a navigator that decides one move at a time.
    pub plans: u32,
    /// The duration of all searches, in microseconds. Not reproducible.
    pub micros: f64,
}

impl Attempt {
    /// The length of the path in units, with the costs of its links, if it reaches the goal.
    #[must_use]
    pub fn length(&self) -> Option<f64> {
        let (&start, rest) = self.path.split_first()?;
        (self.ending == Ending::Found).then(|| linked_length(start, rest, &self.crossings))
    }

    /// The sum of all turns of the path in degrees, if it reaches the goal. Left and right turns do
    /// not cancel out.
    #[must_use]
    pub fn turning(&self) -> Option<f64> {
        let parts = || walked_parts(&self.path, &self.crossings).into_iter();
        (self.ending == Ending::Found && !self.path.is_empty())
            .then(|| parts().map(turning).fold(0.0, std::ops::Add::add))
    }
}

/// The sum of all turns of a path, in degrees.
fn turning(path: &[DVec2]) -> f64 {
    let segments: Vec<DVec2> = path
        .windows(2)
        .map(|ends| ends[1] - ends[0])
        .filter(|segment| *segment != DVec2::ZERO)
        .collect();
    let angles = segments.windows(2).map(|pair| {
        let (cross, dot) = (pair[0].perp_dot(pair[1]), pair[0].dot(pair[1]));
        libm::fabs(libm::atan2(cross, dot))
    });
    // `sum` of no numbers is -0.
    angles.fold(0.0, |sum, angle| sum + angle).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_right_turns_add_up() {
        let at = |x: f64, y: f64| DVec2::new(x, y);
        assert_eq!(turning(&[]), 0.0);
        assert_eq!(turning(&[at(0.0, 0.0), at(1.0, 0.0), at(5.0, 0.0)]), 0.0);
        let stairs = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(1.0, 1.0), at(2.0, 1.0)];
        assert!((turning(&stairs) - 180.0).abs() < 1e-9);
        let back = [at(0.0, 0.0), at(3.0, 0.0), at(1.0, 0.0)];
        assert!((turning(&back) - 180.0).abs() < 1e-9);
    }
}
