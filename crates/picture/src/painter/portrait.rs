//! Small pictures of species, for panels and captions: the sprite on a plate of ground.

use glam::Vec2;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_output::colour::Rgb;

use super::creature;
use super::palette::{GROUND, Pigment};
use super::sprite::{Mood, Pose, Sprite};
use crate::{Framebuffer, Rect};
use terrarium_drawing::framebuffer::whole;

/// The radius of the sprite as a share of half the side of the plate.
const SHARE: f32 = 0.74;

/// Paints a picture of a species, alive or as a carcass, on a square plate with this half side.
pub fn paint(
    framebuffer: &mut Framebuffer,
    (kind, colour): (SightingKind, Rgb),
    centre: Vec2,
    half: f32,
) {
    let centre = centre.round();
    framebuffer.fill_rounded(Rect::around(centre, half), half * 0.4, GROUND);
    // Animals look up to the right.
    let angle = if kind == SightingKind::Carnivore { -0.8 } else { 0.0 };
    let pose = Pose::of_size(half * SHARE, angle, Mood::Awake);
    let pigment = Pigment::new(colour, kind);
    let sprite = Sprite::new(&pose, Vec2::ZERO, |canvas, middle| {
        creature::draw(canvas, middle, kind, &pigment, &pose);
    });
    sprite.put(framebuffer, whole(centre.x), whole(centre.y));
}
