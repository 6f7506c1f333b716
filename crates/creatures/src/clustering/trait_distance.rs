//! How far apart the traits of two organisms are.

use crate::species::{Kind, TRAIT_COLUMNS, TraitValues};

/// What the difference of a trait is measured in.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Measure {
    /// Shares of this range.
    Range(f64),
    /// Shares of the mean of the two values, for traits that mutate by a share of themselves.
    Ratio,
}

impl Measure {
    /// The measure of the column at `place` of [`TRAIT_COLUMNS`].
    fn of(place: usize) -> Self {
        match TRAIT_COLUMNS[place] {
            "mature_radius" => Self::Range(12.0),
            "height" | "preferred_light" | "seed_spread" => Self::Ratio,
            name if name.starts_with("points_") => Self::Range(100.0),
            // Other traits are shares themselves.
            _ => Self::Range(1.0),
        }
    }

    fn difference(self, one: f64, other: f64) -> f64 {
        match self {
            Self::Range(range) => (one - other) / range,
            Self::Ratio if one == other => 0.0,
            Self::Ratio => (one - other) / ((one.abs() + other.abs()) / 2.0),
        }
    }
}

/// The distance of two organisms of a kind: the root mean square of the differences of their traits, each as a share of
/// its range or of its mean. Unknown traits are infinitely far from known ones.
///
/// Ranges are 12 units for the mature radius, 100 points for those of animals, and 1 for other traits; the height, the
/// preferred light and the seed spread of plants are compared by shares of their mean.
#[must_use]
pub fn trait_distance(kind: Kind, one: Option<TraitValues>, other: Option<TraitValues>) -> f64 {
    let (one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (None, None) => return 0.0,
        _ => return f64::INFINITY,
    };
    let (mut sum, mut count) = (0.0, 0.0);
    for ((place, one), (_, other)) in one.of_kind(kind).zip(other.of_kind(kind)) {
        let difference = Measure::of(place).difference(one, other);
        sum += difference * difference;
        count += 1.0;
    }
    f64::sqrt(sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::species::MATURE_RADIUS;

    fn traits(kind: Kind, value: impl Fn(&str) -> f64) -> Option<TraitValues> {
        TraitValues::collect(kind, |place| Ok::<_, ()>(value(TRAIT_COLUMNS[place]))).ok()
    }

    fn distance(kind: Kind, one: impl Fn(&str) -> f64, other: impl Fn(&str) -> f64) -> f64 {
        trait_distance(kind, traits(kind, one), traits(kind, other))
    }

    #[test]
    fn every_difference_counts_in_its_own_range() {
        let count = TraitValues::places(Kind::Herbivore).len() as f64;
        let small = |name: &str| if name == "mature_radius" { 12.0 } else { 10.0 };
        let large = |name: &str| if name == "mature_radius" { 24.0 } else { 10.0 };
        assert_eq!(distance(Kind::Herbivore, small, large), (1.0 / count).sqrt());
        assert_eq!((*MATURE_RADIUS.start(), *MATURE_RADIUS.end()), (12.0, 24.0));
        let fast = |name: &str| match name {
            "points_speed" => 40.0,
            other => small(other),
        };
        let expected = 0.3 / count.sqrt();
        assert!((distance(Kind::Herbivore, small, fast) - expected).abs() < 1e-12);
        assert_eq!(distance(Kind::Herbivore, small, small), 0.0);
    }

    #[test]
    fn traits_of_plants_are_compared_by_their_ratio() {
        let low = |name: &str| if name == "height" { 1.0 } else { 0.0 };
        let high = |name: &str| if name == "height" { 3.0 } else { 0.0 };
        let count = TraitValues::places(Kind::Plant).len() as f64;
        assert_eq!(distance(Kind::Plant, low, high), (1.0 / count).sqrt());
        assert_eq!(distance(Kind::Plant, high, low), (1.0 / count).sqrt());
    }

    #[test]
    fn unknown_traits_are_like_no_known_ones() {
        let known = traits(Kind::Plant, |_| 1.0);
        assert_eq!(trait_distance(Kind::Plant, known, None), f64::INFINITY);
        assert_eq!(trait_distance(Kind::Plant, None, None), 0.0);
    }
}
