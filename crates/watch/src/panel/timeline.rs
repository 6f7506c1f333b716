//! The timeline: the whole run with its events and populations, for seeking.

use glam::Vec2;
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_drawing::chart::{TimeScale, columns};
use terrarium_picture::Rect;
use terrarium_playback::Chronicle;
use terrarium_playback::chronicle::{Entry, RemarkCategory};
use terrarium_studies::charts::grouped;

use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Target, theme};

/// The least distance between marks on average, in pixels at scale 1.
const PER_MARK: f32 = 24.0;

/// Returns the events that are marked on a timeline of this width: the rarest ones.
pub(super) fn marks<'a>(
    chronicle: &'a Chronicle,
    painter_context: &PainterContext<'_>,
    width: f32,
) -> Vec<Entry<'a>> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
    let most = (width / painter_context.px(PER_MARK)).max(0.0) as usize;
    chronicle.landmarks(most)
}

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    hits: &mut Hits,
) {
    painter_context.framebuffer.fill(area, theme::PANEL);
    let (edge, _) = area.cut_top(painter_context.px(1.0));
    painter_context.framebuffer.fill(edge, theme::LINE);
    let side = painter_context.px(14.0).min(area.width * 0.2);
    let track = Rect::new(
        area.left + side,
        area.top + painter_context.px(6.0),
        area.width - 2.0 * side,
        (area.height - painter_context.px(24.0)).max(1.0),
    );
    let first = show.chronicle.first_tick().min(show.tick());
    let scale = TimeScale { area: track, first, last: show.last_tick().max(first + 1) };
    painter_context.framebuffer.fill_rounded(track, painter_context.px(3.0), theme::BUTTON);
    simulated(painter_context, show, &scale);
    for timeline in show.other_chronicles() {
        other_populations(painter_context, timeline, show.chronicle, &scale);
    }
    current_populations(painter_context, show.chronicle, &scale);
    for Entry { remark, .. } in marks(show.chronicle, painter_context, track.width) {
        let x = scale.x_of(remark.tick).round();
        let height =
            track.height * if remark.category() == RemarkCategory::Population { 0.28 } else { 0.5 };
        let mark = Rect::new(
            x - painter_context.px(1.0),
            track.bottom() - height,
            painter_context.px(2.0),
            height,
        );
        painter_context
            .framebuffer
            .fill(mark, theme::pale(theme::of_category(remark.category()), 220));
    }
    playhead(painter_context, show, &scale);
    labels(painter_context, area, show, &scale);
    hits.add(area, &area, Target::Timeline(scale));
}

/// Paints the simulated part of the current branch.
fn simulated(painter_context: &mut PainterContext<'_>, show: &Show<'_>, scale: &TimeScale) {
    let end = scale.x_of(show.chronicle.last_tick().max(show.tick()));
    let simulated = Rect { width: end - scale.area.left, ..scale.area };
    painter_context.framebuffer.fill_rounded(simulated, painter_context.px(3.0), theme::LINE);
    let width = painter_context.px(2.0);
    let frontier = Rect::new(end - width, scale.area.top, width, scale.area.height);
    painter_context.framebuffer.fill(frontier, theme::FAINT);
}

/// Paints the populations of another branch, from the tick where it diverges.
fn other_populations(
    painter_context: &mut PainterContext<'_>,
    timeline: &Chronicle,
    now: &Chronicle,
    scale: &TimeScale,
) {
    let from = timeline.divergence(now).unwrap_or(scale.first);
    curve(painter_context, timeline, from, scale, 110);
}

fn current_populations(
    painter_context: &mut PainterContext<'_>,
    chronicle: &Chronicle,
    scale: &TimeScale,
) {
    curve(painter_context, chronicle, scale.first, scale, 255);
}

/// Paints the populations of herbivores and of carnivores, each scaled to its peak.
fn curve(
    painter_context: &mut PainterContext<'_>,
    of: &Chronicle,
    from: u64,
    scale: &TimeScale,
    cover: u8,
) {
    let columns = columns(&scale.area, 2.0);
    for (kind, colour) in [(Kind::Herbivore, theme::GOOD), (Kind::Carnivore, theme::BAD)] {
        let is_of_kind = |id: SpeciesId| {
            of.species().get(id.index()).is_some_and(|species| species.kind == kind)
        };
        let sums = of.sums(is_of_kind, scale.first..=scale.last, columns);
        let peak = sums.iter().map(|&(_, count)| count).max().unwrap_or(0).max(1);
        #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
        let point = |(tick, count): (u64, u64)| {
            let height = count as f32 / peak as f32 * scale.area.height * 0.82;
            Vec2::new(scale.x_of(tick), scale.area.bottom() - height)
        };
        let points: Vec<Vec2> =
            sums.into_iter().filter(|&(tick, _)| tick >= from).map(point).collect();
        let width = painter_context.px(1.0) * 1.2;
        let colour = theme::pale(colour, cover);
        if cover == 255 {
            painter_context.framebuffer.polyline(&points, width, theme::pale(colour, 150));
        } else {
            let dash = [painter_context.px(4.0), painter_context.px(3.0)];
            painter_context.framebuffer.dashes(&points, width, dash, colour);
        }
    }
}

fn playhead(painter_context: &mut PainterContext<'_>, show: &Show<'_>, scale: &TimeScale) {
    let x = scale.x_of(show.tick()).round();
    let width = painter_context.px(2.0);
    let over = painter_context.px(3.0);
    let line =
        Rect::new(x - width * 0.5, scale.area.top - over, width, scale.area.height + 2.0 * over);
    painter_context.framebuffer.fill(line, theme::ACCENT);
    let size = painter_context.px(6.0);
    let top = Vec2::new(x, scale.area.top + over);
    let corners = [top + Vec2::new(-size, -size), top + Vec2::new(size, -size), top];
    painter_context.framebuffer.polygon(&corners, theme::ACCENT);
}

fn labels(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    scale: &TimeScale,
) {
    let top = scale.area.bottom() + painter_context.px(3.0);
    let row = Rect::new(scale.area.left, top, scale.area.width, area.bottom() - top);
    if row.height < painter_context.px(8.0) {
        return;
    }
    let now = format!("tick {}", grouped(show.tick()));
    let style = theme::SMALL.coloured(theme::ACCENT);
    let width = painter_context.font.width(&now, &style);
    let most = (row.right() - width).max(row.left);
    let left = (scale.x_of(show.tick()) - width * 0.5).clamp(row.left, most);
    let (first, last) = (grouped(scale.first), grouped(scale.last));
    let gap = painter_context.px(10.0);
    if left - row.left > painter_context.font.width(&first, &theme::SMALL) + gap {
        painter_context.text(&first, row, &theme::SMALL);
    }
    if row.right() - left - width > painter_context.font.width(&last, &theme::SMALL) + gap {
        painter_context.text_right(&last, row, &theme::SMALL);
    }
    painter_context.text(&now, Rect { left, width: row.right() - left, ..row }, &style);
}
