//! The strength, size and duration of a calamity, as keys and the wheel change them.

use terrarium_picture::actions::{Key, Stroke};
use terrarium_sim::tick::Calamity;
use terrarium_sim::world::Disc;
use terrarium_space::geometry::DVec2;

/// A change of a calamity before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// A larger or smaller radius.
    Radius(Step),
    /// More or less damage.
    Strength(Step),
    /// A longer or shorter duration.
    Duration(Step),
}

/// A step on a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the next greater value.
    Up,
    /// To the next smaller value.
    Down,
}

/// The radii, in units. The next step after the last is the whole world, except for fires.
const RADII: [f64; 14] = [
    20.0, 40.0, 60.0, 80.0, 100.0, 120.0, 150.0, 200.0, 300.0, 400.0, 600.0, 900.0, 1200.0, 2000.0,
];

/// Probabilities and shares.
const SHARES: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// The durations, in ticks.
const DURATIONS: [f64; 12] =
    [10.0, 20.0, 40.0, 60.0, 100.0, 150.0, 200.0, 300.0, 450.0, 600.0, 1200.0, 2400.0];

impl Adjustment {
    /// Returns the change that a key makes.
    #[must_use]
    pub fn from_stroke(stroke: Stroke) -> Option<Self> {
        if stroke.ctrl {
            return None;
        }
        let Key::Char(letter) = stroke.key else { return None };
        Some(match letter {
            ']' => Self::Radius(Step::Up),
            '[' => Self::Radius(Step::Down),
            '+' | '=' => Self::Strength(Step::Up),
            '-' => Self::Strength(Step::Down),
            '.' => Self::Duration(Step::Up),
            ',' => Self::Duration(Step::Down),
            _ => return None,
        })
    }

    /// Returns the change that turning the wheel makes.
    #[must_use]
    pub fn of_wheel(turned: f64) -> Option<Self> {
        let step = if turned > 0.0 { Step::Up } else { Step::Down };
        (turned != 0.0).then_some(Self::Radius(step))
    }
}

/// Returns a calamity after a change.
pub(super) fn adjusted(mut calamity: Calamity, by: Adjustment) -> Calamity {
    match (by, &mut calamity) {
        (
            Adjustment::Radius(step),
            Calamity::DrySpell { area, .. } | Calamity::Epidemic { area, .. },
        ) => *area = resized(*area, step),
        (Adjustment::Radius(step), Calamity::Wildfire { area, .. }) => {
            area.radius = stepped(&RADII, area.radius, step).unwrap_or(area.radius);
        }
        (Adjustment::Strength(step), Calamity::DrySpell { light, .. }) => {
            // The less light, the stronger.
            *light = stepped(&SHARES, *light, step.back()).unwrap_or(*light);
        }
        (
            Adjustment::Strength(step),
            Calamity::Epidemic { mortality, .. } | Calamity::Wildfire { mortality, .. },
        ) => *mortality = stepped(&SHARES, *mortality, step).unwrap_or(*mortality),
        (
            Adjustment::Duration(step),
            Calamity::DrySpell { ticks, .. }
            | Calamity::Epidemic { ticks, .. }
            | Calamity::Wildfire { ticks, .. },
        ) => *ticks = stepped_ticks(*ticks, step),
        _ => {}
    }
    calamity
}

/// Returns a calamity at another place.
#[must_use]
pub fn placed(mut calamity: Calamity, place: DVec2) -> Calamity {
    match &mut calamity {
        Calamity::DrySpell { area: Some(area), .. }
        | Calamity::Epidemic { area: Some(area), .. }
        | Calamity::Wildfire { area, .. } => area.at = place,
        Calamity::Fire { at, .. } => *at = place,
        _ => {}
    }
    calamity
}

impl Step {
    fn back(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// The area after a step; `None` is the whole world, beyond the greatest radius.
fn resized(area: Option<Disc>, step: Step) -> Option<Disc> {
    let greatest = RADII[RADII.len() - 1];
    match (area, step) {
        (None, Step::Up) => None,
        (None, Step::Down) => Some(Disc { at: DVec2::ZERO, radius: greatest }),
        (Some(Disc { at, radius }), step) => match stepped(&RADII, radius, step) {
            Some(radius) => Some(Disc { at, radius }),
            None if step == Step::Up => None,
            None => area,
        },
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole numbers of ticks, far below 2⁵³"
)]
fn stepped_ticks(ticks: u64, step: Step) -> u64 {
    stepped(&DURATIONS, ticks as f64, step).map_or(ticks, |it| it as u64)
}

/// The next value on a scale, if there is one.
pub(super) fn stepped(scale: &[f64], value: f64, step: Step) -> Option<f64> {
    const SAME: f64 = 1e-9;
    match step {
        Step::Up => scale.iter().copied().find(|&it| it > value + SAME),
        Step::Down => scale.iter().copied().rev().find(|&it| it < value - SAME),
    }
}

#[cfg(test)]
mod tests {
    use terrarium_creatures::species::SpeciesId;

    use super::*;

    #[test]
    fn steps_up_and_down_return_to_the_same_calamity() {
        let at = DVec2::new(5.0, 6.0);
        let all = [
            Calamity::usual_drought(at),
            Calamity::usual_plague(SpeciesId(2), at),
            Calamity::usual_fire(at),
        ];
        let changes: [fn(Step) -> Adjustment; 3] =
            [Adjustment::Radius, Adjustment::Strength, Adjustment::Duration];
        for calamity in all {
            for change in changes {
                let up = adjusted(calamity, change(Step::Up));
                assert_ne!(up, calamity);
                assert_eq!(adjusted(up, change(Step::Down)), calamity);
            }
        }
    }

    #[test]
    fn droughts_can_be_everywhere_and_fires_cannot() {
        let grown = |mut calamity: Calamity| {
            for _ in 0..30 {
                calamity = adjusted(calamity, Adjustment::Radius(Step::Up));
            }
            calamity.area()
        };
        assert_eq!(grown(Calamity::usual_drought(DVec2::ZERO)), None);
        let fire = grown(Calamity::usual_fire(DVec2::ONE)).unwrap();
        assert_eq!(fire, Disc { at: DVec2::ONE, radius: 2000.0 });
    }
}
