//! The drawings of organisms: the outline of their species, shaped by their traits.

mod anatomy;
mod animal;
mod carcass;
mod pen;
mod plant;
#[cfg(test)]
mod tests;

use glam::Vec2;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::species::Silhouette;
use terrarium_run::record::scene::Build;
use tiny_skia::Pixmap;

use super::palette::Pigment;
use super::pose::{FACE, Mood, Pose};
use pen::Pen;

/// What an organism looks like, but for its size and direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    pub kind: SightingKind,
    pub silhouette: Silhouette,
    pub build: Build,
    pub pigment: &'a Pigment,
    pub mood: Mood,
}

/// Draws an organism with its centre at a point of a canvas.
pub(super) fn draw(canvas: &mut Pixmap, middle: Vec2, look: &Look<'_>, pose: &Pose) {
    let mut pen = Pen { canvas, middle, ahead: unit(pose.angle()), radius: pose.radius() };
    match look.kind {
        SightingKind::Plant => pen.plant(look),
        SightingKind::Herbivore => pen.animal(look, false),
        SightingKind::Carnivore => pen.animal(look, true),
        SightingKind::Carcass => pen.carcass(look),
    }
}

fn unit(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}
