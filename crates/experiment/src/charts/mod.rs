//! Charts of an experiment: the response to each factor, interactions of two factors, and the survival of species.

pub(crate) mod column;
mod factor_axis;
mod interaction;
mod levels;
mod measures;
mod response;
mod sheet;
mod survival;
mod tape;

use std::io;
use std::path::{Path, PathBuf};

pub use tape::save_tape;

use super::summary::{Response, Summary};

/// Draws the charts of every factor into the directory `folder`: `response-FACTOR.png` and
/// `survival-FACTOR.png`; without factors `response.png` and `survival.png`. With several factors and few
/// points also `response-points.png` and `survival-points.png`, and with two factors `interaction.png`. With `vector`, each
/// also as SVG and PDF. Returns their paths. Existing files are replaced. Equal runs give equal files.
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
    let mut both = |of: &Response, name: &dyn Fn(&str) -> PathBuf| -> io::Result<()> {
        paths.extend(response::save(summary, of, title, &name("response"), vector)?);
        paths.extend(survival::save(summary, of, title, &name("survival"), vector)?);
        Ok(())
    };
    for response in &summary.responses {
        both(response, &|kind| folder.join(file_name(kind, response.factor.as_deref())))?;
    }
    if let Some(cells) = &summary.cells {
        both(cells, &|kind| folder.join(format!("{kind}-points")))?;
        paths.extend(interaction::save(
            summary,
            cells,
            title,
            &folder.join("interaction"),
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
