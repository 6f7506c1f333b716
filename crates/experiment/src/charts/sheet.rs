//! A page with the panels of a chart below each other.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_drawing::Rect;
use terrarium_drawing::chart::{ChartPen, Heading};
use terrarium_drawing::image::{self, ImageFormat};

/// The width of a chart in pixels: of PNG, and of SVG and PDF. The latter are as wide as the text of a
/// page, 180 mm, with labels that are legible there.
const WIDTH: u32 = 1400;
const VECTOR_WIDTH: u32 = 900;

/// The height of the title of the horizontal axes, in pixels at scale 1.
const FOOT: f32 = 14.0;

/// The height of a panel, in pixels.
pub const PANEL: u32 = 230;

/// A chart with panels of so many pixels in total.
pub struct Sheet<'a> {
    pub title: &'a str,
    pub subtitle: &'a str,
    pub height: u32,
    /// What the horizontal axes show.
    pub axis: &'a str,
}

impl Sheet<'_> {
    /// Writes the chart to `path` with the ending of its format: PNG, and with `vector` also SVG and
    /// PDF. `draw` draws the panels. Returns the paths.
    pub fn save(
        &self,
        path: &Path,
        vector: bool,
        draw: impl Fn(&mut ChartPen<'_>, Rect),
    ) -> io::Result<Vec<PathBuf>> {
        let formats: &[ImageFormat] = match vector {
            true => &[ImageFormat::Png, ImageFormat::Svg, ImageFormat::Pdf],
            false => &[ImageFormat::Png],
        };
        let save = |&format: &ImageFormat| {
            let mut path = path.as_os_str().to_owned();
            path.push(format!(".{}", format.ending()));
            let width = if format == ImageFormat::Png { WIDTH } else { VECTOR_WIDTH };
            let heading = Heading { title: self.title, notes: &[self.subtitle] };
            let foot = if self.axis.is_empty() { 0.0 } else { FOOT * image::SCALE };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
            let size = (width, heading.height(width) + self.height + foot as u32);
            image::save(Path::new(&path), format, size, |pen| {
                let body = heading.write(pen, pen.surface.bounds());
                let (panels, foot) = body.cut_top(body.height - foot);
                draw(pen, panels);
                pen.text_at(self.axis, foot.centre(), &pen.ink.small());
            })?;
            Ok(PathBuf::from(path))
        };
        formats.iter().map(save).collect()
    }
}

/// The rectangles of panels below each other.
pub fn below_each_other(area: Rect, panels: usize) -> impl Iterator<Item = Rect> {
    #[expect(clippy::cast_precision_loss, reason = "there are few panels")]
    let height = area.height / panels.max(1) as f32;
    let mut rest = area;
    (0..panels).map(move |_| {
        let (panel, below) = rest.cut_top(height);
        rest = below;
        panel
    })
}

/// Writes the heading of a panel and a note beside it. Returns the rest.
pub fn head(pen: &mut ChartPen<'_>, area: Rect, heading: &str, note: &str) -> Rect {
    let (row, body) = area.cut_top(pen.px(20.0));
    let width = pen.text(heading, row, &pen.ink.heading());
    let (_, beside) = row.cut_left(width + pen.px(9.0));
    pen.text(note, beside, &pen.ink.small());
    body
}
