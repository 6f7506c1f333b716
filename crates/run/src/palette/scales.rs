//! Scales of colours that stand for values: an even ramp, a circle, and a dozen colours of groups.
//!
//! All eyes see which of two values on the ramp is greater, since its lightness falls evenly.

use std::f32::consts::TAU;

use super::{Lab, Rgb, distinct};

/// The number of colours of the [ramp] and of the [circle].
pub const STEPS: usize = 24;

/// The number of [groups].
pub const GROUPS: usize = 12;

/// The colour of what has no value.
pub const NO_VALUE: Rgb = [203, 204, 198];

/// The colours of values from the least to the greatest: from light yellow over green to dark blue, in steps that look equally great.
#[must_use]
pub fn ramp() -> [Rgb; STEPS] {
    // Between these colours, steps of equal length are taken.
    const CORNERS: [[f32; 3]; 5] = [
        [0.86, 0.00, 0.14],
        [0.74, -0.07, 0.09],
        [0.60, -0.07, 0.00],
        [0.45, -0.01, -0.08],
        [0.30, 0.04, -0.11],
    ];
    let corners = CORNERS.map(lab);
    let lengths: [f32; 4] = std::array::from_fn(|side| corners[side].distance(corners[side + 1]));
    let whole: f32 = lengths.iter().sum();
    std::array::from_fn(|step| {
        let mut left = whole * share(step, STEPS - 1);
        let mut side = 0;
        while side + 1 < lengths.len() && left > lengths[side] {
            left -= lengths[side];
            side += 1;
        }
        shown(between(corners[side], corners[side + 1], (left / lengths[side]).min(1.0)))
    })
}

/// The colours of a value that returns to where it began, such as a hue: the lightness rises and falls with it, so that
/// opposite values differ for all eyes.
#[must_use]
pub fn circle() -> [Rgb; STEPS] {
    std::array::from_fn(|step| {
        let turn = share(step, STEPS) * TAU;
        let lightness = 0.66 + 0.14 * libm::cosf(turn);
        shown(lab([lightness, 0.12 * libm::cosf(turn + TAU / 4.4), 0.11 * libm::sinf(turn)]))
    })
}

/// The colours of groups, all apart.
#[must_use]
pub fn groups() -> [Rgb; GROUPS] {
    const WISHES: [Rgb; GROUPS] = [
        [0, 114, 178],
        [213, 94, 0],
        [0, 158, 115],
        [230, 159, 0],
        [204, 121, 167],
        [86, 180, 233],
        [240, 228, 66],
        [150, 70, 190],
        [190, 30, 70],
        [120, 200, 60],
        [90, 220, 200],
        [250, 150, 120],
    ];
    let wishes: Vec<Rgb> = std::iter::once(NO_VALUE).chain(WISHES).collect();
    let colours = distinct(&wishes);
    std::array::from_fn(|group| colours[group + 1])
}

fn lab([lightness, red, yellow]: [f32; 3]) -> Lab {
    Lab { lightness, red, yellow }
}

fn between(from: Lab, to: Lab, share: f32) -> Lab {
    let mix = |a: f32, b: f32| a + (b - a) * share;
    lab([mix(from.lightness, to.lightness), mix(from.red, to.red), mix(from.yellow, to.yellow)])
}

/// The colour, or the most saturated one of the same hue and lightness that a display shows.
fn shown(colour: Lab) -> Rgb {
    let paler = |step: usize| {
        let share = 1.0 - share(step, 20);
        lab([colour.lightness, colour.red * share, colour.yellow * share]).shown()
    };
    (0..=20).find_map(paler).expect("a grey can be shown")
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn share(step: usize, whole: usize) -> f32 {
    step as f32 / whole as f32
}
