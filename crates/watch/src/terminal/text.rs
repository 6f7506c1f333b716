//! The text around the world: status, timeline and keys.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use terrarium_creatures::behaviour::{Colony, Note};
use terrarium_session::{ColonyScore, Outcome, title_of};
use terrarium_space::geometry::DVec2;

use super::cells::{Cell, Cells, Rgb};
use super::layout::{Area, Layout};
use super::wrap::wrapped;
use crate::panel::{FindShow, Menu};
use crate::session::Time;
use crate::viewer::Viewer;

pub(super) const INK: Rgb = [225, 230, 238];
pub(super) const FAINT: Rgb = [140, 151, 167];
pub(super) const ACCENT: Rgb = [156, 204, 111];
pub(super) const PAPER: Rgb = [22, 26, 33];
pub(super) const MARK: Rgb = [255, 224, 130];
const BAD: Rgb = [238, 122, 112];

/// The keys of species, and of what organisms can be coloured by, in the order of the choices.
pub(super) const CHOICES: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Writes everything around the world.
pub(super) fn write(cells: &mut Cells, layout: &Layout, viewer: &Viewer, title: &str) {
    status(cells, layout, viewer, title);
    timeline(cells, layout, viewer);
    mark_texts(cells, layout, viewer);
    name_followed(cells, layout, viewer);
    name_halves(cells, layout, viewer);
    keys(cells, layout, viewer);
    messages(cells, layout, viewer);
}

/// Fills an area with the background.
pub(super) fn clear(cells: &mut Cells, area: Area) {
    for row in area.top..area.top + area.height {
        for column in area.left..area.left + area.width {
            cells.set(column, row, Cell { letter: ' ', ink: INK, paper: PAPER });
        }
    }
}

/// Writes a row from edge to edge.
fn row(cells: &mut Cells, layout: &Layout, row: u16, text: &str, ink: Rgb) {
    clear(cells, Area { left: 0, top: row, width: layout.size.0, height: 1 });
    cells.write(0, row, layout.size.0, text, ink, PAPER);
}

/// Writes a text from edge to edge, in as many rows as it takes, of which `last` is the last.
fn rows(cells: &mut Cells, layout: &Layout, last: u16, text: &str, ink: Rgb) {
    let lines = wrapped(text, usize::from(layout.size.0.saturating_sub(2)));
    for (at, line) in (0..=last).rev().zip(lines.iter().rev()) {
        row(cells, layout, at, &format!(" {line}"), ink);
    }
}

fn status(cells: &mut Cells, layout: &Layout, viewer: &Viewer, title: &str) {
    let Some(at) = layout.status else { return };
    let (view_state, time) = (viewer.view_state(), &viewer.view_state().time);
    let (day, _) = view_state.now.day();
    let flow = match (time.seek_target, time.is_playing) {
        (Some(tick), _) => format!("→ {tick}"),
        (None, true) => format!("▶ {} ({:.0}/s)", time.pace, time.rate),
        (None, false) => format!("❚❚ paused ({})", time.pace),
    };
    let timeline = match view_state.timelines.len() {
        1 => String::new(),
        count => format!(" · branch {} of {count}", view_state.present + 1),
    };
    let contest = contest(viewer).unwrap_or_default();
    let following = if viewer.followed().is_some() { " · following" } else { "" };
    let text =
        format!(" tick {} · day {day} · {flow}{contest}{timeline}{following} · {title}", time.tick);
    row(cells, layout, at, &text, INK);
    let sign = " ● rec ";
    let width = u16::try_from(sign.chars().count()).unwrap_or(u16::MAX);
    if view_state.recording.is_some() && layout.size.0 > 3 * width {
        cells.write(layout.size.0 - width, at, width, sign, BAD, PAPER);
    }
}

/// The tickets of both colonies, or who has won.
fn contest(viewer: &Viewer) -> Option<String> {
    let view_state = viewer.view_state();
    let scene = &view_state.now;
    scene.tickets?;
    let chronicle = view_state.chronicle();
    if let Some(outcome) = Outcome::new(chronicle, scene.tick) {
        return Some(format!(" · {}", outcome.title));
    }
    let score = |colony| {
        let ColonyScore { name, tickets, .. } = ColonyScore::new(colony, scene, chronicle);
        format!("{name} {tickets}")
    };
    Some(format!(" · {}", Colony::ALL.map(score).join(" : ")))
}

fn timeline(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    /// One of so many columns has a mark, on average.
    const PER_MARK: u16 = 4;
    let Some(at) = layout.timeline else { return };
    row(cells, layout, at, "", INK);
    let Time { tick, first, frontier, .. } = viewer.view_state().time;
    let last = u64::from(layout.size.0.saturating_sub(1));
    let ticks = (frontier - first).max(1);
    let column_of =
        |tick: u64| u128::from(tick.saturating_sub(first)) * u128::from(last) / u128::from(ticks);
    let marks = viewer.view_state().chronicle().landmarks(usize::from(layout.size.0 / PER_MARK));
    let marked: BTreeSet<u128> = marks.iter().map(|entry| column_of(entry.remark.tick)).collect();
    let here = column_of(tick);
    for column in 0..layout.size.0 {
        let is_marked = marked.contains(&u128::from(column));
        let (letter, ink) = match u128::from(column).cmp(&here) {
            Ordering::Equal => ('●', ACCENT),
            Ordering::Less if is_marked => ('┷', MARK),
            Ordering::Greater if is_marked => ('┴', MARK),
            Ordering::Less => ('━', ACCENT),
            Ordering::Greater => ('─', FAINT),
        };
        cells.set(column, at, Cell { letter, ink, paper: PAPER });
    }
}

fn keys(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    let Some(at) = layout.keys else { return };
    if let Some(find) = viewer.find_show() {
        return entry(cells, layout, at, &find);
    }
    if let Some(menu @ (Menu::Add | Menu::Plague)) = viewer.panels().menu {
        let what = if menu == Menu::Add { "Add" } else { "Plague" };
        let species = viewer.view_state().now.species.iter().zip(CHOICES.chars());
        let names: Vec<_> =
            species.map(|(look, key)| format!("{key}\u{a0}{}", look.name)).collect();
        let text = format!("{what}: {} · Esc to cancel", names.join("  "));
        return rows(cells, layout, at, &text, MARK);
    }
    if viewer.panels().menu == Some(Menu::Colour) {
        let choices = &viewer.view_state().colours.choices;
        let names = choices.iter().map(|by| by.name().into_owned());
        let names = std::iter::once("species".to_owned()).chain(names).zip(CHOICES.chars());
        let names: Vec<_> = names.map(|(name, key)| format!("{key}\u{a0}{name}")).collect();
        let text = format!("Colour by: {} · Esc to cancel", names.join("  "));
        return rows(cells, layout, at, &text, MARK);
    }
    if let Some(text) = viewer.preview_text().or_else(|| viewer.tool_hint()) {
        let keys = viewer.tool_keys().map_or_else(String::new, |keys| format!(" · {keys}"));
        return rows(cells, layout, at, &format!("{text}{keys}"), MARK);
    }
    row(cells, layout, at, &key_line(usize::from(layout.size.0)), FAINT);
}

/// The most important keys, as many as fit; the last ones are always among them.
fn key_line(width: usize) -> String {
    const KEYS: [&str; 8] = [
        "Space pause",
        ", . step",
        "[ ] speed",
        "+ - zoom",
        "N follow",
        "F fit",
        "/ find",
        "I details",
    ];
    const LAST: &str = "? help  Q quit";
    let mut line = String::new();
    for key in KEYS {
        if line.chars().count() + key.len() + LAST.len() + 3 <= width {
            line.push_str(key);
            line.push_str("  ");
        }
    }
    format!(" {line}{LAST}")
}

/// Writes the entry of a condition with its cursor, and the note above it.
fn entry(cells: &mut Cells, layout: &Layout, at: u16, find: &FindShow<'_>) {
    let (before, after) = find.text.split_at(find.cursor);
    let width = usize::from(layout.size.0);
    row(cells, layout, at, &entry_line(find.label, (before, after), width), MARK);
    if let Some(above) = layout.timeline {
        rows(cells, layout, above, find.note, if find.is_bad { BAD } else { INK });
    }
}

/// The text around the cursor that fits.
fn entry_line(label: &str, (before, after): (&str, &str), width: usize) -> String {
    let label = format!(" {label}: ");
    let length = before.chars().count();
    let hidden = (label.len() + length + 2).saturating_sub(width);
    let shown: String = before.chars().skip(hidden).collect();
    format!("{label}{shown}▏{after}")
}

/// Writes the texts of marks at their places.
fn mark_texts(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    let Some(overlay) = &viewer.view_state().overlay else { return };
    let end = layout.world.left + layout.world.width;
    for mark in &overlay.marks {
        let Note::Text(place, text) = &mark.note else { continue };
        let Some((column, line)) = cell_of(layout, viewer, *place) else { continue };
        cells.write((column + 1).min(end), line, end, text, INK, PAPER);
    }
}

/// Returns the cell that shows a place, if it is in view.
fn cell_of(layout: &Layout, viewer: &Viewer, place: DVec2) -> Option<(u16, u16)> {
    let at = viewer.camera().to_screen(place);
    let size = DVec2::new(f64::from(layout.world.width), 2.0 * f64::from(layout.world.height));
    if !(at.cmpge(DVec2::ZERO).all() && at.cmplt(size).all()) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is on the screen"
    )]
    Some((at.x as u16 + layout.world.left, (at.y / 2.0) as u16 + layout.world.top))
}

/// Labels the followed or selected organism.
fn name_followed(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    let Some(organism) = viewer.followed().or(viewer.selected()) else { return };
    let scene = &viewer.view_state().now;
    let Some(figure) = scene.figure(organism) else { return };
    let Some((column, line)) = cell_of(layout, viewer, figure.centre) else { return };
    let name = scene.look(figure.species).map_or("?", |look| look.name.as_str());
    let reach = figure.radius * viewer.camera().scale();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few cells")]
    let above = (reach / 2.0).ceil().clamp(1.0, 6.0) as u16 + 1;
    let line = line.saturating_sub(above).max(layout.world.top);
    let is_followed = viewer.followed() == Some(organism);
    let shown = (&**scene, viewer.view_state().chronicle());
    let text = title_of(&format!("{name} {organism}"), organism, is_followed, shown);
    let half = u16::try_from(text.len() / 2).unwrap_or(0);
    let column = column.saturating_sub(half).max(layout.world.left);
    cells.write(column, line, layout.world.left + layout.world.width, &text, MARK, PAPER);
}

/// Names the branches that are shown side by side, at the top of each half.
fn name_halves(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    for (port, name) in viewer.halves().into_iter().flatten() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a terminal has few columns"
        )]
        let [left, width] = [port.left, port.width].map(|length| length as u16);
        let left = left + layout.world.left;
        cells.write(left, layout.world.top, left + width, &format!(" {name} "), ACCENT, PAPER);
    }
}

/// Writes the latest message at the top of the world, and the caption of a tour at the bottom.
fn messages(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    let area = layout.world;
    if area.height < 3 || area.width < 3 {
        return;
    }
    let most = usize::from(area.height / 2);
    let texts = [(viewer.message().map(str::to_owned), true), (viewer.tour_line(), false)];
    for (text, is_top) in texts {
        let Some(text) = text else { continue };
        let lines = wrapped(&text, usize::from(area.width) - 2);
        let lines: Vec<String> = lines.into_iter().take(most).collect();
        let height = u16::try_from(lines.len()).unwrap_or(0);
        let below_names = u16::from(viewer.halves().is_some());
        let first = if is_top { area.top + below_names } else { area.top + area.height - height };
        for (row, line) in (first..).zip(lines) {
            cells.write(area.left, row, area.left + area.width, &format!(" {line} "), MARK, PAPER);
        }
    }
}

#[cfg(test)]
mod tests {
    use terrarium_picture::actions::{ACTIONS, UiAction};

    use super::*;

    #[test]
    fn the_line_of_keys_fits() {
        assert_eq!(
            key_line(80),
            " Space pause  , . step  [ ] speed  + - zoom  N follow  F fit  ? help  Q quit"
        );
        for width in 20..120 {
            let line = key_line(width);
            assert!(line.chars().count() <= width, "{width}: {line}");
            assert!(line.ends_with("? help  Q quit"));
        }
    }

    #[test]
    fn the_line_of_keys_shows_keys_that_have_an_action() {
        let line = key_line(200);
        let has = |action: UiAction, key: &str| {
            let entry = ACTIONS.iter().find(|entry| entry.action == action).unwrap();
            let is_shown = line.split([' ']).any(|word| word == key);
            assert!(is_shown && entry.strokes.iter().any(|it| it.name() == key), "{key}");
        };
        has(UiAction::PlayPause, "Space");
        has(UiAction::Step, ".");
        has(UiAction::StepBack, ",");
        has(UiAction::Slower, "[");
        has(UiAction::Faster, "]");
        has(UiAction::ZoomIn, "+");
        has(UiAction::ZoomOut, "-");
        has(UiAction::FollowNext, "N");
        has(UiAction::Fit, "F");
        has(UiAction::Find, "/");
        has(UiAction::Inspector, "I");
        has(UiAction::Help, "?");
        has(UiAction::Quit, "Q");
    }

    #[test]
    fn the_cursor_of_an_entry_stays_in_view() {
        assert_eq!(entry_line("Find", ("age", " > 5"), 40), " Find: age▏ > 5");
        let line = entry_line("Find", (&"x".repeat(100), ""), 40);
        assert_eq!(line.chars().count(), 39);
        assert!(line.ends_with('▏'));
    }
}
