//! The directory of a run, which appears when the run is finished, with everything in it, or not
//! at all.
//!
//! Until then its files lie in a workshop beside it, `NAME.partial-…`, or inside it, `.partial-…`,
//! if it is there already (and empty). A workshop goes when its run fails. That of a run that was
//! killed stays; the next run into the same directory knows it by the lock that nobody holds any
//! more, and clears it away.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::RecordError;

/// The file that is put into its place last: where it is, everything is.
pub const MANIFEST: &str = "manifest.json";

const LOCK: &str = "terrarium.lock";
const CONTENT: &str = "run";
const PARTIAL: &str = ".partial-";

/// A directory under construction. Dropping it without [`RunDir::finish`] leaves nothing behind.
pub struct RunDir {
    target: PathBuf,
    is_there: bool,
    // Dropped in this order: the lock is a file in the workshop, which lies in the parents.
    _lock: File,
    workshop: TempDir,
    parents: Parents,
}

/// A new file of a run: open, and the path under which it will be found.
pub struct NewFile {
    /// The file, where it lies for now.
    pub file: File,
    /// Where it will lie when the run is finished: for messages.
    pub path: PathBuf,
}

impl RunDir {
    /// Prepares to fill the directory `dir`, which must be empty or not be there. Directories
    /// above it are made. What killed runs have left is cleared away.
    ///
    /// # Errors
    /// When something is in `dir`, when another run is about to fill it, or when nothing can be
    /// written there.
    pub fn create(dir: impl AsRef<Path>) -> Result<Self, RecordError> {
        let dir = dir.as_ref();
        let target = std::path::absolute(dir).map_err(RecordError::writing(dir))?;
        let is_there = target.is_dir();
        if !is_there && fs::symlink_metadata(&target).is_ok() {
            return Err(RecordError::NotADirectory { path: dir.to_owned() });
        }
        let place = Place::of(&target, is_there).map_err(RecordError::writing(dir))?;
        if place.sweep().map_err(RecordError::writing(dir))? == Sweep::Busy {
            return Err(RecordError::Busy { path: dir.to_owned() });
        }
        if is_there && !is_empty(&target).map_err(RecordError::writing(dir))? {
            return Err(RecordError::Occupied { path: dir.to_owned() });
        }
        let parents = Parents::make(&place.host).map_err(RecordError::writing(dir))?;
        let (workshop, lock) = place.workshop().map_err(RecordError::writing(dir))?;
        Ok(Self { target: dir.to_owned(), is_there, _lock: lock, workshop, parents })
    }

    /// Begins the file `name`, which may lie in directories of its own: `snapshots/a.snapshot`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create_file(&self, name: &str) -> Result<NewFile, RecordError> {
        let path = self.final_path(name);
        let file = self.open_new(name).map_err(RecordError::writing(&path))?;
        Ok(NewFile { file, path })
    }

    fn open_new(&self, name: &str) -> io::Result<File> {
        let path = self.present_path(name);
        fs::create_dir_all(path.parent().expect("it lies in the workshop"))?;
        File::create_new(path)
    }

    /// Where the file `name` lies for now.
    #[must_use]
    pub fn present_path(&self, name: &str) -> PathBuf {
        self.workshop.path().join(CONTENT).join(name)
    }

    /// Where the file `name` will lie when the run is finished.
    #[must_use]
    pub fn final_path(&self, name: &str) -> PathBuf {
        self.target.join(name)
    }

    /// Puts the directory with everything in it into its place, and answers its path.
    ///
    /// # Errors
    /// When that cannot be done, or something has come into its place meanwhile. Nothing is left
    /// behind then.
    pub fn finish(mut self) -> Result<PathBuf, RecordError> {
        let content = self.workshop.path().join(CONTENT);
        let placed = if self.is_there {
            fill(&content, &self.target)
        } else {
            fs::rename(&content, &self.target)
        };
        placed.map_err(RecordError::writing(&self.target))?;
        self.parents.0.clear();
        Ok(self.target)
    }
}

/// Where workshops for one directory are, and what their names begin with.
struct Place {
    host: PathBuf,
    prefix: OsString,
}

#[derive(PartialEq)]
enum Sweep {
    Clean,
    Busy,
}

impl Place {
    fn of(target: &Path, is_there: bool) -> io::Result<Self> {
        if is_there {
            return Ok(Self { host: target.to_owned(), prefix: PARTIAL.into() });
        }
        let (Some(host), Some(name)) = (target.parent(), target.file_name()) else {
            return Err(io::ErrorKind::InvalidFilename.into());
        };
        let mut prefix = name.to_owned();
        prefix.push(PARTIAL);
        Ok(Self { host: host.to_owned(), prefix })
    }

    /// Removes the workshops of runs that are no more. Whatever holds no lock file is not ours.
    fn sweep(&self) -> io::Result<Sweep> {
        let prefix = self.prefix.as_encoded_bytes();
        for entry in fs::read_dir(&self.host).into_iter().flatten() {
            let entry = entry?;
            if !entry.file_name().as_encoded_bytes().starts_with(prefix) {
                continue;
            }
            let Ok(lock) = File::open(entry.path().join(LOCK)) else { continue };
            match lock.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(Sweep::Busy),
                // Nobody can tell whether it still lives: leave it in peace.
                Err(TryLockError::Error(_)) => continue,
            }
            drop(lock);
            fs::remove_dir_all(entry.path())?;
        }
        Ok(Sweep::Clean)
    }

    fn workshop(&self) -> io::Result<(TempDir, File)> {
        let workshop = tempfile::Builder::new().prefix(&self.prefix).tempdir_in(&self.host);
        // Its own message would name the workshop, which nobody asked for.
        let workshop = workshop.map_err(|error| error.kind())?;
        let lock = File::create_new(workshop.path().join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) => return Err(error.into()),
        }
        fs::create_dir(workshop.path().join(CONTENT))?;
        Ok((workshop, lock))
    }
}

/// The directories that had to be made for a run; they go again if it fails.
struct Parents(Vec<PathBuf>);

impl Parents {
    fn make(host: &Path) -> io::Result<Self> {
        let missing = host.ancestors().take_while(|dir| !dir.exists());
        let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        missing.reverse();
        let mut made = Self(Vec::new());
        for dir in missing {
            match fs::create_dir(&dir) {
                Ok(()) => made.0.push(dir),
                // Another run may have been quicker; and `..` is there once what it leaves is.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && dir.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(made)
    }
}

impl Drop for Parents {
    fn drop(&mut self) {
        for dir in self.0.iter().rev() {
            // Somebody else may have put something there: then it stays.
            let _ = fs::remove_dir(dir);
        }
    }
}

fn is_empty(dir: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(dir)?.next().is_none())
}

/// Moves all that lies in `content` into `target`, the manifest last; all or nothing.
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn write(run: &RunDir, name: &str, text: &str) {
        run.create_file(name).unwrap().file.write_all(text.as_bytes()).unwrap();
    }

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn refusal(dir: &Path) -> String {
        let error = RunDir::create(dir).err().expect("it is refused").to_string();
        error.replace(&*dir.to_string_lossy(), "DIR")
    }

    #[test]
    fn a_directory_appears_with_everything_in_it_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("runs").join("first");
        let run = RunDir::create(&dir).unwrap();
        write(&run, "snapshots/a.snapshot", "a");
        write(&run, MANIFEST, "{}");
        assert!(!dir.exists());
        assert!(names(&folder.path().join("runs"))[0].starts_with("first.partial-"));
        assert_eq!(run.finish().unwrap(), dir);
        assert_eq!(names(&dir), [MANIFEST, "snapshots"]);
        assert_eq!(fs::read(dir.join("snapshots/a.snapshot")).unwrap(), b"a");
        assert_eq!(names(&folder.path().join("runs")), ["first"]);
    }

    #[test]
    fn an_empty_directory_is_filled_and_stays_the_same_directory() {
        let folder = tempfile::tempdir().unwrap();
        let held = File::open(folder.path()).unwrap();
        let run = RunDir::create(folder.path()).unwrap();
        write(&run, MANIFEST, "{}");
        write(&run, "snapshots/a.snapshot", "a");
        run.finish().unwrap();
        assert_eq!(names(folder.path()), [MANIFEST, "snapshots"]);
        let here = File::open(folder.path()).unwrap();
        let made = |file: &File| file.metadata().unwrap().created().ok();
        assert_eq!(made(&held), made(&here));
    }

    #[test]
    fn a_run_that_fails_leaves_nothing_not_even_the_directories_above() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunDir::create(folder.path().join("a/b/c")).unwrap();
        write(&run, "census.csv", "tick\n");
        drop(run);
        assert_eq!(names(folder.path()), [""; 0]);

        let run = RunDir::create(folder.path()).unwrap();
        write(&run, "census.csv", "tick\n");
        drop(run);
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn directories_above_may_be_there_by_the_time_they_are_made() {
        let folder = tempfile::tempdir().unwrap();
        drop(RunDir::create(folder.path().join("a/../b/run")).unwrap());
        assert_eq!(names(folder.path()), [""; 0]);
        std::thread::scope(|scope| {
            for number in 0..16 {
                let dir = folder.path().join(format!("runs/today/{number}"));
                scope.spawn(|| RunDir::create(dir).unwrap().finish().unwrap());
            }
        });
        assert_eq!(names(&folder.path().join("runs/today")).len(), 16);
    }

    #[test]
    fn what_comes_in_between_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        for is_there in [true, false] {
            let dir = folder.path().join(is_there.to_string());
            if is_there {
                fs::create_dir(&dir).unwrap();
            }
            let run = RunDir::create(&dir).unwrap();
            write(&run, "census.csv", "tick\n");
            write(&run, MANIFEST, "{}");
            fs::create_dir_all(&dir).unwrap();
            fs::write(dir.join(MANIFEST), "mine").unwrap();
            run.finish().expect_err("there is another manifest");
            assert_eq!(names(&dir), [MANIFEST]);
            assert_eq!(fs::read(dir.join(MANIFEST)).unwrap(), b"mine");
        }
    }

    #[test]
    fn a_directory_that_cannot_be_filled_is_refused_with_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        let living = RunDir::create(&dir).unwrap();
        let busy = refusal(&dir);
        drop(living);
        fs::create_dir(&dir).unwrap();
        let living = RunDir::create(&dir).unwrap();
        assert_eq!(refusal(&dir), busy);
        drop(living);
        fs::write(dir.join("notes.txt"), "mine").unwrap();
        let occupied = refusal(&dir);
        let file = refusal(&dir.join("notes.txt"));
        let below_a_file = refusal(&dir.join("notes.txt").join("run"));
        insta::assert_snapshot!([busy, occupied, file, below_a_file].join("\n"), @"
        DIR: another run is about to fill this directory; wait for it, or choose another with `--out`
        DIR: there is something in this directory already; choose another with `--out`, or remove it first
        DIR: this is a file; give the path of a new directory with `--out`
        DIR: cannot be written: not a directory; make room or see to the rights there, or choose another place
        ");
        assert_eq!(names(folder.path()), ["run"]);
        assert_eq!(names(&dir), ["notes.txt"]);
    }

    #[test]
    fn what_a_killed_run_left_is_cleared_away_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("run");
        for is_there in [false, true] {
            let mut killed = RunDir::create(&dir).unwrap();
            write(&killed, "census.csv", "tick\n");
            killed.workshop.disable_cleanup(true);
            let left = killed.workshop.path().to_owned();
            drop(killed);
            let foreign = left.with_file_name(if is_there { "x" } else { "run.partial-mine" });
            fs::create_dir(&foreign).unwrap();
            if is_there {
                assert!(refusal(&dir).contains("there is something in this directory"));
                assert!(!left.exists() && foreign.exists());
            } else {
                drop(RunDir::create(&dir).unwrap());
                assert!(!left.exists() && foreign.exists());
                fs::create_dir(&dir).unwrap();
            }
        }
    }
}
