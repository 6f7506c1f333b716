//! Organisms that are too small for a shape, painted as dots that add up.

use super::palette::Pigment;
use super::stage::At;
use crate::behaviour::SightingKind;
use crate::view::Framebuffer;
use crate::view::framebuffer::{Ink, float};

/// The largest radius of organisms painted as dots, in pixels.
pub(super) const LARGEST: f32 = 1.4;

/// Paints an anti-aliased dot.
pub(super) fn paint(framebuffer: &mut Framebuffer, pigment: &Pigment, kind: SightingKind, at: &At) {
    // Rarer kinds have a greater least radius, so that single carnivores remain visible.
    let (least, colour) = match kind {
        SightingKind::Plant => (0.3, pigment.body),
        SightingKind::Carcass => (0.3, pigment.body),
        SightingKind::Herbivore => (0.5, pigment.body),
        SightingKind::Carnivore => (0.85, pigment.body),
    };
    let radius = at.radius.max(least);
    let ink = Ink::of([colour[0], colour[1], colour[2], 255]);
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
