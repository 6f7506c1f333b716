//! Painting of marks: what animals marked in their last turns.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::Note;
use terrarium_creatures::species::SpeciesId;

use super::Overlay;
use crate::painter::{LABEL, LABEL_INK, View};
use crate::{Colour, Font, Framebuffer, Rect, TextStyle};

const HALO: Colour = [255, 255, 255, 200];

/// Half the side of the cross of a point, and the width of lines, in pixels.
const ARM: f32 = 5.0;
const WIDTH: f32 = 2.0;

/// How far outside the picture marks are still painted, in pixels.
const MARGIN: f64 = 16.0;

/// The greatest number of texts in an image, and the greatest width of one, in pixels at scale 1.
const MAX_TEXTS: usize = 100;
const TEXT_WIDTH: f32 = 260.0;

/// Paints the marks of a view: points as crosses, lines, and texts above their places, each in the
/// colour of the species. Marks outside the picture cost nothing.
pub(crate) fn paint(framebuffer: &mut Framebuffer, view: &View<'_>, font: &mut Font) {
    let Some(data) = view.data.filter(|_| view.overlays.has(Overlay::Marks)) else { return };
    let port = view.camera.port();
    let corner = port.corner().as_dvec2() - MARGIN;
    let room = [corner, corner + port.size().as_dvec2() + 2.0 * MARGIN];
    let mut texts = Vec::new();
    for mark in &data.marks {
        let colour = colour_of(view, mark.species);
        match &mark.note {
            Note::Log(_) => {}
            Note::Point(at) => {
                if let Some(at) = pixel_in(view, &room, *at) {
                    cross(framebuffer, at, colour);
                }
            }
            Note::Line(from, to) => {
                let ends = [*from, *to].map(|end| view.camera.to_screen(end));
                if let Some([from, to]) = clipped(ends, &room) {
                    framebuffer.line(from, to, WIDTH + 2.0, HALO);
                    framebuffer.line(from, to, WIDTH, colour);
                }
            }
            Note::Text(at, text) => {
                if let Some(at) = pixel_in(view, &room, *at) {
                    cross(framebuffer, at, colour);
                    texts.push((at, text));
                }
            }
        }
    }
    if view.mark_texts {
        let surplus = texts.len().saturating_sub(MAX_TEXTS);
        texts.drain(surplus..).for_each(|(at, text)| write(framebuffer, font, at, text));
    }
}

fn colour_of(view: &View<'_>, species: SpeciesId) -> Colour {
    let [r, g, b] = view.scene.look(species).map_or([60, 60, 60], |look| look.colour);
    [r, g, b, 255]
}

/// Returns the pixel of a place, if it is in the room.
fn pixel_in(view: &View<'_>, [least, most]: &[DVec2; 2], place: DVec2) -> Option<Vec2> {
    let at = view.camera.to_screen(place);
    (at.cmpge(*least).all() && at.cmple(*most).all()).then(|| at.as_vec2())
}

/// Returns the part of a line that is in the room; of a line far longer than any world, about that part.
/// Coordinates may be anything, also no numbers.
fn clipped([from, to]: [DVec2; 2], [least, most]: &[DVec2; 2]) -> Option<[Vec2; 2]> {
    let along = to - from;
    if !(from.is_finite() && along.is_finite()) {
        return None;
    }
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        if along[axis] == 0.0 {
            if !(least[axis]..=most[axis]).contains(&from[axis]) {
                return None;
            }
            continue;
        }
        let crossings = [least[axis], most[axis]].map(|side| (side - from[axis]) / along[axis]);
        first = first.max(crossings[0].min(crossings[1]));
        last = last.min(crossings[0].max(crossings[1]));
    }
    (first <= last).then(|| [first, last].map(|share| (from + along * share).as_vec2()))
}

fn cross(framebuffer: &mut Framebuffer, at: Vec2, colour: Colour) {
    for (width, arm, colour) in [(WIDTH + 2.0, ARM + 1.0, HALO), (WIDTH, ARM, colour)] {
        for arm in [Vec2::new(arm, 0.0), Vec2::new(0.0, arm)] {
            framebuffer.line(at - arm, at + arm, width, colour);
        }
    }
}

/// Writes a text on a plate above a place.
fn write(framebuffer: &mut Framebuffer, font: &mut Font, at: Vec2, text: &str) {
    let style = TextStyle::new(11.0, LABEL_INK);
    let text = font.shortened(text, &style, TEXT_WIDTH * font.scale());
    let size = Vec2::new(font.width(&text, &style), font.height(&style));
    let corner = Vec2::new((at.x - size.x * 0.5).round(), (at.y - ARM - 4.0 - size.y).round());
    let plate = Rect::new(corner.x - 4.0, corner.y - 1.0, size.x.ceil() + 8.0, size.y + 2.0);
    framebuffer.fill_rounded(plate, 3.0, LABEL);
    font.write(framebuffer, &text, corner, &style);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_clipped_to_the_picture_however_long_they_are() {
        let room = [DVec2::ZERO, DVec2::new(100.0, 50.0)];
        let line = |from: [f64; 2], to: [f64; 2]| clipped([from, to].map(DVec2::from), &room);
        let part = |from: [f32; 2], to: [f32; 2]| Some([from, to].map(Vec2::from));
        assert_eq!(line([10.0, 10.0], [20.0, 30.0]), part([10.0, 10.0], [20.0, 30.0]));
        assert_eq!(line([-1e6, 25.0], [1e6, 25.0]), part([0.0, 25.0], [100.0, 25.0]));
        assert_eq!(line([-50.0, 25.0], [50.0, 25.0]), part([0.0, 25.0], [50.0, 25.0]));
        assert_eq!(line([5.0, 5.0], [5.0, 5.0]), part([5.0, 5.0], [5.0, 5.0]));
        for (from, to) in [
            ([-1.0, 0.0], [-1.0, 50.0]),
            ([0.0, 60.0], [100.0, 51.0]),
            ([f64::NAN, 0.0], [1.0, 1.0]),
            ([0.0, 0.0], [f64::INFINITY, 1.0]),
            ([-1e308, 0.0], [1e308, 1.0]),
        ] {
            assert_eq!(line(from, to), None, "{from:?} to {to:?}");
        }
    }
}
