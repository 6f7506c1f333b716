//! The drawings of plants.

use std::f32::consts::TAU;

use glam::Vec2;
use terrarium_creatures::species::BodyPlan;

use super::pen::{Form, Pen};
use super::{Look, unit};
use crate::painter::palette::{shade, toward};

const LEAFLETS: u8 = 4;
const LOBES: u8 = 9;
const BLADES: u8 = 11;

impl Pen<'_> {
    /// Draws a plant. Those that prefer shade are darker.
    pub fn plant(&mut self, look: &Look<'_>) {
        let pigment = look.pigment;
        let outline = match look.silhouette.body {
            BodyPlan::Tree => ring(LOBES, 0.66, 0.33, 0.33, Some(0.74)),
            BodyPlan::Tuft => ring(BLADES, 0.55, 0.48, 0.15, Some(0.34)),
            _ => ring(LEAFLETS, 0.56, 0.45, 0.40, Some(0.34)),
        };
        if self.radius < 3.5 {
            self.disc(Vec2::ZERO, 1.0, pigment.rim, 255);
            return self.disc(Vec2::ZERO, 0.75, pigment.body, 255);
        }
        self.shadow(&outline);
        let rim = self.thin(0.07);
        self.fill_all(&outline, Vec2::ZERO, 0.0, pigment.rim, 255);
        let body = toward(pigment.body, pigment.dark, 0.10 * f32::from(look.build.shade()));
        self.fill_all(&outline, Vec2::ZERO, -rim, body, 255);
        if self.radius < 5.0 {
            return;
        }
        match look.silhouette.body {
            BodyPlan::Tree => self.crown(look),
            BodyPlan::Tuft => self.disc(Vec2::ZERO, 0.16, pigment.dark, 255),
            _ => self.leaflets(look),
        }
    }

    /// Draws the layers of a crown: more of them on a taller tree.
    fn crown(&mut self, look: &Look<'_>) {
        let pigment = look.pigment;
        let layers = 1 + look.build.height() / 2;
        for layer in 0..layers {
            let share = f32::from(layer + 1) / f32::from(layers + 1);
            let size = 0.80 * (1.0 - share * 0.8);
            let tone = toward(pigment.body, pigment.light, 0.35 + 0.65 * share);
            let lobes = ring(LOBES, 0.62 * size, 0.36 * size, 0.36 * size, Some(0.7 * size));
            self.fill_all(&lobes, Vec2::new(-0.05, -0.07) * share * 2.0, 0.0, tone, 200);
        }
        self.disc(Vec2::ZERO, 0.07, shade(pigment.rim, 0.8), 180);
    }

    /// Draws the marks and the flower of leaves around a middle.
    fn leaflets(&mut self, look: &Look<'_>) {
        let pigment = look.pigment;
        let marks = ring(LEAFLETS, 0.52, 0.26, 0.22, None);
        self.fill_all(&marks, Vec2::ZERO, 0.0, pigment.light, 150);
        if self.radius < 9.0 {
            return;
        }
        for leaf in 0..LEAFLETS {
            let (x, y) = unit(f32::from(leaf) / f32::from(LEAFLETS) * TAU).into();
            self.stroke(
                &[(x * 0.15, y * 0.15), (x * 0.86, y * 0.86)],
                self.thin(0.05),
                pigment.dark,
                190,
            );
        }
        self.disc(Vec2::ZERO, 0.17, pigment.dark, 255);
        self.disc(Vec2::ZERO, 0.12, pigment.light, 255);
    }
}

/// Leaves around the middle, and perhaps a disc there: the distance of their middles, and half their length and width.
fn ring(count: u8, far: f32, long: f32, half: f32, core: Option<f32>) -> Vec<Form> {
    let leaf = |leaf: u8| {
        let direction = unit(f32::from(leaf) / f32::from(count) * TAU);
        // Leaves differ a little, so that no plant is a cogwheel.
        let size = if leaf % 3 == 1 { 0.92 } else { 1.0 };
        Form::Oval {
            at: direction * (far * size),
            along: direction * (long * size),
            half: half * size,
        }
    };
    let core = core.map(|size| Form::oval(0.0, 0.0, size, size));
    (0..count).map(leaf).chain(core).collect()
}
