//! Histories of traits drawn on a white background.

use plotters::prelude::*;

use super::{TraitHistory, TraitPanel};
use crate::charts::Axis;
use crate::charts::axis::float;
use crate::charts::file::frame::Frame;
use crate::record::chart::image::{Area, Backend, Drawing};
use crate::record::chart::plot::PlotError;
use crate::record::chart::style::{AXIS, CAPTION, HEADING, text};

/// The room for the title and the legend, in pixels.
const HEAD: u32 = 64;

/// The space at the side of the title, in pixels.
const MARGIN: i32 = 24;

/// The greatest number of rows, with which panels are high enough for their labels.
const ROWS: usize = 3;

/// The least room of a value, above and below.
const LEAST_ROOM: f64 = 1e-3;

const COLOUR: RGBColor = RGBColor(38, 104, 160);
const FOUNDERS: RGBColor = RGBColor(226, 222, 212);

const LEGEND: &str = "line: median; dark: 25 to 75 %; pale: 5 to 95 % of the living; \
    grey: 5 to 95 %, and dashed the median, of those alive at the first tick";

impl Drawing for TraitHistory {
    fn draw<B: Backend>(&self, area: &Area<B>) -> Result<(), PlotError> {
        let (head, body) = area.split_vertically(HEAD);
        head.draw(&Text::new(self.title.as_str(), (MARGIN, 14), text(&HEADING)))?;
        head.draw(&Text::new(LEGEND, (MARGIN, 40), text(&CAPTION)))?;
        let columns = columns(self.panels.len());
        let cells = body.split_evenly((self.panels.len().div_ceil(columns).max(1), columns));
        for (panel, cell) in self.panels.iter().zip(&cells) {
            self.draw_panel(panel, cell)?;
        }
        Ok(())
    }
}

impl TraitHistory {
    fn draw_panel<B: Backend>(&self, panel: &TraitPanel, area: &Area<B>) -> Result<(), PlotError> {
        let x_axis = Axis::ticks(self.ticks[0], self.ticks[self.ticks.len() - 1]);
        let y_axis = axis(panel);
        let frame = Frame::between(area, &x_axis, &y_axis);
        let founders = panel.quantiles.first().copied().flatten();
        if let Some([low, .., high]) = founders {
            // Founders may all be equal.
            let (foot, top) = (frame.y(low).max(frame.y(high) + 2), frame.y(high));
            let corners = [(frame.left, top), (frame.right, foot)];
            area.draw(&Rectangle::new(corners, FOUNDERS.filled()))?;
        }
        frame.draw_axes(area)?;
        let at = |place: usize, value: f64| (frame.x(float(self.ticks[place])), frame.y(value));
        for run in runs(panel) {
            for (low, high, strength) in [(0, 4, 0.22), (1, 3, 0.4)] {
                let below = run.iter().map(|&(place, it)| at(place, it[low]));
                let above = run.iter().rev().map(|&(place, it)| at(place, it[high]));
                let edge: Vec<(i32, i32)> = below.chain(above).collect();
                area.draw(&Polygon::new(edge, COLOUR.mix(strength).filled()))?;
            }
            let median: Vec<_> = run.iter().map(|&(place, it)| at(place, it[2])).collect();
            area.draw(&PathElement::new(median, COLOUR.stroke_width(2)))?;
        }
        if let Some(founders) = founders {
            let y = frame.y(founders[2]);
            let ends = [(frame.left, y), (frame.right, y)];
            for dash in DashedLineSeries::new(ends, 5, 5, AXIS.into()) {
                area.draw(&dash)?;
            }
        }
        Ok(())
    }
}

/// The number of panels beside each other: a square of the traits of a plant, two rows of those of an animal.
fn columns(panels: usize) -> usize {
    if panels <= 4 { 2 } else { panels.div_ceil(ROWS).max(4) }
}

/// The vertical axis of a trait: its values with some room around them.
fn axis(panel: &TraitPanel) -> Axis {
    let column = panel.name.as_str();
    // The room that values have at least, so that noise does not look like evolution.
    let (unit, least_room) = match column {
        "mature_radius" | "seed_spread" => ("units", LEAST_ROOM),
        "hue" => ("turns", LEAST_ROOM),
        "neurons" | "connections" => ("", 0.5),
        name if name.starts_with("points_") => ("points", LEAST_ROOM),
        _ => ("", LEAST_ROOM),
    };
    let short = ["points_", "param_"].iter().find_map(|prefix| column.strip_prefix(prefix));
    let name = short.unwrap_or(column);
    let (low, high) = panel.range().unwrap_or((0.0, 1.0));
    let room = ((high - low) * 0.08).max(high.abs() * 0.02).max(least_room);
    let foot = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
    Axis::new(name, unit, (foot, high + room))
}

/// The quantiles in each time in which organisms live, with the places of their ticks.
fn runs(panel: &TraitPanel) -> Vec<Vec<(usize, [f64; 5])>> {
    let mut runs = vec![Vec::new()];
    for (place, quantiles) in panel.quantiles.iter().enumerate() {
        match (quantiles, runs.last_mut()) {
            (Some(quantiles), Some(run)) => run.push((place, *quantiles)),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}
