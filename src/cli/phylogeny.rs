//! `terrarium phylogeny`: the trees of descent of a recorded run.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::individuals::{in_order, is_same_file, species_named, table_of};
use super::{Failure, Format, output};
use crate::atomic_file;
use crate::phylogeny::{Figures, Phylogeny, write_alife_standard, write_newick};

/// Print figures of the trees of descent of a recorded run, or write the trees
///
/// Needs the table of individuals, which `terrarium run --out DIR --individuals` writes. Depths and
/// distances are in edges, from parent to child; MRCA is the most recent common ancestor of all living
/// taxa. docs/evolution.md defines all figures and shows how to read the files in Python.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium phylogeny runs/first
  terrarium phylogeny runs/first --species hare --extant --out hare.nwk
  terrarium phylogeny runs/first --by genotype --extant --out genotypes.csv
  terrarium phylogeny runs/first --format json")]
pub(super) struct PhylogenyCommand {
    /// The directory that `terrarium run --out DIR --individuals` wrote; for example runs/first
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Include only this species; for example hare
    #[arg(long, value_name = "SPECIES")]
    species: Option<String>,
    /// Include only taxa that are alive at the end or have a living descendant
    #[arg(long)]
    extant: bool,
    /// The taxa: organisms, or genotypes, which are groups of parents and children with equal traits;
    /// for example genotype
    #[arg(long, value_enum, default_value_t = TaxonUnit::Organism)]
    by: TaxonUnit,
    /// Write the trees to this file, whose ending is the format: csv for a table in the ALife Data
    /// Standard, nwk for Newick; for example hare.nwk
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the figures in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// What a taxon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TaxonUnit {
    /// An organism.
    Organism,
    /// A group of parents and children with equal traits.
    Genotype,
}

/// The format of a file of trees.
#[derive(Debug, Clone, Copy)]
enum FileFormat {
    AlifeStandard,
    Newick,
}

impl PhylogenyCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let table = table_of(&self.run)?;
        let format = self.out.as_deref().map(|path| writable(path, &table)).transpose()?;
        let organisms = Phylogeny::read(&table).map_err(Failure::Input)?;
        let mut tree = match &self.species {
            Some(name) => organisms.of_species(species_named(name, &self.run, &organisms)?),
            None => organisms,
        };
        if self.by == TaxonUnit::Genotype {
            tree = tree.by_genotype();
        }
        if self.extant {
            tree = tree.extant();
        }
        let figures = figures(&tree);
        if let Some((path, format)) = self.out.as_deref().zip(format) {
            save(&tree, path, format)?;
            output::note(format_args!("wrote {}", path.display()));
        }
        output::print(&match self.format {
            Format::Human => as_table(&figures),
            Format::Json => format!("{}\n", self.as_json(&figures)),
        })
    }

    fn as_json(&self, figures: &[(&str, Figures)]) -> Value {
        let species = figures.iter().map(|(name, figures)| {
            let mut object = json!(figures);
            object["species"] = json!(name);
            object
        });
        json!({
            "by": match self.by {
                TaxonUnit::Organism => "organism",
                TaxonUnit::Genotype => "genotype",
            },
            "extant": self.extant,
            "species": species.collect::<Vec<_>>(),
        })
    }
}

/// The figures of each species, in the order in which `terrarium species` lists them.
fn figures(tree: &Phylogeny) -> Vec<(&str, Figures)> {
    let all = tree.species();
    let figures = |it: usize| (all[it].name.as_str(), Figures::of(&tree.of_species(it)));
    in_order(tree, None).into_iter().map(figures).collect()
}

/// The format that the ending of a path names. Refuses a path that cannot be written, and the table that is read.
fn writable(path: &Path, table: &Path) -> Result<FileFormat, Failure> {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = match path.extension().and_then(|ending| ending.to_str()) {
        _ if path.is_dir() => "this is a directory; give the path of a file".to_owned(),
        Some("csv" | "nwk") if folder.is_some_and(|folder| !folder.is_dir()) => {
            let folder = folder.unwrap_or(path).display();
            format!("there is no directory {folder}; create it first")
        }
        Some("csv") if is_same_file(path, table) => {
            "this is the table of individuals of the run; give the path of another file".to_owned()
        }
        Some("csv") => return Ok(FileFormat::AlifeStandard),
        Some("nwk") => return Ok(FileFormat::Newick),
        _ => "trees are written as a table in the ALife Data Standard or as Newick; end the name with .csv \
              or .nwk"
            .to_owned(),
    };
    Err(Failure::input(format!("--out {shown}: {problem}")))
}

fn save(tree: &Phylogeny, path: &Path, format: FileFormat) -> Result<(), Failure> {
    let write = |file: &mut File| -> io::Result<()> {
        let mut file = BufWriter::new(file);
        match format {
            FileFormat::AlifeStandard => write_alife_standard(tree, &mut file)?,
            FileFormat::Newick => write_newick(tree, &mut file)?,
        }
        file.flush()
    };
    atomic_file::write(path, write).map_err(|error| {
        Failure::failed(format!(
            "{}: cannot be written: {error}; free some disk space, check the permissions, or choose \
             another path",
            path.display()
        ))
    })
}

/// A row for each species.
fn as_table(figures: &[(&str, Figures)]) -> String {
    let head = [
        "species",
        "taxa",
        "roots",
        "living",
        "max depth",
        "mean depth",
        "MRCA",
        "its origin",
        "mean distance",
        "Sackin",
        "Colless",
        "Colless-like",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(figures.iter().map(|(name, it)| {
        let mrca = it.common_ancestor.as_ref();
        let balance = it.balance.as_ref();
        vec![
            (*name).to_owned(),
            it.taxa.to_string(),
            it.roots.to_string(),
            it.living.to_string(),
            cell(it.max_depth),
            cell(it.mean_depth.map(|depth| format!("{depth:.2}"))),
            cell(mrca.map(|mrca| format!("#{}", mrca.id))),
            cell(mrca.map(|mrca| mrca.origin)),
            cell(it.mean_pairwise_distance.map(|distance| format!("{distance:.2}"))),
            cell(balance.map(|balance| balance.sackin)),
            cell(balance.and_then(|balance| balance.colless)),
            cell(balance.map(|balance| format!("{:.2}", balance.colless_like))),
        ]
    }));
    output::columns(&rows, |column| column > 0)
}

/// The text of a figure, or a dash if it has no value.
fn cell(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
