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

#[cfg(test)]
mod tests {
    use super::*;

    const CAR: Steering = Steering { turn_rate: Some(4), acceleration: Some(0.5) };

    #[test]
    fn slowing_down_takes_the_acceleration_in_every_tick_and_ends_in_time() {
        for (distance, then) in [(100.0, 0.0), (37.3, 1.7), (3.0, 2.0), (0.2, 0.0)] {
            let (mut left, mut pace) = (distance, CAR.before(distance, then));
            while left > pace {
                left -= pace;
                let next = CAR.before(left, then);
                assert!((pace - next - 0.5).abs() < 1e-9, "{pace} {next}");
                pace = next;
            }
            // In the tick after this one it is in the bend.
            assert!(pace - then <= 0.5 + 1e-9, "{pace} {then}");
        }
    }

    #[test]
    fn sharper_bends_are_slower_and_a_turn_of_more_than_a_right_angle_is_on_the_spot() {
        let paces: Vec<f64> = (0..=64).map(|bend| CAR.through(bend)).collect();
        assert!(paces[0].is_infinite() && paces.windows(2).all(|pair| pair[0] > pair[1]));
        // A reversal of the velocity changes it by twice its length.
        assert_eq!(CAR.through(64), 0.25);
        assert_eq!([0, 4, 36, 64].map(|turn| CAR.along(10.0, turn)), [10.0, 10.0, 0.0, 0.0]);
        assert!((CAR.along(10.0, 4 + 16) - 50_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn an_immediate_creature_has_no_limits() {
        let any = Steering::default();
        assert!(any.is_immediate() && any.is_sound());
        assert_eq!(any.along(7.0, 64), 7.0);
        assert!(any.through(64).is_infinite() && any.before(0.0, 0.0).is_infinite());
    }
}
