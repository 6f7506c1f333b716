//! The catalogue of species, by name.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use terrarium_input::document::Override;
use terrarium_input::parameter::ParameterError;
use terrarium_input::spelling;
use terrarium_input::{Diagnostic, quoted};
use thiserror::Error;

use super::folder::CreatureFolder;
use super::{BehaviourChoice, CreatureFiles, Kind, Origin, Species, SpeciesError};
use crate::rules::Rules;

/// A check whether a species of a kind can have a behaviour with its parameters under some rules.
pub type BehaviourCheck<'a> =
    dyn Fn(Kind, &BehaviourChoice, &Rules) -> Result<(), BehaviourRefusal> + 'a;

/// The reason why a behaviour cannot be created.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}; {remedy}")]
pub struct BehaviourRefusal {
    /// The invalid parameter; `None` when the problem is the behaviour itself.
    pub key: Option<String>,
    /// The byte range of the problem in the code, if known.
    pub span: Option<Range<usize>>,
    /// The problem, which quotes the invalid input.
    pub problem: String,
    /// How to solve it.
    pub remedy: String,
}

impl From<ParameterError> for BehaviourRefusal {
    fn from(ParameterError { key, problem, remedy }: ParameterError) -> Self {
        Self::new(problem, remedy).with_key(key)
    }
}

impl BehaviourRefusal {
    /// Creates a refusal of a behaviour as a whole.
    #[must_use]
    pub fn new(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { key: None, span: None, problem: problem.into(), remedy: remedy.into() }
    }

    /// Sets the invalid parameter.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// Sets the byte range of the problem in the code.
    #[must_use]
    pub fn at(self, span: Range<usize>) -> Self {
        Self { span: Some(span), ..self }
    }

    /// Prefixes the problem with the name of the species.
    #[must_use]
    pub fn of(self, species: &str) -> Self {
        Self { problem: format!("the behaviour of `{species}`: {}", self.problem), ..self }
    }
}

/// The context in which creature files are read.
#[derive(Clone, Copy)]
pub struct SpeciesContext<'a> {
    /// The rules of the world, which limit the points.
    pub rules: &'a Rules,
    /// The overrides; those that begin with `species.NAME.` apply to the file of that creature.
    pub overrides: &'a [Override],
    /// The check of behaviours.
    pub behaviours: &'a BehaviourCheck<'a>,
}

/// Validated species by name, with their origins.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    entries: BTreeMap<String, (Species, Origin)>,
}

impl Catalogue {
    /// Loads the species built into the program and those in `folders`. Each folder is that of one
    /// creature or contains folders of creatures.
    ///
    /// # Errors
    /// When a folder cannot be read, a creature is invalid, two species have the same name, or an
    /// override names an unknown species.
    pub fn load<P: AsRef<Path>>(
        folders: &[P],
        context: &SpeciesContext<'_>,
    ) -> Result<Self, SpeciesError> {
        Self::load_with_own::<P>(&[], folders, context)
    }

    /// Loads the same species, with those in `own` folders in place of the shipped ones of the same names.
    ///
    /// # Errors
    /// Those of [`load`](Self::load).
    pub fn load_with_own<P: AsRef<Path>>(
        own: &[PathBuf],
        folders: &[P],
        context: &SpeciesContext<'_>,
    ) -> Result<Self, SpeciesError> {
        let mut catalogue = Self::default();
        for path in own {
            catalogue.add_all(&CreatureFolder::within(path)?, context)?;
        }
        catalogue.add_shipped(context)?;
        for path in folders {
            catalogue.add_all(&CreatureFolder::within(path.as_ref())?, context)?;
        }
        catalogue.check_overrides(context.overrides)?;
        Ok(catalogue)
    }

    /// Loads the species built into the program, with the creatures `given` in memory in place of the shipped
    /// ones of the same names. No file of the disk is read.
    ///
    /// # Errors
    /// When a creature is invalid, two of those given have the same name, or an override names an unknown
    /// species.
    pub fn load_given(
        given: &[CreatureFiles],
        context: &SpeciesContext<'_>,
    ) -> Result<Self, SpeciesError> {
        let mut catalogue = Self::default();
        for creature in given {
            catalogue.add(&CreatureFolder::given(creature)?, context)?;
        }
        catalogue.add_shipped(context)?;
        catalogue.check_overrides(context.overrides)?;
        Ok(catalogue)
    }

    /// Whether a species called `name` is built into the program.
    #[must_use]
    pub fn ships(name: &str) -> bool {
        CreatureFolder::shipped().iter().any(|folder| folder.name == name)
    }

    /// The species called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Species> {
        self.entries.get(name).map(|(species, _)| species)
    }

    /// The origin of the species called `name`.
    #[must_use]
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.entries.get(name).map(|(_, origin)| origin)
    }

    /// All species, by name.
    pub fn species(&self) -> impl Iterator<Item = &Species> {
        self.entries.values().map(|(species, _)| species)
    }

    /// Returns a suggestion for an unknown species: the nearest name, or else all names.
    #[must_use]
    pub fn suggestion_for(&self, unknown: &str) -> String {
        let names = || self.entries.keys().map(String::as_str);
        match spelling::nearest(unknown, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", spelling::listed(names())),
        }
    }

    /// Adds the shipped species whose names are not taken.
    fn add_shipped(&mut self, context: &SpeciesContext<'_>) -> Result<(), SpeciesError> {
        for folder in CreatureFolder::shipped() {
            if self.get(&folder.name).is_none() {
                self.add(folder, context)?;
            }
        }
        Ok(())
    }

    fn add_all(
        &mut self,
        folders: &[CreatureFolder],
        context: &SpeciesContext<'_>,
    ) -> Result<(), SpeciesError> {
        folders.iter().try_for_each(|folder| self.add(folder, context))
    }

    fn add(
        &mut self,
        folder: &CreatureFolder,
        context: &SpeciesContext<'_>,
    ) -> Result<(), SpeciesError> {
        let species = folder.species(context)?;
        let name = species.name.clone();
        if let Some((_, first)) = self.entries.get(&name) {
            let (first, second) = (first.clone(), folder.origin.clone());
            return Err(SpeciesError::Duplicate { name, first, second });
        }
        self.entries.insert(name, (species, folder.origin.clone()));
        Ok(())
    }

    fn check_overrides(&self, overrides: &[Override]) -> Result<(), Diagnostic> {
        for key_override in overrides {
            let path = key_override.path();
            if path[0].value != "species" {
                continue;
            }
            let name = path.get(1).ok_or_else(|| {
                let example = "write its name and a key, such as species.hare.points.speed=40";
                path[0].location.error("the key names no species", example)
            })?;
            if self.get(&name.value).is_none() {
                let problem = format!("there is no species {}", quoted(&name.value));
                return Err(name.location.error(problem, self.suggestion_for(&name.value)));
            }
        }
        Ok(())
    }
}
