//! Charts of an experiment: the response to each factor, and the survival of species.

mod axis;
mod frame;
mod response;
mod survival;
mod tape;

use std::io;
use std::path::{Path, PathBuf};

use plotters::prelude::*;
use terrarium_output::drawing::image::{self, Area, Backend, Drawing, ImageFormat};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{CAPTION, FontSpec, HEADING, LABEL, TITLE, text};

pub use tape::save_tape;

use super::summary::{Response, Summary};

/// The width of a chart in pixels: of PNG, and of SVG and PDF. The latter are as wide as the text of a
/// page, 180 mm, with labels that are legible there.
const WIDTH: u32 = 1400;
const VECTOR_WIDTH: u32 = 900;

const TITLE_HEIGHT: u32 = 88;
const FOOT_HEIGHT: u32 = 84;

/// Draws the charts of every factor into the directory `folder`: `response-FACTOR.png` and
/// `survival-FACTOR.png`; without factors `response.png` and `survival.png`; with several factors and few
/// points also `survival-points.png`. With `vector`, each also as SVG and PDF. Returns their paths.
/// Existing files are replaced. Equal runs give equal files.
///
/// # Errors
/// When a file cannot be written.
pub fn save(
    summary: &Summary,
    title: &str,
    folder: &Path,
    vector: bool,
) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for response in &summary.responses {
        let to = |kind| folder.join(file_name(kind, response.factor.as_deref()));
        paths.extend(response::save(summary, response, title, &to("response"), vector)?);
        paths.extend(survival::save(summary, response, title, &to("survival"), vector)?);
    }
    if let Some(cells) = &summary.cells {
        paths.extend(survival::save(
            summary,
            cells,
            title,
            &folder.join("survival-points"),
            vector,
        )?);
    }
    Ok(paths)
}

/// The file name of a chart without its ending. Characters that are not portable in file names are
/// replaced.
fn file_name(kind: &str, factor: Option<&str>) -> String {
    let Some(factor) = factor else { return kind.to_owned() };
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    format!("{kind}-{}", factor.chars().map(plain).collect::<String>())
}

/// The panels of a chart, and what is below them.
trait Panels {
    fn draw<B: Backend>(&self, panels: &Area<B>, foot: &Area<B>) -> Result<(), PlotError>;
}

/// A chart with a title and panels of `height` pixels in total.
struct Sheet<'a, P> {
    title: &'a str,
    subtitle: &'a str,
    height: u32,
    panels: P,
}

impl<P: Panels> Sheet<'_, P> {
    /// Writes the chart to `path` with the ending of its format: PNG, and with `vector` also SVG and
    /// PDF. Returns the paths.
    fn save(&self, path: &Path, vector: bool) -> io::Result<Vec<PathBuf>> {
        let formats: &[ImageFormat] = match vector {
            true => &[ImageFormat::Png, ImageFormat::Svg, ImageFormat::Pdf],
            false => &[ImageFormat::Png],
        };
        let save = |&format: &ImageFormat| {
            let mut path = path.as_os_str().to_owned();
            path.push(format!(".{}", format.ending()));
            let width = if format == ImageFormat::Png { WIDTH } else { VECTOR_WIDTH };
            let size = (width, TITLE_HEIGHT + self.height + FOOT_HEIGHT);
            image::save(self, format, size, Path::new(&path))?;
            Ok(PathBuf::from(path))
        };
        formats.iter().map(save).collect()
    }
}

impl<P: Panels> Drawing for Sheet<'_, P> {
    fn draw<B: Backend>(&self, area: &Area<B>) -> Result<(), PlotError> {
        let (head, rest) = area.split_vertically(TITLE_HEIGHT);
        let title = fitting(&head, self.title, [&TITLE, &HEADING])?;
        head.draw(&Text::new(self.title.to_owned(), (frame::LEFT, 24), title))?;
        let subtitle = fitting(&head, self.subtitle, [&CAPTION, &LABEL])?;
        head.draw(&Text::new(self.subtitle.to_owned(), (frame::LEFT, 62), subtitle))?;
        let (panels, foot) = rest.split_vertically(self.height);
        self.panels.draw(&panels, &foot)
    }
}

/// The first style in which a line fits beside the vertical axis; the last if none does.
fn fitting<B: Backend>(
    area: &Area<B>,
    line: &str,
    fonts: [&FontSpec; 2],
) -> Result<TextStyle<'static>, PlotError> {
    let [first, second] = fonts.map(text);
    let (width, _) = area.estimate_text_size(line, &first)?;
    let fits = frame::LEFT + i32::try_from(width)? < i32::try_from(area.dim_in_pixel().0)?;
    Ok(if fits { first } else { second })
}

/// The subtitle of a chart: its quantity, the factor, and the number of runs.
fn subtitle(what: &str, response: &Response) -> String {
    let add =
        |(runs, failed), group: &super::summary::Group| (runs + group.runs, failed + group.failed);
    let (runs, failed) = response.groups.iter().fold((0, 0), add);
    let by = response.factor.as_deref().map(|factor| format!(" by {factor}")).unwrap_or_default();
    let failures = if failed == 0 { String::new() } else { format!(", {failed} failed") };
    format!("{what}{by} · {runs} runs{failures}")
}

#[cfg(test)]
mod tests;
