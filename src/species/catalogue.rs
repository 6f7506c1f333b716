//! All species that a world can be made of, by name.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use thiserror::Error;

use super::folder::CreatureFolder;
use super::{BehaviourChoice, Kind, Origin, Species, SpeciesError};
use crate::document::Override;
use crate::input::parameter::ParameterError;
use crate::input::spelling;
use crate::input::{Diagnostic, quoted};
use crate::rules::Rules;

/// Tells whether creatures of a kind can have a behaviour, set up like this, under these rules.
pub type BehaviourCheck<'a> =
    dyn Fn(Kind, &BehaviourChoice, &Rules) -> Result<(), BehaviourRefusal> + 'a;

/// Why a behaviour is not to be had.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}; {remedy}")]
pub struct BehaviourRefusal {
    /// The parameter that is wrong; `None` when the behaviour itself is.
    pub key: Option<String>,
    /// The place in the code that is wrong, in bytes, if there is one.
    pub span: Option<Range<usize>>,
    /// What is wrong, quoting what was given.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

impl From<ParameterError> for BehaviourRefusal {
    fn from(ParameterError { key, problem, remedy }: ParameterError) -> Self {
        Self::new(problem, remedy).with_key(key)
    }
}

impl BehaviourRefusal {
    /// A refusal of a behaviour as a whole.
    #[must_use]
    pub fn new(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { key: None, span: None, problem: problem.into(), remedy: remedy.into() }
    }

    /// The same, for the sake of a parameter.
    #[must_use]
    pub fn with_key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// The same, for the sake of a place in the code, in bytes.
    #[must_use]
    pub fn at(self, span: Range<usize>) -> Self {
        Self { span: Some(span), ..self }
    }

    /// The same, with the species named.
    #[must_use]
    pub fn of(self, species: &str) -> Self {
        Self { problem: format!("the behaviour of `{species}`: {}", self.problem), ..self }
    }
}

/// What creature files are checked against.
#[derive(Clone, Copy)]
pub struct SpeciesContext<'a> {
    /// The rules of the world the creatures are for: they limit the points.
    pub rules: &'a Rules,
    /// Settings; those that begin with `species.NAME.` are put into that creature's file.
    pub overrides: &'a [Override],
    /// Which behaviours there are.
    pub behaviours: &'a BehaviourCheck<'a>,
}

/// Checked species by name, and where each came from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    entries: BTreeMap<String, (Species, Origin)>,
}

impl Catalogue {
    /// The species built into the program, and those in `folders`: each either one creature's
    /// folder or a folder of such folders.
    ///
    /// # Errors
    /// When a folder cannot be read, a creature in it is wrong, two have one name, or a setting
    /// is for a species that is not there.
    pub fn load<P: AsRef<Path>>(
        folders: &[P],
        context: &SpeciesContext<'_>,
    ) -> Result<Self, SpeciesError> {
        let mut catalogue = Self::default();
        for folder in CreatureFolder::shipped() {
            catalogue.add(&folder, context)?;
        }
        for path in folders {
            for folder in CreatureFolder::within(path.as_ref())? {
                catalogue.add(&folder, context)?;
            }
        }
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

    /// Where the species called `name` came from.
    #[must_use]
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.entries.get(name).map(|(_, origin)| origin)
    }

    /// All species, by name.
    pub fn species(&self) -> impl Iterator<Item = &Species> {
        self.entries.values().map(|(species, _)| species)
    }

    /// What to do about a species that is not there.
    #[must_use]
    pub fn suggestion_for(&self, unknown: &str) -> String {
        let names = || self.entries.keys().map(String::as_str);
        match spelling::nearest(unknown, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", spelling::listed(names())),
        }
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
        for setting in overrides {
            let path = setting.path();
            if path[0].value != "species" {
                continue;
            }
            let name = path.get(1).ok_or_else(|| {
                let example = "write which and what, such as species.hare.points.speed=40";
                path[0].location.error("this names no species", example)
            })?;
            if self.get(&name.value).is_none() {
                let problem = format!("there is no species {}", quoted(&name.value));
                return Err(name.location.error(problem, self.suggestion_for(&name.value)));
            }
        }
        Ok(())
    }
}
