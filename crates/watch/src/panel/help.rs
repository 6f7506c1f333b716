//! The help overlay: all actions with their keys, and all mouse gestures. What does not fit is scrolled to.

use terrarium_picture::actions::{ACTIONS, GESTURES, Group};
use terrarium_picture::{Rect, TextStyle};

use super::painter_context::PainterContext;
use super::{Hits, Panel, Panels, Target, theme};

/// A part of a row: text from an offset on.
struct Part {
    left: f32,
    lines: Vec<String>,
    style: TextStyle,
}

/// What is listed in one place: a heading, an action or a gesture.
struct Item {
    parts: Vec<Part>,
    what: Option<Target>,
}

/// The items of a column, and their number of lines.
struct Columns {
    items: Vec<Vec<Item>>,
    lines: usize,
    width: f32,
    line: f32,
}

/// How the list can be set: the height of a line in pixels at scale 1, the size of its text as a share of the usual
/// one, and whether actions have their names beside what they do.
const SETTINGS: [(f32, f32, bool); 4] =
    [(20.0, 1.0, true), (17.0, 0.93, true), (20.0, 1.0, false), (17.0, 0.93, false)];

/// The least width of a column, in pixels at scale 1.
const COLUMN: f32 = 330.0;

/// The greatest width of a column, in pixels at scale 1.
const WIDEST: f32 = 640.0;

const MOST_COLUMNS: u8 = 3;

/// The height of the title, in pixels at scale 1.
const TITLE: f32 = 30.0;

impl Item {
    fn lines(&self) -> usize {
        self.parts.iter().map(|part| part.lines.len()).max().unwrap_or(0)
    }
}

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    all: Rect,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    let outer = all.inset(painter_context.px(8.0).min(all.width * 0.03));
    let pad = painter_context.px(14.0).min(outer.width * 0.05);
    let title = painter_context.px(TITLE);
    let room = outer.inset(pad).cut_top(title).1;
    let columns = columns_in(painter_context, room, pad);
    #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
    let content = columns.line * columns.lines as f32;
    #[expect(clippy::cast_precision_loss, reason = "1 to 3")]
    let count = columns.items.len() as f32;
    let height = (content + title + 2.0 * pad).min(outer.height);
    let width = ((columns.width + pad) * count + pad).min(outer.width);
    let corner = (all.centre() - glam::Vec2::new(width, height) * 0.5).round();
    let area = Rect::new(corner.x, corner.y, width, height);
    hits.add(area, &all, Target::Panel(Panel::Help));
    painter_context.ground(area, theme::ABOVE);
    let (head, body) = area.inset(pad).cut_top(title);
    panels.help = panels.help.clamp(0.0, (content - body.height).max(0.0));
    paint_title(painter_context, head, content > body.height);
    let clip = painter_context.framebuffer.set_clip(Some(body));
    for (items, column) in columns.items.iter().zip(0_u8..) {
        let left = body.left + f32::from(column) * (columns.width + pad);
        let mut top = body.top - panels.help.round();
        for item in items {
            #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
            let height = columns.line * item.lines() as f32;
            let area = Rect::new(left, top, columns.width, height);
            paint_item(painter_context, item, area.within(&body), (area, columns.line));
            if let Some(what) = item.what {
                hits.add(area, &body, what);
            }
            top += height;
        }
    }
    painter_context.framebuffer.set_clip(Some(clip));
    let bar = Rect { width: body.width + pad * 0.6, ..body };
    painter_context.scroll_bar(bar, panels.help, content);
}

fn paint_title(painter_context: &mut PainterContext<'_>, head: Rect, is_cut: bool) {
    let head = Rect { height: head.height * 0.7, ..head };
    let style = TextStyle { size: 17.0, ..theme::TITLE };
    let taken = painter_context.text("Keyboard and mouse", head, &style) + painter_context.px(14.0);
    let right = head.cut_left(taken).1;
    let close = "Esc closes";
    let texts = if is_cut {
        ["Wheel, ↑ and ↓ scroll · Esc closes", close]
    } else {
        ["Press Esc or click outside to close", close]
    };
    let fits = |text: &&str| painter_context.font.width(text, &theme::SMALL) <= right.width;
    if let Some(text) = texts.into_iter().find(fits) {
        painter_context.text_right(text, right, &theme::SMALL);
    }
}

fn paint_item(
    painter_context: &mut PainterContext<'_>,
    item: &Item,
    shown: Rect,
    (area, line): (Rect, f32),
) {
    if item.what.is_some() && painter_context.points_at(&shown) {
        let round = painter_context.px(3.0);
        painter_context.framebuffer.fill_rounded(area, round, theme::BUTTON);
    }
    for part in &item.parts {
        let rest = Rect { height: line, ..area.cut_left(part.left).1 };
        for (text, row) in part.lines.iter().zip(0_u8..) {
            let row = Rect { top: rest.top + line * f32::from(row), ..rest };
            painter_context.text(text, row, &part.style);
        }
    }
}

/// The list with the largest text that fits, in as few columns as are needed; what is too long is set in as many
/// columns as can be read.
fn columns_in(painter_context: &PainterContext<'_>, room: Rect, gap: f32) -> Columns {
    let most = ((room.width + gap) / (painter_context.px(COLUMN) + gap)).floor();
    let widths: Vec<(u8, f32)> = (1..=MOST_COLUMNS)
        .filter(|&count| count == 1 || f32::from(count) <= most)
        .map(|count| {
            let width = (room.width + gap) / f32::from(count) - gap;
            (count, width.min(painter_context.px(WIDEST)).floor())
        })
        .collect();
    let set = |setting, (count, width)| columns_of(painter_context, setting, count, width);
    let mut last = None;
    for setting in SETTINGS {
        for &width in &widths {
            let columns = set(setting, width);
            #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
            if columns.line * columns.lines as f32 <= room.height {
                return columns;
            }
            last = Some(columns);
        }
    }
    last.unwrap_or_else(|| set(SETTINGS[0], (1, room.width)))
}

/// Sets the whole list in so many columns of a width. No group is split.
fn columns_of(
    painter_context: &PainterContext<'_>,
    (line, size, has_names): (f32, f32, bool),
    count: u8,
    width: f32,
) -> Columns {
    let setter = Setter { painter_context, size, has_names, width };
    let groups = setter.groups();
    let lines: Vec<usize> =
        groups.iter().map(|group| group.iter().map(Item::lines).sum()).collect();
    let mut items: Vec<Vec<Item>> = Vec::new();
    let most = least_longest(&lines, count.into());
    let mut length = usize::MAX;
    for (group, lines) in groups.into_iter().zip(lines) {
        if length.saturating_add(1 + lines) > most {
            items.push(group);
            length = lines;
        } else if let Some(column) = items.last_mut() {
            column.push(setter.gap());
            column.extend(group);
            length += 1 + lines;
        }
    }
    let of_column = |column: &Vec<Item>| column.iter().map(Item::lines).sum();
    let lines = items.iter().map(of_column).max().unwrap_or(0);
    Columns { items, lines, width, line: painter_context.px(line) }
}

/// The least length of the longest of so many columns that hold groups of these lengths in their order, with a line
/// between two groups.
fn least_longest(lines: &[usize], count: usize) -> usize {
    let whole = lines.iter().sum::<usize>() + lines.len().saturating_sub(1);
    if count <= 1 {
        return whole;
    }
    let first_of = |end: usize| lines[..end].iter().sum::<usize>() + end.saturating_sub(1);
    let splits = 1..lines.len();
    let longest = |end| first_of(end).max(least_longest(&lines[end..], count - 1));
    splits.map(longest).min().unwrap_or(whole)
}

/// Sets items in a column.
struct Setter<'a> {
    painter_context: &'a PainterContext<'a>,
    size: f32,
    has_names: bool,
    width: f32,
}

impl Setter<'_> {
    /// The actions of each group, and the gestures.
    fn groups(&self) -> Vec<Vec<Item>> {
        let entries = |group| ACTIONS.iter().filter(move |entry| entry.group == group);
        let joined = |entry: &terrarium_picture::actions::Entry| {
            let strokes: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
            strokes.join("  ")
        };
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            let style = self.sized(theme::BODY);
            texts.map(|text| self.painter_context.font.width(&text, &style)).fold(0.0, f32::max)
        };
        let gap = self.painter_context.px(10.0);
        let keys = widest(&mut ACTIONS.iter().map(joined)).min(self.width * 0.4) + gap;
        let names = widest(&mut ACTIONS.iter().map(|entry| entry.name.to_owned()));
        let names = if self.has_names { names.min(self.width * 0.3) + gap } else { 0.0 };
        let of_group = |group: Group| {
            let items = entries(group).map(|entry| {
                let mut parts = vec![self.part(&joined(entry), 0.0, keys - gap, theme::ACCENT)];
                if self.has_names {
                    parts.push(self.part(entry.name, keys, names - gap, theme::TEXT));
                }
                let help = if self.has_names { theme::FAINT } else { theme::TEXT };
                let left = keys + names;
                parts.push(self.part(entry.help, left, self.width - left, help));
                Item { parts, what: Some(Target::Action(entry.action)) }
            });
            std::iter::once(self.head(group.name())).chain(items).collect()
        };
        let half = (self.width * 0.45).round();
        let gesture = |&(what, help): &(&str, &str)| Item {
            parts: vec![
                self.part(what, 0.0, half - gap, theme::TEXT),
                self.part(help, half, self.width - half, theme::FAINT),
            ],
            what: None,
        };
        let gestures = std::iter::once(self.head("Mouse")).chain(GESTURES.iter().map(gesture));
        Group::ALL.into_iter().map(of_group).chain([gestures.collect()]).collect()
    }

    fn sized(&self, style: TextStyle) -> TextStyle {
        TextStyle { size: style.size * self.size, ..style }
    }

    fn part(&self, text: &str, left: f32, width: f32, colour: terrarium_picture::Colour) -> Part {
        let style = self.sized(theme::BODY.coloured(colour));
        let lines = self.painter_context.font.wrapped(text, &style, width);
        Part { left, lines, style }
    }

    fn head(&self, title: &str) -> Item {
        let (lines, style) = (vec![title.to_uppercase()], self.sized(theme::HEAD));
        Item { parts: vec![Part { left: 0.0, lines, style }], what: None }
    }

    fn gap(&self) -> Item {
        let (lines, style) = (vec![String::new()], self.sized(theme::BODY));
        Item { parts: vec![Part { left: 0.0, lines, style }], what: None }
    }
}

#[cfg(test)]
mod tests {
    use terrarium_picture::{DensityCache, Font, Framebuffer};

    use super::*;

    #[test]
    fn columns_are_as_equal_as_groups_can_be() {
        assert_eq!(least_longest(&[3, 3, 3], 1), 11);
        assert_eq!(least_longest(&[3, 3, 3], 3), 3);
        assert_eq!(least_longest(&[1, 1, 9, 2, 2], 2), 13);
        assert_eq!(least_longest(&[14, 15, 11, 13, 9, 18, 12], 3), 35);
        assert_eq!(least_longest(&[4], 3), 4);
    }

    /// The columns of a window, and whether all of them are seen without scrolling.
    fn shown(width: f32, height: f32, scale: f32) -> (Columns, bool) {
        let mut framebuffer = Framebuffer::new(1, 1, [0; 4]);
        let (mut font, mut densities) = (Font::new(scale), DensityCache::default());
        let context = PainterContext {
            framebuffer: &mut framebuffer,
            font: &mut font,
            pointer: None,
            densities: &mut densities,
        };
        let room = Rect::new(0.0, 0.0, width - 44.0 * scale, height - 74.0 * scale);
        let columns = columns_in(&context, room, context.px(14.0));
        let is_whole = columns.line * columns.lines as f32 <= room.height;
        (columns, is_whole)
    }

    #[test]
    fn no_line_is_cut_off_and_columns_are_balanced() {
        for (width, height, scale) in [
            (800.0, 600.0, 1.0),
            (1280.0, 720.0, 1.0),
            (1920.0, 1080.0, 1.0),
            (3840.0, 2160.0, 2.0),
            (640.0, 480.0, 1.0),
        ] {
            let (columns, is_whole) = shown(width, height, scale);
            let parts = columns.items.iter().flatten().flat_map(|item| &item.parts);
            let cut: Vec<&String> =
                parts.flat_map(|part| &part.lines).filter(|line| line.ends_with('…')).collect();
            // A name ends so itself.
            let names = ["Find …", "Name …", "Colour by …", "Add …", "Plague …", "Open …"];
            let is_name = |line: &&&String| names.contains(&line.as_str()) || **line == "…";
            assert_eq!(cut.iter().filter(|line| !is_name(line)).count(), 0, "{width}: {cut:?}");
            let of_column = |column: &Vec<Item>| column.iter().map(Item::lines).sum::<usize>();
            let least = columns.items.iter().map(of_column).min().unwrap();
            assert!(least * 10 >= columns.lines * 6, "{width}: {least} of {}", columns.lines);
            assert_eq!(is_whole, width > 1900.0, "{width} × {height}: {}", columns.lines);
        }
    }
}
