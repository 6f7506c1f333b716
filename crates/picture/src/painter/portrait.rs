//! Small pictures of species, for panels and captions: the sprite on a plate of ground.

use glam::Vec2;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::species::{BodyPlan, Silhouette};
use terrarium_output::colour::Rgb;
use terrarium_run::record::scene::{Build, SpeciesLook};

use super::creature::{self, Look};
use super::palette::{GROUND, Pigment};
use super::pose::{Mood, Pose};
use super::sprite::Sprite;
use crate::{Framebuffer, Rect};
use terrarium_drawing::framebuffer::whole;

/// The radius of the sprite as a share of half the side of the plate.
const SHARE: f32 = 0.70;

/// A picture of a species, alive or as a carcass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portrait {
    /// The kind, or carcass.
    pub kind: SightingKind,
    /// The outline.
    pub silhouette: Silhouette,
    /// The colour.
    pub colour: Rgb,
}

impl Portrait {
    /// Returns the picture of a living organism of a species.
    #[must_use]
    pub fn of(look: &SpeciesLook) -> Self {
        Self { kind: look.kind.into(), silhouette: look.silhouette, colour: look.colour }
    }

    /// Returns the picture of a carcass of no species.
    #[must_use]
    pub fn carcass(colour: Rgb) -> Self {
        let silhouette = Silhouette::of(BodyPlan::Rodent);
        Self { kind: SightingKind::Carcass, silhouette, colour }
    }

    /// Paints it on a square plate with this half side.
    pub fn paint(&self, framebuffer: &mut Framebuffer, centre: Vec2, half: f32) {
        let Self { kind, silhouette, colour } = *self;
        let centre = centre.round();
        framebuffer.fill_rounded(Rect::around(centre, half), half * 0.4, GROUND);
        // Animals look up to the right.
        let angle = if kind == SightingKind::Plant { 0.0 } else { -0.6 };
        let is_dead = kind == SightingKind::Carcass;
        let mood = if is_dead { Mood::Fresh } else { Mood::Awake };
        let build = Build::default();
        let pose = Pose::of_size(half * SHARE, angle, (mood, build));
        let pigment = &Pigment::new(colour, kind);
        let look = Look { kind, silhouette, build, pigment, mood };
        let sprite = Sprite::new(&pose, Vec2::ZERO, |canvas, middle| {
            creature::draw(canvas, middle, &look, &pose);
        });
        sprite.put(framebuffer, whole(centre.x), whole(centre.y));
    }
}
