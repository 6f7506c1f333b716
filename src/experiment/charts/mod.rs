//! Charts of an experiment: the response to each factor, and the survival of species.

mod axis;
mod frame;
mod response;
mod survival;
mod tape;

use std::io;
use std::path::{Path, PathBuf};

use plotters::prelude::*;

use super::summary::{Response, Summary};
use crate::record::chart::plot::{self, Plot, PlotError};
use crate::record::chart::style::{CAPTION, TITLE, text};

pub use tape::save_tape;

const WIDTH: u32 = 1400;
const TITLE_HEIGHT: u32 = 88;
const FOOT_HEIGHT: u32 = 84;

/// Draws the charts of every factor into the directory `folder`: `response-FACTOR.png` and
/// `survival-FACTOR.png`; without factors `response.png` and `survival.png`; with several factors and few
/// points also `survival-points.png`. Returns their paths.
/// Existing files are replaced. Equal runs give equal files.
///
/// # Errors
/// When a file cannot be written.
pub fn save(summary: &Summary, title: &str, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for response in &summary.responses {
        for (kind, draw) in [("response", response::draw as Draw), ("survival", survival::draw)] {
            let path = folder.join(file_name(kind, response.factor.as_deref()));
            draw(summary, response, title, &path)?;
            paths.push(path);
        }
    }
    if let Some(cells) = &summary.cells {
        let path = folder.join("survival-points.png");
        survival::draw(summary, cells, title, &path)?;
        paths.push(path);
    }
    Ok(paths)
}

type Draw = fn(&Summary, &Response, &str, &Path) -> io::Result<()>;

/// The file name of a chart. Characters that are not portable in file names are replaced.
fn file_name(kind: &str, factor: Option<&str>) -> String {
    let Some(factor) = factor else { return format!("{kind}.png") };
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    format!("{kind}-{}.png", factor.chars().map(plain).collect::<String>())
}

/// Writes a plot with a title and panels of `height` pixels. Calls `draw` with the areas of the
/// panels and of the foot below them.
fn save_plot(
    path: &Path,
    title: &str,
    subtitle: &str,
    height: u32,
    draw: impl FnOnce(&Plot<'_>, &Plot<'_>) -> Result<(), PlotError>,
) -> io::Result<()> {
    plot::save(path, (WIDTH, TITLE_HEIGHT + height + FOOT_HEIGHT), |plot| {
        let (head, rest) = plot.split_vertically(TITLE_HEIGHT);
        head.draw(&Text::new(title.to_owned(), (frame::LEFT, 24), text(&TITLE)))?;
        head.draw(&Text::new(subtitle.to_owned(), (frame::LEFT, 62), text(&CAPTION)))?;
        let (panels, foot) = rest.split_vertically(height);
        draw(&panels, &foot)
    })
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
