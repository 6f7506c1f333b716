//! The drawings of animals.

use glam::Vec2;
use terrarium_creatures::species::Characteristic;

use super::anatomy::Anatomy;
use super::pen::{Form, Pen};
use super::{FACE, Look, Mood};
use crate::painter::palette::{BONE, GROUND, toward};

/// The radius from which eyes have a glint, in pixels.
const GLINT: f32 = 16.0;

impl Pen<'_> {
    /// Draws an animal.
    pub fn animal(&mut self, look: &Look<'_>, is_hunter: bool) {
        let Look { pigment, mood, .. } = *look;
        let body = Anatomy::new(look.silhouette, look.build, is_hunter);
        let outline = body.outline();
        self.shadow(&outline);
        let rim = if self.radius < 3.0 { (0.75 / self.radius).min(0.3) } else { self.thin(0.08) };
        self.fill_all(&outline, Vec2::ZERO, rim, pigment.rim, 255);
        let limbs = if self.radius < FACE { pigment.body } else { pigment.dark };
        self.fill_all(&body.limbs, Vec2::ZERO, 0.0, limbs, 255);
        self.fill_all(&body.trunk, Vec2::ZERO, 0.0, pigment.body, 255);
        if self.radius >= FACE {
            self.back(look, &body);
        }
        // Ears and head are seen on the trunk.
        let above: Vec<Form> = [&body.ears[..], &body.horns, &body.head].concat();
        self.fill_all(&above, Vec2::ZERO, rim * 0.8, pigment.rim, 255);
        let ears = toward(pigment.body, pigment.dark, 0.5);
        self.fill_all(&body.ears, Vec2::ZERO, 0.0, ears, 255);
        let face = toward(pigment.body, pigment.light, if is_hunter { 0.35 } else { 0.5 });
        self.fill_all(&body.head, Vec2::ZERO, 0.0, face, 255);
        self.fill_all(&body.horns, Vec2::ZERO, 0.0, BONE, 255);
        if self.radius < FACE {
            return;
        }
        self.snout(&body, mood, pigment.rim);
        let white = if is_hunter { [255, 222, 84] } else { [255, 255, 255] };
        for side in [1.0, -1.0] {
            self.eye(&body, side, white, look);
        }
    }

    /// Draws what lies on the back: plates of the well defended, spots of the well hidden.
    fn back(&mut self, look: &Look<'_>, body: &Anatomy) {
        let Look { pigment, build, .. } = *look;
        let (middle, long, half) = body.back;
        let hidden = build.level(Characteristic::Camouflage);
        let spot = toward(pigment.body, [GROUND[0], GROUND[1], GROUND[2]], 0.55);
        let spots = [(0.1, -0.5), (-0.5, 0.35), (0.6, 0.4), (-0.8, -0.35), (-0.1, 0.75)];
        for &(x, y) in spots.iter().take(usize::from(hidden)) {
            let size = 0.10 + 0.015 * f32::from(hidden);
            self.fill_all(
                &[Form::oval(middle + x * long, y * half, size * 1.3, size)],
                Vec2::ZERO,
                0.0,
                spot,
                235,
            );
        }
        let plates = build.level(Characteristic::Defence);
        for plate in 0..plates {
            let share = (f32::from(plate) + 0.5) / f32::from(plates);
            let x = middle + long * (1.6 * share - 0.8);
            let wide = half * 0.9;
            let plate = [(x - 0.05, -wide), (x + 0.06, 0.0), (x - 0.05, wide)];
            self.stroke(&plate, self.thin(0.07), pigment.dark, 255);
        }
    }

    fn snout(&mut self, body: &Anatomy, mood: Mood, colour: [u8; 3]) {
        if mood == Mood::Biting {
            self.disc(Vec2::new(body.mouth - 0.06, 0.0), 0.15, [120, 28, 40], 255);
            self.disc(Vec2::new(body.mouth - 0.04, 0.0), 0.07, [60, 12, 20], 255);
        } else {
            self.disc(Vec2::new(body.mouth - 0.08, 0.0), self.thin(0.06), colour, 255);
        }
    }

    /// Draws an eye, open or closed.
    fn eye(&mut self, body: &Anatomy, side: f32, white: [u8; 3], look: &Look<'_>) {
        let (x, y, size) = body.eye;
        let at = Vec2::new(x, y * side);
        if look.mood == Mood::Asleep {
            let lid = [(x, y * side - size), (x, y * side + size)];
            return self.stroke(&lid, self.thin(0.08), look.pigment.rim, 255);
        }
        self.disc(at, size + self.thin(0.04), look.pigment.rim, 255);
        self.disc(at, size, white, 255);
        let pupil = at + Vec2::new(size * 0.32, 0.0);
        self.disc(pupil, size * 0.58, [18, 18, 22], 255);
        if self.radius >= GLINT {
            self.disc(pupil + Vec2::splat(size * 0.2), size * 0.2, [255, 255, 255], 230);
        }
    }
}
