//! The tables of individuals in the directory of a run, for the commands that read them.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::input::spelling;
use crate::phylogeny::{
    ANCESTRY_CSV, ANCESTRY_PARQUET, INDIVIDUALS_CSV, INDIVIDUALS_PARQUET, Phylogeny,
};

/// What to do about a run without the rows of all organisms.
const RECORD: &str = "record a run with its individuals: `terrarium run … --out DIR --individuals`";

/// A table from which the trees of descent of a run are read.
pub(super) struct DescentTable {
    /// Its path.
    pub path: PathBuf,
    /// Whether it has only the living and their ancestors.
    pub is_ancestry: bool,
}

impl DescentTable {
    /// What it is.
    pub fn name(&self) -> &'static str {
        if self.is_ancestry { "the ancestry" } else { "the table of individuals" }
    }

    /// Refuses an ancestry for `what`, which depends on all organisms; `instead` is what else to do about it.
    pub fn need_all(&self, run: &Path, what: &str, instead: &str) -> Result<(), Failure> {
        if !self.is_ancestry {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{}: this run has only the ancestry of the living, and {what} depend on all organisms that were ever \
             alive; {instead}{RECORD}",
            run.display()
        )))
    }
}

/// The path of the table of all individuals of a run, on which `what` depend: that in CSV, or otherwise that in Parquet.
pub(super) fn table_of(run: &Path, what: &str) -> Result<PathBuf, Failure> {
    let table = descent_table_of(run)?;
    table.need_all(run, what, "")?;
    Ok(table.path)
}

/// The table of all individuals of a run, or otherwise that of the living and their ancestors; each in CSV, or
/// otherwise in Parquet.
pub(super) fn descent_table_of(run: &Path) -> Result<DescentTable, Failure> {
    let tables = [
        (INDIVIDUALS_CSV, false),
        (INDIVIDUALS_PARQUET, false),
        (ANCESTRY_CSV, true),
        (ANCESTRY_PARQUET, true),
    ];
    for (name, is_ancestry) in tables {
        let path = run.join(name);
        if path.exists() {
            return Ok(DescentTable { path, is_ancestry });
        }
    }
    let problem = if run.is_dir() {
        format!("there is no {INDIVIDUALS_CSV} or {INDIVIDUALS_PARQUET} in this directory")
    } else if run.exists() {
        "this is not the directory of a run".to_owned()
    } else {
        "there is no such directory".to_owned()
    };
    Err(Failure::input(format!("{}: {problem}; {RECORD}", run.display())))
}

/// Whether two paths name one file, so that writing one would overwrite the other.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// The index of a species in the trees of a run.
pub(super) fn species_named(name: &str, run: &Path, tree: &Phylogeny) -> Result<usize, Failure> {
    let names = || tree.species().iter().map(|species| species.name.as_str());
    names().position(|it| it == name).ok_or_else(|| {
        let remedy = match spelling::nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if tree.species().is_empty() => "its table of individuals is empty".to_owned(),
            None => format!("give one of {}", spelling::listed(names())),
        };
        let run = run.display();
        Failure::input(format!("--species {name}: {run} has no such species; {remedy}"))
    })
}

/// The index of the named species, or of the only one in the trees of a run.
pub(super) fn only_species(
    name: Option<&str>,
    run: &Path,
    tree: &Phylogeny,
) -> Result<usize, Failure> {
    match (name, tree.species()) {
        (Some(name), _) => species_named(name, run, tree),
        (None, [_]) => Ok(0),
        (None, []) => {
            Err(Failure::input(format!("{}: its table of individuals is empty", run.display())))
        }
        (None, all) => Err(Failure::input(format!(
            "{}: the run has several species; give --species and one of {}",
            run.display(),
            spelling::listed(all.iter().map(|species| species.name.as_str()))
        ))),
    }
}

/// The indices of these species, or of all, as `terrarium species` lists them.
pub(super) fn in_order(tree: &Phylogeny, only: Option<usize>) -> Vec<usize> {
    let mut species = only.map_or_else(|| (0..tree.species().len()).collect(), |it| vec![it]);
    species.sort_by_key(|&species| (tree.species()[species].kind, &tree.species()[species].name));
    species
}
