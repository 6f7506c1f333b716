//! What can be drawn on.

use glam::Vec2;

use crate::{Colour, Font, Framebuffer, Rect, TextStyle};

/// What shapes and text are drawn on: pixels, or a page of a file. Lengths are in pixels, places in pixels from the left and
/// upper edges.
pub trait Surface: std::fmt::Debug {
    /// The rectangle that is drawn on.
    fn bounds(&self) -> Rect;

    /// Fills a rectangle.
    fn fill(&mut self, area: Rect, colour: Colour);

    /// Fills a rectangle with round corners.
    fn fill_rounded(&mut self, area: Rect, radius: f32, colour: Colour);

    /// Fills a circle.
    fn disc(&mut self, centre: Vec2, radius: f32, colour: Colour);

    /// Draws the outline of a circle, inside its edge.
    fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Colour);

    /// Draws a line through points.
    fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour);

    /// Draws a dashed line through points, with dashes and gaps of these lengths.
    fn dashes(&mut self, points: &[Vec2], width: f32, dash: [f32; 2], colour: Colour);

    /// Fills a polygon.
    fn polygon(&mut self, corners: &[Vec2], colour: Colour);

    /// Writes a line with its upper left corner at `at`. Returns its width.
    fn write(&mut self, font: &mut Font, text: &str, at: Vec2, style: &TextStyle) -> f32;

    /// Begins a group of shapes with an explanation, which some viewers show at the pointer.
    fn begin_group(&mut self, about: &str) {
        let _ = about;
    }

    /// Ends the group that was begun last.
    fn end_group(&mut self) {}
}

impl Surface for Framebuffer {
    fn bounds(&self) -> Rect {
        self.clip()
    }

    fn fill(&mut self, area: Rect, colour: Colour) {
        Self::fill(self, area, colour);
    }

    fn fill_rounded(&mut self, area: Rect, radius: f32, colour: Colour) {
        Self::fill_rounded(self, area, radius, colour);
    }

    fn disc(&mut self, centre: Vec2, radius: f32, colour: Colour) {
        Self::disc(self, centre, radius, colour);
    }

    fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Colour) {
        Self::ring(self, centre, radius, width, colour);
    }

    fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        Self::polyline(self, points, width, colour);
    }

    fn dashes(&mut self, points: &[Vec2], width: f32, dash: [f32; 2], colour: Colour) {
        Self::dashes(self, points, width, dash, colour);
    }

    fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        Self::polygon(self, corners, colour);
    }

    fn write(&mut self, font: &mut Font, text: &str, at: Vec2, style: &TextStyle) -> f32 {
        font.write(self, text, at, style)
    }
}
