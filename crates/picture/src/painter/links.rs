//! Links: dashed lines between landings, with arrow heads at the ends that they lead to.

use glam::Vec2;
use terrarium_run::record::scene::LinkFigure;

use super::View;
use super::palette::{LABEL, LABEL_INK, solid};
use crate::{Colour, Font, Framebuffer, Rect, TextStyle};

const OPEN: [u8; 3] = [124, 70, 170];
const CLOSED: [u8; 3] = [128, 128, 134];

/// The lengths of a dash and of a gap, in pixels.
const DASH: f32 = 7.0;
const GAP: f32 = 5.0;

/// Paints all links of a view.
pub(super) fn paint(framebuffer: &mut Framebuffer, view: &View<'_>, font: &mut Font) {
    for link in &view.scene.links {
        let ends = [link.from, link.to].map(|end| view.camera.pixel(end));
        let colour = solid(if link.is_open { OPEN } else { CLOSED }, 225);
        let width = (view.camera.scale() as f32 * 3.0).clamp(1.2, 3.0);
        dashes(framebuffer, ends, width, colour);
        ends.into_iter().for_each(|end| framebuffer.ring(end, width * 2.0, width, colour));
        head(framebuffer, ends, width, colour);
        if link.both_ways {
            head(framebuffer, [ends[1], ends[0]], width, colour);
        }
        if ends[0].distance(ends[1]) >= 70.0 {
            name(framebuffer, link, (ends[0] + ends[1]) * 0.5, font);
        }
    }
}

fn dashes(framebuffer: &mut Framebuffer, [from, to]: [Vec2; 2], width: f32, colour: Colour) {
    let length = from.distance(to);
    let along = (to - from).normalize_or_zero();
    // Of a link far outside the picture, only the part near it is looked at.
    let clip = framebuffer.clip();
    let near = |at: f32| {
        let place = from + along * at;
        clip.inset(-2.0 * (DASH + GAP)).contains(place)
    };
    let mut at = 0.0;
    while at < length {
        if near(at) {
            let end = (at + DASH).min(length);
            framebuffer.line(from + along * at, from + along * end, width, colour);
        }
        at += DASH + GAP;
    }
}

/// Paints an arrow head at the second of two points.
fn head(framebuffer: &mut Framebuffer, [from, to]: [Vec2; 2], width: f32, colour: Colour) {
    let back = (from - to).normalize_or_zero() * width * 5.0;
    let aside = back.perp() * 0.45;
    for side in [aside, -aside] {
        framebuffer.line(to, to + back + side, width, colour);
    }
}

fn name(framebuffer: &mut Framebuffer, link: &LinkFigure, at: Vec2, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK).bold();
    let text = if link.is_open { link.name.clone() } else { format!("{} (closed)", link.name) };
    let size = Vec2::new(font.width(&text, &style), font.height(&style));
    let corner = Vec2::new((at.x - size.x * 0.5).round(), (at.y - size.y * 0.5).round());
    let plate = Rect::new(corner.x - 5.0, corner.y - 1.0, size.x.ceil() + 10.0, size.y + 2.0);
    framebuffer.fill_rounded(plate, 4.0, LABEL);
    font.write(framebuffer, &text, corner, &style);
}
