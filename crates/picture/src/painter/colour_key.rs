//! The key of a colouring, in the lower left corner: what the colours mean.

use glam::Vec2;
use terrarium_output::colour::Rgb;

use super::palette::{LABEL, LABEL_INK, solid};
use crate::colouring::{Colouring, Key};
use crate::{Font, Framebuffer, Rect, TextStyle};

/// The width of a scale of colours, in pixels at scale 1.
const SCALE: f32 = 190.0;

/// Paints the key. Of many lineages, it shows those that there is room for.
pub(super) fn paint(framebuffer: &mut Framebuffer, colouring: &Colouring, font: &mut Font) {
    match &colouring.key {
        Key::Range { .. } | Key::Circle => scale(framebuffer, colouring, font),
        Key::Lineages { .. } => list(framebuffer, colouring, font),
    }
}

/// Paints a text in place of a key.
pub fn note(framebuffer: &mut Framebuffer, text: &str, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK);
    let size = Vec2::new(font.width(text, &style), font.height(&style));
    if let Some(room) = plate(framebuffer, size, font.scale()) {
        font.write(framebuffer, text, room.corner(), &style);
    }
}

/// Paints a plate for content of a size in the lower left corner, and returns the room in it; `None` if it does not fit.
fn plate(framebuffer: &mut Framebuffer, size: Vec2, scale: f32) -> Option<Rect> {
    let clip = framebuffer.clip();
    let (gap, margin) = ((8.0 * scale).round(), (7.0 * scale).round());
    let size = size.ceil() + 2.0 * margin;
    let corner = Vec2::new(clip.left + gap, (clip.bottom() - gap - size.y).round());
    let plate = Rect::new(corner.x, corner.y, size.x, size.y);
    if plate.right() > clip.right() || plate.top < clip.top {
        return None;
    }
    framebuffer.fill_rounded(plate, 4.0 * scale, LABEL);
    Some(plate.inset(margin))
}

/// A strip of all colours, with the title above it and the ends and the middle below.
fn scale(framebuffer: &mut Framebuffer, colouring: &Colouring, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK);
    let title = colouring.title();
    let row = font.height(&style).ceil() + 2.0;
    let strip = (10.0 * font.scale()).round();
    let width = (SCALE * font.scale()).max(font.width(&title, &style.bold())).round();
    let size = Vec2::new(width, 2.0 * row + strip + 3.0);
    let Some(room) = plate(framebuffer, size, font.scale()) else { return };
    font.write(framebuffer, &title, room.corner(), &style.bold());
    let (_, below) = room.cut_top(row);
    let (bar, texts) = below.cut_top(strip);
    let (_, colours) = colouring.colours().split_last().expect("there is the colour of no value");
    let count = colours.len();
    for (step, &colour) in colours.iter().enumerate() {
        let [from, to] =
            [step, step + 1].map(|step| bar.left + (bar.width * share(step, count)).round());
        framebuffer.fill(Rect { left: from, width: to - from, ..bar }, solid(colour, 255));
    }
    let top = texts.top + 2.0;
    let lines = colouring.lines();
    let [least, middle, most] = &lines[..] else { return };
    font.write(framebuffer, &least.1, Vec2::new(texts.left, top), &style);
    let centre = Vec2::new(texts.centre().x, top + font.height(&style) * 0.5);
    font.write_centred(framebuffer, &middle.1, centre, &style);
    font.write_right(framebuffer, &most.1, Vec2::new(texts.right(), top), &style);
}

/// A row with its colour for each lineage.
fn list(framebuffer: &mut Framebuffer, colouring: &Colouring, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK);
    let title = colouring.title();
    let row = font.height(&style).ceil() + 2.0;
    let swatch = (16.0 * font.scale()).round();
    let mut lines = colouring.lines();
    fit(&mut lines, framebuffer.clip().height * 0.6, row);
    let widths = lines.iter().map(|(_, text)| swatch + font.width(text, &style));
    let width = widths.fold(font.width(&title, &style.bold()), f32::max);
    #[expect(clippy::cast_precision_loss, reason = "lines are few")]
    let size = Vec2::new(width, row * (lines.len() + 1) as f32);
    let Some(room) = plate(framebuffer, size, font.scale()) else { return };
    font.write(framebuffer, &title, room.corner(), &style.bold());
    let (_, mut rest) = room.cut_top(row);
    for (colour, text) in lines {
        let (line, below) = rest.cut_top(row);
        let (mark, _) = line.cut_left(swatch);
        let side = (row * 0.36).round();
        let centre = Vec2::new(mark.left + side, line.centre().y - 1.0);
        framebuffer.fill(Rect::around(centre.round(), side), solid(colour, 255));
        font.write(framebuffer, &text, Vec2::new(mark.right(), line.top), &style);
        rest = below;
    }
}

/// Drops lines that have no room, and says so.
fn fit(lines: &mut Vec<(Rgb, String)>, height: f32, row: f32) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lines are few")]
    let most = ((height / row) as usize).saturating_sub(1).max(1);
    if lines.len() > most {
        let hidden = lines.len() - (most - 1);
        lines.truncate(most - 1);
        lines.push((terrarium_run::palette::scales::NO_VALUE, format!("and {hidden} more")));
    }
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn share(step: usize, count: usize) -> f32 {
    step as f32 / count as f32
}
