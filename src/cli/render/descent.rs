//! Pictures of descent: `--muller`, `--tree` and `--traits`.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use super::check_writable;
use crate::charts::descent::{Lifetimes, LineageTree, MullerPlot, TraitHistory};
use crate::charts::file::{self, Format, SIDES};
use crate::charts::{Axis, Chart};
use crate::cli::individuals::{DescentTable, descent_table_of, is_same_file, only_species};
use crate::cli::phylogeny::{BY_OTHERS, TaxonUnit, distance};
use crate::cli::picture_size::PictureSize;
use crate::cli::{Failure, output};
use crate::clustering;
use crate::input::spelling;
use crate::palette::Rgb;
use crate::phylogeny::{Clusters, Phylogeny};
use crate::record::manifest::Manifest;

/// The colour of histories of traits.
const TRAITS: Rgb = [38, 104, 160];

/// Pictures of the descent of a species, from the table of individuals of a run or, of trees, from its ancestry.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures of descent, of a run with --individuals")]
#[command(group(ArgGroup::new("descent").multiple(true)))]
pub(super) struct Descent {
    /// Write a Müller plot: how many members of each cluster are alive over time, each in the one that it
    /// descends from; png, svg, pdf or csv; for example muller.png
    #[arg(long, value_name = "FILE", group = "descent")]
    muller: Option<PathBuf>,
    /// Write the tree of the largest clusters over time; png, svg with tooltips, pdf or csv; for example tree.svg
    #[arg(long, value_name = "FILE", group = "descent")]
    tree: Option<PathBuf>,
    /// Write the distribution of each trait over time; png, svg, pdf or csv; for example traits.png
    #[arg(long, value_name = "FILE", group = "descent")]
    traits: Option<PathBuf>,
    /// Draw this species, which is necessary if the run has several; for example hare
    #[arg(long, value_name = "SPECIES", requires = "descent")]
    species: Option<String>,
    /// Draw the tree of these taxa; of a run with --ancestry instead of --individuals, genotypes or organisms;
    /// for example genotype
    #[arg(long, value_enum, default_value_t = TaxonUnit::Cluster, requires = "tree")]
    by: TaxonUnit,
    /// Found a new cluster at this distance of traits, as `terrarium phylogeny --distance` does; by default
    /// the least, from 0.03 on, at which a Müller plot has at most 20 bands; for example 0.06
    #[arg(long, value_name = "D", value_parser = distance, requires = "descent")]
    distance: Option<f64>,
}

impl Descent {
    /// The files that are asked for, each with its option.
    fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [("--muller", &self.muller), ("--tree", &self.tree), ("--traits", &self.traits)];
        all.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)))
    }

    /// Whether a picture that is asked for shows clusters.
    fn draws_clusters(&self) -> bool {
        self.muller.is_some() || self.tree.is_some() && self.by == TaxonUnit::Cluster
    }

    /// Whether a picture is asked for.
    pub fn is_asked(&self) -> bool {
        self.files().next().is_some()
    }

    /// Refuses pictures that an ancestry does not have.
    fn check_table(&self, run: &Path, table: &DescentTable) -> Result<(), Failure> {
        if self.muller.is_some() {
            return table.need_all(run, "Müller plots", "");
        }
        if self.traits.is_some() {
            return table.need_all(run, "distributions of traits", "");
        }
        if self.draws_clusters() { table.need_all(run, "clusters", BY_OTHERS) } else { Ok(()) }
    }

    /// Draws the pictures that are asked for of the run in a directory.
    pub fn draw(&self, run: &Path, size: PictureSize) -> Result<(), Failure> {
        let table = descent_table_of(run)?;
        self.check_table(run, &table)?;
        if self.distance.is_some() && !self.draws_clusters() {
            return Err(Failure::input(
                "--distance: this is the threshold of clusters, which none of these pictures shows; leave it out, or give \
                 --muller, or --tree without --by",
            ));
        }
        for (option, path) in self.files() {
            check(option, path, &table, size)?;
        }
        let manifest = Manifest::read(run).map_err(Failure::input)?;
        let organisms = Phylogeny::read(&table.path).map_err(Failure::Input)?;
        let species = only_species(self.species.as_deref(), run, &organisms)?;
        let organisms = organisms.of_species(species);
        let (first, last) = (manifest.first_tick, manifest.outcome.tick);
        let lifetimes = Lifetimes { organisms: &organisms, first, last };
        let size = (size.width, size.height);
        if self.draws_clusters() {
            self.draw_clusters(&lifetimes, size)?;
        }
        if let Some(path) = self.tree.as_ref().filter(|_| self.by != TaxonUnit::Cluster) {
            let tree = self.by.taxa(Cow::Borrowed(&organisms), clustering::DISTANCE);
            let tree = LineageTree::new(&lifetimes, &tree, self.by.plural(), LineageTree::ROWS);
            save_tree(tree, path, &lifetimes)?;
        }
        if let Some(path) = &self.traits {
            let chart = TraitHistory::new(&lifetimes).chart(TRAITS, &Axis::ticks(first, last));
            save("--traits", &chart, path, size)?;
        }
        Ok(())
    }
}

impl Descent {
    /// Draws the pictures that show clusters, all at one distance.
    fn draw_clusters(&self, lifetimes: &Lifetimes<'_>, size: (u32, u32)) -> Result<(), Failure> {
        let (plot, clusters) = match self.distance {
            Some(distance) => {
                let clusters = Clusters::new(lifetimes.organisms, distance);
                (MullerPlot::new(lifetimes, &clusters), clusters)
            }
            None => MullerPlot::legible(lifetimes),
        };
        if let Some(path) = &self.muller {
            let ticks = Axis::ticks(lifetimes.first, lifetimes.last);
            save("--muller", &plot.chart(ticks), path, size)?;
        }
        if let Some(path) = self.tree.as_ref().filter(|_| self.by == TaxonUnit::Cluster) {
            let tree = LineageTree::of_clusters(lifetimes, &clusters, LineageTree::ROWS);
            save_tree(tree, path, lifetimes)?;
        }
        Ok(())
    }
}

/// Refuses a path that cannot be written, and a size that is too small for a chart.
fn check(
    option: &str,
    path: &Path,
    table: &DescentTable,
    size: PictureSize,
) -> Result<(), Failure> {
    check_writable(path)?;
    format_of(option, path)?;
    if is_same_file(path, &table.path) {
        return Err(Failure::input(format!(
            "{option} {}: this is {} of the run; give the path of another file",
            path.display(),
            table.name()
        )));
    }
    let PictureSize { width, height } = size;
    if option != "--tree" && [width, height].iter().any(|side| !SIDES.contains(side)) {
        return Err(Failure::input(format!(
            "--size {width}x{height}: give a width and a height from {} to {} pixels with {option}",
            SIDES.start(),
            SIDES.end()
        )));
    }
    Ok(())
}

/// Writes a tree in the size in which all its rows have names.
fn save_tree(tree: LineageTree, path: &Path, lifetimes: &Lifetimes<'_>) -> Result<(), Failure> {
    let chart = tree.chart(Axis::ticks(lifetimes.first, lifetimes.last));
    save("--tree", &chart, path, format_of("--tree", path)?.size(&chart))
}

/// Writes a chart that an option asks for.
fn save(option: &str, chart: &Chart, path: &Path, size: (u32, u32)) -> Result<(), Failure> {
    wrote(path, file::save(chart, format_of(option, path)?, path, size))
}

/// The format that the ending of a path names.
fn format_of(option: &str, path: &Path) -> Result<Format, Failure> {
    Format::from_path(path).ok_or_else(|| {
        let endings = Format::ALL.map(|format| format!(".{}", format.ending()));
        let listed = spelling::listed(endings.iter().map(String::as_str));
        Failure::input(format!(
            "{option} {}: charts are written in other formats; end the name with {listed}",
            path.display()
        ))
    })
}

fn wrote(path: &Path, written: io::Result<()>) -> Result<(), Failure> {
    written.map_err(|error| {
        Failure::input(format!("{}: cannot be written: {error}", path.display()))
    })?;
    output::note(format_args!("wrote {}", path.display()));
    Ok(())
}
