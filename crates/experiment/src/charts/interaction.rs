//! The interaction of two factors: the means at the levels of the first one, a line for each level of the second.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_drawing::chart::ChartPen;
use terrarium_drawing::{Rect, Vec2};

use super::factor_axis::FactorAxis;
use super::measures::{self, Panel};
use super::sheet::{PANEL, Sheet, below_each_other};
use super::{levels, subtitle};
use crate::summary::{Group, Measure, Response, Summary};

/// The distance of the intervals of neighbouring lines, in pixels at scale 1.
const ASIDE: f32 = 3.0;

/// Writes the chart of the interaction to `path` with the endings of its formats, if there are two factors.
pub fn save(
    summary: &Summary,
    cells: &Response,
    title: &str,
    path: &Path,
    vector: bool,
) -> io::Result<Vec<PathBuf>> {
    let [one, other] = &summary.responses[..] else { return Ok(Vec::new()) };
    let measures = measures::of(summary);
    let lines = 1 + other.groups.len();
    let height = (PANEL * measures.len().max(1) as u32).max(levels::height(lines));
    let subtitle = &subtitle(&measures::what(summary), cells);
    let axis = one.factor.as_deref().unwrap_or_default();
    Sheet { title, subtitle, height, axis }.save(path, vector, |pen, area| {
        let (panels, right) = area.cut_left(area.width - pen.px(levels::LEGEND));
        let names: Vec<&str> = other.groups.iter().map(|it| it.level.short.as_str()).collect();
        let (_, legend) = right.cut_left(pen.px(14.0));
        levels::legend(pen, legend, &[other.factor.as_deref().unwrap_or_default()], &names);
        draw(pen, panels, &measures, (one, other), cells);
    })
}

fn draw(
    pen: &mut ChartPen<'_>,
    area: Rect,
    measures: &[Measure],
    (one, other): (&Response, &Response),
    cells: &Response,
) {
    let places: Vec<Option<f64>> = one.groups.iter().map(|group| group.level.place).collect();
    let factor = FactorAxis::new(&places, one.is_log);
    let labels = factor.labels(one.groups.iter().map(|group| &group.level));
    let all: Vec<&Group> = cells.nonempty_groups().collect();
    for (measure, area) in measures.iter().zip(below_each_other(area, measures.len())) {
        let panel = Panel::new(measure, &factor, &all);
        let frame = panel.axes(pen, area, &labels);
        for nth in 0..other.groups.len() {
            let row = cells.groups.iter().enumerate().filter_map(|(cell, group)| {
                let first = cells.level_of(cell, one)?;
                let place = factor.place(one.groups[first].level.place, first);
                (cells.level_of(cell, other)? == nth).then_some((place, group))
            });
            let means = panel.means(&frame, row);
            let style = (nth, other.groups.len());
            #[expect(clippy::cast_precision_loss, reason = "there are few levels")]
            let aside = (nth as f32 - (style.1 - 1) as f32 * 0.5) * pen.px(ASIDE);
            let line: Vec<_> = means.iter().map(|it| it.at + Vec2::new(aside, 0.0)).collect();
            levels::line(pen, &line, 1.4, style);
            for mean in &means {
                mean.draw(pen, aside, levels::colour(style.0, style.1));
            }
        }
    }
}
