//! The help: all orders with their keys, and what the mouse does, on one page.

use super::easel::Easel;
use super::{Hits, Panel, Target, theme};
use crate::view::Rect;
use crate::view::orders::{Entry, GESTURES, Group, ORDERS};

/// A row of the help.
enum Row {
    Head(&'static str),
    Order(&'static Entry),
    Gesture(&'static str, &'static str),
    Gap,
}

/// How wide a column is at least, in pixels of a usual screen.
const COLUMN: f32 = 400.0;

pub(super) fn paint(easel: &mut Easel<'_>, all: Rect, hits: &mut Hits) {
    let rows = rows();
    let margin = easel.px(20.0).min(all.width * 0.04);
    let outer = all.inset(margin);
    let pad = easel.px(18.0).min(outer.width * 0.05);
    let most = ((outer.width - pad) / easel.px(COLUMN)).floor().clamp(1.0, 3.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 3")]
    let columns = most as usize;
    let a_column = rows.len().div_ceil(columns);
    let title = easel.px(34.0);
    // Smaller where it would not fit otherwise.
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let row = ((outer.height - 2.0 * pad - title) / a_column as f32).min(easel.px(20.0));
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let height = row * a_column as f32 + title + 2.0 * pad;
    let width = (easel.px(470.0) * most + 2.0 * pad).min(outer.width);
    let left = (all.centre().x - width * 0.5).round();
    let area = Rect::new(left, (all.centre().y - height * 0.5).round(), width, height);
    hits.add(area, &all, Target::Panel(Panel::Help));
    easel.ground(area, theme::ABOVE);
    let (head, body) = area.inset(pad).cut_top(title);
    let writing = crate::view::Writing { size: 17.0, ..theme::TITLE };
    easel.text("Keys, mouse and what they do", Rect { height: title * 0.7, ..head }, &writing);
    let right = Rect { height: title * 0.7, ..head };
    easel.text_right("click beside this page, or Esc, to close it", right, &theme::SMALL);
    let size = (row / easel.px(20.0)).min(1.0);
    let width = body.width / most;
    for (place, row_of_help) in rows.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
        let (column, line) = ((place / a_column) as f32, (place % a_column) as f32);
        let gap = easel.px(16.0);
        let area = Rect::new(body.left + column * width, body.top + line * row, width - gap, row);
        paint_row(easel, area, row_of_help, size, (hits, &all));
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for group in Group::ALL {
        rows.push(Row::Head(group.name()));
        rows.extend(ORDERS.iter().filter(|entry| entry.group == group).map(Row::Order));
        rows.push(Row::Gap);
    }
    rows.push(Row::Head("Mouse"));
    rows.extend(GESTURES.iter().map(|&(what, help)| Row::Gesture(what, help)));
    rows
}

fn paint_row(
    easel: &mut Easel<'_>,
    area: Rect,
    row: &Row,
    size: f32,
    (hits, all): (&mut Hits, &Rect),
) {
    let sized = |writing: crate::view::Writing| crate::view::Writing {
        size: writing.size * size,
        ..writing
    };
    let (keys, rest) = area.cut_left(area.width * 0.17);
    let (name, help) = rest.cut_left(rest.width * 0.34);
    let (plain, faint) = (sized(theme::BODY), sized(theme::BODY.coloured(theme::FAINT)));
    match row {
        Row::Gap => {}
        Row::Head(title) => {
            easel.text(&title.to_uppercase(), area, &sized(theme::HEAD));
        }
        Row::Order(entry) => {
            if easel.points_at(&area) {
                let round = easel.px(3.0);
                easel.sheet.fill_rounded(area, round, theme::BUTTON);
            }
            let strokes: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
            let text = strokes.join("  ");
            let text = if easel.letters.width(&text, &plain) > keys.width {
                strokes[0].clone()
            } else {
                text
            };
            easel.text(&text, keys, &sized(theme::BODY.coloured(theme::ACCENT)));
            easel.text(entry.name, name, &plain);
            easel.text(entry.help, help, &faint);
            hits.add(area, all, Target::Order(entry.order));
        }
        Row::Gesture(what, help) => {
            let (what_area, help_area) = area.cut_left(area.width * 0.45);
            easel.text(what, what_area, &plain);
            easel.text(help, help_area, &faint);
        }
    }
}
