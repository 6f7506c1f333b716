//! Atomic writing of the directory of a run: it appears complete when the run is finished, or not
//! at all.
//!
//! Until then the files are in a staging directory: `NAME.partial-…` beside the target, or
//! `.partial-…` inside the target if that exists already (and is empty). It is removed when the work
//! fails, unless it is kept. That of a killed process remains. If it has a record that can be recovered,
//! it stays until somebody recovers or removes it, and other work into the same target is refused. Any
//! other is removed by the next work into the same target, which finds its lock file unlocked.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::RecordError;
use crate::atomic_file;

/// The file that is moved into place last: if it exists, the directory is complete.
pub const MANIFEST: &str = "manifest.json";

/// The file with the world at the beginning of a run.
pub const START: &str = "start.snapshot";

/// The working file that says up to where the record of a run is complete.
pub const CHECKPOINT: &str = "checkpoint.json";

/// The lock file of a staging directory.
pub const LOCK: &str = "terrarium.lock";
/// The folder of a staging directory with the files of the run.
pub const CONTENT: &str = "run";
/// What the name of a staging directory has behind that of its target.
pub const PARTIAL: &str = ".partial-";

/// The directory of a run while it is written. Dropping it without [`RunDir::finish`] removes
/// everything.
pub struct RunDir {
    target: PathBuf,
    exists: bool,
    // Dropped in this order: the lock file is in the staging directory, which is in the parents.
    _lock: File,
    staging: TempDir,
    parents: Parents,
}

/// A new file of a run.
pub struct NewFile {
    /// The open file, in the staging directory.
    pub file: File,
    /// The path of the file once the run is finished: for messages.
    pub path: PathBuf,
}

impl RunDir {
    /// Prepares to write the directory `dir`, which must be empty or not exist. Missing parent
    /// directories are created. What killed processes left is removed, unless it is a record that can be
    /// recovered.
    ///
    /// # Errors
    /// When `dir` is not empty, another run is writing to it, a killed run left its record, or the
    /// directory cannot be written.
    pub fn create(dir: impl AsRef<Path>) -> Result<Self, RecordError> {
        let dir = dir.as_ref();
        let target = std::path::absolute(dir).map_err(RecordError::writing(dir))?;
        let exists = target.is_dir();
        if !exists && fs::symlink_metadata(&target).is_ok() {
            return Err(RecordError::NotADirectory { path: dir.to_owned() });
        }
        let location = StagingLocation::new(&target, exists).map_err(RecordError::writing(dir))?;
        let path = dir.to_owned();
        match location.clean_up().map_err(RecordError::writing(dir))? {
            CleanUp::Clean => {}
            CleanUp::Busy => return Err(RecordError::Busy { path }),
            CleanUp::Unfinished(left) => return Err(RecordError::Unfinished { path, left }),
        }
        if exists && !is_empty(&target).map_err(RecordError::writing(dir))? {
            return Err(RecordError::Occupied { path: dir.to_owned() });
        }
        let parents = Parents::create(&location.host).map_err(RecordError::writing(dir))?;
        let (staging, lock) = location.create_staging().map_err(RecordError::writing(dir))?;
        Ok(Self { target: dir.to_owned(), exists, _lock: lock, staging, parents })
    }

    /// Creates the file `name`, which may be in subdirectories: `snapshots/a.snapshot`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create_file(&self, name: &str) -> Result<NewFile, RecordError> {
        let path = self.final_path(name);
        let file = self.open_new(name).map_err(RecordError::writing(&path))?;
        Ok(NewFile { file, path })
    }

    fn open_new(&self, name: &str) -> io::Result<File> {
        let path = self.staged_path(name);
        fs::create_dir_all(path.parent().expect("it is in the staging directory"))?;
        File::create_new(path)
    }

    /// The path of the file `name` in the staging directory.
    #[must_use]
    pub fn staged_path(&self, name: &str) -> PathBuf {
        self.staging.path().join(CONTENT).join(name)
    }

    /// The path of the working file `name`, which is beside the files of the run and is not moved with
    /// them.
    pub fn working_path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.staging.path().join(name)
    }

    /// The directory once the run is finished.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The staging directory.
    pub fn staging(&self) -> &Path {
        self.staging.path()
    }

    /// Syncs the entries of all folders of the run to the disk, and those of the working folder
    /// `folder`.
    pub fn sync_folders(&self, folder: &Path) -> io::Result<()> {
        let content = self.staging.path().join(CONTENT);
        for entry in fs::read_dir(&content)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                atomic_file::sync_folder(&entry.path())?;
            }
        }
        let host = self.staging.path().parent().expect("it has a host");
        [&content, folder, self.staging(), host].into_iter().try_for_each(atomic_file::sync_folder)
    }

    /// Keeps the staging directory from now on, unless the work is finished.
    pub fn keep(&mut self) {
        self.staging.disable_cleanup(true);
    }

    /// The path of the file `name` once the run is finished.
    #[must_use]
    pub fn final_path(&self, name: &str) -> PathBuf {
        self.target.join(name)
    }

    /// Moves the directory with all its files to the target, and returns the target's path.
    ///
    /// # Errors
    /// When that fails, or something else was created there meanwhile. All files are removed then.
    pub fn finish(mut self) -> Result<PathBuf, RecordError> {
        self.place()?;
        Ok(self.target)
    }

    /// Moves the directory with all its files to the target.
    pub fn place(&mut self) -> Result<(), RecordError> {
        let content = self.staging.path().join(CONTENT);
        let placed = if self.exists {
            fill(&content, &self.target)
        } else {
            fs::rename(&content, &self.target)
        };
        placed.map_err(RecordError::writing(&self.target))?;
        self.staging.disable_cleanup(false);
        self.parents.0.clear();
        Ok(())
    }
}

/// The directory that has the staging directories of one target, and the prefix of their names.
struct StagingLocation {
    host: PathBuf,
    prefix: OsString,
}

enum CleanUp {
    Clean,
    Busy,
    Unfinished(PathBuf),
}

impl StagingLocation {
    fn new(target: &Path, exists: bool) -> io::Result<Self> {
        if exists {
            return Ok(Self { host: target.to_owned(), prefix: PARTIAL.into() });
        }
        let (Some(host), Some(name)) = (target.parent(), target.file_name()) else {
            return Err(io::ErrorKind::InvalidFilename.into());
        };
        let mut prefix = name.to_owned();
        prefix.push(PARTIAL);
        Ok(Self { host: host.to_owned(), prefix })
    }

    /// The staging directories of this target. A directory without a lock file is none.
    fn staging_dirs(&self) -> io::Result<Vec<PathBuf>> {
        let prefix = self.prefix.as_encoded_bytes();
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.host).into_iter().flatten() {
            let entry = entry?;
            let is_ours = entry.file_name().as_encoded_bytes().starts_with(prefix);
            if is_ours && entry.path().join(LOCK).is_file() {
                found.push(entry.path());
            }
        }
        Ok(found)
    }

    /// Removes what killed processes left, unless it is a record that can be recovered.
    fn clean_up(&self) -> io::Result<CleanUp> {
        for staging in self.staging_dirs()? {
            let Ok(lock) = File::open(staging.join(LOCK)) else { continue };
            match lock.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(CleanUp::Busy),
                // Its run may still be alive.
                Err(TryLockError::Error(_)) => continue,
            }
            drop(lock);
            if has_record(&staging) {
                return Ok(CleanUp::Unfinished(staging));
            }
            fs::remove_dir_all(staging)?;
        }
        Ok(CleanUp::Clean)
    }

    fn create_staging(&self) -> io::Result<(TempDir, File)> {
        let staging = tempfile::Builder::new().prefix(&self.prefix).tempdir_in(&self.host);
        // The message of the error would name the staging directory, which the user did not give.
        let staging = staging.map_err(|error| error.kind())?;
        let lock = File::create_new(staging.path().join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) => return Err(error.into()),
        }
        fs::create_dir(staging.path().join(CONTENT))?;
        Ok((staging, lock))
    }
}

/// The parent directories that were created for a run; dropping removes them.
struct Parents(Vec<PathBuf>);

impl Parents {
    fn create(host: &Path) -> io::Result<Self> {
        let missing = host.ancestors().take_while(|dir| !dir.exists());
        let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        missing.reverse();
        let mut created = Self(Vec::new());
        for dir in missing {
            match fs::create_dir(&dir) {
                Ok(()) => created.0.push(dir),
                // Another run may have created it; and `a/..` exists once `a` does.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && dir.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(created)
    }
}

impl Drop for Parents {
    fn drop(&mut self) {
        for dir in self.0.iter().rev() {
            // Fails if the directory is not empty: then it is in use, and stays.
            let _ = fs::remove_dir(dir);
        }
    }
}

fn is_empty(dir: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(dir)?.next().is_none())
}

/// Whether a staging directory has a record that can be recovered.
fn has_record(staging: &Path) -> bool {
    staging.join(CHECKPOINT).is_file() && staging.join(CONTENT).join(START).is_file()
}

/// The unfinished records of runs into the directory `dir`, in the order of their paths.
pub fn records_beside(dir: &Path) -> Vec<PathBuf> {
    let found = std::path::absolute(dir)
        .and_then(|target| StagingLocation::new(&target, target.is_dir())?.staging_dirs());
    let mut found = found.unwrap_or_default();
    found.retain(|staging| has_record(staging));
    found.sort();
    found
}

/// Moves everything from `content` to `target`, the manifest last; all or nothing.
fn fill(content: &Path, target: &Path) -> io::Result<()> {
    let names = fs::read_dir(content)?.map(|entry| Ok(entry?.file_name()));
    let mut names = names.collect::<io::Result<Vec<OsString>>>()?;
    names.sort_by_key(|name| (name == MANIFEST, name.clone()));
    for (count, name) in names.iter().enumerate() {
        let moved = match target.join(name) {
            place if place.exists() => Err(io::ErrorKind::AlreadyExists.into()),
            place => fs::rename(content.join(name), place),
        };
        if moved.is_err() {
            for name in &names[..count] {
                fs::rename(target.join(name), content.join(name))?;
            }
            return moved;
        }
    }
    Ok(())
}
