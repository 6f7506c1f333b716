//! The chart of the population of each species over the whole run.

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::{Plot, columns};
use super::super::theme;
use super::colour_of;
use crate::species::SpeciesId;
use crate::view::Rect;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    only: Option<SpeciesId>,
) {
    let chronicle = show.chronicle;
    let is_shown = |id: SpeciesId| only.is_none_or(|only| only == id);
    let ticks = [chronicle.first_tick(), show.last_tick()];
    let most = columns(&area, 1.5);
    let timelines = || show.other_chronicles();
    let range = ticks[0]..=ticks[1];
    let peaks = std::iter::once(chronicle).chain(timelines());
    let peak = peaks.map(|it| it.peak(is_shown, range.clone())).max().unwrap_or(0);
    // A square-root scale shows both many plants and few carnivores.
    let plot = Plot::new(painter_context, area, ticks, peak.into(), only.is_none());
    plot.axes(painter_context);
    for (id, _) in (0..).map(SpeciesId).zip(chronicle.species()).filter(|&(id, _)| is_shown(id)) {
        let colour = colour_of(show, id);
        for timeline in timelines() {
            let from = timeline.divergence(chronicle).unwrap_or(ticks[0]);
            let levels = timeline.levels(id, from..=ticks[1], most);
            let points = levels.iter().map(|level| (level.tick, f64::from(level.last)));
            plot.dashed(painter_context, points, theme::pale(colour, 120));
        }
        let levels = chronicle.levels(id, range.clone(), most);
        let points = levels.iter().map(|level| (level.tick, f64::from(level.last)));
        plot.curve(painter_context, points, 1.6, colour);
    }
    plot.playhead(painter_context, show.tick());
}
