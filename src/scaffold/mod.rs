//! The beginnings of a creature: a folder that lives as it is, for its author to change.

mod language;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use thiserror::Error;

pub use language::Language;

use crate::species::manifest::{NAME_LENGTH, is_name};
use crate::species::{Catalogue, Kind, MANIFEST};

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// What stands for the name of the creature in a template.
const NAME: &str = "NAME";

/// A creature that is about to be begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scaffold {
    name: String,
    kind: Kind,
    language: Option<Language>,
}

/// Why a creature was not begun.
#[derive(Debug, Error)]
pub enum ScaffoldError {
    /// The name cannot be one.
    #[error(
        "`{}` cannot be the name of a creature; give 1 to {NAME_LENGTH} lowercase letters, digits, \
         `-` and `_`", name.escape_debug()
    )]
    Name {
        /// What was given.
        name: String,
    },
    /// A creature of that name ships.
    #[error("a creature called `{name}` ships with the program; choose another name")]
    Shipped {
        /// The name.
        name: String,
    },
    /// Something is in its place already.
    #[error("{} is there already, and nothing in it was touched; choose another name or folder", path.display())]
    Occupied {
        /// The folder that was to be made.
        path: PathBuf,
    },
    /// It cannot be written.
    #[error("cannot write {}: {source}; choose another folder with --in", path.display())]
    Unwritable {
        /// What could not be written.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
}

impl Scaffold {
    /// The beginnings of a creature. The language has no meaning for plants, for which nobody
    /// decides.
    ///
    /// # Errors
    /// When the name cannot be one, or a creature that ships has it.
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

    /// Makes the creature's folder in `parent`, which is made too if need be, and answers its path.
    ///
    /// # Errors
    /// When there is anything in its place, or it cannot be written. Nothing that was there is
    /// changed.
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

    /// The files of the folder: their names, and what they hold.
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

    /// A template with the name of the creature in it.
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
