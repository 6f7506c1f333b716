//! The names of colours.

use terrarium_output::colour::Rgb;

use super::ChartPen;
use crate::{Rect, opaque};

/// Draws a swatch and a name for each colour in a row, as far as there is room.
pub fn legend<'a>(pen: &mut ChartPen<'_>, row: Rect, parts: impl Iterator<Item = (&'a str, Rgb)>) {
    let mut left = row.left;
    for (name, colour) in parts {
        let size = pen.px(8.0);
        let width = pen.font.width(name, &pen.ink.small());
        if left + size + width + pen.px(6.0) > row.right() {
            break;
        }
        let swatch = Rect::new(left, (row.centre().y - size * 0.5).round(), size, size);
        let round = pen.px(2.0);
        pen.surface.fill_rounded(swatch, round, opaque(colour));
        let text = Rect { left: swatch.right() + pen.px(4.0), width: width + 2.0, ..row };
        pen.text(name, text, &pen.ink.small());
        left = text.right() + pen.px(8.0);
    }
}
