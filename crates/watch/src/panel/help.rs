//! The help overlay: all actions with their keys, and all mouse gestures, on one page.

use terrarium_picture::Rect;
use terrarium_picture::actions::{ACTIONS, Entry, GESTURES, Group};

use super::painter_context::PainterContext;
use super::{Hits, Panel, Target, theme};

/// A row of the help overlay.
enum Row {
    Head(&'static str),
    Action(&'static Entry),
    Gesture(&'static str, &'static str),
    Gap,
}

/// The least width of a column and the greatest height of a row, in pixels at scale 1.
const COLUMN: f32 = 330.0;
const ROW: f32 = 20.0;

/// The least height of a row that is easy to read, in pixels at scale 1.
const LEGIBLE: f32 = 15.0;

pub(super) fn paint(painter_context: &mut PainterContext<'_>, all: Rect, hits: &mut Hits) {
    let margin = painter_context.px(16.0).min(all.width * 0.03);
    let outer = all.inset(margin);
    let pad = painter_context.px(16.0).min(outer.width * 0.05);
    let title = painter_context.px(32.0);
    let room = outer.height - 2.0 * pad - title;
    let fitting = |rows: f32| room / rows;
    // As few columns as are legible, since less text is cut off then.
    let columns = (1..=3_u8)
        .map(columns_of)
        .find(|columns| fitting(longest(columns)) >= painter_context.px(LEGIBLE));
    let most = (outer.width / painter_context.px(COLUMN)).floor().clamp(1.0, 3.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 3")]
    let columns = columns.unwrap_or_else(|| columns_of(most as u8));
    let row = fitting(longest(&columns)).min(painter_context.px(ROW));
    let height = row * longest(&columns) + title + 2.0 * pad;
    #[expect(clippy::cast_precision_loss, reason = "1 to 3")]
    let count = columns.len() as f32;
    let width = (painter_context.px(640.0) * count + 2.0 * pad).min(outer.width);
    let left = (all.centre().x - width * 0.5).round();
    let area = Rect::new(left, (all.centre().y - height * 0.5).round(), width, height);
    hits.add(area, &all, Target::Panel(Panel::Help));
    painter_context.ground(area, theme::ABOVE);
    let (head, body) = area.inset(pad).cut_top(title);
    let head = Rect { height: title * 0.7, ..head };
    let style = terrarium_picture::TextStyle { size: 17.0, ..theme::TITLE };
    let taken = painter_context.text("Keyboard and mouse", head, &style) + pad;
    let right = head.cut_left(taken).1;
    painter_context.text_right("Press Esc or click outside to close", right, &theme::SMALL);
    let size = (row / painter_context.px(ROW)).min(1.0);
    let (width, gap) = (body.width / count, pad);
    for (rows, column) in columns.iter().zip(0_u8..) {
        let left = body.left + f32::from(column) * width;
        for (row_of_help, line) in rows.iter().zip(0_u8..) {
            let top = body.top + f32::from(line) * row;
            let area = Rect::new(left, top, width - gap, row);
            paint_row(painter_context, area, row_of_help, size, (hits, &all));
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are few rows")]
fn longest(columns: &[Vec<Row>]) -> f32 {
    columns.iter().map(Vec::len).max().unwrap_or(1).max(1) as f32
}

/// Distributes all rows over `count` columns without splitting a group.
fn columns_of(count: u8) -> Vec<Vec<Row>> {
    let mut groups: Vec<Vec<Row>> = Vec::new();
    for group in Group::ALL {
        let mut rows = vec![Row::Head(group.name())];
        rows.extend(ACTIONS.iter().filter(|entry| entry.group == group).map(Row::Action));
        groups.push(rows);
    }
    let mut rows = vec![Row::Head("Mouse")];
    rows.extend(GESTURES.iter().map(|&(what, help)| Row::Gesture(what, help)));
    groups.push(rows);
    let all: usize = groups.iter().map(|rows| rows.len() + 1).sum();
    let most = all.div_ceil(count.max(1).into()) + usize::from(count > 1) * 3;
    let mut columns: Vec<Vec<Row>> = vec![Vec::new()];
    for group in groups {
        let column = columns.last_mut().expect("there is a column");
        if !column.is_empty() && column.len() + group.len() + 1 > most {
            columns.push(group);
        } else {
            if !column.is_empty() {
                column.push(Row::Gap);
            }
            column.extend(group);
        }
    }
    columns
}

fn paint_row(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    row: &Row,
    size: f32,
    (hits, all): (&mut Hits, &Rect),
) {
    let sized = |style: terrarium_picture::TextStyle| terrarium_picture::TextStyle {
        size: style.size * size,
        ..style
    };
    let (keys, rest) = area.cut_left(area.width * 0.15);
    let (name, help) = rest.cut_left(rest.width * 0.28);
    let (plain, faint) = (sized(theme::BODY), sized(theme::BODY.coloured(theme::FAINT)));
    match row {
        Row::Gap => {}
        Row::Head(title) => {
            painter_context.text(&title.to_uppercase(), area, &sized(theme::HEAD));
        }
        Row::Action(entry) => {
            if painter_context.points_at(&area) {
                let round = painter_context.px(3.0);
                painter_context.framebuffer.fill_rounded(area, round, theme::BUTTON);
            }
            let strokes: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
            let text = strokes.join("  ");
            let text = if painter_context.font.width(&text, &plain) > keys.width - 4.0 {
                strokes[0].clone()
            } else {
                text
            };
            painter_context.text(&text, keys, &sized(theme::BODY.coloured(theme::ACCENT)));
            painter_context.text(entry.name, name, &plain);
            painter_context.text(entry.help, help, &faint);
            hits.add(area, all, Target::Action(entry.action));
        }
        Row::Gesture(what, help) => {
            let (what_area, help_area) = area.cut_left(area.width * 0.45);
            painter_context.text(what, what_area, &plain);
            painter_context.text(help, help_area, &faint);
        }
    }
}
