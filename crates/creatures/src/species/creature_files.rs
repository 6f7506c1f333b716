//! The files of a creature in memory, in place of a folder.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::folder::{CreatureFolder, MANIFEST};
use super::{CODE_FILES, Species, SpeciesContext, SpeciesError};

/// What precedes the content of a binary file in JSON.
const BINARY: &str = "base64:";

/// A creature whose files are in memory: what a creature folder has on a disk.
///
/// As JSON, each file is a string: its text, or `base64:` and its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreatureFiles {
    /// The name of the creature, which a folder would have.
    pub name: String,
    /// The content of each file, by its name, such as `creature.toml`. Files with other names than those
    /// of creature and code files are ignored.
    #[serde(serialize_with = "write_files", deserialize_with = "read_files")]
    pub files: BTreeMap<String, Vec<u8>>,
    /// The content hash of the species, if the files were not read but [written](Self::of_species): that of
    /// the files from which it was read once. `None`: that of these files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_hash: Option<String>,
}

impl CreatureFiles {
    /// The creatures that are built into the program, by name.
    #[must_use]
    pub fn shipped() -> Vec<Self> {
        CreatureFolder::shipped().iter().map(CreatureFolder::files).collect()
    }

    /// A creature whose files define this species. Read again, it is the same species.
    #[must_use]
    pub fn of_species(species: &Species) -> Self {
        let files = species.files().into_iter();
        let files = files.map(|(name, content)| (name.to_owned(), content)).collect();
        let content_hash = Some(species.content_hash.clone());
        Self { name: species.name.clone(), files, content_hash }
    }

    /// Returns the creature without the files that define nothing, such as notes.
    #[must_use]
    pub fn without_notes(mut self) -> Self {
        self.files.retain(|name, _| name == MANIFEST || CODE_FILES.contains(&name.as_str()));
        self
    }

    /// The content hash of the species that it defines; `None` if its files cannot be used. The files are not
    /// validated.
    #[must_use]
    pub fn hash(&self) -> Option<String> {
        Some(CreatureFolder::given(self).ok()?.content_hash())
    }

    /// The size of its files, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }
}

impl Species {
    /// Reads a creature in memory, like [`of_files`](Self::of_files).
    ///
    /// # Errors
    /// Those of [`of_files`](Self::of_files), and when its content hash is none.
    pub fn of_creature(
        creature: &CreatureFiles,
        context: &SpeciesContext<'_>,
    ) -> Result<Self, SpeciesError> {
        CreatureFolder::given(creature)?.species(context)
    }

    /// Reads the species that files in memory define, without a file of the disk. The limits and errors are
    /// those of creature folders; messages name the file `creature.toml` of a creature called `hare`
    /// `hare/creature.toml`.
    ///
    /// # Errors
    /// When there is no creature file, or the creature file or the code is invalid.
    pub fn of_files(
        name: &str,
        files: &BTreeMap<String, Vec<u8>>,
        context: &SpeciesContext<'_>,
    ) -> Result<Self, SpeciesError> {
        let (name, files) = (name.to_owned(), files.clone());
        Self::of_creature(&CreatureFiles { name, files, content_hash: None }, context)
    }
}

fn write_files<S: Serializer>(
    files: &BTreeMap<String, Vec<u8>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(files.iter().map(|(name, bytes)| (name, file_text(bytes))))
}

fn read_files<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<u8>>, D::Error> {
    let texts = BTreeMap::<String, String>::deserialize(deserializer)?;
    let read = |(name, text): (String, String)| match text.strip_prefix(BINARY) {
        None => Ok((name, text.into_bytes())),
        Some(encoded) => match STANDARD.decode(encoded) {
            Ok(bytes) => Ok((name, bytes)),
            Err(error) => Err(D::Error::custom(format!("the file {name} is not base64: {error}"))),
        },
    };
    texts.into_iter().map(read).collect()
}

/// The content of a file as a string of JSON.
fn file_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.starts_with(BINARY) => text.to_owned(),
        _ => format!("{BINARY}{}", STANDARD.encode(bytes)),
    }
}
