//! The response to a factor: a panel for each species, with the mean number alive at the end, its
//! confidence interval, and a sample of the runs.

use std::io;
use std::path::{Path, PathBuf};

use plotters::prelude::*;
use terrarium_output::drawing::image::{Area, Backend};
use terrarium_output::drawing::plot::PlotError;

use super::axis::{Axis, round_numbers};
use super::frame::{Frame, draw_foot};
use super::{Panels, Sheet, subtitle};
use crate::summary::{Group, Measure, Quantity, Response, Summary};

const PANEL_HEIGHT: u32 = 230;

/// The free space at the right, in pixels.
const RIGHT: i32 = 50;

/// The most panels in a chart.
const MOST: usize = 16;

const MEAN: RGBColor = RGBColor(32, 92, 160);
const RUN: RGBColor = RGBColor(120, 128, 138);

/// Writes the chart of a response to `path` with the endings of its formats.
pub fn save(
    summary: &Summary,
    response: &Response,
    title: &str,
    path: &Path,
    vector: bool,
) -> io::Result<Vec<PathBuf>> {
    let measures = measures(summary);
    let height = PANEL_HEIGHT * measures.len().max(1) as u32;
    let subtitle = &subtitle("alive at the end, mean with 95 % interval", response);
    Sheet { title, subtitle, height, panels: ResponsePanels { measures, response } }
        .save(path, vector)
}

struct ResponsePanels<'a> {
    measures: Vec<Measure>,
    response: &'a Response,
}

impl Panels for ResponsePanels<'_> {
    fn draw<B: Backend>(&self, panels: &Area<B>, foot: &Area<B>) -> Result<(), PlotError> {
        let Self { measures, response } = self;
        let groups: Vec<&Group> = response.nonempty_groups().collect();
        let places: Vec<Option<f64>> = groups.iter().map(|group| group.level.place).collect();
        let values = groups.iter().flat_map(|group| group.values());
        let axis = Axis::new(&places, response.is_log).including(values);
        for (measure, area) in measures.iter().zip(panels.split_evenly((measures.len().max(1), 1)))
        {
            Panel { measure, groups: &groups, axis: &axis, frame: Frame::new(&area, RIGHT) }
                .draw(&area)?;
        }
        let frame = Frame::new(foot, RIGHT);
        let label = |(position, group): (usize, &&Group)| {
            (frame.x(axis.place(group.level.place, position)), shortened(&group.level.short))
        };
        let mut labels: Vec<_> = groups.iter().enumerate().map(label).collect();
        labels.sort_unstable();
        let factor = response.factor.as_deref().unwrap_or("all runs");
        draw_foot(foot, &labels, factor, frame.right)
    }
}

/// The measures that have a panel.
fn measures(summary: &Summary) -> Vec<Measure> {
    let won = ["blue", "red"].map(|colony| Measure::new(Quantity::Won, colony));
    let won = won.into_iter().filter(|_| summary.is_conquest);
    let alive = summary.species.iter().map(|species| Measure::new(Quantity::Alive, species));
    won.chain(alive).take(MOST).collect()
}

/// The panel of one measure.
struct Panel<'a> {
    measure: &'a Measure,
    groups: &'a [&'a Group],
    axis: &'a Axis,
    frame: Frame,
}

impl Panel<'_> {
    fn draw<B: Backend>(&self, area: &Area<B>) -> Result<(), PlotError> {
        let top = if self.measure.what.is_share() { 1.0 } else { self.highest() };
        let numbers: Vec<(f64, String)> =
            round_numbers(top).into_iter().map(|(number, text)| (number / top, text)).collect();
        let (heading, note) = match self.measure.what {
            Quantity::Won => (format!("{} wins", self.measure.of), "share of runs"),
            _ => (self.measure.of.clone(), ""),
        };
        self.frame.draw(area, &heading, note, &numbers)?;
        if self.measure.what == Quantity::Alive {
            self.draw_runs(area, top)?;
        }
        self.draw_means(area, top)
    }

    fn x(&self, position: usize) -> i32 {
        self.frame.x(self.axis.place(self.groups[position].level.place, position))
    }

    /// Draws a sample of the runs at their values of the factor, beside the mean and spread
    /// sideways so that equal ones are visible.
    fn draw_runs<B: Backend>(&self, area: &Area<B>, top: f64) -> Result<(), PlotError> {
        for (position, group) in self.groups.iter().enumerate() {
            for (nth, (value, alive)) in (0..).zip(group.sample(&self.measure.of)) {
                let x = match self.axis {
                    Axis::Names(_) => self.x(position),
                    axis => self.frame.x(axis.place(value, position)),
                };
                let place = (x + 10 + nth % 5 * 3, self.frame.y(alive / top));
                area.draw(&Circle::new(place, 2, RUN.mix(0.45).filled()))?;
            }
        }
        Ok(())
    }

    fn draw_means<B: Backend>(&self, area: &Area<B>, top: f64) -> Result<(), PlotError> {
        let mut means = Vec::new();
        for (position, group) in self.groups.iter().enumerate() {
            let Some((mean, interval)) = group.mean(self.measure) else { continue };
            let x = self.x(position);
            means.push((x, self.frame.y(mean / top)));
            let Some((low, high)) = interval else { continue };
            let (low, high) = (self.frame.y(low / top), self.frame.y(high / top));
            let bar = MEAN.stroke_width(2);
            area.draw(&PathElement::new([(x, low), (x, high)], bar))?;
            for end in [low, high] {
                area.draw(&PathElement::new([(x - 5, end), (x + 5, end)], bar))?;
            }
        }
        if !matches!(self.axis, Axis::Names(_)) {
            let mut line = means.clone();
            line.sort_unstable();
            area.draw(&PathElement::new(line, MEAN.mix(0.5)))?;
        }
        for place in means {
            area.draw(&Circle::new(place, 5, MEAN.filled()))?;
        }
        Ok(())
    }

    /// The highest number in the panel; 1 if all are 0.
    fn highest(&self) -> f64 {
        let of_group = |group: &&Group| {
            let mean = group.mean(self.measure);
            let end = mean.map(|(mean, interval)| interval.map_or(mean, |(_, high)| high));
            let runs = group.sample(&self.measure.of).map(|(_, alive)| alive);
            runs.chain(end).fold(0.0, f64::max)
        };
        let highest = self.groups.iter().map(of_group).fold(0.0, f64::max);
        if highest > 0.0 { highest } else { 1.0 }
    }
}

/// The end of a long label: the end of a path distinguishes it best.
fn shortened(label: &str) -> String {
    const MOST: usize = 18;
    let length = label.chars().count();
    if length <= MOST {
        return label.to_owned();
    }
    let end: String = label.chars().skip(length - MOST + 1).collect();
    format!("…{end}")
}
