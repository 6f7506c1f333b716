//! A sheet of pixels that shows an area of a world.

use std::io::{self, Write};
use std::path::Path;

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use crate::atomic_file;
use crate::geometry::{Aabb, Convex, DVec2};

/// How long the longer side of the area is on the sheet, in pixels.
const LONGER: f64 = 1520.0;

/// How long the shorter side of the area is on the sheet at least, in pixels.
const SHORTER: f64 = 320.0;

/// What is left free around the area, in pixels.
const MARGIN: f64 = 40.0;

/// A colour: red, green, blue and how far it covers what is below, each from 0 to 255.
pub type Colour = [u8; 4];

/// With what a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub colour: Colour,
    /// How wide it is, in pixels.
    pub width: f32,
    /// The lengths of a dash and of the gap after it, in pixels; `None` for a line without gaps.
    pub dash: Option<[f32; 2]>,
}

/// A sheet of pixels that shows an area of a world, with a margin around it.
///
/// ```
/// use terrarium::geometry::{Aabb, DVec2};
/// use terrarium::view::Canvas;
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
    /// The area that all of the sheet shows, margins included.
    shown: Aabb,
    /// How many pixels a unit is long.
    scale: f64,
    /// How large everything is that has its size in pixels, in relation to a sheet of full size.
    fineness: f64,
}

impl Canvas {
    /// A sheet of one colour that shows `area`, which may be a line or a point.
    #[must_use]
    pub fn new(area: &Aabb, paper: Colour) -> Self {
        Self::of_size(area, paper, 1.0)
    }

    /// The same on a sheet that is so many times as large, from 0.1 to 1. Lines and dots are finer
    /// there too, but not by as much.
    #[must_use]
    pub fn of_size(area: &Aabb, paper: Colour, size: f64) -> Self {
        let size = size.clamp(0.1, 1.0);
        let fineness = size.sqrt();
        let longer = area.size().max_element();
        let scale = LONGER * size / if longer > 0.0 { longer } else { 1.0 };
        let least = DVec2::splat(SHORTER * size);
        let framebuffer = (area.size() * scale).max(least) + 2.0 * MARGIN * size;
        let framebuffer = framebuffer.round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let (width, height) = (framebuffer.x as u32, framebuffer.y as u32);
        let mut pixels = Pixmap::new(width, height).expect("a sheet has a size");
        pixels.fill(paint_of(paper));
        let shown = Aabb::around(area.centre(), framebuffer * 0.5 / scale);
        Self { pixels, shown, scale, fineness }
    }

    /// Where on the sheet a place is, in pixels from its left and upper edges.
    #[must_use]
    pub fn place(&self, point: DVec2) -> DVec2 {
        (point - self.shown.min) * self.scale
    }

    /// How many columns and rows of pixels it has.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// How many pixels a unit is long.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Fills boxes with a colour, all at once: where they overlap or touch nothing shows.
    pub fn fill(&mut self, boxes: impl IntoIterator<Item = Aabb>, colour: Colour) {
        let mut all = PathBuilder::new();
        boxes.into_iter().filter_map(|area| self.on_sheet(&area)).for_each(|r| all.push_rect(r));
        if let Some(all) = all.finish() {
            let nowhere = Transform::identity();
            self.pixels.fill_path(&all, &paint(colour), FillRule::Winding, nowhere, None);
        }
    }

    /// Draws the outlines of boxes.
    pub fn outline(&mut self, boxes: impl IntoIterator<Item = Aabb>, pen: &Pen) {
        let mut all = PathBuilder::new();
        boxes.into_iter().filter_map(|area| self.on_sheet(&area)).for_each(|r| all.push_rect(r));
        self.stroke(all, pen);
    }

    /// Fills convex polygons with a colour, all at once.
    pub fn fill_polygons(&mut self, polygons: impl IntoIterator<Item = Convex>, colour: Colour) {
        if let Some(all) = self.around(polygons).finish() {
            let nowhere = Transform::identity();
            self.pixels.fill_path(&all, &paint(colour), FillRule::Winding, nowhere, None);
        }
    }

    /// Draws the outlines of convex polygons.
    pub fn outline_polygons(&mut self, polygons: impl IntoIterator<Item = Convex>, pen: &Pen) {
        let all = self.around(polygons);
        self.stroke(all, pen);
    }

    /// The outlines of those polygons that may be seen.
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

    /// Draws the lines from each point to the next. The points have to lie on the sheet.
    pub fn line(&mut self, points: &[DVec2], pen: &Pen) {
        let mut line = PathBuilder::new();
        for (index, &point) in points.iter().enumerate() {
            let [x, y] = pixels(self.place(point));
            if index == 0 { line.move_to(x, y) } else { line.line_to(x, y) }
        }
        self.stroke(line, pen);
    }

    /// Draws a disc around a place, with a radius in pixels.
    pub fn dot(&mut self, at: DVec2, radius: f32, colour: Colour) {
        let [x, y] = pixels(self.place(at));
        let radius = radius * self.finer();
        if let Some(disc) = PathBuilder::from_circle(x, y, radius) {
            let nowhere = Transform::identity();
            self.pixels.fill_path(&disc, &paint(colour), FillRule::Winding, nowhere, None);
        }
    }

    /// The colour of the pixel at a place on the sheet, as [`place`](Self::place) tells it; `None`
    /// beside the sheet.
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

    /// Writes the sheet into a PNG file at `path`, which appears whole or not at all.
    ///
    /// # Errors
    /// When the file cannot be written. Nothing is left behind then, and a file that was there
    /// stays.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let bytes = self.pixels.encode_png().map_err(io::Error::other)?;
        atomic_file::write(path, |file| file.write_all(&bytes))
    }

    fn stroke(&mut self, line: PathBuilder, pen: &Pen) {
        let Some(line) = line.finish() else { return };
        let finer = self.finer();
        let stroke = Stroke {
            width: pen.width * finer,
            line_cap: if pen.dash.is_some() { LineCap::Butt } else { LineCap::Round },
            line_join: LineJoin::Round,
            dash: pen
                .dash
                .and_then(|dash| StrokeDash::new(dash.map(|part| part * finer).to_vec(), 0.0)),
            ..Stroke::default()
        };
        self.pixels.stroke_path(&line, &paint(pen.colour), &stroke, Transform::identity(), None);
    }

    /// By how much lines and dots are finer.
    #[expect(clippy::cast_possible_truncation, reason = "a pixel needs no more")]
    fn finer(&self) -> f32 {
        self.fineness as f32
    }

    /// The part of a box that can be seen, on the sheet; `None` when there is none.
    fn on_sheet(&self, area: &Aabb) -> Option<Rect> {
        // What is cut off is cut beyond the edges, where no outline shows.
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
        canvas.pixel(canvas.place(DVec2::new(x, y))).expect("a place on the sheet")
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
    fn what_lies_far_beyond_the_sheet_does_no_harm() {
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
    fn a_dashed_line_has_gaps_and_another_none() {
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
