//! The text around the world: status, timeline, species, inspection and keys.

use super::cells::{Cell, Cells, Rgb};
use crate::behaviour::Note;
use crate::geometry::DVec2;
use crate::playback::inspection::Section;
use crate::species::Kind;
use crate::view::actions::{ACTIONS, UiAction};
use crate::view::panel::{FindShow, Menu, Panel, Panels};
use crate::watching::session::Time;
use crate::watching::viewer::Viewer;

const INK: Rgb = [225, 230, 238];
const FAINT: Rgb = [140, 151, 167];
const ACCENT: Rgb = [104, 178, 240];
const PAPER: Rgb = [22, 26, 33];
const MARK: Rgb = [255, 224, 130];
const BAD: Rgb = [238, 122, 112];

/// A rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Area {
    pub left: u16,
    pub top: u16,
    pub width: u16,
    pub height: u16,
}

/// The layout of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Layout {
    /// Columns and rows.
    pub size: (u16, u16),
    /// The area of the world.
    pub world: Area,
    /// The sidebar with species and inspection; empty if it does not fit.
    side: Area,
    /// The row of the status line, if it fits.
    status: Option<u16>,
    timeline: Option<u16>,
    keys: Option<u16>,
}

/// The width of the sidebar, and the least width of the world beside it.
const SIDE: u16 = 34;
const LEAST_WORLD: u16 = 44;

impl Layout {
    /// Lays out a terminal of this size.
    pub fn of(size: (u16, u16), panels: &Panels) -> Self {
        let (width, height) = size;
        let mut world = Area { left: 0, top: 0, width, height };
        let status = (height >= 3).then_some(0);
        let keys = (height >= 6).then(|| height - 1);
        let timeline = (height >= 9).then(|| height - 2);
        let rows = |row: Option<u16>| u16::from(row.is_some());
        world.top = rows(status);
        world.height = height - rows(status) - rows(keys) - rows(timeline);
        let is_wanted =
            panels.open.contains(&Panel::Legend) || panels.open.contains(&Panel::Inspector);
        let mut side = Area::default();
        if is_wanted && width >= SIDE + LEAST_WORLD {
            world.width -= SIDE;
            side = Area { left: world.width, width: SIDE, ..world };
        }
        Self { size, world, side, status, timeline, keys }
    }

    /// Whether a row is the timeline.
    pub fn is_timeline(&self, row: u16) -> bool {
        self.timeline == Some(row)
    }

    /// Returns the tick at a column of the timeline.
    pub fn tick_at(&self, column: u16, time: &Time) -> u64 {
        let width = u64::from(self.size.0.saturating_sub(1)).max(1);
        let ticks = u128::from(time.frontier - time.first);
        let part = ticks * u128::from(u64::from(column).min(width)) / u128::from(width);
        time.first + u64::try_from(part).unwrap_or(u64::MAX)
    }
}

/// Writes everything around the world.
pub(super) fn write(cells: &mut Cells, layout: &Layout, viewer: &Viewer, title: &str) {
    status(cells, layout, viewer, title);
    timeline(cells, layout, &viewer.view_state().time);
    side(cells, layout, viewer);
    mark_texts(cells, layout, viewer);
    name_followed(cells, layout, viewer);
    keys(cells, layout, viewer);
    message(cells, layout, viewer);
    if viewer.panels().open.contains(&Panel::Help) {
        help(cells, layout);
    }
}

fn clear(cells: &mut Cells, area: Area) {
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

fn status(cells: &mut Cells, layout: &Layout, viewer: &Viewer, title: &str) {
    let Some(at) = layout.status else { return };
    let (view_state, time) = (viewer.view_state(), &viewer.view_state().time);
    let (day, _) = view_state.now.day();
    let flow = match (time.seek_target, time.is_playing) {
        (Some(tick), _) => format!("→ {tick}"),
        (None, true) => format!("▶ {} ({:.0}/s)", time.pace, time.rate),
        (None, false) => "❚❚ paused".to_owned(),
    };
    let timeline = match view_state.timelines.len() {
        1 => String::new(),
        count => format!(" · branch {} of {count}", view_state.present + 1),
    };
    let text = format!(" tick {} · day {day} · {flow}{timeline} · {title}", time.tick);
    row(cells, layout, at, &text, INK);
    let sign = " ● rec ";
    let width = u16::try_from(sign.chars().count()).unwrap_or(u16::MAX);
    if view_state.recording.is_some() && layout.size.0 > 3 * width {
        cells.write(layout.size.0 - width, at, width, sign, BAD, PAPER);
    }
}

fn timeline(cells: &mut Cells, layout: &Layout, time: &Time) {
    let Some(at) = layout.timeline else { return };
    row(cells, layout, at, "", INK);
    let last = u64::from(layout.size.0.saturating_sub(1));
    let ticks = (time.frontier - time.first).max(1);
    let here =
        u128::from(time.tick.saturating_sub(time.first)) * u128::from(last) / u128::from(ticks);
    for column in 0..layout.size.0 {
        let is_past = u128::from(column) <= here;
        let ink = if is_past { ACCENT } else { FAINT };
        let letter = if u128::from(column) == here { '●' } else { '─' };
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
        let species = viewer.view_state().now.species.iter().zip(1..);
        let names: Vec<_> = species.map(|(look, n)| format!("{n} {}", look.name)).collect();
        let text = format!(" {what}: {} · Esc to cancel", names.join("  "));
        return row(cells, layout, at, &text, MARK);
    }
    if let Some(text) = viewer.preview_text() {
        let keys = viewer.tool_keys().map_or_else(String::new, |keys| format!(" · {keys}"));
        return row(cells, layout, at, &format!(" {text}{keys}"), MARK);
    }
    let shown = [
        (UiAction::PlayPause, "pause"),
        (UiAction::Step, "step"),
        (UiAction::StepBack, "back"),
        (UiAction::Slower, "slower"),
        (UiAction::Faster, "faster"),
        (UiAction::ZoomIn, "zoom"),
        (UiAction::FollowNext, "follow"),
        (UiAction::Fit, "fit"),
        (UiAction::Help, "help"),
        (UiAction::Quit, "quit"),
    ];
    let name =
        |action: UiAction| action.entry().strokes.last().map_or(String::new(), |it| it.name());
    let named = shown.map(|(action, what)| match action {
        UiAction::PlayPause => format!("Space {what}"),
        UiAction::Step => format!(". {what}"),
        UiAction::StepBack => format!(", {what}"),
        UiAction::ZoomIn => format!("+ - {what}"),
        UiAction::Quit => format!("Q {what}"),
        other => format!("{} {what}", name(other)),
    });
    row(cells, layout, at, &format!(" {}", named.join("  ")), FAINT);
}

/// Writes the entry of a condition with its cursor, and the note above it.
fn entry(cells: &mut Cells, layout: &Layout, at: u16, find: &FindShow<'_>) {
    let (before, after) = find.text.split_at(find.cursor);
    row(cells, layout, at, &format!(" Find: {before}▏{after}"), MARK);
    if let Some(above) = layout.timeline {
        row(cells, layout, above, &format!(" {}", find.note), if find.is_bad { BAD } else { INK });
    }
}

fn side(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    let area = layout.side;
    if area.width == 0 {
        return;
    }
    clear(cells, area);
    let (left, end) = (area.left + 1, area.left + area.width - 1);
    let bottom = area.top + area.height;
    let mut at = area.top;
    let mut line = |text: &str, ink: Rgb, mark: Option<(char, Rgb)>| {
        if at < bottom {
            if let Some((letter, ink)) = mark {
                cells.set(left, at, Cell { letter, ink, paper: PAPER });
            }
            cells.write(left + 2, at, end, text, ink, PAPER);
            at += 1;
        }
    };
    let panels = viewer.panels();
    let scene = &viewer.view_state().now;
    if panels.open.contains(&Panel::Legend) {
        for (look, count) in scene.species.iter().zip(scene.populations()) {
            let emblem = match look.kind {
                Kind::Plant => '●',
                Kind::Herbivore => '■',
                Kind::Carnivore => '◆',
            };
            line(&format!("{:<14}{count:>8}", look.name), INK, Some((emblem, look.colour)));
        }
        line("", INK, None);
    }
    let Some((heading, sections)) = inspected(viewer) else { return };
    line(&heading, MARK, Some(('▸', MARK)));
    for section in sections {
        line(section.title, ACCENT, None);
        for entry in &section.lines {
            let text = if entry.label.is_empty() {
                entry.value.clone()
            } else {
                format!("{}: {}", entry.label, entry.value)
            };
            for text in wrapped(&text, usize::from(area.width - 4)) {
                line(&text, INK, None);
            }
        }
    }
}

/// The heading and the sections of the inspector: the details of the selected organism, its
/// life, or the steps of its last turn.
fn inspected(viewer: &Viewer) -> Option<(String, Vec<Section>)> {
    let panels = viewer.panels();
    if panels.is_life_open() {
        let life = viewer.view_state().life.as_ref()?;
        let organism = life.organism;
        return Some(match &life.known {
            Some(known) => (
                format!("{} {organism}: {}", known.life.species, known.life.ending()),
                known.sections.clone(),
            ),
            None => (format!("{organism}: {}", life.note.as_deref()?), Vec::new()),
        });
    }
    let inspection = viewer.view_state().inspection.as_ref();
    let inspection = inspection.filter(|_| panels.open.contains(&Panel::Inspector))?;
    let sections = match panels.are_steps_open() {
        true => inspection.step_sections(),
        false => inspection.sections(),
    };
    Some((format!("{} {}", inspection.name, inspection.id), sections))
}

/// Wraps a text to lines of `width` characters, with all but the first indented.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        let is_first = last.trim().is_empty();
        if is_first || last.chars().count() + 1 + word.chars().count() <= width {
            if !is_first {
                last.push(' ');
            }
            last.push_str(word);
        } else {
            lines.push(format!("  {word}"));
        }
    }
    lines
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
    let text = format!("{name} {organism}");
    let half = u16::try_from(text.len() / 2).unwrap_or(0);
    let column = column.saturating_sub(half).max(layout.world.left);
    cells.write(column, line, layout.world.left + layout.world.width, &text, MARK, PAPER);
}

fn message(cells: &mut Cells, layout: &Layout, viewer: &Viewer) {
    let Some(text) = viewer.message() else { return };
    let at = layout.world.top;
    if layout.world.height < 3 {
        return;
    }
    let text = format!(" {text} ");
    cells.write(layout.world.left, at, layout.world.left + layout.world.width, &text, MARK, PAPER);
}

fn help(cells: &mut Cells, layout: &Layout) {
    clear(cells, Area { left: 0, top: 0, width: layout.size.0, height: layout.size.1 });
    let column_width = 62;
    let columns = (layout.size.0 / column_width).max(1);
    cells.write(1, 0, layout.size.0, "Keys · Esc to close", ACCENT, PAPER);
    let rows = layout.size.1.saturating_sub(2).max(1);
    for (entry, place) in ACTIONS.iter().zip(0_u16..) {
        let (column, row) = (place / rows, place % rows + 2);
        if column >= columns {
            break;
        }
        let keys: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
        let left = 1 + column * column_width;
        let end = (left + column_width - 1).min(layout.size.0);
        cells.write(left, row, end, &format!("{:<14}", keys.join(" ")), MARK, PAPER);
        cells.write(left + 15, row, end, entry.help, INK, PAPER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_wrapped_between_words() {
        assert_eq!(wrapped("a bb ccc", 4), ["a bb", "  ccc"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("abcdefgh ij", 4), ["abcdefgh", "  ij"]);
    }

    #[test]
    fn terminals_of_any_size_have_a_world() {
        let panels = Panels::default();
        for width in [1, 2, 20, 77, 78, 200, u16::MAX] {
            for height in [1, 2, 3, 6, 9, 50, 1000] {
                let layout = Layout::of((width, height), &panels);
                assert!(layout.world.width > 0 && layout.world.height > 0, "{width}×{height}");
                assert!(layout.world.left + layout.world.width <= width);
                assert!(layout.world.top + layout.world.height <= height);
                let time = Time {
                    is_playing: true,
                    pace: crate::watching::Pace::NORMAL,
                    rate: 0.0,
                    tick: 5,
                    first: 0,
                    frontier: 900,
                    seek_target: None,
                };
                assert!(layout.tick_at(width, &time) <= 900);
            }
        }
    }
}
