//! The drawings of carcasses: bones on a stain in the colour of the species, which fade as they are eaten and rot.

use glam::Vec2;

use super::pen::{Form, Pen};
use super::{FACE, Look};
use crate::painter::palette::{BONE, toward};

impl Pen<'_> {
    pub fn carcass(&mut self, look: &Look<'_>) {
        let pigment = look.pigment;
        let left = look.mood.freshness();
        let cover = |most: f32| opacity(most * (0.45 + 0.55 * left));
        let stain = [Form::oval(-0.15, 0.0, 0.85, 0.52), Form::oval(0.62, 0.0, 0.34, 0.30)];
        self.fill_all(&stain, Vec2::ZERO, 0.06, pigment.rim, cover(110.0));
        self.fill_all(&stain, Vec2::ZERO, 0.0, pigment.body, cover(190.0));
        let bone = toward(BONE, pigment.body, 0.15);
        let skull = Vec2::new(0.62, 0.0);
        if self.radius < FACE {
            self.stroke(&[(-0.8, 0.0), (0.6, 0.0)], 0.34, pigment.rim, cover(220.0));
            self.disc(skull, 0.34, pigment.rim, cover(220.0));
            self.stroke(&[(-0.8, 0.0), (0.6, 0.0)], 0.16, bone, cover(255.0));
            return self.disc(skull, 0.24, bone, cover(255.0));
        }
        self.bones(self.thin(0.17), pigment.rim, cover(235.0), left);
        self.disc(skull, 0.27 + self.thin(0.05), pigment.rim, cover(235.0));
        self.bones(self.thin(0.09), bone, cover(255.0), left);
        self.disc(skull, 0.27, bone, cover(255.0));
        for side in [1.0, -1.0] {
            self.disc(skull + Vec2::new(0.06, 0.11 * side), 0.07, pigment.rim, cover(255.0));
        }
    }

    /// Draws a spine with ribs: fewer when less is left.
    fn bones(&mut self, width: f32, colour: [u8; 3], cover: u8, left: f32) {
        self.stroke(&[(-0.85, 0.0), (0.45, 0.0)], width, colour, cover);
        let ribs = [-0.05, -0.35, 0.22, -0.6];
        let count = if left > 0.6 {
            4
        } else if left > 0.3 {
            3
        } else {
            2
        };
        for x in ribs.into_iter().take(count) {
            let rib = [(x - 0.14, -0.40), (x, -0.2), (x + 0.02, 0.0), (x, 0.2), (x - 0.14, 0.40)];
            self.stroke(&rib, width * 0.8, colour, cover);
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
fn opacity(cover: f32) -> u8 {
    cover.round() as u8
}
