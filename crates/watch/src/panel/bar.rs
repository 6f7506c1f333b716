//! The menu bar: buttons for time and speed, menus, and the clock.

use glam::Vec2;
use terrarium_picture::actions::{Group, UiAction};
use terrarium_picture::{Rect, TextStyle};
use terrarium_studies::charts::grouped;

use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Menu, Panels, Target, theme};

/// The buttons before the menus, each with its width in pixels at scale 1.
const QUICK: [(UiAction, &str, f32); 5] = [
    (UiAction::PlayPause, "", 34.0),
    (UiAction::StepBack, "‹", 24.0),
    (UiAction::Step, "›", 24.0),
    (UiAction::Slower, "−", 24.0),
    (UiAction::Faster, "+", 24.0),
];

/// The width of the speed label, in pixels at scale 1.
const SPEED: f32 = 54.0;

/// The buttons after the menus, shown where they fit, each with its width in pixels at scale 1.
const MORE: [(UiAction, &str, f32); 5] = [
    (UiAction::Help, "Help", 46.0),
    (UiAction::Branch, "Branch", 60.0),
    (UiAction::Follow, "Follow", 60.0),
    (UiAction::Fit, "Fit", 34.0),
    (UiAction::Undo, "Undo", 50.0),
];

/// The ticks per second at normal speed.
const NORMAL_RATE: f64 = 30.0;

/// The room that is left for the clock, in pixels at scale 1.
const LEAST_CLOCK: f32 = 100.0;

const GAP: f32 = 4.0;

/// The rectangles of the parts of the bar.
pub(super) struct Parts {
    quick: Vec<(UiAction, &'static str, Rect)>,
    speed: Rect,
    pub menus: Vec<(Menu, Rect)>,
    more: Vec<(UiAction, &'static str, Rect)>,
    /// The button that opens the list of branches, if there are several.
    pub branch: Rect,
    clock: Rect,
}

impl Parts {
    pub fn new(painter_context: &PainterContext<'_>, area: Rect, show: &Show<'_>) -> Self {
        let gap = painter_context.px(GAP);
        let row = area.inset(gap);
        let mut left = row.left;
        let mut next = |width: f32| {
            let part = Rect::new(left, row.top, width, row.height);
            left += width + gap;
            part
        };
        let fits = |part: &Rect| part.right() <= row.right();
        let mut quick = Vec::new();
        let mut speed = Rect::default();
        let room = row.width;
        for (action, text, width) in QUICK {
            if action == UiAction::Faster && room > painter_context.px(330.0) {
                speed = next(painter_context.px(SPEED));
            }
            if room > painter_context.px(250.0) || action == UiAction::PlayPause {
                quick.push((action, text, next(painter_context.px(width))));
            }
        }
        let names = Group::ALL.map(|group| {
            (
                Menu::Of(group),
                painter_context.font.width(group.name(), &theme::BODY) + painter_context.px(16.0),
            )
        });
        let all: f32 = names.iter().map(|(_, width)| width + gap).sum();
        let taken: f32 = quick.iter().map(|(.., part)| part.width + gap).sum::<f32>() + speed.width;
        next(gap);
        let has_commands = show.chronicle.has_commands();
        let offered = MORE.into_iter().filter(|it| it.0 != UiAction::Undo || has_commands);
        let more: f32 = offered.clone().map(|(.., width)| painter_context.px(width) + gap).sum();
        let menus = if taken + all + more + painter_context.px(LEAST_CLOCK) <= room {
            names.map(|(menu, width)| (menu, next(width.round()))).into()
        } else {
            vec![(Menu::All, next(painter_context.px(34.0)))]
        };
        next(gap);
        let mut more = Vec::new();
        for (action, text, width) in offered {
            let start =
                more.last().map_or(left, |(.., part): &(UiAction, &str, Rect)| part.right() + gap);
            let part = Rect::new(start, row.top, painter_context.px(width), row.height);
            if fits(&part) {
                more.push((action, text, part));
            }
        }
        quick.retain(|(.., part)| fits(part));
        let end = more.last().map_or(left, |(.., part)| part.right() + gap) + gap;
        let mut branch = Rect::default();
        if let Some(name) = branch_name(show) {
            let width = painter_context.font.width(&name, &theme::BODY) + painter_context.px(20.0);
            branch =
                Rect::new(end, row.top, width.min(row.right() - end).max(0.0).round(), row.height);
        }
        let end = if branch.is_empty() { end } else { branch.right() + gap };
        let clock = Rect::new(end, row.top, (row.right() - end).max(0.0), row.height);
        Self { quick, speed, menus, more, branch, clock }
    }
}

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    painter_context.framebuffer.fill(area, theme::PANEL);
    let parts = Parts::new(painter_context, area, show);
    for &(action, text, part) in &parts.quick {
        let is_on = action == UiAction::PlayPause && show.is_on(action, panels);
        painter_context.button(part, text, is_on, hits, (&area, Target::Action(action)));
        if action == UiAction::PlayPause {
            play_or_pause(painter_context, part, show.is_paused);
        }
    }
    if !parts.speed.is_empty() {
        let action =
            if show.speed.is_finite() { UiAction::FullSpeed } else { UiAction::NormalSpeed };
        hits.add(parts.speed, &area, Target::Action(action));
        paint_speed(painter_context, parts.speed, show);
    }
    for &(menu, part) in &parts.menus {
        let name = match menu {
            Menu::Of(group) => group.name(),
            _ => "≡",
        };
        painter_context.button(
            part,
            name,
            is_open(panels.menu, menu),
            hits,
            (&area, Target::Menu(menu)),
        );
    }
    for &(action, text, part) in &parts.more {
        let is_on = show.is_on(action, panels);
        painter_context.button(part, text, is_on, hits, (&area, Target::Action(action)));
    }
    if let Some(name) = branch_name(show).filter(|_| !parts.branch.is_empty()) {
        let is_on = panels.menu == Some(Menu::Branches);
        let what = Target::Menu(Menu::Branches);
        painter_context.button(parts.branch, &name, is_on, hits, (&area, what));
    }
    let left = recording_sign(painter_context, parts.clock, show);
    clock(painter_context, left, show);
}

/// Paints a sign at the right edge while the run is recorded. Returns the rest of the area.
fn recording_sign(painter_context: &mut PainterContext<'_>, area: Rect, show: &Show<'_>) -> Rect {
    const STYLE: TextStyle = TextStyle::new(13.0, theme::RED).bold();
    const TEXT: &str = "● rec";
    let width = painter_context.font.width(TEXT, &STYLE);
    if !show.on.contains(&UiAction::Record) || width > area.width {
        return area;
    }
    painter_context.text_right(TEXT, area, &STYLE);
    let left = area.width - width - painter_context.px(2.0 * GAP);
    Rect::new(area.left, area.top, left.max(0.0), area.height)
}

/// The name of the current branch, if there are several.
fn branch_name(show: &Show<'_>) -> Option<String> {
    let present = show.branches.get(show.present).filter(|_| show.branches.len() > 1)?;
    Some(format!("{} ▾", present.name))
}

/// Paints the requested speed, and below it the measured one if that is less.
fn paint_speed(painter_context: &mut PainterContext<'_>, area: Rect, show: &Show<'_>) {
    let text = format_speed(show.speed);
    if !show.is_late || show.rate <= 0.0 {
        let style = theme::TITLE;
        let centre = area.centre();
        return painter_context.font.write_centred(
            painter_context.framebuffer,
            &text,
            centre,
            &style,
        );
    }
    let measured = show.rate / NORMAL_RATE;
    let measured =
        if measured >= 9.5 { format!("×{measured:.0}") } else { format!("×{measured:.1}") };
    let (upper, lower) = area.cut_top(area.height * 0.5);
    let small = |colour| TextStyle { size: 11.0, ..theme::TITLE.coloured(colour) };
    let rows = [(upper, text, theme::FAINT), (lower, measured, theme::WARNING)];
    for (row, text, colour) in rows {
        painter_context.font.write_centred(
            painter_context.framebuffer,
            &text,
            row.centre(),
            &small(colour),
        );
    }
}

fn is_open(open: Option<Menu>, menu: Menu) -> bool {
    open == Some(menu)
        || (menu == Menu::Of(Group::Edit) && matches!(open, Some(Menu::Add | Menu::Plague)))
        || (menu == Menu::All && open.is_some())
}

/// Paints the longest form of the clock that fits.
fn clock(painter_context: &mut PainterContext<'_>, area: Rect, show: &Show<'_>) {
    let (day, _) = show.scene.day();
    let tick = format!("tick {}", grouped(show.tick()));
    let seed = format!("seed {}", show.scene.seed);
    let rate = format!("{:.0} ticks/s", show.rate);
    let drought = if show.scene.drought { "drought · " } else { "" };
    let texts = [
        format!("{drought}{rate} · {seed} · day {day} · {tick}"),
        format!("{drought}{seed} · day {day} · {tick}"),
        format!("day {day} · {tick}"),
        tick,
    ];
    let fitting =
        texts.iter().find(|text| painter_context.font.width(text, &theme::BODY) <= area.width);
    if let Some(text) = fitting {
        painter_context.text_right(text, area, &theme::BODY);
    }
}

fn play_or_pause(painter_context: &mut PainterContext<'_>, area: Rect, is_paused: bool) {
    let (centre, size) = (area.centre(), area.height * 0.22);
    if is_paused {
        let corners = [Vec2::new(-0.8, -1.0), Vec2::new(1.0, 0.0), Vec2::new(-0.8, 1.0)];
        painter_context
            .framebuffer
            .polygon(&corners.map(|corner| centre + corner * size), theme::TEXT);
    } else {
        for x in [-0.85, 0.25] {
            let bar = Rect::new(centre.x + x * size, centre.y - size, size * 0.6, size * 2.0);
            painter_context.framebuffer.fill(bar, theme::TEXT);
        }
    }
}

/// Formats a speed: `×4`, `×1/8`, `max`.
fn format_speed(speed: f64) -> String {
    if !speed.is_finite() {
        "max".to_owned()
    } else if speed >= 1.0 {
        format!("×{speed:.0}")
    } else {
        format!("×1/{:.0}", 1.0 / speed.max(1e-3))
    }
}
