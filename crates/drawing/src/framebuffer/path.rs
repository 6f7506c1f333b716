//! Polylines, polygons and arcs, each drawn as one shape, so that no seams show where segments
//! meet.

use glam::Vec2;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, StrokeDash, Transform,
};

use super::{Blend, Framebuffer, float, index};
use crate::Colour;

impl Framebuffer {
    /// Draws a line through points.
    pub fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        self.stroke(points, width, None, colour);
    }

    /// Draws a dashed line through points, with dashes and gaps of these lengths.
    pub fn dashes(&mut self, points: &[Vec2], width: f32, dash: [f32; 2], colour: Colour) {
        self.stroke(points, width, Some(dash), colour);
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        let mut path = through(corners);
        path.close();
        if let Some(path) = path.finish() {
            self.fill_path(&path, colour);
        }
    }

    /// Draws the edges of a polygon.
    pub fn edges(&mut self, corners: &[Vec2], width: f32, colour: Colour) {
        let closed: Vec<Vec2> = corners.iter().chain(corners.first()).copied().collect();
        self.polyline(&closed, width, colour);
    }

    /// Draws an arc inside a circle's outline, from an angle over a `sweep`, both in radians
    /// clockwise from the right.
    pub fn arc(
        &mut self,
        centre: Vec2,
        radius: f32,
        width: f32,
        [from, sweep]: [f32; 2],
        colour: Colour,
    ) {
        let sweep = sweep.clamp(-std::f32::consts::TAU, std::f32::consts::TAU);
        // Segments that are short enough to look round.
        let pieces = (sweep.abs() * radius.max(1.0).sqrt() * 4.0).ceil().clamp(1.0, 360.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "up to 360")]
        let count = pieces as u16;
        let middle = radius - width * 0.5;
        let point = |index: u16| {
            let angle = from + sweep * f32::from(index) / pieces;
            centre + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * middle
        };
        let points: Vec<Vec2> = (0..=count).map(point).collect();
        self.stroke(&points, width, None, colour);
    }

    fn stroke(&mut self, points: &[Vec2], width: f32, dash: Option<[f32; 2]>, colour: Colour) {
        let Some(path) = through(points).finish() else { return };
        let stroke = Stroke {
            width: width.max(0.05),
            line_cap: if dash.is_some() { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let dash = dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0));
        let path = match dash {
            Some(dash) => path.dash(&dash, 1.0),
            None => Some(path),
        };
        if let Some(outline) = path.and_then(|path| path.stroke(&stroke, 1.0)) {
            self.fill_path(&outline, colour);
        }
    }

    /// Fills a path.
    fn fill_path(&mut self, path: &Path, colour: Colour) {
        let bounds = path.bounds();
        let sides = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        let Some(part) = self.clipping().part(sides) else { return };
        let size = |from: i32, to: i32| u32::try_from(to - from).unwrap_or(0);
        let (width, height) = (size(part.left, part.right), size(part.top, part.bottom));
        let Some(mut mask) = Mask::new(width, height) else { return };
        let moved = Transform::from_translate(-float(part.left), -float(part.top));
        mask.fill_path(path, FillRule::Winding, true, moved);
        let ink = Blend::from_colour(colour);
        let rows = mask.data().chunks_exact(index(part.right - part.left));
        for (y, coverage) in part.rows().zip(rows) {
            let row = self.row(y, part.left, part.right);
            for (pixel, &cover) in row.iter_mut().zip(coverage).filter(|&(_, &cover)| cover > 0) {
                *pixel = ink.partly_of_256(*pixel, super::cover_of(cover));
            }
        }
    }
}

fn through(points: &[Vec2]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (index, point) in points.iter().enumerate() {
        if index == 0 { path.move_to(point.x, point.y) } else { path.line_to(point.x, point.y) }
    }
    path
}
