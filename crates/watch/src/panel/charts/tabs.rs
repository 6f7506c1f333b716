//! The tabs of the charts, and the buttons in their header.

use glam::Vec2;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::Rect;
use terrarium_picture::actions::UiAction;
use terrarium_studies::charts::ChartKind;

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::{Hits, Panels, Target, theme};
use super::choice_of;

/// The room beside the titles of tabs together, in pixels at scale 1: less where there is not enough for all.
const PADDING: [f32; 2] = [16.0, 8.0];

/// Paints a button for each tab, or where there is no room for all, two that switch to the next ones.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    show: &Show<'_>,
    shown: ChartKind,
    panels: &Panels,
    hits: &mut Hits,
) {
    let is_conquest = !show.chronicle.bases().is_empty();
    let is_there = |&kind: &ChartKind| kind != ChartKind::Conquest || is_conquest;
    let kinds: Vec<ChartKind> = ChartKind::ALL.into_iter().filter(is_there).collect();
    let gap = painter_context.px(4.0);
    let filter =
        panels.species.map(|species| (species, format!("{} ×", show.chronicle.name(species))));
    let layout = |padding: f32| {
        let padding = painter_context.px(padding);
        let width = |text: &str| (painter_context.font.width(text, &theme::BODY) + padding).round();
        let widths: Vec<f32> = kinds.iter().map(|kind| width(kind.title())).collect();
        let of_filter = filter.as_ref().map_or(0.0, |(_, name)| width(name));
        let all: f32 = widths.iter().map(|width| width + gap).sum::<f32>() + of_filter;
        (all <= row.width).then_some((widths, of_filter))
    };
    let Some((widths, of_filter)) = PADDING.into_iter().find_map(layout) else {
        return selector(painter_context, row, (&kinds, shown), filter, hits);
    };
    let mut left = row.left;
    for (&kind, width) in kinds.iter().zip(widths) {
        let part = Rect::new(left, row.top, width, row.height);
        painter_context.button(
            part,
            kind.title(),
            kind == shown,
            hits,
            (&row, Target::Chart(kind)),
        );
        left = part.right() + gap;
    }
    if let Some((species, name)) = filter {
        let part = Rect::new(row.right() - of_filter, row.top, of_filter, row.height);
        painter_context.button(part, &name, false, hits, (&row, Target::Species(species)));
    }
}

/// Paints the name of the tab between two buttons that switch to the tabs before and after it.
fn selector(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    (kinds, shown): (&[ChartKind], ChartKind),
    filter: Option<(SpeciesId, String)>,
    hits: &mut Hits,
) {
    let index = kinds.iter().position(|&kind| kind == shown).unwrap_or(0);
    let side = painter_context.px(24.0);
    let (before, rest) = row.cut_left(side);
    let (middle, after) = rest.cut_left(rest.width - side);
    for (part, text, step) in [(before, "‹", kinds.len() - 1), (after, "›", 1)] {
        let kind = kinds[(index + step) % kinds.len()];
        painter_context.button(part, text, false, hits, (&row, Target::Chart(kind)));
    }
    let middle = middle.inset(painter_context.px(4.0));
    let middle = Rect { top: row.top, height: row.height, ..middle };
    match filter {
        Some((species, name)) => {
            let text = format!("{}: {name}", shown.title());
            painter_context.button(middle, &text, false, hits, (&row, Target::Species(species)));
        }
        None => painter_context.font.write_centred(
            painter_context.framebuffer,
            shown.title(),
            middle.centre(),
            &theme::BODY,
        ),
    }
}

/// Paints the buttons at the right end of the header of the charts. Returns the rest of the header.
pub(in crate::panel) fn buttons(
    painter_context: &mut PainterContext<'_>,
    header: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) -> Rect {
    let choice = choice_of(show, panels);
    let (pad, gap) = (painter_context.px(6.0), painter_context.px(3.0));
    let scale = choice.kind.has_scale().then(|| choice.effective_scale().name());
    let texts = [
        (Some(""), UiAction::EnlargeChart),
        (Some("save"), UiAction::SaveChart),
        (scale, UiAction::ChartScale),
    ];
    let row = header.inset_rows(gap);
    let mut right = header.right() - gap;
    for (text, action) in texts {
        let Some(text) = text else { continue };
        let width = painter_context.font.width(text, &theme::SMALL) + 2.0 * pad;
        let width = width.max(row.height).round();
        if right - width < header.left + header.width * 0.35 {
            break;
        }
        let part = Rect { left: right - width, width, ..row };
        let ground = if painter_context.points_at(&part) { theme::POINTED } else { theme::BUTTON };
        painter_context.framebuffer.fill_rounded(part, gap, ground);
        let style = theme::SMALL.coloured(theme::TEXT);
        painter_context.font.write_centred(
            painter_context.framebuffer,
            text,
            part.centre(),
            &style,
        );
        if action == UiAction::EnlargeChart {
            arrows(painter_context, part, panels.is_enlarged);
        }
        hits.add(part, &header, Target::Action(action));
        right = part.left - gap;
    }
    Rect { width: (right - header.left).max(0.0), ..header }
}

/// Paints two arrow heads that point apart, or towards each other.
fn arrows(painter_context: &mut PainterContext<'_>, area: Rect, is_inward: bool) {
    let centre = area.centre();
    let half = area.height * 0.28;
    for sign in [-1.0, 1.0] {
        let corner = Vec2::new(half, -half) * sign;
        let size = Vec2::new(half, -half) * sign * 0.9;
        let tip = if is_inward { corner * 0.15 } else { corner };
        let back = if is_inward { size } else { -size };
        let corners = [tip, tip + Vec2::new(back.x, 0.0), tip + Vec2::new(0.0, back.y)];
        painter_context.framebuffer.polygon(&corners.map(|at| centre + at), theme::TEXT);
    }
}
