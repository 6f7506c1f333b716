//! Path drawings of the same problem, side by side.

use terrarium_space::geometry::{Aabb, DVec2};

use super::{Canvas, Colour, Font, Framebuffer, PathDrawing, TextStyle, Vec2};

const PAPER: Colour = [255, 255, 255, 255];
const TITLE: TextStyle = TextStyle::new(20.0, [38, 42, 48, 255]).bold();
const NAME: TextStyle = TextStyle::new(16.0, [38, 42, 48, 255]).bold();
const REMARK: TextStyle = TextStyle::new(14.0, [105, 112, 122, 255]);

/// The size of a pane relative to a drawing of a single path.
const SIZE: f64 = 0.25;

/// The number of panes in a row.
const ACROSS: usize = 4;

/// The heights of the title and of the caption of a pane, and the gap between panes, in pixels.
const HEAD: f32 = 48.0;
const CAPTION: f32 = 44.0;
const GAP: f32 = 12.0;

/// Path drawings to be painted side by side, all showing the same area.
#[derive(Debug, Clone)]
pub struct PathComparison<'a> {
    /// The title.
    pub title: String,
    /// The panes, row by row.
    pub panes: Vec<Pane<'a>>,
}

/// One of several path drawings.
#[derive(Debug, Clone)]
pub struct Pane<'a> {
    /// The name above it.
    pub name: String,
    /// A remark below the name.
    pub remark: String,
    /// The drawing.
    pub drawing: PathDrawing<'a>,
}

impl PathComparison<'_> {
    /// Paints all panes. Without panes, paints only the title.
    #[must_use]
    pub fn paint(&self) -> Framebuffer {
        let frame = self.panes.iter().map(|pane| pane.drawing.frame()).reduce(|a, b| a.union(&b));
        let frame = frame.unwrap_or(Aabb::square(DVec2::ZERO, 1.0));
        let canvases: Vec<Canvas> =
            self.panes.iter().map(|pane| pane.drawing.paint_within(&frame, SIZE)).collect();
        let (width, height) = canvases.first().map_or((0, 0), Canvas::size);
        let across = self.panes.len().clamp(1, ACROSS);
        let down = self.panes.len().div_ceil(across);
        let step = Vec2::new(float(width) + GAP, float(height) + CAPTION + GAP);
        let size = step * Vec2::new(pixels(across), pixels(down)) + Vec2::new(GAP, HEAD + GAP);
        let mut framebuffer = Framebuffer::new(whole(size.x.max(480.0)), whole(size.y), PAPER);
        let mut font = Font::new(1.0);
        let area = framebuffer.area();
        let title = font.shortened(&self.title, &TITLE, area.width - 2.0 * GAP);
        font.write(&mut framebuffer, &title, Vec2::new(GAP, 14.0), &TITLE);
        for (index, (pane, canvas)) in self.panes.iter().zip(&canvases).enumerate() {
            let at = Vec2::new(pixels(index % across), pixels(index / across)) * step;
            let at = at + Vec2::new(GAP, HEAD);
            for (text, below, style) in [(&pane.name, 0.0, &NAME), (&pane.remark, 22.0, &REMARK)] {
                let text = font.shortened(text, style, float(width));
                font.write(&mut framebuffer, &text, at + Vec2::new(0.0, below), style);
            }
            copy(canvas, &mut framebuffer, at + Vec2::new(0.0, CAPTION));
        }
        framebuffer
    }
}

/// Copies a canvas into a framebuffer, with its upper left corner at a pixel.
fn copy(canvas: &Canvas, framebuffer: &mut Framebuffer, at: Vec2) {
    let (width, height) = canvas.size();
    let (left, top, row) = (whole(at.x), whole(at.y), framebuffer.width());
    let rows = framebuffer.height();
    for y in 0..height.min(rows.saturating_sub(top)) {
        for x in 0..width.min(row.saturating_sub(left)) {
            let Some([r, g, b, _]) = canvas.pixel(DVec2::new(x.into(), y.into())) else { continue };
            let index = (top + y) as usize * row as usize + (left + x) as usize;
            framebuffer.pixels_mut()[index] = u32::from_be_bytes([0, r, g, b]);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "framebuffers are small")]
fn float(pixels: u32) -> f32 {
    pixels as f32
}

#[expect(clippy::cast_precision_loss, reason = "there are few panes")]
fn pixels(count: usize) -> f32 {
    count as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn whole(length: f32) -> u32 {
    length as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_painted_in_its_pane_at_the_same_scale() {
        let at = |x: f64, y: f64| DVec2::new(x, y);
        let bounds = Some(Aabb::new(at(0.0, 0.0), at(10.0, 5.0)));
        let path = [at(1.0, 1.0), at(9.0, 4.0)];
        let links = terrarium_navigation::links::Links::default();
        let drawing = |path| PathDrawing {
            boxes: &[],
            polygons: &[],
            ground: &[],
            bounds,
            half: DVec2::splat(0.25),
            start: at(1.0, 1.0),
            goal: at(9.0, 4.0),
            walk: &[],
            path,
            links: &links,
            crossings: &[],
        };
        let pane = |name: &str, path| Pane {
            name: name.to_owned(),
            remark: "a remark".to_owned(),
            drawing: drawing(path),
        };
        let panes = vec![pane("one", &path[..]), pane("two", &[])];
        let framebuffer = PathComparison { title: "two paths".to_owned(), panes }.paint();
        let (width, _) = drawing(&path).paint_within(&drawing(&path).frame(), SIZE).size();
        let blue = |pane: u32| {
            let from = whole(GAP) + pane * (width + whole(GAP));
            let places =
                (from..from + width).flat_map(|x| (0..framebuffer.height()).map(move |y| (x, y)));
            places.filter(|&(x, y)| framebuffer.at(x, y) == Some([32, 92, 190])).count()
        };
        assert!(blue(0) > 300, "{}", blue(0));
        assert_eq!(blue(1), 0);
        let none = PathComparison { title: String::new(), panes: Vec::new() }.paint();
        assert!(none.pixels().iter().all(|&pixel| pixel == 0x00FF_FFFF));
    }
}
