//! Code files: the script or module beside a creature file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use terrarium_input::Location;
use terrarium_input::document::DocumentError;
use terrarium_input::encoding;
use terrarium_input::regular_file;

use super::folder::check_inside;
use super::{Code, SpeciesError};

/// The maximum size of a script, in bytes: 256 KiB.
pub const SCRIPT_BYTES: u64 = 256 << 10;

/// The maximum size of a WebAssembly module, binary or as text, in bytes: 1 MiB.
pub const MODULE_BYTES: u64 = 1 << 20;

/// The names that a code file can have.
pub const CODE_FILES: [&str; 3] = ["behaviour.rhai", "behaviour.wasm", "behaviour.wat"];

/// The names of the sources from which `build.sh` builds a module, as in a new creature.
const MODULE_SOURCES: [&str; 3] = ["behaviour.rs", "behaviour.c", "behaviour.ts"];

/// A code file.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeFile {
    /// Its name: one of [`CODE_FILES`].
    pub name: &'static str,
    /// Its path, for messages.
    pub path: String,
    /// Its content.
    pub code: Code,
}

impl CodeFile {
    /// Reads the code file in `folder`, if there is one.
    pub fn find(folder: &Path) -> Result<Option<Self>, SpeciesError> {
        let name = only_one(folder, |name| folder.join(name).symlink_metadata().is_ok())?;
        name.map(|name| Self::read(folder, name)).transpose()
    }

    /// Returns the code file among files in memory, if there is one. `folder` is for messages.
    pub fn given(
        folder: &Path,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Option<Self>, SpeciesError> {
        let name = only_one(folder, |name| files.contains_key(name))?;
        let Some((name, bytes)) = name.and_then(|name| Some((name, files.get(name)?))) else {
            return Ok(None);
        };
        let (path, limit) = (folder.join(name), limit(name));
        if bytes.len() as u64 > limit {
            return Err(SpeciesError::TooLarge { path, limit });
        }
        Self::of_bytes(name, path, bytes.clone()).map(Some)
    }

    fn read(folder: &Path, name: &'static str) -> Result<Self, SpeciesError> {
        let path = folder.join(name);
        check_inside(&path, folder)?;
        let limit = limit(name);
        let too_large = || SpeciesError::TooLarge { path: path.clone(), limit };
        let unreadable = |source| DocumentError::Unreadable { path: path.clone(), source };
        let file = regular_file::open(&path).map_err(unreadable)?;
        // Fails early; the limit is checked again below, because the file can grow meanwhile.
        if file.metadata().map_err(unreadable)?.len() > limit {
            return Err(too_large());
        }
        let bytes = read_at_most(file, limit).map_err(unreadable)?.ok_or_else(too_large)?;
        Self::of_bytes(name, path, bytes)
    }

    fn of_bytes(name: &'static str, path: PathBuf, bytes: Vec<u8>) -> Result<Self, SpeciesError> {
        match code(name, bytes) {
            Ok(code) => Ok(Self { name, path: path.display().to_string(), code }),
            Err(line) => Err(DocumentError::NotText { path, line }.into()),
        }
    }

    /// The source from which a module is built, if a file of that name exists.
    pub fn source_of_module(exists: impl Fn(&str) -> bool) -> Option<&'static str> {
        MODULE_SOURCES.into_iter().find(|name| exists(name))
    }

    /// Creates a code file that is built into the program.
    pub fn built_in(name: &'static str, path: String, content: &[u8]) -> Option<Self> {
        Some(Self { name, path, code: code(name, content.to_owned()).ok()? })
    }

    /// Returns the location of the start of its text; a binary module has an empty text.
    pub fn location(&self) -> Location {
        Location::in_file(&self.path, std::str::from_utf8(self.bytes()).unwrap_or_default())
    }

    /// Returns its content.
    pub fn bytes(&self) -> &[u8] {
        match &self.code {
            Code::Native(name) => name.as_bytes(),
            Code::Script { source, .. } => source.as_bytes(),
            Code::Module { module, .. } => module,
        }
    }
}

/// Returns the name of the code file that exists, if there is one.
fn only_one(
    folder: &Path,
    exists: impl Fn(&str) -> bool,
) -> Result<Option<&'static str>, SpeciesError> {
    let present: Vec<_> = CODE_FILES.into_iter().filter(|name| exists(name)).collect();
    match present[..] {
        [] => Ok(None),
        [name] => Ok(Some(name)),
        [first, second, ..] => {
            Err(SpeciesError::TwoBehaviours { folder: folder.to_owned(), first, second })
        }
    }
}

/// The maximum size of the code file of this name, in bytes.
fn limit(name: &str) -> u64 {
    if is_script(name) { SCRIPT_BYTES } else { MODULE_BYTES }
}

fn is_script(name: &str) -> bool {
    name == CODE_FILES[0]
}

/// Returns the code in a file of this name, or the line of a script that is not UTF-8.
fn code(name: &str, bytes: Vec<u8>) -> Result<Code, usize> {
    if !is_script(name) {
        return Ok(Code::module(bytes));
    }
    let text = encoding::decode(bytes);
    text.map(Code::script).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        good.iter().filter(|&&byte| byte == b'\n').count() + 1
    })
}

fn read_at_most(file: File, limit: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}
