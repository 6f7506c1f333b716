//! How fast the creatures of a species turn and change their pace.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::Heading;

/// The range of turn rates, in headings per tick: up to half a circle.
pub const TURN_RATE: RangeInclusive<u64> = 1..=64;

/// The range of accelerations, in units per tick².
pub const ACCELERATION: RangeInclusive<f64> = 0.01..=1000.0;

/// How fast a creature turns and changes its pace.
///
/// It stays on its path in any case. It slows down where the path bends: with a turn rate because
/// only the part of its pace that points along the path counts, with an acceleration because a bend
/// changes its velocity.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Steering {
    /// How far it turns in a tick, in headings; `None` if it turns at once.
    pub turn_rate: Option<u8>,
    /// The change of its pace in a tick, in units per tick²; `None` if it has any pace at once.
    pub acceleration: Option<f64>,
}

impl Steering {
    /// Whether it turns and has any pace at once.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        *self == Self::default()
    }

    /// Whether its values are in their ranges.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.turn_rate.is_none_or(|rate| TURN_RATE.contains(&rate.into()))
            && self.acceleration.is_none_or(|it| ACCELERATION.contains(&it))
    }

    /// The heading after a tick of turning from one to another.
    #[must_use]
    pub fn turned(&self, from: Heading, to: Heading) -> Heading {
        from.turned_toward(to, self.turn_rate.unwrap_or(u8::MAX))
    }

    /// The part of a speed that points along a path, at the end of a turn of so many headings.
    #[must_use]
    pub fn along(&self, speed: f64, turn: u8) -> f64 {
        let left = self.turn_rate.map_or(0, |rate| turn.saturating_sub(rate));
        if left < QUARTER { speed * cosine(left) } else { 0.0 }
    }

    /// The largest pace at which a bend of so many headings changes the velocity by at most the
    /// acceleration. Infinite on a straight path.
    #[must_use]
    pub fn through(&self, bend: u8) -> f64 {
        // The chord of the bend: the change of a velocity of length 1.
        let chord = (2.0 - 2.0 * cosine(bend)).sqrt();
        self.acceleration.map_or(f64::INFINITY, |acceleration| acceleration / chord)
    }

    /// The largest pace from which the creature can slow down to another within a distance, tick by
    /// tick.
    #[must_use]
    pub fn before(&self, distance: f64, then: f64) -> f64 {
        self.acceleration.map_or(f64::INFINITY, |acceleration| {
            let half = acceleration / 2.0;
            let (after, way) = (then + half, 2.0 * acceleration * distance);
            (after * after + way).sqrt() - half
        })
    }
}

/// A right angle, in headings.
const QUARTER: u8 = Heading::COUNT / 4;

/// The cosine of the angle of so many headings.
fn cosine(headings: u8) -> f64 {
    Heading::new(headings % Heading::COUNT).unwrap_or_default().vector().x
}
