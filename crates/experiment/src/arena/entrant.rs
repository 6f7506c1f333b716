//! The entrants of a league: read, named, and copied into its directory.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    CODE_FILES, Catalogue, GroundOverrides, Kind, MANIFEST, Species, SpeciesContext,
    creature_folders,
};
use terrarium_input::{Diagnostic, quoted, spelling};
use terrarium_output::atomic_file;
use terrarium_run::StartError;
use terrarium_sim::behaviours;

use super::sparring;
use super::{Conditions, SPARRING};
use crate::ExperimentError;

/// The files of a creature: their names and contents.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// The folder of the copies of entrants, in the directory of a league.
pub(super) const ENTRANTS: &str = "entrants";

/// An entrant of a league.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name in the league, which no other entrant or shipped species has, unless it is one.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The description in its creature file.
    pub description: String,
    /// Where it comes from: `shipped`, `sparring`, or its folder.
    pub origin: String,
    /// Whether its creature file says how it mutates.
    #[serde(default)]
    pub mutates: bool,
    /// The BLAKE3 hash of its files, in hexadecimal; empty for a shipped species.
    pub content_hash: String,
    /// Its files; none for a shipped species.
    #[serde(skip)]
    pub(super) files: Files,
}

/// A creature that could not enter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Skipped {
    /// Its folder or name.
    pub creature: String,
    /// Why it could not enter, on one line.
    pub reason: String,
    /// The same with its location; `None` in a league that was read back.
    #[serde(skip)]
    pub diagnostic: Option<Diagnostic>,
}

/// The entrants of a league, and the creatures that could not enter.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Entrants {
    /// The entrants, in the order in which they were named.
    pub entered: Vec<Entrant>,
    /// The creatures that could not enter.
    pub skipped: Vec<Skipped>,
    /// Entrants that got another name, because theirs was taken: the folder, and the name.
    pub renamed: Vec<(String, String)>,
    rules: Rules,
}

impl Entrants {
    /// No entrants yet, for games under these conditions.
    ///
    /// # Errors
    /// When an override of the conditions is invalid.
    pub fn new(conditions: &Conditions) -> Result<Self, ExperimentError> {
        Ok(Self { rules: conditions.rules()?, ..Self::default() })
    }

    /// Adds what a user named: a folder of one creature, a folder of creature folders, or the name of
    /// a shipped species. A creature with an error is [skipped](Self::skipped).
    ///
    /// # Errors
    /// When there is no such folder or species, or the folder holds no creatures.
    pub fn add(&mut self, given: &str) -> Result<(), ExperimentError> {
        let path = Path::new(given);
        if !path.exists() && Catalogue::ships(given) {
            self.enter_shipped(given);
            return Ok(());
        }
        if !path.exists() {
            return Err(unknown(given, &self.shipped()));
        }
        let folders = creature_folders(path).map_err(StartError::from)?;
        if folders.is_empty() {
            let problem =
                format!("{given} holds no creatures: neither a creature.toml nor folders");
            return Err(ExperimentError::InvalidRequest(problem + "; give another folder"));
        }
        folders.into_iter().for_each(|(name, folder)| self.enter_folder(&name, &folder));
        Ok(())
    }

    /// Adds all sparring partners.
    pub fn add_sparring(&mut self) {
        for name in SPARRING {
            let Some(files) = sparring::files_of(name) else { continue };
            self.enter(name, "sparring", files);
        }
    }

    fn shipped(&self) -> Catalogue {
        Catalogue::load::<&Path>(&[], &context(&self.rules)).unwrap_or_default()
    }

    fn enter_shipped(&mut self, name: &str) {
        let shipped = self.shipped();
        let Some(species) = shipped.get(name) else { return };
        if self.entered.iter().any(|entrant| entrant.name == name) {
            return self
                .skip(name, Diagnostic::new(format!("{} has entered already", quoted(name))));
        }
        if let Some(refusal) = refusal(species) {
            return self.skip(name, refusal);
        }
        self.entered.push(entrant(species, "shipped", Vec::new()));
    }

    fn enter_folder(&mut self, name: &str, folder: &Path) {
        let origin = folder.display().to_string();
        let species = match Species::read(folder, &context(&self.rules)) {
            Ok(species) => species,
            Err(error) => return self.skip(&origin, error.diagnostic()),
        };
        if let Some(refusal) = refusal(&species) {
            return self.skip(&origin, refusal);
        }
        let is_shipped = |shipped: &Species| shipped.content_hash == species.content_hash;
        if self.shipped().get(name).is_some_and(is_shipped) {
            return self.enter_shipped(name);
        }
        match read_files(folder) {
            Ok(files) => self.enter(name, &origin, files),
            Err(error) => self.skip(&origin, error.diagnostic()),
        }
    }

    /// Enters a creature with these files under `name`, or one like it that is free.
    fn enter(&mut self, name: &str, origin: &str, files: Files) {
        let free = self.free_name(name);
        let files = if free == name { files } else { renamed(files, &free) };
        let content_hash = content_hash(&files);
        let again = self.entered.iter().find(|other| {
            other.origin == origin && !other.content_hash.is_empty() && same_but_name(other, &files)
        });
        if let Some(other) = again {
            let problem = format!("this folder has entered already, as {}", quoted(&other.name));
            return self.skip(origin, Diagnostic::new(problem).remedy("name each folder once"));
        }
        match species_of(&free, &files, &self.rules) {
            Ok(species) => {
                if free != name {
                    self.renamed.push((origin.to_owned(), free));
                }
                let entrant = Entrant { content_hash, ..entrant(&species, origin, files) };
                self.entered.push(entrant);
            }
            Err(diagnostic) => self.skip(origin, diagnostic),
        }
    }

    fn skip(&mut self, creature: &str, diagnostic: Diagnostic) {
        let reason = diagnostic.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        self.skipped.push(Skipped {
            creature: creature.to_owned(),
            reason,
            diagnostic: Some(diagnostic),
        });
    }

    /// `name`, or `name-2` and so on if that is taken by an entrant or a shipped species.
    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| {
            !Catalogue::ships(name) && self.entered.iter().all(|entrant| entrant.name != *name)
        };
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(is_free).unwrap_or_else(|| name.to_owned())
    }
}

fn context(rules: &Rules) -> SpeciesContext<'_> {
    SpeciesContext { rules, overrides: &[], behaviours: &behaviours::check }
}

fn entrant(species: &Species, origin: &str, files: Files) -> Entrant {
    Entrant {
        name: species.name.clone(),
        kind: species.kind,
        description: species.description.clone(),
        origin: origin.to_owned(),
        mutates: species.mutation.is_some(),
        content_hash: String::new(),
        files,
    }
}

/// Why a valid species cannot enter; `None` if it can.
fn refusal(species: &Species) -> Option<Diagnostic> {
    let name = quoted(&species.name);
    if species.kind == Kind::Plant {
        let problem = format!("{name} is a plant, and decides nothing");
        return Some(Diagnostic::new(problem).remedy("enter herbivores and carnivores"));
    }
    let key = GroundOverrides::KEYS.into_iter().find(|key| species.ground.get(key).is_some())?;
    let problem = format!("{name} has a `travel.{key}` of its own, which costs no points");
    Some(
        Diagnostic::new(problem)
            .remedy("remove it; in a league the rule of that name holds for all"),
    )
}

fn unknown(given: &str, shipped: &Catalogue) -> ExperimentError {
    let animals = shipped.species().filter(|species| species.kind != Kind::Plant);
    let names: Vec<&str> = animals.map(|species| species.name.as_str()).collect();
    let hint = spelling::hint(spelling::nearest(given, names.iter().copied()));
    let listed = spelling::listed(names.iter().copied());
    ExperimentError::InvalidRequest(format!(
        "{}: there is no such folder, and no shipped animal of that name{hint}; give the folder of a \
         creature, a folder of creature folders, or one of {listed}",
        quoted(given)
    ))
}

/// The files that define the creature in a folder, which is valid.
fn read_files(folder: &Path) -> Result<Files, ExperimentError> {
    let names = std::iter::once(MANIFEST).chain(CODE_FILES);
    let present = names.filter(|name| folder.join(name).exists());
    let read = |name: &str| {
        let path = folder.join(name);
        let content = fs::read(&path).map_err(ExperimentError::reading(path))?;
        Ok((name.to_owned(), content))
    };
    present.map(read).collect()
}

/// The files with another name in the creature file.
fn renamed(mut files: Files, name: &str) -> Files {
    for (file, content) in &mut files {
        if file != MANIFEST {
            continue;
        }
        let text = String::from_utf8_lossy(content);
        let is_name = |line: &str| {
            line.trim_start()
                .strip_prefix("name")
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let mut is_done = false;
        let lines = text.lines().map(|line| {
            if is_done || !is_name(line) {
                return line.to_owned();
            }
            is_done = true;
            format!("name = \"{name}\"")
        });
        *content = (lines.collect::<Vec<_>>().join("\n") + "\n").into_bytes();
    }
    files
}

/// Whether an entrant has these files, apart from the name in the creature file.
fn same_but_name(entrant: &Entrant, files: &Files) -> bool {
    renamed(entrant.files.clone(), "x") == renamed(files.clone(), "x")
}

fn content_hash(files: &Files) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in files.iter().flat_map(|(name, content)| [name.as_bytes(), content]) {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize().to_string()
}

/// The species that files describe, read from a temporary folder.
fn species_of(name: &str, files: &Files, rules: &Rules) -> Result<Species, Diagnostic> {
    let failed = |problem: std::io::Error| Diagnostic::new(problem.to_string());
    let folder = tempfile::tempdir().map_err(failed)?;
    let own = folder.path().join(name);
    write_files(&own, files).map_err(|error| error.diagnostic())?;
    Species::read(&own, &context(rules)).map_err(|error| error.diagnostic())
}

/// Writes the files of a creature into its folder.
pub(super) fn write_files(folder: &Path, files: &Files) -> Result<(), ExperimentError> {
    fs::create_dir_all(folder).map_err(ExperimentError::writing(folder))?;
    for (name, content) in files {
        let path = folder.join(name);
        let written = atomic_file::write(&path, |file| file.write_all(content));
        written.map_err(ExperimentError::writing(path))?;
    }
    Ok(())
}
