//! Organisms that are too small for a shape, painted as dots that add up.

use terrarium_creatures::behaviour::SightingKind;

use super::palette::Pigment;
use super::stage::At;
use crate::Framebuffer;
use terrarium_drawing::framebuffer::{Blend, float};

/// The largest radius of organisms painted as dots, in pixels.
pub(super) const LARGEST: f32 = 1.4;

/// Paints an anti-aliased dot.
pub(super) fn paint(framebuffer: &mut Framebuffer, pigment: &Pigment, kind: SightingKind, at: &At) {
    // Rarer kinds have a greater least radius, so that single carnivores remain visible.
    let least = match kind {
        SightingKind::Plant | SightingKind::Carcass => 0.3,
        SightingKind::Herbivore => 0.5,
        SightingKind::Carnivore => 0.85,
    };
    let radius = at.radius.max(least);
    let [red, green, blue, ..] = pigment.body;
    let ink = Blend::from_colour([red, green, blue, 255]);
    let clip = framebuffer.clipping();
    let (x, y) = (at.pixel.x, at.pixel.y);
    let sides = [x - radius, y - radius, x + radius, y + radius];
    let Some(part) = clip.part(sides) else { return };
    let covered = |place: i32, middle: f32| {
        let (from, to) = (float(place), float(place + 1));
        (to.min(middle + radius) - from.max(middle - radius)).clamp(0.0, 1.0)
    };
    for row in part.rows() {
        let of_row = covered(row, y);
        for (pixel, column) in
            framebuffer.row(row, part.left, part.right).iter_mut().zip(part.columns())
        {
            *pixel = ink.partly(*pixel, of_row * covered(column, x));
        }
    }
}
