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
    /// The measure of the column at `index` of [`TRAIT_COLUMNS`].
    fn from_index(index: usize) -> Self {
        match TRAIT_COLUMNS[index] {
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
    for ((column, one), (_, other)) in one.of_kind(kind).zip(other.of_kind(kind)) {
        let difference = Measure::from_index(column).difference(one, other);
        sum += difference * difference;
        count += 1.0;
    }
    f64::sqrt(sum / count)
}
