//! `terrarium chart`: charts of a recorded run as pictures and tables.

mod asked;
mod subject;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::subject::Subject;
use super::picture_size::PictureSize;
use super::threads::with_threads;
use super::{Failure, output};
use crate::charts::descent::LineageTree;
use crate::charts::file::{self, Format, SIDES};
use crate::charts::{self, ChartKind, Scale, Shape};

/// Chart the populations, the census, ages and more of a recorded run
///
/// What ages, traits and their histories, organisms and clusters show is replayed, and so is the census of
/// a recording; everything else is read from the record.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium chart runs/first --out population.svg
  terrarium chart runs/first --out figure-1.pdf --size 450x360
  terrarium chart runs/first --kind births --species hare --out births.png
  terrarium chart runs/first --kind phase --x hare --y lynx --out phase.png --out phase.csv
  terrarium chart runs/first --kind census --column mean_age --scale log --out age.svg
  terrarium chart runs/meadow.recording --kind ages --species deer --tick 900 --out ages.png
  terrarium chart runs/first --kind clusters --species hare --out clusters.png
  terrarium chart runs/first --kind history --species hare --out traits.svg
  terrarium chart final.snapshot --kind scatter --species hare --x age --y speed --out speed.csv

The kinds are those of the tabs in the window, which docs/watching.md describes.")]
pub(super) struct Chart {
    /// The directory or the recording that `terrarium run --out` or `--record` wrote, or a snapshot for
    /// what organisms are like; for example runs/first
    #[arg(value_name = "RUN|RECORDING|SNAPSHOT")]
    target: String,
    /// Show this; for example phase
    #[arg(long, value_name = "KIND", default_value = "population", value_parser = kind())]
    kind: ChartKind,
    /// Write to this file, whose ending is the format: png, svg, pdf or csv; can be repeated; for example
    /// population.svg
    #[arg(long, value_name = "FILE", required = true)]
    out: Vec<PathBuf>,
    /// Show only this species; for example hare
    #[arg(long, value_name = "SPECIES")]
    species: Option<String>,
    /// Show this column of census.csv, with --kind census; for example mean_age
    #[arg(long, value_name = "COLUMN")]
    column: Option<String>,
    /// Show this along the horizontal axis: a species or a kind with --kind phase, a property with
    /// --kind scatter; for example hare, herbivore or age
    #[arg(long, value_name = "NAME")]
    x: Option<String>,
    /// Show this along the vertical axis, as with --x; for example lynx, carnivore or speed
    #[arg(long, value_name = "NAME")]
    y: Option<String>,
    /// The scale of values; by default, root for populations of several species, otherwise linear; for
    /// example log
    #[arg(long, value_name = "SCALE", value_parser = scale())]
    scale: Option<Scale>,
    /// Show the organisms, or the deaths up to, this tick instead of the last one; for example 900
    #[arg(long, value_name = "TICK")]
    tick: Option<u64>,
    /// The size of pictures in pixels, in PDF of 0.2 mm; the default is 1280x720, of PDF 900x560; for
    /// example 450x360
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<PictureSize>,
    /// Use T threads instead of one per core; affects only the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

impl Chart {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.draw())?
    }

    fn draw(&self) -> Result<(), Failure> {
        let formats: Vec<Format> =
            self.out.iter().map(|path| format_of(path)).collect::<Result<_, _>>()?;
        self.refuse_unused()?;
        let mut subject = Subject::open(&self.target, self.kind)?;
        let choice = self.choice(subject.chronicle())?;
        subject.go_to(self.tick, choice.kind.is_of_individuals())?;
        // Only pictures have to be legible.
        let is_table = formats.iter().all(|&format| format == Format::Csv);
        let rows = if is_table { usize::MAX } else { LineageTree::SCREEN_ROWS };
        let details = subject.details(&choice, rows)?;
        for (path, format) in self.out.iter().zip(formats) {
            let mut chart = choice.chart(&subject.source(&details), format.points(choice.kind));
            if chart.plots.is_empty() {
                let why = chart.note.unwrap_or_default();
                let kind = self.kind.name();
                return Err(Failure::input(format!("{}: --kind {kind}: {why}", self.target)));
            }
            chart.title = format!("{}: {}", subject.name, chart.title);
            let size = self.size.map_or(format.size(&chart), |size| (size.width, size.height));
            file::save(&chart, format, path, size).map_err(|error| {
                Failure::input(format!("{}: cannot be written: {error}", path.display()))
            })?;
            output::note(format_args!("wrote {}{}", path.display(), left_out_of(&chart)));
        }
        Ok(())
    }
}

/// What is not in a tree, as the end of a line.
fn left_out_of(chart: &charts::Chart) -> String {
    let trees = chart.plots.iter().filter_map(|plot| match &plot.shape {
        Shape::Tree(tree) if tree.left_out > 0 => Some(format!(": {}", tree.note)),
        _ => None,
    });
    trees.collect()
}

/// The format that the ending of a path names. Refuses a path that cannot be written.
fn format_of(path: &Path) -> Result<Format, Failure> {
    let shown = path.display();
    let format = Format::from_path(path).ok_or_else(|| {
        Failure::input(format!(
            "--out {shown}: charts are written as PNG, SVG, PDF or CSV; end the name with .png, .svg, .pdf or .csv"
        ))
    })?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => Err(Failure::input(format!(
            "--out {shown}: this is a directory; give the path of a file"
        ))),
        Some(folder) if !folder.is_dir() => Err(Failure::input(format!(
            "--out {shown}: there is no directory {}; create it first",
            folder.display()
        ))),
        _ => Ok(format),
    }
}

fn kind() -> impl TypedValueParser<Value = ChartKind> {
    PossibleValuesParser::new(ChartKind::ALL.map(ChartKind::name))
        .map(|name| ChartKind::named(&name).unwrap_or_default())
}

fn scale() -> impl TypedValueParser<Value = Scale> {
    PossibleValuesParser::new(Scale::ALL.map(Scale::name))
        .map(|name| Scale::ALL.into_iter().find(|scale| scale.name() == name).unwrap_or_default())
}

fn size(text: &str) -> Result<PictureSize, String> {
    PictureSize::within(text, &SIDES)
}
