//! Reading the results of a sweep, in the order of the runs.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::interval_set::IntervalSet;
use super::journal::{Entries, Entry, JOURNAL, JournalReader};
use super::{Experiment, ExperimentError, Row, Shard, SweepManifest, growth};

/// The results of a sweep, finished or not: its manifest, and the runs that have ended.
pub struct Results {
    dir: PathBuf,
    manifest: SweepManifest,
}

impl Results {
    /// Opens the directory of a sweep.
    ///
    /// # Errors
    /// When it is not the directory of a sweep.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, ExperimentError> {
        let dir = dir.as_ref().to_owned();
        if growth::is_interrupted(&dir) {
            let problem = "runs were being added to this sweep when it was interrupted";
            let remedy = "continue it with `terrarium batch --resume`";
            return Err(ExperimentError::directory(dir, problem, remedy));
        }
        let manifest = SweepManifest::read(&dir)?;
        Ok(Self { dir, manifest })
    }

    /// The directory.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The manifest.
    #[must_use]
    pub fn manifest(&self) -> &SweepManifest {
        &self.manifest
    }

    /// Iterates over the rows of the runs that have ended, in the order of their numbers. Only one
    /// is in memory at a time.
    ///
    /// # Errors
    /// When the journal cannot be read or is damaged; items may be such errors, too.
    pub fn rows(
        &self,
    ) -> Result<impl Iterator<Item = Result<Row, ExperimentError>> + use<>, ExperimentError> {
        Ok(self.ordered()?.map(|entry| entry.map(|entry| entry.row)))
    }

    /// The row of the run with this number; `None` when it has not ended.
    ///
    /// # Errors
    /// When the journal cannot be read or is damaged.
    pub fn row(&self, case: u64) -> Result<Option<Row>, ExperimentError> {
        for entry in Entries::open(&self.dir.join(JOURNAL))? {
            let (_, entry) = entry?;
            if entry.row.case == case {
                return Ok(Some(entry.row));
            }
        }
        Ok(None)
    }

    /// The experiment, with the texts that are kept in the directory.
    #[must_use]
    pub fn experiment(&self) -> Experiment {
        self.manifest.experiment_in(&self.dir)
    }

    pub(super) fn ordered(&self) -> Result<Ordered, ExperimentError> {
        Ordered::new(&self.dir, self.manifest.shard, self.manifest.runs)
    }
}

/// Adds the run of a journal's entry to `seen`, and returns its index in the shard. Fails if the
/// run belongs to another shard, or was seen before.
pub(super) fn check_entry(
    dir: &Path,
    shard: Shard,
    runs: u64,
    seen: &mut IntervalSet,
    (line, row): (u64, &Row),
) -> Result<u64, ExperimentError> {
    let damaged =
        |problem: String| ExperimentError::Damaged { path: dir.join(JOURNAL), line, problem };
    let index = shard.index_of(row.case).filter(|_| row.case < runs).ok_or_else(|| {
        damaged(format!(
            "run {} does not belong to shard {shard} of {runs} runs; the file was not changed: \
             restore a copy of it, or remove this line",
            row.case
        ))
    })?;
    if seen.insert(index) {
        return Ok(index);
    }
    Err(damaged(format!(
        "run {} occurs twice; the file was not changed: remove this line or the other",
        row.case
    )))
}

/// Iterates over the runs of a journal in the order of their numbers. Their offsets are in an
/// unnamed file, so that memory does not grow with the number of runs.
pub(super) struct Ordered {
    index: BufReader<File>,
    reader: JournalReader,
}

impl Ordered {
    pub fn new(dir: &Path, shard: Shard, runs: u64) -> Result<Self, ExperimentError> {
        let mut index = Index::new().map_err(ExperimentError::writing(dir))?;
        let mut seen = IntervalSet::default();
        let mut entries = Entries::open(&dir.join(JOURNAL))?;
        while let Some(entry) = entries.next() {
            let (at, entry) = entry?;
            let position = check_entry(dir, shard, runs, &mut seen, (entries.line, &entry.row))?;
            index.put(position, at).map_err(ExperimentError::writing(dir))?;
        }
        let index = index.finish().map_err(ExperimentError::writing(dir))?;
        Ok(Self { index, reader: JournalReader::open(dir)? })
    }

    pub fn reader(&mut self) -> &mut JournalReader {
        &mut self.reader
    }
}

impl Iterator for Ordered {
    type Item = Result<Entry, ExperimentError>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = next_number(&mut self.index)?;
        Some(self.reader.read(at))
    }
}

/// A sparse array of numbers in a file. Numbers are stored plus 1, so that 0 is an empty position.
pub(super) struct Index {
    file: BufWriter<File>,
    at: u64,
}

const NUMBER: u64 = 8;

impl Index {
    pub fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), at: 0 })
    }

    /// Stores `number` at a position.
    pub fn put(&mut self, position: u64, number: u64) -> io::Result<()> {
        // Seeking flushes the buffer, and most runs end in order.
        if position != self.at {
            self.file.seek(SeekFrom::Start(position * NUMBER))?;
        }
        self.at = position + 1;
        self.file.write_all(&(number + 1).to_le_bytes())
    }

    /// Returns a reader of the numbers, from the first position on; see [`next_number`].
    pub fn finish(self) -> io::Result<BufReader<File>> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(BufReader::new(file))
    }
}

/// Reads the next number of an index, skipping empty positions.
pub(super) fn next_number(index: &mut BufReader<File>) -> Option<u64> {
    let mut bytes = [0; NUMBER as usize];
    loop {
        index.read_exact(&mut bytes).ok()?;
        if let Some(number) = u64::from_le_bytes(bytes).checked_sub(1) {
            return Some(number);
        }
    }
}
