//! The response to a factor: a panel for each measure, with the mean, its confidence interval, and a sample of the runs.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_drawing::chart::ChartPen;
use terrarium_drawing::{Colour, Rect, Vec2, pale};

use super::factor_axis::FactorAxis;
use super::measures::{self, Panel};
use super::sheet::{PANEL, Sheet, below_each_other};
use super::subtitle;
use crate::summary::{Group, Measure, Response, Summary};

const MEAN: Colour = [32, 92, 160, 255];
const RUN: Colour = [120, 128, 138, 115];

/// Writes the chart of a response to `path` with the endings of its formats.
pub fn save(
    summary: &Summary,
    response: &Response,
    title: &str,
    path: &Path,
    vector: bool,
) -> io::Result<Vec<PathBuf>> {
    let measures = measures::of(summary);
    let height = PANEL * measures.len().max(1) as u32;
    let subtitle = &subtitle(&measures::what(summary), response);
    let axis = response.factor.as_deref().unwrap_or("all runs");
    Sheet { title, subtitle, height, axis }
        .save(path, vector, |pen, area| draw(pen, area, &measures, response))
}

fn draw(pen: &mut ChartPen<'_>, area: Rect, measures: &[Measure], response: &Response) {
    let groups: Vec<&Group> = response.nonempty_groups().collect();
    let places: Vec<Option<f64>> = groups.iter().map(|group| group.level.place).collect();
    let values = groups.iter().flat_map(|group| group.values());
    let factor = FactorAxis::new(&places, response.is_log).including(values);
    let labels = factor.labels(groups.iter().map(|group| &group.level));
    for (measure, area) in measures.iter().zip(below_each_other(area, measures.len())) {
        let panel = Panel::new(measure, &factor, &groups);
        let frame = panel.axes(pen, area, &labels);
        panel.runs(pen, &frame, &groups, RUN);
        let placed = groups.iter().enumerate();
        let placed =
            placed.map(|(position, group)| (factor.place(group.level.place, position), *group));
        let means = panel.means(&frame, placed);
        if !matches!(factor, FactorAxis::Names(_)) {
            let line: Vec<Vec2> = means.iter().map(|mean| mean.at).collect();
            let width = pen.px(1.0);
            pen.surface.polyline(&line, width, pale(MEAN, 128));
        }
        means.iter().for_each(|mean| mean.draw(pen, 0.0, MEAN));
    }
}
