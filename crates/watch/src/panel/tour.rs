//! The caption of a tour, at the lower edge of the world.

use terrarium_picture::{Rect, TextStyle};

use super::painter_context::PainterContext;
use super::{Layout, theme};

/// What the caption shows.
#[derive(Debug, Clone, PartialEq)]
pub struct TourShow {
    /// What is shown, in a few words.
    pub title: String,
    /// More about it.
    pub text: String,
    /// The share of its time that has passed, 0 to 1.
    pub share: f32,
}

/// The greatest width, in pixels at scale 1.
const WIDTH: f32 = 520.0;

/// The distance from the lower edge of the world: the scale bar is below, in pixels at scale 1.
const ABOVE: f32 = 34.0;

/// What ends a tour.
const HINT: &str = "Tour · a key or a click ends it";

pub(super) fn paint(painter_context: &mut PainterContext<'_>, layout: &Layout, show: &TourShow) {
    let (pad, row) = (painter_context.px(14.0), painter_context.row());
    let room = layout.world.inset(painter_context.px(8.0));
    let width = painter_context.px(WIDTH).min(room.width);
    let title = TextStyle { size: 18.0, ..theme::TITLE };
    let lines = painter_context.font.wrapped(&show.text, &theme::BODY, width - 2.0 * pad);
    #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
    let of_lines = row * lines.len() as f32;
    let height = painter_context.px(30.0) + of_lines + row + 2.0 * painter_context.px(8.0);
    if height > room.height || width < 4.0 * pad {
        return;
    }
    let left = (room.centre().x - width * 0.5).round();
    let lowest = layout.world.bottom() - painter_context.px(ABOVE);
    let area = Rect::new(left, (lowest - height).max(room.top).round(), width, height);
    painter_context.ground(area, theme::ABOVE);
    let body = Rect { left: left + pad, width: width - 2.0 * pad, ..area };
    let (_, body) = body.cut_top(painter_context.px(8.0));
    let (top, mut rest) = body.cut_top(painter_context.px(30.0));
    painter_context.text(&show.title, top, &title);
    for line in &lines {
        let (top, below) = rest.cut_top(row);
        painter_context.text(line, top, &theme::BODY);
        rest = below;
    }
    let (foot, _) = rest.cut_top(row);
    painter_context.text(HINT, foot, &theme::SMALL);
    let thickness = painter_context.px(2.0);
    let passed = Rect::new(
        area.left,
        area.bottom() - thickness,
        (area.width * show.share).round(),
        thickness,
    );
    painter_context.framebuffer.fill(passed, theme::ACCENT);
}
