//! The record of a run that was killed, or that could not be written to its end.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use terrarium_output::run_dir::{CONTENT, LOCK, PARTIAL, records_beside};
use thiserror::Error;

#[cfg(not(target_family = "wasm"))]
use super::chart::{CHART, Chart};
use super::checkpoint::{Checkpoint, WORLD};
use super::snapshot::Head;
use super::{MANIFEST, NewFile, ReadError, RecordError, Recorded, RunDir, START, SnapshotError};

/// The record of a run whose process has ended, in the staging directory that it left.
#[derive(Debug)]
pub struct UnfinishedRecord {
    path: PathBuf,
    checkpoint: Checkpoint,
    /// Locked as long as this value lives.
    _lock: File,
}

/// Why a record was not recovered. What is there is unchanged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecoveryError {
    /// The directory has no unfinished record.
    #[error(
        "{}: there is no unfinished record here; a run that is killed leaves one in a directory such as \
         runs/first.partial-a1B2c3, unless it is killed before its first checkpoint, after about ten seconds",
        path.display()
    )]
    NotUnfinished {
        /// The directory.
        path: PathBuf,
    },
    /// The run is still being written.
    #[error("{}: its run has not ended; wait for it", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A snapshot cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The recovered record cannot be written.
    #[error(transparent)]
    Write(#[from] RecordError),
}

impl UnfinishedRecord {
    /// What runs into the directory `dir` left, in the order of the paths. It may be in use.
    #[must_use]
    pub fn beside(dir: &Path) -> Vec<PathBuf> {
        records_beside(dir)
    }

    /// Opens a staging directory, and locks it.
    ///
    /// # Errors
    /// When it is none, its run has not ended, or the last checkpoint cannot be read.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, RecoveryError> {
        let path = path.into();
        let Ok(lock) = File::open(path.join(LOCK)) else {
            return Err(RecoveryError::NotUnfinished { path });
        };
        if !path.join(CONTENT).join(START).is_file() {
            return Err(RecoveryError::NotUnfinished { path });
        }
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Err(RecoveryError::Busy { path });
        }
        let Some(checkpoint) = Checkpoint::read(&path)? else {
            return Err(RecoveryError::NotUnfinished { path });
        };
        Ok(Self { path, checkpoint, _lock: lock })
    }

    /// The tick up to which it can be recovered.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        self.checkpoint.manifest.outcome.tick
    }

    /// A path for the recovered record: `runs/first-recovered-tick-4200` for a run into `runs/first`.
    #[must_use]
    pub fn default_target(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let target = match name.rsplit_once(PARTIAL) {
            Some((name, _)) if !name.is_empty() => folder.join(name),
            _ => folder.to_owned(),
        };
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!("-recovered-tick-{}", self.last_tick()));
        target.with_file_name(name)
    }

    /// Writes the record up to the last checkpoint into the new directory `target`, and removes the
    /// staging directory. The record appears complete or not at all.
    ///
    /// # Errors
    /// When a file cannot be read or written. The staging directory is unchanged then.
    pub fn recover(self, target: &Path) -> Result<Recorded, RecoveryError> {
        let dir = RunDir::create(target)?;
        let checkpoint = &self.checkpoint;
        for (name, &length) in &checkpoint.lengths {
            self.copy_beginning(&dir, name, length)?;
        }
        self.join_tables(&dir)?;
        self.copy_snapshots(&dir)?;
        for file in checkpoint.manifest.commands.iter().filter_map(|command| command.file()) {
            copy(&self.path.join(CONTENT).join(file), &dir, &file.to_string_lossy())?;
        }
        #[cfg(not(target_family = "wasm"))]
        draw_chart(&dir, checkpoint)?;
        checkpoint.manifest.write(dir.create_file(MANIFEST)?)?;
        let dir = dir.finish()?;
        fs::remove_dir_all(&self.path).map_err(RecordError::writing(&self.path))?;
        Ok(Recorded { dir, manifest: self.checkpoint.manifest })
    }

    /// Copies the rows of a CSV table that belong to the checkpoint.
    fn copy_beginning(&self, dir: &RunDir, name: &str, length: u64) -> Result<(), RecoveryError> {
        let path = self.path.join(CONTENT).join(name);
        let from = File::open(&path).map_err(ReadError::opening(&path))?;
        let mut new = dir.create_file(name)?;
        let copied = io::copy(&mut from.take(length), &mut new.file);
        if copied.map_err(RecordError::writing(&new.path))? < length {
            let problem = "it is shorter than at the last checkpoint".to_owned();
            return Err(ReadError::Malformed { path, problem }.into());
        }
        self.append_rest(name, &mut new)
    }

    /// Appends the rows of a CSV table with which it would have ended at the checkpoint, if it has any.
    fn append_rest(&self, name: &str, new: &mut NewFile) -> Result<(), RecoveryError> {
        let path = self.path.join(&self.checkpoint.folder).join(name);
        match File::open(&path) {
            Ok(mut rest) => {
                io::copy(&mut rest, &mut new.file).map_err(RecordError::writing(&new.path))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(ReadError::opening(&path)(error).into()),
        }
        Ok(new.file.sync_all().map_err(RecordError::writing(&new.path))?)
    }

    #[cfg(not(target_family = "wasm"))]
    fn join_tables(&self, dir: &RunDir) -> Result<(), RecoveryError> {
        use terrarium_output::table::UnfinishedTable;

        let folder = self.path.join(&self.checkpoint.folder);
        for name in &self.checkpoint.tables {
            let table = UnfinishedTable::open(&self.path.join(CONTENT).join(name), &folder)?;
            table.join(dir.create_file(name)?)?;
        }
        Ok(())
    }

    #[cfg(target_family = "wasm")]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "without `tables` there are no Parquet tables"
    )]
    fn join_tables(&self, _: &RunDir) -> Result<(), RecoveryError> {
        Ok(())
    }

    /// Copies the snapshots up to the checkpoint, whose own is the last.
    fn copy_snapshots(&self, dir: &RunDir) -> Result<(), RecoveryError> {
        let content = self.path.join(CONTENT);
        copy(&content.join(START), dir, START)?;
        let outcome = &self.checkpoint.manifest.outcome;
        for entry in fs::read_dir(content.join("snapshots")).into_iter().flatten().flatten() {
            // One that the killed process was writing is not complete.
            let head = Head::load(entry.path());
            if head.is_ok_and(|head| head.tick <= outcome.tick) {
                let name = format!("snapshots/{}", entry.file_name().to_string_lossy());
                copy(&entry.path(), dir, &name)?;
            }
        }
        let last = self.path.join(&self.checkpoint.folder).join(WORLD);
        if Head::load(&last)?.state_hash != outcome.state_hash {
            let problem = "it is not the snapshot of the last checkpoint".to_owned();
            return Err(ReadError::Malformed { path: last, problem }.into());
        }
        copy(&last, dir, "final.snapshot")
    }
}

fn copy(from: &Path, dir: &RunDir, name: &str) -> Result<(), RecoveryError> {
    let mut input = File::open(from).map_err(ReadError::opening(from))?;
    let mut new = dir.create_file(name)?;
    let copied = io::copy(&mut input, &mut new.file).and_then(|_| new.file.sync_all());
    copied.map_err(RecordError::writing(&new.path))?;
    Ok(())
}

/// Draws the chart of the populations from the census.
#[cfg(not(target_family = "wasm"))]
fn draw_chart(dir: &RunDir, checkpoint: &Checkpoint) -> Result<(), RecoveryError> {
    let path = dir.staged_path("census.csv");
    let Ok(mut census) = csv::Reader::from_path(&path) else { return Ok(()) };
    let world = super::Snapshot::load(dir.staged_path(START))?.world;
    let mut chart = Chart::new(&checkpoint.manifest.provenance.scenario.name, &world);
    let columns = super::census::columns();
    let position = |name: &str| columns.iter().position(|column| column.name == name);
    let (tick, count) = (position("tick").unwrap_or(0), position("count").unwrap_or(0));
    let mut counts = Vec::new();
    for row in census.records() {
        let number = |row: &csv::StringRecord, column: usize| row.get(column)?.parse::<u64>().ok();
        let malformed = |problem: String| ReadError::Malformed { path: path.clone(), problem };
        let row = row.map_err(|error| malformed(error.to_string()))?;
        let numbers = number(&row, tick).zip(number(&row, count));
        let (tick, count) = numbers.ok_or_else(|| malformed("a row has no tick".to_owned()))?;
        counts.push(count);
        if counts.len() == world.config().species.len() {
            chart.add(tick, counts.drain(..));
        }
    }
    chart.save(&dir.staged_path(CHART)).map_err(RecordError::writing(&dir.final_path(CHART)))?;
    Ok(())
}
