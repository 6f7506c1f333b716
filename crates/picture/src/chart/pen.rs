//! What charts are painted with.

use glam::Vec2;

use super::ink::Ink;
use crate::{Font, Framebuffer, Rect, TextStyle};

/// The pixels, the font and the pointer.
#[derive(Debug)]
pub struct ChartPen<'a> {
    /// The pixels.
    pub framebuffer: &'a mut Framebuffer,
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

    /// Writes a line, left-aligned, vertically centred and cut off at the rectangle's right edge.
    /// Returns its width.
    pub fn text(&mut self, text: &str, area: Rect, style: &TextStyle) -> f32 {
        if area.width < 2.0 {
            return 0.0;
        }
        let text = self.font.shortened(text, style, area.width);
        let top = area.top + (area.height - self.font.height(style)) * 0.5;
        self.font.write(self.framebuffer, &text, Vec2::new(area.left, top.round()), style)
    }

    /// Writes a line, right-aligned and vertically centred.
    pub fn text_right(&mut self, text: &str, area: Rect, style: &TextStyle) {
        let text = self.font.shortened(text, style, area.width);
        let top = area.top + (area.height - self.font.height(style)) * 0.5;
        let at = Vec2::new(area.right(), top.round());
        self.font.write_right(self.framebuffer, &text, at, style);
    }
}
