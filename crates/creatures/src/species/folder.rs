//! Creature folders: those built into the program, those that users name, and those in memory.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use include_dir::Dir;
use terrarium_input::document::{Document, DocumentError, read_text, text_of};
use terrarium_input::{Diagnostic, quoted};
use terrarium_shipped::CREATURES;

use super::code_file::{CODE_FILES, CodeFile};
use super::{CreatureFiles, Species, SpeciesContext, SpeciesError, manifest};

/// The name of the creature file, which every creature folder has.
pub const MANIFEST: &str = "creature.toml";

/// The shipped creatures, each parsed and hashed when it is first needed.
static SHIPPED_FOLDERS: LazyLock<Vec<CreatureFolder>> = LazyLock::new(|| {
    let mut folders: Vec<_> = CREATURES.dirs().filter_map(CreatureFolder::built_in).collect();
    folders.sort_by(|a, b| a.name.cmp(&b.name));
    folders
});

/// The origin of a creature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It is built into the program.
    Shipped,
    /// It was read from this folder.
    Folder(PathBuf),
    /// Its files were given in memory, with a scenario.
    Given,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shipped => f.write_str("the one that ships with the program"),
            Self::Folder(path) => write!(f, "the one in {}", path.display()),
            Self::Given => f.write_str("the one given with the scenario"),
        }
    }
}

/// A creature folder whose files have been read but not yet validated.
pub(super) struct CreatureFolder {
    /// The name of the folder and of the creature.
    pub name: String,
    pub origin: Origin,
    /// The path of the creature file, for messages.
    file: String,
    manifest: String,
    /// The creature file, once it was parsed.
    document: OnceLock<Document>,
    /// The code file, if there is one.
    code: Option<CodeFile>,
    /// The source of a module that is still to be built.
    unbuilt: Option<UnbuiltSource>,
    /// The hash of all this, once it was computed.
    content_hash: OnceLock<String>,
}

/// The source of a module in a folder without a code file.
struct UnbuiltSource {
    name: &'static str,
    has_script: bool,
}

/// The script that builds a module.
const BUILD_SCRIPT: &str = "build.sh";

impl CreatureFolder {
    /// Returns the folders built into the program, sorted by name.
    pub fn shipped() -> &'static [Self] {
        &SHIPPED_FOLDERS
    }

    fn built_in(dir: &Dir<'static>) -> Option<Self> {
        let path = dir.path().join(MANIFEST);
        let code = CODE_FILES.into_iter().find_map(|name| {
            let file = dir.get_file(dir.path().join(name))?;
            let path = format!("creatures/{}", file.path().display());
            CodeFile::built_in(name, path, file.contents())
        });
        Some(Self {
            code,
            unbuilt: None,
            name: dir.path().display().to_string(),
            origin: Origin::Shipped,
            file: format!("creatures/{}", path.display()),
            manifest: dir.get_file(path)?.contents_utf8()?.to_owned(),
            document: OnceLock::new(),
            content_hash: OnceLock::new(),
        })
    }

    /// Reads the creature in `dir`, or those in its subfolders, sorted by name. Hidden folders are
    /// skipped.
    pub fn within(dir: &Path) -> Result<Vec<Self>, SpeciesError> {
        if is_creature(dir) {
            return Ok(vec![Self::open(dir)?]);
        }
        let paths = subfolders(dir).map_err(|source| unreadable(dir, source))?;
        if paths.is_empty() {
            return Err(SpeciesError::NoCreatures { folder: dir.to_owned() });
        }
        paths.iter().map(|path| check_inside(path, dir).and_then(|()| Self::open(path))).collect()
    }

    /// Reads the creature folder `path`.
    fn open(path: &Path) -> Result<Self, SpeciesError> {
        let file = path.join(MANIFEST);
        if file.symlink_metadata().is_err() {
            return Err(SpeciesError::NoManifest { folder: path.to_owned() });
        }
        check_inside(&file, path)?;
        let manifest = read_text(&file)?;
        let code = CodeFile::find(path)?;
        let source = CodeFile::source_of_module(|name| path.join(name).is_file());
        let source = source.filter(|_| code.is_none());
        let has_script = source.is_some() && path.join(BUILD_SCRIPT).is_file();
        Ok(Self {
            name: name_of(path)?,
            origin: Origin::Folder(path.to_owned()),
            file: file.display().to_string(),
            manifest,
            document: OnceLock::new(),
            code,
            unbuilt: source.map(|name| UnbuiltSource { name, has_script }),
            content_hash: OnceLock::new(),
        })
    }

    /// A folder of files in memory.
    pub fn given(creature: &CreatureFiles) -> Result<Self, SpeciesError> {
        let CreatureFiles { name, files, content_hash } = creature;
        let is_hash = |it: &String| it.len() == 64 && it.bytes().all(|it| it.is_ascii_hexdigit());
        if let Some(hash) = content_hash.as_ref().filter(|it| !is_hash(it)) {
            let what = format!("{name}: {} is no content hash", quoted(hash));
            return Err(Diagnostic::new(what).remedy("leave it out").into());
        }
        let folder = Path::new(name);
        let Some(bytes) = files.get(MANIFEST) else {
            return Err(SpeciesError::NoManifest { folder: folder.to_owned() });
        };
        let file = folder.join(MANIFEST);
        let manifest = text_of(&file, bytes.clone())?;
        let code = CodeFile::given(folder, files)?;
        let source = CodeFile::source_of_module(|name| files.contains_key(name));
        let source = source.filter(|_| code.is_none());
        let has_script = files.contains_key(BUILD_SCRIPT);
        Ok(Self {
            name: name.to_owned(),
            origin: Origin::Given,
            file: file.display().to_string(),
            manifest,
            document: OnceLock::new(),
            code,
            unbuilt: source.map(|name| UnbuiltSource { name, has_script }),
            content_hash: content_hash.clone().map_or_else(OnceLock::new, OnceLock::from),
        })
    }

    /// Returns its creature file and its code file, in memory.
    pub fn files(&self) -> CreatureFiles {
        let manifest = (MANIFEST.to_owned(), self.manifest.clone().into_bytes());
        let code = self.code.iter().map(|file| (file.name.to_owned(), file.bytes().to_owned()));
        let files = std::iter::once(manifest).chain(code).collect();
        CreatureFiles { name: self.name.clone(), files, content_hash: None }
    }

    /// Returns the species that the folder describes, with the overrides for it applied.
    pub fn species(&self, context: &SpeciesContext<'_>) -> Result<Species, SpeciesError> {
        let mut document = Cow::Borrowed(self.document()?);
        for key_override in context.overrides {
            if let [first, name, ..] = key_override.path()
                && first.value == "species"
                && name.value == self.name
            {
                key_override.apply(document.to_mut().root_mut(), 2)?;
            }
        }
        let mut species = manifest::read(&document, &self.name, self.code.as_ref(), context)
            .map_err(|error| self.with_unbuilt_source(error))?;
        species.content_hash = self.content_hash();
        Ok(species)
    }

    /// Returns the content hash of the species.
    pub fn content_hash(&self) -> String {
        self.content_hash.get_or_init(|| self.hashed_content()).clone()
    }

    /// The error of a folder without a behaviour that has the source of one, which is still to be built.
    fn with_unbuilt_source(&self, error: Diagnostic) -> Diagnostic {
        match self.unbuilt.as_ref().filter(|_| error.what == manifest::NO_BEHAVIOUR) {
            Some(UnbuiltSource { name, has_script }) => {
                let builder = match has_script {
                    true => format!("run {BUILD_SCRIPT} in the folder"),
                    false => "build it".to_owned(),
                };
                error.remedy(format!("{builder}: it has {name}, but no behaviour.wasm built of it"))
            }
            None => error,
        }
    }

    fn document(&self) -> Result<&Document, DocumentError> {
        if let Some(document) = self.document.get() {
            return Ok(document);
        }
        let document = Document::parse(&self.file, &self.manifest)?;
        Ok(self.document.get_or_init(|| document))
    }

    /// Returns a hash of the names and contents of all files that define the species, and of the
    /// engine that runs its code.
    fn hashed_content(&self) -> String {
        let mut parts = vec![MANIFEST.as_bytes(), self.manifest.as_bytes()];
        if let Some(file) = &self.code {
            let engine = file.code.engines().map_or("", |(engine, _)| engine);
            parts.extend([file.name.as_bytes(), file.bytes(), b"engine", engine.as_bytes()]);
        }
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            // Length-prefixed, so that different folders never hash the same bytes.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.finalize().to_hex().to_string()
    }
}

impl Species {
    /// Reads the species in a creature folder.
    ///
    /// # Errors
    /// When the folder cannot be read, or its creature file or code is invalid.
    pub fn read(dir: &Path, context: &SpeciesContext<'_>) -> Result<Self, SpeciesError> {
        fs::read_dir(dir).map_err(|source| unreadable(dir, source))?;
        CreatureFolder::open(dir)?.species(context)
    }
}

fn subfolders(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !hidden && entry.path().is_dir() {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn is_creature(dir: &Path) -> bool {
    dir.join(MANIFEST).symlink_metadata().is_ok()
}

/// Returns the name of a folder. The canonical path has one even if the given one is `.` or ends in
/// `..`.
fn name_of(folder: &Path) -> Result<String, SpeciesError> {
    let canonical = folder.canonicalize().map_err(|source| unreadable(folder, source))?;
    Ok(canonical.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// The files of the creatures that `dir` stands for, by name: `dir` itself, or its subfolders.
///
/// # Errors
/// When a folder or a file in it cannot be read.
pub fn read_creature_files(dir: &Path) -> Result<Vec<CreatureFiles>, SpeciesError> {
    Ok(CreatureFolder::within(dir)?.iter().map(CreatureFolder::files).collect())
}

/// Returns the creature folders that `dir` stands for, with the names of their creatures: `dir`
/// itself, or its subfolders.
///
/// # Errors
/// When a folder cannot be read.
pub fn creature_folders(dir: &Path) -> Result<Vec<(String, PathBuf)>, SpeciesError> {
    let folders = if is_creature(dir) {
        vec![dir.to_owned()]
    } else {
        subfolders(dir).map_err(|source| unreadable(dir, source))?
    };
    folders.into_iter().map(|folder| Ok((name_of(&folder)?, folder))).collect()
}

/// Rejects a `path` in `folder` that is a link to a target outside of it.
pub(super) fn check_inside(path: &Path, folder: &Path) -> Result<(), SpeciesError> {
    let canonical = |path: &Path| path.canonicalize().map_err(|source| unreadable(path, source));
    if canonical(path)?.starts_with(canonical(folder)?) {
        Ok(())
    } else {
        Err(SpeciesError::Outside { path: path.to_owned(), folder: folder.to_owned() })
    }
}

fn unreadable(path: &Path, source: std::io::Error) -> SpeciesError {
    SpeciesError::Unreadable { path: path.to_owned(), source }
}
