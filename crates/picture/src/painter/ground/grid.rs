//! The grid: lines at round distances.

use super::lens::Lens;
use crate::painter::palette::{GRID, GRID_BOLD};
use crate::painter::round_length;
use crate::{Framebuffer, Rect};

/// The least distance of two lines, in pixels.
const NARROWEST: f64 = 28.0;

/// Paints a grid with a round spacing, every fifth line bolder.
pub(super) fn paint(framebuffer: &mut Framebuffer, lens: &Lens) {
    let step = round_length(NARROWEST / lens.scale);
    let (seen, bounds) = (lens.area(lens.port), lens.bounds);
    let world = lens.rect(&bounds);
    let lines = |from: f64, to: f64, least: f64, most: f64| {
        let (from, to) = (from.max(least), to.min(most));
        let (first, last) = ((from / step).ceil(), (to / step).floor());
        #[expect(clippy::cast_possible_truncation, reason = "the grid has few lines")]
        let numbers = first as i64..=last as i64;
        #[expect(clippy::cast_precision_loss, reason = "worlds are not that wide")]
        numbers.map(move |number| (number as f64 * step, number % 5 == 0))
    };
    for (x, is_bold) in lines(seen.min.x, seen.max.x, bounds.min.x, bounds.max.x) {
        let at = lens.pixel(glam::DVec2::new(x, 0.0)).x.round();
        let colour = if is_bold { GRID_BOLD } else { GRID };
        framebuffer.fill(Rect::new(at, world.top, 1.0, world.height), colour);
    }
    for (y, is_bold) in lines(seen.min.y, seen.max.y, bounds.min.y, bounds.max.y) {
        let at = lens.pixel(glam::DVec2::new(0.0, y)).y.round();
        let colour = if is_bold { GRID_BOLD } else { GRID };
        framebuffer.fill(Rect::new(world.left, at, world.width, 1.0), colour);
    }
}
