//! The scoreboard of a conquest: what each colony has, the state of each base, and who leads.

use glam::Vec2;
use terrarium_creatures::behaviour::Colony;
use terrarium_picture::{Colour, Rect, TextStyle};
use terrarium_run::record::scene::BaseFigure;
use terrarium_session::{ColonyScore, lead_text, most_tickets};

use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Target, theme};

/// The height, in pixels at scale 1.
pub(super) const HEIGHT: f32 = 48.0;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    hits: &mut Hits,
) {
    painter_context.framebuffer.fill(area, theme::DOCK);
    let room = area.inset(painter_context.px(5.0));
    let (upper, lower) = room.cut_top(painter_context.px(22.0));
    let (_, lower) = lower.cut_top(painter_context.px(4.0));
    let middle = bases(painter_context, upper, show, hits);
    let most = most_tickets(show.chronicle);
    let gap = lead(painter_context, lower, show);
    for colony in Colony::ALL {
        let score = ColonyScore::new(colony, show.scene, show.chronicle);
        let is_left = colony == Colony::Blue;
        let half = |from: Rect, middle: Rect| {
            let (left, width) = if is_left {
                (from.left, middle.left - from.left)
            } else {
                (middle.right(), from.right() - middle.right())
            };
            Rect { left, width: width.max(0.0), ..from }.inset_sides(painter_context.px(4.0))
        };
        let (title, bar) = (half(upper, middle), half(lower, gap));
        names(painter_context, title, &score, colony);
        tickets(painter_context, bar, &score, most, colony);
    }
}

/// Writes the name of a colony and what it has beside the outer edge.
fn names(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    score: &ColonyScore,
    colony: Colony,
) {
    let style = theme::TITLE.coloured(theme::of_colony(Some(colony)));
    let (name, summary) = (&score.name, &score.summary);
    let gap = painter_context.px(8.0);
    let width = painter_context.font.width(name, &style).min(area.width);
    let rest = (area.width - width - gap).max(0.0);
    let fits = painter_context.font.width(summary, &theme::SMALL) <= rest;
    if colony == Colony::Blue {
        painter_context.text(name, area, &style);
        if fits {
            let area = Rect { left: area.left + width + gap, width: rest, ..area };
            painter_context.text(summary, area, &theme::SMALL);
        }
    } else {
        painter_context.text_right(name, area, &style);
        if fits {
            painter_context.text_right(summary, Rect { width: rest, ..area }, &theme::SMALL);
        }
    }
}

/// Paints the tickets that a colony has left as a bar that shrinks towards the middle.
fn tickets(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    score: &ColonyScore,
    most: u32,
    colony: Colony,
) {
    let round = painter_context.px(3.0);
    let beside = painter_context.px(68.0).min(area.width * 0.5);
    let (area, label) = if colony == Colony::Blue {
        let (label, bar) = area.cut_left(beside);
        (bar, label)
    } else {
        area.cut_left(area.width - beside)
    };
    painter_context.framebuffer.fill_rounded(area, round, theme::BUTTON);
    #[expect(clippy::cast_possible_truncation, reason = "a share of a width")]
    let share = (f64::from(score.tickets) / f64::from(most)) as f32;
    let width = area.width * share.min(1.0);
    let left = if colony == Colony::Blue { area.right() - width } else { area.left };
    painter_context.framebuffer.fill_rounded(
        Rect { left, width, ..area },
        round,
        theme::of_colony(Some(colony)),
    );
    let text = format!("{} tickets", score.tickets);
    let style = TextStyle { size: 11.0, ..theme::TITLE };
    if colony == Colony::Blue {
        painter_context.text(&text, label, &style);
    } else {
        painter_context.text_right(&text, label, &style);
    }
}

/// Writes who leads in the middle. Returns the room that it takes.
fn lead(painter_context: &mut PainterContext<'_>, area: Rect, show: &Show<'_>) -> Rect {
    let colony = show.chronicle.lead(show.tick()).map(|(colony, _)| colony);
    let text = lead_text(show.chronicle, show.tick());
    let style = TextStyle { size: 11.0, ..theme::TITLE.coloured(theme::of_colony(colony)) };
    // As wide as the longest text of this conquest, so that the bars stay where they are.
    let most = most_tickets(show.chronicle);
    let longest = Colony::ALL.map(|colony| {
        let text = format!("{} +{most}", show.chronicle.colony_name(colony));
        painter_context.font.width(&text, &style)
    });
    let width = longest[0].max(longest[1]) + painter_context.px(12.0);
    let width = width.max(painter_context.px(64.0)).min(area.width * 0.3);
    let middle = Rect { left: (area.centre().x - width * 0.5).round(), width, ..area };
    painter_context.font.write_centred(painter_context.framebuffer, &text, middle.centre(), &style);
    middle
}

/// Paints a disc for each base in the middle: in the colour of its owner, with a ring that shows who is
/// taking it. Returns the room that they take.
fn bases(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    hits: &mut Hits,
) -> Rect {
    let bases = &show.scene.bases;
    #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
    let count = bases.len().max(1) as f32;
    let step = painter_context.px(26.0).min(area.width * 0.4 / count);
    let width = step * count;
    let middle = Rect { left: (area.centre().x - width * 0.5).round(), width, ..area };
    let mut left = middle.left;
    for base in bases {
        let cell = Rect { left, width: step, ..middle };
        let radius = (step.min(cell.height) * 0.36).max(2.0);
        if painter_context.points_at(&cell) {
            let round = painter_context.px(4.0);
            painter_context.framebuffer.fill_rounded(cell, round, theme::POINTED);
        }
        paint_base(painter_context, cell.centre(), radius, base);
        hits.add(cell, &area, Target::Place(base.middle));
        left += step;
    }
    middle
}

fn paint_base(
    painter_context: &mut PainterContext<'_>,
    centre: Vec2,
    radius: f32,
    base: &BaseFigure,
) {
    let width = painter_context.px(2.5);
    painter_context.framebuffer.disc(centre, radius - width, theme::of_colony(base.owner));
    painter_context.framebuffer.ring(centre, radius, width, theme::LINE);
    let by = if base.lean < 0.0 { Colony::Blue } else { Colony::Red };
    let sweep = base.lean.abs().min(1.0) * std::f32::consts::TAU;
    if sweep > 0.02 {
        let start = -std::f32::consts::FRAC_PI_2;
        let colour: Colour = theme::of_colony(Some(by));
        painter_context.framebuffer.arc(centre, radius, width, [start, sweep], colour);
    }
}
