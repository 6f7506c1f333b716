//! The runs of a sweep, read back in their order.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::interval_set::IntervalSet;
use super::journal::{Entries, Entry, JOURNAL, Pages};
use super::{ExperimentError, Row, Shard, SweepManifest};

/// What there is of a sweep: its manifest, and the runs that have ended, whether all have or not.
pub struct Results {
    dir: PathBuf,
    manifest: SweepManifest,
}

impl Results {
    /// Opens the directory of a sweep.
    ///
    /// # Errors
    /// When it is none.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, ExperimentError> {
        let dir = dir.as_ref().to_owned();
        let manifest = SweepManifest::read(&dir)?;
        Ok(Self { dir, manifest })
    }

    /// The directory.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What the sweep was.
    #[must_use]
    pub fn manifest(&self) -> &SweepManifest {
        &self.manifest
    }

    /// The rows of the runs that have ended, by their numbers. However many there are, only one is
    /// held at a time.
    ///
    /// # Errors
    /// When the journal cannot be read or is damaged; so is every item.
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

    pub(super) fn ordered(&self) -> Result<Ordered, ExperimentError> {
        Ordered::of(&self.dir, self.manifest.shard, self.manifest.runs)
    }
}

/// Notes which runs of a shard a journal holds, and that each is there once and belongs there.
pub(super) fn note(
    dir: &Path,
    shard: Shard,
    runs: u64,
    seen: &mut IntervalSet,
    (line, row): (u64, &Row),
) -> Result<u64, ExperimentError> {
    let strange =
        |problem: String| ExperimentError::Damaged { path: dir.join(JOURNAL), line, problem };
    let place = shard.place(row.case).filter(|_| row.case < runs).ok_or_else(|| {
        strange(format!(
            "run {} is none of shard {shard} of {runs} runs; nothing was changed: put a copy of the \
             file in its place, or remove this line",
            row.case
        ))
    })?;
    if seen.insert(place) {
        return Ok(place);
    }
    Err(strange(format!(
        "run {} is there twice; nothing was changed: remove this line or the other",
        row.case
    )))
}

/// Runs of a journal in the order of their numbers. Where each stands is noted in a file without a
/// name, so that memory does not grow with them.
pub(super) struct Ordered {
    index: BufReader<File>,
    pages: Pages,
}

impl Ordered {
    pub fn of(dir: &Path, shard: Shard, runs: u64) -> Result<Self, ExperimentError> {
        let mut index = Index::new().map_err(ExperimentError::writing(dir))?;
        let mut seen = IntervalSet::default();
        let mut entries = Entries::open(&dir.join(JOURNAL))?;
        while let Some(entry) = entries.next() {
            let (at, entry) = entry?;
            let place = note(dir, shard, runs, &mut seen, (entries.line, &entry.row))?;
            index.put(place, at).map_err(ExperimentError::writing(dir))?;
        }
        let index = index.finish().map_err(ExperimentError::writing(dir))?;
        Ok(Self { index, pages: Pages::open(dir)? })
    }

    #[cfg(feature = "tables")]
    pub fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }
}

impl Iterator for Ordered {
    type Item = Result<Entry, ExperimentError>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = next_of(&mut self.index)?;
        Some(self.pages.read(at))
    }
}

/// Numbers by their places, in a file; 0 is none.
pub(super) struct Index {
    file: BufWriter<File>,
    at: u64,
}

const NUMBER: u64 = 8;

impl Index {
    pub fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), at: 0 })
    }

    /// Notes `number` in a place.
    pub fn put(&mut self, place: u64, number: u64) -> io::Result<()> {
        // Seeking writes out what is buffered: most runs end in their order.
        if place != self.at {
            self.file.seek(SeekFrom::Start(place * NUMBER))?;
        }
        self.at = place + 1;
        self.file.write_all(&(number + 1).to_le_bytes())
    }

    /// The numbers, from the first place on; see [`next_of`].
    pub fn finish(self) -> io::Result<BufReader<File>> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(BufReader::new(file))
    }
}

/// The next number there is in an index.
pub(super) fn next_of(index: &mut BufReader<File>) -> Option<u64> {
    let mut bytes = [0; NUMBER as usize];
    loop {
        index.read_exact(&mut bytes).ok()?;
        if let Some(number) = u64::from_le_bytes(bytes).checked_sub(1) {
            return Some(number);
        }
    }
}
