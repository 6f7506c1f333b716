//! The entry of a world to open, with a list of what can be opened, above the world.

use terrarium_picture::{Rect, TextStyle};

use super::find;
use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Target, theme};

/// What the entry shows.
#[derive(Debug, Clone, Copy)]
pub struct OpenShow<'a> {
    /// The text.
    pub text: &'a str,
    /// The position of the cursor in it, in bytes.
    pub cursor: usize,
    /// What can be opened.
    pub rows: &'a [OpenRow<'a>],
    /// The index of the row that is chosen.
    pub chosen: usize,
    /// The line below: a problem, or the keys.
    pub note: &'a str,
    /// Whether the note reports a problem.
    pub is_bad: bool,
}

/// Something that can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRow<'a> {
    /// Its name or path.
    pub name: &'a str,
    /// What it is.
    pub kind: &'static str,
}

/// The greatest width of the entry, in pixels at scale 1.
const WIDTH: f32 = 620.0;

/// The greatest number of rows that are shown.
const MOST_ROWS: usize = 14;

/// Paints the entry at the top of the window, over everything else.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &OpenShow<'_>,
    hits: &mut Hits,
) {
    let pad = painter_context.px(10.0);
    let (line, row) = (painter_context.px(26.0), painter_context.row());
    let below = layout.all.bottom() - layout.bar.bottom() - 2.0 * pad;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rows")]
    let fitting = ((below - 2.0 * (line + pad)) / row).max(0.0) as usize;
    let count = show.rows.len().min(MOST_ROWS).min(fitting);
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let height = (2.0 * (line + pad) + row * count as f32).min(below);
    let width = painter_context.px(WIDTH).min(layout.all.width - 2.0 * pad);
    if width < painter_context.px(80.0) || height < line {
        return;
    }
    let left = (layout.all.centre().x - width * 0.5).round();
    let area = Rect::new(left, layout.bar.bottom() + pad, width, height);
    hits.add(area, &layout.all, Target::Panel(Panel::Open));
    painter_context.ground(area, theme::ABOVE);
    let (entry, rest) = area.inset(pad).cut_top(line);
    let label = painter_context.text("Open", entry, &theme::HEAD) + painter_context.px(10.0);
    find::text(painter_context, entry.cut_left(label).1, (show.text, show.cursor), None);
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let (list, note) = rest.cut_top(row * count as f32);
    let first = show.chosen.saturating_sub(count / 2).min(show.rows.len() - count);
    for (index, place) in (first..first + count).zip(0_u8..) {
        let top = list.top + row * f32::from(place);
        let area = Rect::new(list.left, top, list.width, row);
        paint_row(painter_context, area, show.rows[index], index == show.chosen);
        hits.add(area, &layout.all, Target::OpenRow(index));
    }
    let colour = if show.is_bad { theme::BAD } else { theme::FAINT };
    let style = TextStyle { size: 12.0, ..theme::BODY.coloured(colour) };
    let note = Rect { height: line, ..note };
    let taken = if count < show.rows.len() {
        let text = format!("{} of {}", show.chosen + 1, show.rows.len());
        painter_context.text_right(&text, note, &theme::SMALL);
        painter_context.font.width(&text, &theme::SMALL) + pad
    } else {
        0.0
    };
    painter_context.text(show.note, Rect { width: note.width - taken, ..note }, &style);
}

fn paint_row(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    row: OpenRow<'_>,
    is_chosen: bool,
) {
    if is_chosen || painter_context.points_at(&area) {
        let ground = if is_chosen { theme::ACTIVE } else { theme::POINTED };
        let round = painter_context.px(3.0);
        painter_context.framebuffer.fill_rounded(area, round, ground);
    }
    let area = area.inset_sides(painter_context.px(6.0));
    let kind = painter_context.font.width(row.kind, &theme::SMALL) + painter_context.px(10.0);
    let name = Rect { width: area.width - kind, ..area };
    // The end of a path says more than its beginning.
    let text = end_of(painter_context, row.name, name.width);
    painter_context.text(&text, name, &theme::BODY);
    let style = theme::SMALL.coloured(if is_chosen { theme::TEXT } else { theme::FAINT });
    painter_context.text_right(row.kind, area, &style);
}

/// The end of a text that fits in a width.
fn end_of(painter_context: &PainterContext<'_>, text: &str, width: f32) -> String {
    let fits = |text: &str| painter_context.font.width(text, &theme::BODY) <= width;
    if fits(text) {
        return text.to_owned();
    }
    let starts = text.char_indices().map(|(at, _)| format!("…{}", &text[at..])).skip(1);
    starts.into_iter().find(|text| fits(text)).unwrap_or_default()
}
