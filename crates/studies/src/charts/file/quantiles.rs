//! Quantiles over time drawn on a white background.

use plotters::prelude::*;
use terrarium_output::drawing::image::{Area, Backend};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{self, AXIS};

use super::frame::Frame;
use crate::charts::axis::float;
use crate::charts::{Plot, Quantiles};

/// The colour of those that are alive at the first tick.
const FOUNDERS: RGBColor = RGBColor(226, 222, 212);

/// The bands between two quantiles, and how strong their colours are.
const BANDS: [(usize, usize, f64); 2] = [(0, 4, 0.22), (1, 3, 0.4)];

/// Draws the bands, the median, and the distribution at the first tick behind them.
pub(super) fn draw<B: Backend>(
    area: &Area<B>,
    plot: &Plot,
    quantiles: &Quantiles,
) -> Result<(), PlotError> {
    let frame = Frame::new(area, plot);
    let founders = quantiles.founders();
    if let Some([low, .., high]) = founders {
        // Founders may all be equal.
        let (foot, top) = (frame.y(low).max(frame.y(high) + 2), frame.y(high));
        let corners = [(frame.left, top), (frame.right, foot)];
        area.draw(&Rectangle::new(corners, FOUNDERS.filled()))?;
    }
    frame.draw_axes(area)?;
    let colour = style::legible(quantiles.colour);
    let at = |tick: u64, value: f64| (frame.x(float(tick)), frame.y(value));
    for run in quantiles.runs() {
        for (low, high, strength) in BANDS {
            let below = run.iter().map(|&(tick, it)| at(tick, it[low]));
            let above = run.iter().rev().map(|&(tick, it)| at(tick, it[high]));
            let edge: Vec<(i32, i32)> = below.chain(above).collect();
            area.draw(&Polygon::new(edge, colour.mix(strength).filled()))?;
        }
        let median: Vec<_> = run.iter().map(|&(tick, it)| at(tick, it[2])).collect();
        area.draw(&PathElement::new(median, colour.stroke_width(2)))?;
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
