//! Müller plots drawn on a white background.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::image::{Area, Backend, Drawing};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{self, CAPTION, HEADING, LABEL, text};

use super::{Band, MullerPlot};
use crate::charts::axis::float;
use crate::charts::file::frame::{Frame, pixel};
use crate::charts::{Axis, Scale, apart};

/// The room for the title and the note, in pixels.
const HEAD: u32 = 64;

/// The space at the side of the title, in pixels.
const MARGIN: i32 = 24;

/// The height of a name, in pixels.
const LINE: i32 = 19;

/// The length of the lines from the ends of bands to their names, in pixels.
const LEADER: i32 = 34;

/// The colour of names in bands.
const INK: RGBColor = RGBColor(20, 24, 28);

impl Drawing for MullerPlot {
    fn draw<B: Backend>(&self, area: &Area<B>) -> Result<(), PlotError> {
        let (head, body) = area.split_vertically(HEAD);
        head.draw(&Text::new(self.title.as_str(), (MARGIN, 14), text(&HEADING)))?;
        head.draw(&Text::new(self.note.as_str(), (MARGIN, 40), text(&CAPTION)))?;
        let ends = [&self.ticks[0], &self.ticks[self.ticks.len() - 1]];
        let x_axis = Axis::ticks(*ends[0], *ends[1]);
        let most = std::iter::once(float(self.greatest()));
        let y_axis = Axis::of_values("living organisms", "", Scale::Linear, most);
        self.draw_in(&body, &x_axis, &y_axis)
    }
}

impl MullerPlot {
    /// Draws the bands and their names between two axes.
    pub(in crate::charts) fn draw_in<B: Backend>(
        &self,
        area: &Area<B>,
        x_axis: &Axis,
        y_axis: &Axis,
    ) -> Result<(), PlotError> {
        let mut frame = Frame::between(area, x_axis, y_axis);
        frame.right -= self.width_of_names(area)?;
        frame.draw_axes(area)?;
        for band in &self.bands {
            self.draw_band(area, &frame, band)?;
        }
        for band in &self.bands {
            self.draw_name(area, &frame, band)?;
        }
        self.draw_ends(area, &frame)
    }

    /// The bands that live at the end, the largest first, with their labels.
    fn ends(&self) -> Vec<(&Band, String)> {
        let last = self.ticks.len() - 1;
        let mut ends: Vec<&Band> = self.bands.iter().filter(|band| band.living[last] > 0).collect();
        ends.sort_by_key(|band| std::cmp::Reverse(band.living[last]));
        let label = |band: &Band| format!("{} ({})", band.name, band.living[last]);
        ends.into_iter().map(|band| (band, label(band))).collect()
    }

    fn width_of_names<B: Backend>(&self, area: &Area<B>) -> Result<i32, PlotError> {
        let mut widest = 0;
        for (_, label) in self.ends() {
            widest = widest.max(area.estimate_text_size(&label, &text(&LABEL))?.0);
        }
        Ok((i32::try_from(widest)? + LEADER + 8).min(i32::try_from(area.dim_in_pixel().0)? / 3))
    }

    /// Draws a band as one area for each time in which it or a band in it lives.
    fn draw_band<B: Backend>(
        &self,
        area: &Area<B>,
        frame: &Frame<'_>,
        band: &Band,
    ) -> Result<(), PlotError> {
        let [r, g, b] = band.colour;
        let mut index = 0;
        while index < self.ticks.len() {
            let length = band.whole[index..].iter().take_while(|&&count| count > 0).count();
            if length == 0 {
                index += 1;
                continue;
            }
            // It grows from nothing, and ends in nothing.
            let (first, last) =
                (index.saturating_sub(1), (index + length).min(self.ticks.len() - 1));
            let at = |index: usize, value: f64| (frame.x(float(self.ticks[index])), frame.y(value));
            let below = (first..=last).map(|index| at(index, band.low[index]));
            let above = (first..=last).rev().map(|index| at(index, band.high(index)));
            let edge: Vec<(i32, i32)> = below.chain(above).collect();
            area.draw(&Polygon::new(edge.clone(), RGBColor(r, g, b).filled()))?;
            area.draw(&PathElement::new(edge, WHITE.mix(0.5)))?;
            index += length;
        }
        Ok(())
    }

    /// Writes the name of a band where it is widest, if there is room.
    fn draw_name<B: Backend>(
        &self,
        area: &Area<B>,
        frame: &Frame<'_>,
        band: &Band,
    ) -> Result<(), PlotError> {
        let label = style::name(INK).pos(Pos::new(HPos::Center, VPos::Center));
        let width = i32::try_from(area.estimate_text_size(&band.name, &label)?.0)? + 8;
        let xs: Vec<i32> = self.ticks.iter().map(|&tick| frame.x(float(tick))).collect();
        let mut best = (LINE - 3, None);
        for middle in 0..xs.len() {
            let (left, right) = (xs[middle] - width / 2, xs[middle] + width / 2);
            if left < frame.left || right > frame.right {
                continue;
            }
            // The room between the highest lower and the lowest upper edge beside the name.
            let near = (0..middle).rev().take_while(|&it| xs[it] > left);
            let near = near.chain((middle..xs.len()).take_while(|&it| xs[it] < right));
            let edges = near.map(|index| band.open_part(index));
            let (low, high) = edges.fold((0.0_f64, f64::INFINITY), |(low, high), (from, to)| {
                (low.max(from), high.min(to))
            });
            if low < high {
                let (foot, top) = (frame.y(low), frame.y(high));
                if foot - top > best.0 {
                    best = (foot - top, Some((xs[middle], i32::midpoint(foot, top))));
                }
            }
        }
        if let (_, Some(at)) = best {
            area.draw(&Text::new(band.name.as_str(), at, label))?;
        }
        Ok(())
    }

    /// Writes the names of the bands that live at the end next to them, with the numbers of their members.
    fn draw_ends<B: Backend>(&self, area: &Area<B>, frame: &Frame<'_>) -> Result<(), PlotError> {
        let last = self.ticks.len() - 1;
        let ends = self.ends();
        let float = |at: i32| at as f32;
        let wanted: Vec<f32> = ends
            .iter()
            .map(|(band, _)| {
                let (low, high) = band.open_part(last);
                float(frame.y(f64::midpoint(low, high)))
            })
            .collect();
        let range = (float(frame.top), float(frame.foot));
        for (((band, label), own), at) in
            ends.iter().zip(&wanted).zip(apart(&wanted, float(LINE), range))
        {
            let Some(at) = at else { continue };
            let (own, at) = (pixel(f64::from(*own)), pixel(f64::from(at)));
            let leader = [(frame.right + 2, own), (frame.right + LEADER, at)];
            let colour = style::legible(band.colour);
            area.draw(&PathElement::new(leader, colour))?;
            let style = text(&LABEL).color(&colour).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(label.as_str(), (frame.right + LEADER + 4, at), style))?;
        }
        Ok(())
    }
}
