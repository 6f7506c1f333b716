//! Names at the right of a plot, each beside what it names.

use terrarium_output::colour::Rgb;

use super::{ChartPen, Frame, apart};
use crate::{Rect, Vec2, pale};

/// The least width of a plot with names, in pixels at scale 1.
const LEAST_WIDTH: f32 = 130.0;

/// The height of a name, and the length of the lines that lead to names on paper, in pixels at scale 1.
const LINE: f32 = 12.0;
const LEADER: f32 = 12.0;

/// A name beside a plot.
#[derive(Debug, Clone, PartialEq)]
pub struct SideName {
    /// The name.
    pub name: String,
    /// The colour of what it names.
    pub colour: Rgb,
    /// The vertical position of what it names, in pixels.
    pub at: f32,
    /// Whether it can be clicked, which shows at the pointer.
    pub is_clickable: bool,
}

/// The width that names take beside a plot, at most this share of it; 0 if there is no room.
#[must_use]
pub fn side_names_width<'a>(
    pen: &ChartPen<'_>,
    area: Rect,
    names: impl Iterator<Item = &'a str>,
    most: f32,
) -> f32 {
    if area.width < pen.px(LEAST_WIDTH) {
        return 0.0;
    }
    let widths = names.map(|name| pen.font.width(name, &pen.ink.small()));
    let widest = widths.fold(0.0, f32::max);
    (widest + gap(pen)).min(area.width * most).round()
}

/// The distance of names from the plot.
fn gap(pen: &ChartPen<'_>) -> f32 {
    pen.px(4.0) + if pen.ink.is_print { pen.px(LEADER) } else { 0.0 }
}

/// Writes names up to the position `right`, so that they do not overlap; where there is no room for all, the first ones. On
/// paper, lines lead to them. Returns where each is.
pub fn side_names(
    pen: &mut ChartPen<'_>,
    frame: &Frame<'_>,
    names: &[SideName],
    right: f32,
) -> Vec<Option<Rect>> {
    let height = pen.px(LINE);
    let wanted: Vec<f32> = names.iter().map(|it| it.at).collect();
    let range = (frame.area.top - height * 0.5, frame.area.bottom() + height * 0.5);
    let left = frame.area.right() + gap(pen);
    let mut rows = Vec::with_capacity(names.len());
    for (it, middle) in names.iter().zip(apart(&wanted, height, range)) {
        let row = middle
            .map(|middle| Rect::new(left, middle - height * 0.5, (right - left).max(0.0), height));
        if let Some(row) = row {
            write(pen, frame, it, row);
        }
        rows.push(row);
    }
    rows
}

fn write(pen: &mut ChartPen<'_>, frame: &Frame<'_>, it: &SideName, row: Rect) {
    if pen.ink.is_print {
        let [from, to] = [frame.area.right() + pen.px(2.0), row.left - pen.px(2.0)];
        let (width, colour) = (pen.px(1.0) * 0.7, pale(pen.ink.line_of(it.colour), 150));
        pen.line(Vec2::new(from, it.at), Vec2::new(to, row.centre().y), width, colour);
    }
    let is_pointed = it.is_clickable && pen.points_at(&row);
    let colour = if is_pointed { pen.ink.text } else { pen.ink.name_of(it.colour) };
    pen.text(&it.name, row, &pen.ink.small().coloured(colour));
}
