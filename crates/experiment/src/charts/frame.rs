//! The layout of a panel, in pixels, and its axes.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::image::{Area, Backend};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{AXIS, CAPTION, GRID, HEADING, LABEL, text};

/// The position of vertical axes from the left.
pub const LEFT: i32 = 110;

/// The distance of the first and the last value of a factor from the ends of the axis.
const MARGIN: i32 = 36;

/// The space for the heading above the highest number.
const TOP: i32 = 46;

/// The layout of a panel.
pub struct Frame {
    pub top: i32,
    pub foot: i32,
    pub right: i32,
}

impl Frame {
    /// The layout of a panel with `right` pixels free at its right.
    pub fn new<B: Backend>(area: &Area<B>, right: i32) -> Self {
        let (width, height) = area.dim_in_pixel();
        let pixels = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
        Self { top: TOP, foot: pixels(height) - 10, right: pixels(width) - right }
    }

    /// The x coordinate at a share of the axis, with margins at both ends.
    pub fn x(&self, share: f64) -> i32 {
        LEFT + MARGIN + pixel(share * f64::from(self.right - LEFT - 2 * MARGIN))
    }

    /// The x coordinate at a share of the axis, without margins.
    pub fn whole_x(&self, share: f64) -> i32 {
        LEFT + pixel(share * f64::from(self.right - LEFT))
    }

    /// The y coordinate at a share of the height.
    pub fn y(&self, share: f64) -> i32 {
        self.foot - pixel(share.clamp(0.0, 1.0) * f64::from(self.foot - self.top))
    }

    /// Draws the heading, and the vertical axis with labels, each with its share of the height.
    pub fn draw<B: Backend>(
        &self,
        area: &Area<B>,
        heading: &str,
        note: &str,
        numbers: &[(f64, String)],
    ) -> Result<(), PlotError> {
        area.draw(&Text::new(heading.to_owned(), (LEFT, 14), text(&HEADING)))?;
        let (width, _) = area.estimate_text_size(heading, &text(&HEADING))?;
        let beside = (LEFT + i32::try_from(width)? + 14, 15);
        area.draw(&Text::new(note.to_owned(), beside, text(&CAPTION)))?;
        let label = text(&LABEL).pos(Pos::new(HPos::Right, VPos::Center));
        for (share, number) in numbers {
            let y = self.y(*share);
            area.draw(&PathElement::new([(LEFT, y), (self.right, y)], GRID))?;
            area.draw(&Text::new(number.clone(), (LEFT - 12, y), label.clone()))?;
        }
        area.draw(&PathElement::new([(LEFT, self.foot), (self.right, self.foot)], AXIS))?;
        Ok(())
    }
}

/// Draws the labels of the horizontal axis, and its title below. Omits labels that would overlap.
pub fn draw_foot<B: Backend>(
    foot: &Area<B>,
    labels: &[(i32, String)],
    title: &str,
    right: i32,
) -> Result<(), PlotError> {
    let below = text(&LABEL).pos(Pos::new(HPos::Center, VPos::Top));
    let mut free = 0;
    for (x, label) in labels {
        let (width, _) = foot.estimate_text_size(label, &below)?;
        let half = i32::try_from(width)? / 2;
        if x - half >= free {
            foot.draw(&Text::new(label.clone(), (*x, 8), below.clone()))?;
            free = x + half + 8;
        }
    }
    let centred = text(&CAPTION).pos(Pos::new(HPos::Center, VPos::Top));
    foot.draw(&Text::new(title.to_owned(), ((LEFT + right) / 2, 40), centred))?;
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "coordinates of pixels are small")]
pub fn pixel(place: f64) -> i32 {
    (place + 0.5).floor() as i32
}
