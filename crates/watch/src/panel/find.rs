//! The entry of a condition to search for or of a name, above the world.

use terrarium_picture::{Rect, TextStyle};

use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Target, theme};

/// What the entry shows.
#[derive(Debug, Clone, Copy)]
pub struct FindShow<'a> {
    /// What is entered, in a word.
    pub label: &'a str,
    /// The text.
    pub text: &'a str,
    /// The position of the cursor in it, in bytes.
    pub cursor: usize,
    /// The part of the text that has an error.
    pub error: Option<(usize, usize)>,
    /// The line below: the progress, the result, an error, or the keys.
    pub note: &'a str,
    /// Whether the note reports an error.
    pub is_bad: bool,
}

/// The greatest width of the entry, in pixels at scale 1.
const WIDTH: f32 = 620.0;

/// The height of the entry, in pixels at scale 1.
const HEIGHT: f32 = 60.0;

/// Paints the entry at the top of the world. Returns its lower edge.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &FindShow<'_>,
    hits: &mut Hits,
) -> f32 {
    let world = layout.world;
    let pad = painter_context.px(10.0);
    let width = painter_context.px(WIDTH).min(world.width - 2.0 * pad);
    let height = painter_context.px(HEIGHT).min(world.height);
    let left = (world.centre().x - width * 0.5).round();
    let area = Rect::new(left, world.top + painter_context.px(8.0), width, height);
    if width < painter_context.px(80.0) {
        return world.top;
    }
    hits.add(area, &layout.all, Target::Panel(Panel::Find));
    painter_context.ground(area, theme::ABOVE);
    let room = area.inset(painter_context.px(8.0));
    let (entry, note) = room.cut_top(painter_context.px(24.0));
    let label = painter_context.text(show.label, entry, &theme::HEAD) + painter_context.px(10.0);
    let area = entry.cut_left(label).1;
    text(painter_context, area, (show.text, show.cursor), show.error);
    let colour = if show.is_bad { theme::BAD } else { theme::FAINT };
    painter_context.text(
        show.note,
        note,
        &TextStyle { size: 12.0, ..theme::BODY.coloured(colour) },
    );
    area.bottom()
}

/// Writes a text with its cursor at this byte, scrolled so that the cursor is in view, with a part of it marked.
pub(super) fn text(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    (text, cursor): (&str, usize),
    marked: Option<(usize, usize)>,
) {
    let style = theme::BODY;
    let reach = |painter_context: &PainterContext<'_>, end: usize| {
        painter_context.font.width(text.get(..end).unwrap_or_default(), &style)
    };
    let cursor = reach(painter_context, cursor);
    let line = painter_context.px(2.0);
    let scrolled = (cursor + line - area.width).max(0.0);
    let clip = painter_context.framebuffer.set_clip(Some(area));
    let top = (area.top + (area.height - painter_context.font.height(&style)) * 0.5).round();
    let at = glam::Vec2::new(area.left - scrolled, top);
    painter_context.font.write(painter_context.framebuffer, text, at, &style);
    if let Some((start, end)) = marked {
        let (start, end) = (reach(painter_context, start), reach(painter_context, end));
        let width = (end - start).max(painter_context.px(6.0));
        let under = Rect::new(at.x + start, area.bottom() - line, width, line);
        painter_context.framebuffer.fill(under, theme::BAD);
    }
    let bar = Rect::new(at.x + cursor, area.top + line, line, area.height - 2.0 * line);
    painter_context.framebuffer.fill(bar, theme::ACCENT);
    painter_context.framebuffer.set_clip(Some(clip));
}
