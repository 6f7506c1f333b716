//! Creates creature folders from templates, complete and ready to modify.

mod language;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use terrarium_creatures::species::manifest::{NAME_LENGTH, is_name};
use terrarium_creatures::species::{Catalogue, Kind, MANIFEST};
use terrarium_shipped::TEMPLATES;
use thiserror::Error;

pub use language::Language;

/// The placeholder for the creature's name in templates.
const NAME: &str = "NAME";

/// A creature folder to be created from a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scaffold {
    name: String,
    kind: Kind,
    language: Option<Language>,
}

/// Why a creature folder was not created.
#[derive(Debug, Error)]
pub enum ScaffoldError {
    /// The name is invalid.
    #[error(
        "`{}` is not a valid creature name; give 1 to {NAME_LENGTH} lowercase letters, digits, `-` \
         and `_`", name.escape_debug()
    )]
    Name {
        /// The name as given.
        name: String,
    },
    /// A shipped creature has that name.
    #[error(
        "the name `{name}` belongs to a creature that ships with the program; choose another name"
    )]
    Shipped {
        /// The name.
        name: String,
    },
    /// The path already exists.
    #[error(
        "{} already exists and was not changed; choose another name or folder", path.display()
    )]
    Occupied {
        /// The folder that was to be created.
        path: PathBuf,
    },
    /// A file or folder cannot be written.
    #[error("cannot write {}: {source}; choose another folder with --in", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl Scaffold {
    /// Creates a scaffold. Plants have no behaviour, so the language is ignored for them.
    ///
    /// # Errors
    /// When the name is invalid, or belongs to a shipped creature.
    pub fn new(name: &str, kind: Kind, language: Language) -> Result<Self, ScaffoldError> {
        if !is_name(name) {
            return Err(ScaffoldError::Name { name: name.to_owned() });
        }
        if Catalogue::ships(name) {
            return Err(ScaffoldError::Shipped { name: name.to_owned() });
        }
        let language = (kind != Kind::Plant).then_some(language);
        Ok(Self { name: name.to_owned(), kind, language })
    }

    /// Writes the creature's folder into `parent`, creating `parent` if needed, and returns its path.
    /// Existing files are never changed.
    ///
    /// # Errors
    /// When the path already exists or cannot be written.
    pub fn write(&self, parent: &Path) -> Result<PathBuf, ScaffoldError> {
        let folder = parent.join(&self.name);
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |source| ScaffoldError::Unwritable { path, source }
        };
        fs::create_dir_all(parent).map_err(unwritable(parent))?;
        fs::create_dir(&folder).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => ScaffoldError::Occupied { path: folder.clone() },
            _ => ScaffoldError::Unwritable { path: folder.clone(), source },
        })?;
        for (name, content) in self.files() {
            let path = folder.join(name);
            write_new(&path, &content).map_err(unwritable(&path))?;
        }
        Ok(folder)
    }

    /// Returns the files of the folder: their names and contents.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let own = |name: &str| format!("{}/{name}", self.kind.name());
        let mut files = vec![(MANIFEST.to_owned(), self.filled(&own(MANIFEST)))];
        if let Some(language) = self.language {
            let parts = language.parts(self.kind);
            let templates = parts.templates.into_iter();
            files.extend(templates.map(|(name, template)| (name, self.filled(&template))));
            files.extend(parts.kit);
        }
        files
    }

    /// Returns a template with the creature's name filled in.
    fn filled(&self, template: &str) -> Vec<u8> {
        let file = TEMPLATES.get_file(template).expect("every template is built in");
        let text = file.contents_utf8().expect("templates are text");
        text.replace(NAME, &self.name).into_bytes()
    }
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::create_new(path)?.write_all(content)
}
