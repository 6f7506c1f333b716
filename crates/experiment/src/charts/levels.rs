//! How the levels of a factor are told apart: colours, dashes and a legend.

use terrarium_drawing::chart::ChartPen;
use terrarium_drawing::image::SCALE;
use terrarium_drawing::{Colour, Rect, Vec2, opaque};

/// The width of the legend, and the height of a line of it, in pixels at scale 1.
pub const LEGEND: f32 = 180.0;
const LINE: f32 = 16.0;

/// The dashes that distinguish neighbouring lines: length and gap in pixels at scale 1.
const DASHES: [Option<[f32; 2]>; 3] = [None, Some([8.0, 4.0]), Some([2.0, 3.0])];

/// The height of a legend of so many lines, in pixels.
pub fn height(lines: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
    let line = (LINE * SCALE).ceil() as u32;
    line * u32::try_from(lines).unwrap_or(u32::MAX)
}

/// Draws a line in the style of the level with this position among `count` levels.
pub fn line(
    pen: &mut ChartPen<'_>,
    points: &[Vec2],
    width: f32,
    (position, count): (usize, usize),
) {
    let dash = DASHES[position % DASHES.len()].filter(|_| points.len() > 1);
    pen.stroke(points, pen.px(1.0) * width, dash, colour(position, count));
}

/// Draws the names of factors, and the line and the name of each level.
pub fn legend(pen: &mut ChartPen<'_>, area: Rect, factors: &[&str], levels: &[&str]) {
    let mut rest = area;
    let mut row = |pen: &ChartPen<'_>| {
        let (row, below) = rest.cut_top(pen.px(LINE));
        rest = below;
        row
    };
    for name in factors {
        let row = row(pen);
        pen.text(name, row, &pen.ink.small());
    }
    for (position, name) in levels.iter().enumerate() {
        let row = row(pen);
        let (sample, text) = row.cut_left(pen.px(30.0));
        let ends = [sample.left, sample.right() - pen.px(5.0)];
        let ends = ends.map(|x| Vec2::new(x, sample.centre().y));
        line(pen, &ends, 1.8, (position, levels.len()));
        pen.text(name, text, &pen.ink.small());
    }
}

/// The colour of a level, from dark blue over teal and green to orange in their order.
pub fn colour(position: usize, count: usize) -> Colour {
    const STOPS: [[f64; 3]; 4] =
        [[38.0, 42.0, 120.0], [20.0, 120.0, 130.0], [90.0, 150.0, 50.0], [215.0, 100.0, 20.0]];
    let place = share(position, count) * 3.0;
    let (below, within) = match place {
        place if place < 1.0 => (0, place),
        place if place < 2.0 => (1, place - 1.0),
        place => (2, place - 2.0),
    };
    let mix = |part: usize| {
        let mixed = STOPS[below][part] * (1.0 - within) + STOPS[below + 1][part] * within;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let part = mixed.round() as u8;
        part
    };
    opaque([mix(0), mix(1), mix(2)])
}

#[expect(clippy::cast_precision_loss, reason = "there are few levels")]
fn share(position: usize, count: usize) -> f64 {
    position as f64 / count.saturating_sub(1).max(1) as f64
}
