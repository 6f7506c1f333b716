//! What charts are drawn with.

use glam::Vec2;

use super::Ink;
use crate::{Colour, Font, Rect, Surface, TextStyle};

/// A surface, a font, colours and the pointer.
#[derive(Debug)]
pub struct ChartPen<'a> {
    /// What is drawn on.
    pub surface: &'a mut dyn Surface,
    /// The font, whose scale applies to everything.
    pub font: &'a mut Font,
    /// The colours of what is no data.
    pub ink: &'a Ink,
    /// The position of the mouse pointer, if it is in the picture.
    pub pointer: Option<Vec2>,
}

impl ChartPen<'_> {
    /// Converts a length in pixels at scale 1 to pixels at the current scale.
    #[must_use]
    pub fn px(&self, length: f32) -> f32 {
        (length * self.font.scale()).round().max(if length > 0.0 { 1.0 } else { 0.0 })
    }

    /// Whether the pointer is in a rectangle.
    #[must_use]
    pub fn points_at(&self, area: &Rect) -> bool {
        self.pointer.is_some_and(|pointer| area.contains(pointer))
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Colour) {
        self.surface.polyline(&[from, to], width, colour);
    }

    /// Draws a line through points, with dashes and gaps of lengths at scale 1 if there are any.
    pub fn stroke(&mut self, points: &[Vec2], width: f32, dash: Option<[f32; 2]>, colour: Colour) {
        match (points, dash) {
            ([point], _) => self.surface.disc(*point, width, colour),
            (_, None) => self.surface.polyline(points, width, colour),
            (_, Some(dash)) => {
                let dash = dash.map(|length| self.px(length));
                self.surface.dashes(points, width, dash, colour);
            }
        }
    }

    /// Writes a line, left-aligned, vertically centred and cut off at the rectangle's right edge.
    /// Returns its width.
    pub fn text(&mut self, text: &str, area: Rect, style: &TextStyle) -> f32 {
        if area.width < 2.0 {
            return 0.0;
        }
        let text = self.font.shortened(text, style, area.width);
        self.write(&text, area, 0.0, style)
    }

    /// Writes a line, right-aligned and vertically centred.
    pub fn text_right(&mut self, text: &str, area: Rect, style: &TextStyle) {
        let text = self.font.shortened(text, style, area.width);
        self.write(&text, area, 1.0, style);
    }

    /// Writes a line centred at a point, whole.
    pub fn text_at(&mut self, text: &str, centre: Vec2, style: &TextStyle) {
        self.write(text, Rect::around(centre, 0.0), 0.5, style);
    }

    /// Writes a line with a share of the free width at its left.
    fn write(&mut self, text: &str, area: Rect, share: f32, style: &TextStyle) -> f32 {
        let top = area.top + (area.height - self.font.height(style)) * 0.5;
        let free = if share > 0.0 { area.width - self.font.width(text, style) } else { 0.0 };
        let at = Vec2::new(area.left + free * share, top.round());
        self.surface.write(self.font, text, at, style)
    }
}
