//! Temporary recordings that a killed program left behind.
//!
//! A program locks its temporary recordings as long as it runs. The system removes the lock when the program ends, in
//! whatever way.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::writer::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX};
use super::{EXTENSION, Recording, RecordingError, RecordingProblem};

/// A temporary recording whose program no longer runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abandoned {
    /// The file.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: u64,
    modified: SystemTime,
}

impl Abandoned {
    /// All of them in a folder, the latest first. Files that cannot be read are left out.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Vec<Self> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut found: Vec<Self> =
            entries.filter_map(|entry| Self::at(entry.path()).ok().flatten()).collect();
        found.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
        found
    }

    /// The recording at a path, if it is a temporary one without a program.
    fn at(path: PathBuf) -> io::Result<Option<Self>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !(name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX)) {
            return Ok(None);
        }
        let is_file = fs::symlink_metadata(&path)?.is_file();
        if !is_file {
            return Ok(None);
        }
        let file = File::open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let metadata = file.metadata()?;
        let modified = metadata.modified()?;
        Ok(Some(Self { path, size: metadata.len(), modified }))
    }

    /// Moves the recording to a new file in `folder`, which is created if it is missing, and returns the path.
    ///
    /// # Errors
    /// When it is no usable recording, or cannot be moved. It stays where it is then.
    pub fn recover(&self, folder: &Path) -> Result<PathBuf, RecordingError> {
        let recording = Recording::open(&self.path)?;
        let name = recording.head().name();
        let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy();
        let stem = format!("{stem}-recovered-tick-{}", recording.last_tick());
        let unwritable = |error| RecordingProblem::Unwritable(error).of(folder);
        fs::create_dir_all(folder).map_err(unwritable)?;
        let first = folder.join(format!("{stem}.{EXTENSION}"));
        let more = (2..).map(|n: u32| folder.join(format!("{stem}-{n}.{EXTENSION}")));
        let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let path = std::iter::once(first).chain(more).find(is_free).expect("there are more names");
        if fs::rename(&self.path, &path).is_err() {
            // The folder may be on another file system.
            fs::copy(&self.path, &path).map_err(unwritable)?;
            fs::remove_file(&self.path).map_err(unwritable)?;
        }
        Ok(path)
    }

    /// Removes the file.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}
