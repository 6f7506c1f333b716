//! Trees over time drawn on a white background.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::image::{Area, Backend};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{NAME, text};

use super::LineageTree;
use crate::charts::Axis;
use crate::charts::axis::float;
use crate::charts::file::frame::{Frame, pixel};

/// The colours of lines with and without living descendants.
const EXTANT: RGBColor = RGBColor(38, 104, 159);
const EXTINCT: RGBColor = RGBColor(195, 202, 210);

/// The width of the line of the largest taxon, in pixels.
const WIDEST: f64 = 8.0;

/// The least height of a row with a name, in pixels.
const NAMED: f64 = 11.0;

impl LineageTree {
    /// Draws the tree above an axis of ticks.
    pub(in crate::charts) fn draw_in<B: Backend>(
        &self,
        area: &Area<B>,
        x_axis: &Axis,
    ) -> Result<(), PlotError> {
        let y_axis = Axis::new("", "", (0.0, 1.0));
        let mut frame = Frame::between(area, x_axis, &y_axis).with_named_rows();
        let longest = self.rows.iter().map(|row| row.label()).max_by_key(String::len);
        let longest = area.estimate_text_size(&longest.unwrap_or_default(), &text(&NAME))?.0;
        frame.right -= (i32::try_from(longest)? + 12).min(frame.right / 3);
        frame.left /= 3;
        frame.draw_axes(area)?;
        let height = f64::from(frame.foot - frame.top) / float(self.rows.len().max(1) as u64);
        let y = |index: usize| frame.top + pixel(height * (float(index as u64) + 0.5));
        let most = self.rows.iter().map(|row| row.members).max().unwrap_or(1);
        // What lives lies above what does not.
        for is_extant in [false, true] {
            let colour = if is_extant { EXTANT } else { EXTINCT };
            for (index, row) in self.rows.iter().enumerate() {
                if row.is_extant != is_extant {
                    continue;
                }
                let (begin, at) = (frame.x(float(row.begin)), y(index));
                let end = frame.x(float(row.end)).max(begin + 1);
                if let Some(parent) = row.parent {
                    area.draw(&PathElement::new([(begin, y(parent)), (begin, at)], colour))?;
                }
                let share = if most > 1 { float(row.members) / float(most) } else { 0.0 };
                let width = (1.0 + (WIDEST.min(height) - 1.0).max(0.0) * share.sqrt()).round();
                let style = colour.stroke_width(u32::try_from(pixel(width)).unwrap_or(1));
                area.draw(&PathElement::new([(begin, at), (end, at)], style))?;
                if height >= NAMED {
                    let label = text(&NAME).pos(Pos::new(HPos::Left, VPos::Center));
                    area.draw(&Text::new(row.label(), (end + 6, at), label))?;
                }
            }
        }
        Ok(())
    }
}
