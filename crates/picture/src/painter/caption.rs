//! The caption of a picture and the scale bar.

use glam::Vec2;
use terrarium_run::palette::scales::NO_VALUE;
use terrarium_run::record::Scene;

use super::palette::{LABEL, LABEL_INK, solid};
use super::portrait::Portrait;
use super::round_length;
use crate::{Camera, Font, Framebuffer, Rect, TextStyle};

/// A line at the bottom of a picture: the world's name, day, tick, seed and populations.
#[derive(Debug, Clone, Copy)]
pub struct Caption<'a> {
    /// The name of the world.
    pub name: &'a str,
    /// The scene.
    pub scene: &'a Scene,
    /// Whether organisms have other colours than those of their species, which the emblems then do not show.
    pub is_recoloured: bool,
}

impl Caption<'_> {
    /// Returns the height of captions, in pixels.
    #[must_use]
    pub fn height(font: &Font) -> f32 {
        font.height(&TextStyle::new(12.0, LABEL_INK)) + 8.0
    }

    /// Paints the caption at the bottom of a framebuffer.
    pub fn paint(&self, framebuffer: &mut Framebuffer, font: &mut Font) {
        let style = TextStyle::new(12.0, LABEL_INK);
        let pale = style.coloured([176, 180, 176, 255]);
        let (height, area) = (Self::height(font), framebuffer.area());
        let strip = Rect::new(0.0, area.height - height, area.width, height);
        framebuffer.fill(strip, solid([24, 27, 33], 255));
        let gap = 14.0 * font.scale();
        let mut at = Vec2::new(8.0, strip.top + 4.0);
        at.x += font.write(framebuffer, self.name, at, &style.bold()) + gap;
        let when = format!("day {}, tick {}", self.scene.day().0, self.scene.tick);
        at.x += font.write(framebuffer, &when, at, &style) + gap;
        at.x += font.write(framebuffer, &format!("seed {}", self.scene.seed), at, &pale) + gap;
        for (look, count) in self.scene.species.iter().zip(self.scene.populations()) {
            let text = format!("{} {count}", look.name);
            let side = 14.0 * font.scale();
            if at.x + side + 4.0 + font.width(&text, &style) > area.width - 8.0 {
                break;
            }
            let centre = Vec2::new(at.x + side * 0.5, strip.centre().y);
            let colour = if self.is_recoloured { NO_VALUE } else { look.colour };
            let portrait = Portrait { colour, ..Portrait::of(look) };
            portrait.paint(framebuffer, centre, side * 0.5);
            at.x += side + 4.0;
            at.x += font.write(framebuffer, &text, at, &style) + gap;
        }
    }
}

/// Paints a scale bar in the lower right corner of a camera's port.
pub(super) fn scale_bar(framebuffer: &mut Framebuffer, camera: &Camera, font: &mut Font) {
    let port = camera.port();
    if port.width < 200.0 || port.height < 100.0 {
        return;
    }
    let units = round_length(60.0 * f64::from(font.scale()) / camera.scale());
    let length = camera.pixels(units).round();
    let style = TextStyle::new(11.0, LABEL_INK);
    let text = if units >= 1.0 { format!("{units:.0} units") } else { format!("{units} units") };
    let (width, height) = (font.width(&text, &style), font.height(&style));
    let plate_width = length.max(width.ceil()) + 16.0;
    let plate = Rect::new(
        (port.right() - plate_width - 8.0).round(),
        (port.bottom() - height - 18.0).round(),
        plate_width,
        height + 10.0,
    );
    framebuffer.fill_rounded(plate, 4.0, LABEL);
    font.write(framebuffer, &text, plate.corner() + Vec2::new(8.0, 1.0), &style);
    let bar = Rect::new(plate.left + 8.0, plate.bottom() - 7.0, length, 3.0);
    framebuffer.fill(bar, LABEL_INK);
}
