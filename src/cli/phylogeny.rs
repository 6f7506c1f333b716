//! `terrarium phylogeny`: the trees of descent of a recorded run.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::individuals::{DescentTable, descent_table_of, in_order, is_same_file, species_named};
use super::{Failure, Format, output};
use crate::atomic_file;
use crate::clustering;
use crate::phylogeny::{Clusters, Figures, Phylogeny, write_alife_standard, write_newick};
use crate::record::table::{Cell, Column, save_csv};
use crate::wording::figure;

/// Print figures of the trees of descent of a recorded run, or write the trees
///
/// Needs the table of individuals, which `terrarium run --out DIR --individuals` writes, or that of the living and
/// their ancestors, which `--ancestry` writes; the trees of the latter are those with --extant. Depths and
/// distances are in edges, from parent to child; MRCA is the most recent common ancestor of all living
/// taxa. docs/evolution.md defines all figures and shows how to read the files in Python.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium phylogeny runs/first
  terrarium phylogeny runs/first --species hare --extant --out hare.nwk
  terrarium phylogeny runs/first --by genotype --extant --out genotypes.csv
  terrarium phylogeny runs/first --by cluster --out clusters.csv --clusters members.csv
  terrarium phylogeny runs/first --format json")]
pub(super) struct PhylogenyCommand {
    /// The directory that `terrarium run --out DIR`, with --individuals or --ancestry, wrote; for example runs/first
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Include only this species; for example hare
    #[arg(long, value_name = "SPECIES")]
    species: Option<String>,
    /// Include only taxa that are alive at the end or have a living descendant, as phylotrackpy needs them
    #[arg(long)]
    extant: bool,
    /// The taxa: organisms; genotypes, which are groups of parents and children with equal traits; or
    /// clusters, which are lineages of similar traits and need --individuals; for example cluster
    #[arg(long, value_enum, default_value_t = TaxonUnit::Organism)]
    by: TaxonUnit,
    /// Found a new cluster when an organism is farther than this from the first member of its parent's:
    /// the root mean square of the differences of traits, as shares of their ranges, by default 0.03; for
    /// example 0.06
    #[arg(long, value_name = "D", value_parser = distance)]
    distance: Option<f64>,
    /// Write the cluster of every organism to this CSV file; for example clusters.csv
    #[arg(long, value_name = "FILE")]
    clusters: Option<PathBuf>,
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
pub(super) enum TaxonUnit {
    /// An organism.
    Organism,
    /// A group of parents and children with equal traits.
    Genotype,
    /// A lineage of organisms with similar traits.
    Cluster,
}

/// What to do about an ancestry, which has no clusters.
pub(super) const BY_OTHERS: &str = "give --by organism or --by genotype, or ";

/// The format of a file of trees.
#[derive(Debug, Clone, Copy)]
enum FileFormat {
    AlifeStandard,
    Newick,
}

impl PhylogenyCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let table = descent_table_of(&self.run)?;
        let format = self.out.as_deref().map(|path| writable("--out", path, &table)).transpose()?;
        if self.distance.is_some() && self.by != TaxonUnit::Cluster && self.clusters.is_none() {
            return Err(Failure::input(
                "--distance: this is the threshold of clusters; leave it out, or give --by cluster or --clusters",
            ));
        }
        let distance = self.distance.unwrap_or(clustering::DISTANCE);
        self.check_taxa(&table)?;
        if let Some(path) = &self.clusters {
            check_clusters(path, &table, self.out.as_deref())?;
        }
        let mut organisms = Phylogeny::read(&table.path).map_err(Failure::Input)?;
        if let Some(name) = &self.species {
            organisms = organisms.of_species(species_named(name, &self.run, &organisms)?);
        }
        if let Some(path) = &self.clusters {
            save_clusters(&organisms, distance, path)?;
        }
        let mut tree = self.by.taxa(Cow::Owned(organisms), distance);
        if self.extant {
            tree = Cow::Owned(tree.extant());
        } else if table.is_ancestry {
            output::note(format_args!(
                "{}: the trees are those with --extant, since the run has only the ancestry of the living",
                self.run.display()
            ));
        }
        let figures = figures(&tree);
        if let Some((path, format)) = self.out.as_deref().zip(format) {
            save(&tree, path, format)?;
            output::note(format_args!("wrote {}", path.display()));
        }
        output::print(&match self.format {
            Format::Human => as_table(&figures),
            Format::Json => format!("{}\n", self.as_json(&figures, table.is_ancestry)),
        })
    }

    /// Refuses clusters of an ancestry.
    fn check_taxa(&self, table: &DescentTable) -> Result<(), Failure> {
        if self.by == TaxonUnit::Cluster {
            return table.need_all(&self.run, "clusters", BY_OTHERS);
        }
        let is_asked = self.clusters.is_some();
        if is_asked { table.need_all(&self.run, "clusters", "") } else { Ok(()) }
    }

    fn as_json(&self, figures: &[(&str, Figures)], is_ancestry: bool) -> Value {
        let species = figures.iter().map(|(name, figures)| {
            let mut object = json!(figures);
            object["species"] = json!(name);
            object
        });
        json!({
            "by": match self.by {
                TaxonUnit::Organism => "organism",
                TaxonUnit::Genotype => "genotype",
                TaxonUnit::Cluster => "cluster",
            },
            "extant": self.extant || is_ancestry,
            "species": species.collect::<Vec<_>>(),
        })
    }
}

impl TaxonUnit {
    /// The name of several of these taxa.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Organism => "organisms",
            Self::Genotype => "genotypes",
            Self::Cluster => "clusters",
        }
    }

    /// The trees of these taxa; clusters have this threshold.
    pub fn taxa(self, organisms: Cow<'_, Phylogeny>, distance: f64) -> Cow<'_, Phylogeny> {
        match self {
            Self::Organism => organisms,
            Self::Genotype => Cow::Owned(organisms.by_genotype()),
            Self::Cluster => Cow::Owned(Clusters::new(&organisms, distance).tree().clone()),
        }
    }
}

/// Parses the threshold of clusters.
pub(super) fn distance(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|it| it.is_finite() && *it >= 0.0);
    number.ok_or_else(|| "give a number from 0, such as 0.06".to_owned())
}

/// The figures of each species, in the order in which `terrarium species` lists them.
fn figures(tree: &Phylogeny) -> Vec<(&str, Figures)> {
    let all = tree.species();
    let figures = |it: usize| (all[it].name.as_str(), Figures::new(&tree.of_species(it)));
    in_order(tree, None).into_iter().map(figures).collect()
}

/// The format that the ending of a path names. Refuses a path that cannot be written, and the table that is read.
fn writable(option: &str, path: &Path, table: &DescentTable) -> Result<FileFormat, Failure> {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = match path.extension().and_then(|ending| ending.to_str()) {
        _ if path.is_dir() => "this is a directory; give the path of a file".to_owned(),
        Some("csv" | "nwk") if folder.is_some_and(|folder| !folder.is_dir()) => {
            let folder = folder.unwrap_or(path).display();
            format!("there is no directory {folder}; create it first")
        }
        Some("csv") if is_same_file(path, &table.path) => {
            format!("this is {} of the run; give the path of another file", table.name())
        }
        Some("csv") => return Ok(FileFormat::AlifeStandard),
        Some("nwk") => return Ok(FileFormat::Newick),
        _ => "trees are written as a table in the ALife Data Standard or as Newick; end the name with .csv \
              or .nwk"
            .to_owned(),
    };
    Err(Failure::input(format!("{option} {shown}: {problem}")))
}

/// Refuses a path for the clusters of organisms that cannot be written, or is that of another file.
fn check_clusters(path: &Path, table: &DescentTable, out: Option<&Path>) -> Result<(), Failure> {
    match writable("--clusters", path, table) {
        Ok(FileFormat::AlifeStandard) if out == Some(path) => Err(Failure::input(format!(
            "--clusters {}: --out writes this file; give the path of another one",
            path.display()
        ))),
        Ok(FileFormat::AlifeStandard) => Ok(()),
        Ok(FileFormat::Newick) => Err(Failure::input(format!(
            "--clusters {}: the clusters of organisms are written as a table; end the name with .csv",
            path.display()
        ))),
        Err(failure) => Err(failure),
    }
}

/// Writes a row for each organism, in the order of birth.
fn save_clusters(organisms: &Phylogeny, distance: f64, path: &Path) -> Result<(), Failure> {
    let clusters = Clusters::new(organisms, distance);
    let tree = clusters.tree();
    let labels: Vec<String> = tree.taxa().iter().map(|taxon| tree.label(taxon)).collect();
    let columns = [
        Column::whole("organism", "identity of the organism"),
        Column::word("cluster", "name of its cluster"),
    ];
    let all = organisms.taxa().iter().zip(clusters.of_organisms());
    let rows =
        all.map(|(taxon, &cluster)| vec![Cell::Whole(taxon.id), Cell::Word(&labels[cluster])]);
    save_csv(path, &columns, rows).map_err(Failure::failed)?;
    output::note(format_args!("wrote {}", path.display()));
    Ok(())
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
            cell(it.mean_depth.map(figure)),
            cell(mrca.map(|mrca| format!("#{}", mrca.id))),
            cell(mrca.map(|mrca| mrca.origin)),
            cell(it.mean_pairwise_distance.map(figure)),
            cell(balance.map(|balance| balance.sackin)),
            cell(balance.and_then(|balance| balance.colless)),
            cell(balance.map(|balance| figure(balance.colless_like))),
        ]
    }));
    output::columns(&rows, |column| column > 0)
}

/// The text of a figure, or a dash if it has no value.
fn cell(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
