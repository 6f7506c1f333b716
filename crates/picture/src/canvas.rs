//! A canvas of pixels that shows an area of a world.

use std::io::{self, Write};
use std::path::Path;

use terrarium_drawing::Colour;
use terrarium_output::atomic_file;
use terrarium_space::geometry::{Aabb, Convex, DVec2};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

/// The length of the longer side of the area, in pixels.
const LONGER: f64 = 1520.0;

/// The least length of the shorter side of the area, in pixels.
const SHORTER: f64 = 320.0;

/// The margin around the area, in pixels.
const MARGIN: f64 = 40.0;

/// The style of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// The colour.
    pub colour: Colour,
    /// The width, in pixels.
    pub width: f32,
    /// The lengths of dashes and gaps, in pixels; `None` for a solid line.
    pub dash: Option<[f32; 2]>,
}

/// A canvas of pixels that shows an area of a world, with a margin around it.
///
/// ```
/// use terrarium_space::geometry::{Aabb, DVec2};
/// use terrarium_picture::Canvas;
///
/// let pond = Aabb::new(DVec2::ZERO, DVec2::new(300.0, 200.0));
/// let mut canvas = Canvas::new(&pond, [255, 255, 255, 255]);
/// canvas.fill([pond], [90, 140, 200, 255]);
/// let middle = canvas.place(pond.centre());
/// assert_eq!(canvas.pixel(middle), Some([90, 140, 200, 255]));
/// ```
#[derive(Debug, Clone)]
pub struct Canvas {
    pixels: Pixmap,
    /// The area of the whole canvas, including margins.
    shown: Aabb,
    /// The scale, in pixels per unit.
    scale: f64,
    /// The factor for lengths in pixels, such as line widths; 1 on a canvas of full size.
    pixel_scale: f64,
}

impl Canvas {
    /// Creates a canvas of one colour that shows `area`, which may be a line or a point.
    #[must_use]
    pub fn new(area: &Aabb, paper: Colour) -> Self {
        Self::of_size(area, paper, 1.0)
    }

    /// Creates a canvas scaled by `size`, from 0.1 to 1. Line widths and dots are scaled by its
    /// square root.
    #[must_use]
    pub fn of_size(area: &Aabb, paper: Colour, size: f64) -> Self {
        let size = size.clamp(0.1, 1.0);
        let pixel_scale = size.sqrt();
        let longer = area.size().max_element();
        let scale = LONGER * size / if longer > 0.0 { longer } else { 1.0 };
        let least = DVec2::splat(SHORTER * size);
        let framebuffer = (area.size() * scale).max(least) + 2.0 * MARGIN * size;
        let framebuffer = framebuffer.round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let (width, height) = (framebuffer.x as u32, framebuffer.y as u32);
        let mut pixels = Pixmap::new(width, height).expect("the size is not zero");
        pixels.fill(paint_of(paper));
        let shown = Aabb::around(area.centre(), framebuffer * 0.5 / scale);
        Self { pixels, shown, scale, pixel_scale }
    }

    /// Returns the position of a point, in pixels from the left and upper edges.
    #[must_use]
    pub fn place(&self, point: DVec2) -> DVec2 {
        (point - self.shown.min) * self.scale
    }

    /// Returns the width and height, in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// The scale, in pixels per unit.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Fills boxes with a colour as one shape, so that no seams show where they overlap or touch.
    pub fn fill(&mut self, boxes: impl IntoIterator<Item = Aabb>, colour: Colour) {
        let mut all = PathBuilder::new();
        boxes
            .into_iter()
            .filter_map(|area| self.visible_part(&area))
            .for_each(|r| all.push_rect(r));
        if let Some(all) = all.finish() {
            let identity = Transform::identity();
            self.pixels.fill_path(&all, &paint(colour), FillRule::Winding, identity, None);
        }
    }

    /// Draws the outlines of boxes.
    pub fn outline(&mut self, boxes: impl IntoIterator<Item = Aabb>, pen: &Pen) {
        let mut all = PathBuilder::new();
        boxes
            .into_iter()
            .filter_map(|area| self.visible_part(&area))
            .for_each(|r| all.push_rect(r));
        self.stroke(all, pen);
    }

    /// Fills convex polygons with a colour as one shape.
    pub fn fill_polygons(&mut self, polygons: impl IntoIterator<Item = Convex>, colour: Colour) {
        if let Some(all) = self.around(polygons).finish() {
            let identity = Transform::identity();
            self.pixels.fill_path(&all, &paint(colour), FillRule::Winding, identity, None);
        }
    }

    /// Draws the outlines of convex polygons.
    pub fn outline_polygons(&mut self, polygons: impl IntoIterator<Item = Convex>, pen: &Pen) {
        let all = self.around(polygons);
        self.stroke(all, pen);
    }

    /// Returns the outlines of the polygons that may be visible.
    fn around(&self, polygons: impl IntoIterator<Item = Convex>) -> PathBuilder {
        let mut all = PathBuilder::new();
        for polygon in polygons.into_iter().filter(|p| p.bounds().touches(&self.shown)) {
            for (index, &corner) in polygon.corners().iter().enumerate() {
                let [x, y] = pixels(self.place(corner));
                if index == 0 { all.move_to(x, y) } else { all.line_to(x, y) }
            }
            all.close();
        }
        all
    }

    /// Draws a line through points, which must lie on the canvas.
    pub fn line(&mut self, points: &[DVec2], pen: &Pen) {
        let mut line = PathBuilder::new();
        for (index, &point) in points.iter().enumerate() {
            let [x, y] = pixels(self.place(point));
            if index == 0 { line.move_to(x, y) } else { line.line_to(x, y) }
        }
        self.stroke(line, pen);
    }

    /// Draws a disc with a radius in pixels.
    pub fn dot(&mut self, at: DVec2, radius: f32, colour: Colour) {
        let [x, y] = pixels(self.place(at));
        let radius = radius * self.pixel_factor();
        if let Some(disc) = PathBuilder::from_circle(x, y, radius) {
            let identity = Transform::identity();
            self.pixels.fill_path(&disc, &paint(colour), FillRule::Winding, identity, None);
        }
    }

    /// Returns the colour at a position in pixels, as returned by [`place`](Self::place); `None`
    /// outside the canvas.
    #[must_use]
    pub fn pixel(&self, at: DVec2) -> Option<Colour> {
        let (x, y) = (at.x.floor(), at.y.floor());
        if x < 0.0 || y < 0.0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let pixel = self.pixels.pixel(x as u32, y as u32)?.demultiply();
        Some([pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
    }

    /// Saves the canvas as a PNG file. The write is atomic.
    ///
    /// # Errors
    /// If the file cannot be written. An existing file is left unchanged then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let bytes = self.pixels.encode_png().map_err(io::Error::other)?;
        atomic_file::write(path, |file| file.write_all(&bytes))
    }

    fn stroke(&mut self, line: PathBuilder, pen: &Pen) {
        let Some(line) = line.finish() else { return };
        let factor = self.pixel_factor();
        let stroke = Stroke {
            width: pen.width * factor,
            line_cap: if pen.dash.is_some() { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            dash: pen
                .dash
                .and_then(|dash| StrokeDash::new(dash.map(|part| part * factor).to_vec(), 0.0)),
            ..Stroke::default()
        };
        self.pixels.stroke_path(&line, &paint(pen.colour), &stroke, Transform::identity(), None);
    }

    /// Returns the factor for lengths in pixels.
    #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more")]
    fn pixel_factor(&self) -> f32 {
        self.pixel_scale as f32
    }

    /// Returns the visible part of a box, in pixels; `None` if it is not visible.
    fn visible_part(&self, area: &Aabb) -> Option<Rect> {
        // Boxes are cut off outside the canvas, where their outlines do not show.
        let seen = self.shown.inflated(DVec2::splat(MARGIN / self.scale));
        if !area.touches(&seen) {
            return None;
        }
        let [left, top] = pixels(self.place(area.min.max(seen.min)));
        let [right, bottom] = pixels(self.place(area.max.min(seen.max)));
        Rect::from_ltrb(left, top, right, bottom)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more")]
fn pixels(place: DVec2) -> [f32; 2] {
    [place.x as f32, place.y as f32]
}

fn paint_of([r, g, b, a]: Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(paint_of(colour));
    paint
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Colour = [255; 4];
    const RED: Colour = [200, 30, 30, 255];

    fn canvas(width: f64, height: f64) -> Canvas {
        Canvas::new(&Aabb::new(DVec2::ZERO, DVec2::new(width, height)), WHITE)
    }

    fn colour_at(canvas: &Canvas, x: f64, y: f64) -> Colour {
        canvas.pixel(canvas.place(DVec2::new(x, y))).expect("a pixel of the canvas")
    }

    #[test]
    fn the_area_lies_within_margins_whatever_its_shape() {
        for (width, height) in [(1.0, 1.0), (1e12, 3e11), (1e-9, 1e-6), (5.0, 0.0), (0.0, 0.0)] {
            let canvas = canvas(width, height);
            let (least, greatest) =
                (canvas.place(DVec2::ZERO), canvas.place(DVec2::new(width, height)));
            let size = DVec2::new(canvas.pixels.width().into(), canvas.pixels.height().into());
            assert!(least.min_element() >= MARGIN - 1.0, "{width} × {height}: {least}");
            assert!((size - greatest).min_element() >= MARGIN - 1.0, "{width} × {height}");
            assert!(size.max_element() <= LONGER + 2.0 * MARGIN + 1.0, "{width} × {height}");
        }
    }

    #[test]
    fn x_grows_to_the_right_and_y_downward() {
        let mut canvas = canvas(8.0, 4.0);
        canvas.fill([Aabb::new(DVec2::new(6.0, 1.0), DVec2::new(7.0, 2.0))], RED);
        assert_eq!(colour_at(&canvas, 6.5, 1.5), RED);
        for (x, y) in [(1.5, 1.5), (6.5, 2.5), (6.5, 0.5), (5.5, 1.5)] {
            assert_eq!(colour_at(&canvas, x, y), WHITE, "({x}, {y})");
        }
        assert_eq!(canvas.pixel(canvas.place(DVec2::new(6.5, 1.5)) - 1e4), None);
        assert_eq!(canvas.pixel(canvas.place(DVec2::new(6.5, 1.5)) + 1e4), None);
    }

    #[test]
    fn no_seam_shows_between_boxes_that_touch() {
        let mut canvas = canvas(7.0, 3.0);
        let edges = (0..=14).map(|i| f64::from(i) * 0.5);
        let slices = edges.map(|x| Aabb::new(DVec2::new(x, 1.0), DVec2::new(x + 0.5, 2.0)));
        canvas.fill(slices, RED);
        let row = canvas.place(DVec2::new(0.0, 1.5));
        let mut x = row.x + 1.0;
        while x < canvas.place(DVec2::new(7.0, 0.0)).x {
            assert_eq!(canvas.pixel(DVec2::new(x, row.y)), Some(RED), "at {x}");
            x += 1.0;
        }
    }

    #[test]
    fn shapes_far_outside_the_canvas_are_cut_off() {
        let mut canvas = canvas(2.0, 2.0);
        let pen = Pen { colour: RED, width: 2.0, dash: None };
        let vast = Aabb::square(DVec2::ZERO, 1e15);
        canvas.outline([vast], &pen);
        assert_eq!(colour_at(&canvas, 1.0, 1.0), WHITE);
        canvas.fill([Aabb::new(DVec2::new(1.0, -1e15), DVec2::splat(1e15))], RED);
        assert_eq!(colour_at(&canvas, 1.5, 1.0), RED);
        assert_eq!(colour_at(&canvas, 0.5, 1.0), WHITE);
        canvas.fill([vast.translated(DVec2::splat(3e15))], WHITE);
        assert_eq!(colour_at(&canvas, 1.5, 1.0), RED);
    }

    #[test]
    fn only_dashed_lines_have_gaps() {
        let reds = |dash| {
            let mut canvas = canvas(4.0, 1.0);
            let ends = [DVec2::new(0.0, 0.5), DVec2::new(4.0, 0.5)];
            canvas.line(&ends, &Pen { colour: RED, width: 6.0, dash });
            let (from, to) = (canvas.place(ends[0]), canvas.place(ends[1]));
            let along = (0..1500).map(|i| from + DVec2::new(f64::from(i), 0.0));
            assert!((to.x - from.x - LONGER).abs() < 1e-6);
            along.filter(|&at| canvas.pixel(at) == Some(RED)).count()
        };
        assert_eq!(reds(None), 1500);
        let dashed = reds(Some([10.0, 10.0]));
        assert!((600..900).contains(&dashed), "{dashed}");
    }

    #[test]
    fn a_picture_that_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        canvas(1.0, 1.0).save(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap()[..8], *b"\x89PNG\r\n\x1A\n");
        assert!(canvas(1.0, 1.0).save(&path.join("b.png")).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
