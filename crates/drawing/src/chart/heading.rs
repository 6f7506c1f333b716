//! The heading of a chart on paper.

use super::{ChartPen, Ink};
use crate::image::SCALE;
use crate::{Font, Rect, TextStyle};

/// The space around a chart on paper, and between the heading and the chart, in pixels at scale 1.
const MARGIN: f32 = 14.0;
const GAP: f32 = 6.0;

/// The height of a line, of that of its letters.
const LINE: f32 = 1.15;

/// The greatest share of a page that a heading takes.
const MOST: f32 = 0.4;

/// A title and what is said below it.
#[derive(Debug, Clone, Copy)]
pub struct Heading<'a> {
    /// The title.
    pub title: &'a str,
    /// What is below it: how to read the chart, and what is missing.
    pub notes: &'a [&'a str],
}

impl Heading<'_> {
    /// Writes the heading at the top of a page, as far as it leaves room for the chart. Returns the rest without margins.
    pub fn write(&self, pen: &mut ChartPen<'_>, page: Rect) -> Rect {
        let mut rest = page.inset(pen.px(MARGIN));
        let least = rest.height * (1.0 - MOST);
        for (line, style) in self.lines(pen.font, pen.ink, rest.width) {
            let (row, below) = rest.cut_top(pen.font.height(&style) * LINE);
            if below.height < least {
                break;
            }
            pen.text(&line, row, &style);
            rest = below;
        }
        rest.cut_top(pen.px(GAP)).1
    }

    /// The height of a page of this width without the chart, in pixels.
    #[must_use]
    pub fn height(&self, width: u32) -> u32 {
        let font = Font::new(SCALE);
        let width = crate::rect::length(width) - 2.0 * MARGIN * SCALE;
        let lines = self.lines(&font, &Ink::PAPER, width).into_iter();
        let heights = lines.map(|(_, style)| font.height(&style) * LINE);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let height = ((2.0 * MARGIN + GAP) * SCALE + heights.sum::<f32>()).ceil() as u32;
        height
    }

    fn lines(&self, font: &Font, ink: &Ink, width: f32) -> Vec<(String, TextStyle)> {
        let notes = self.notes.iter().map(|note| (*note, ink.small()));
        let texts = std::iter::once((self.title, ink.title())).chain(notes);
        let wrapped = texts.flat_map(|(text, style)| {
            font.wrapped(text, &style, width).into_iter().map(move |line| (line, style))
        });
        wrapped.collect()
    }
}
