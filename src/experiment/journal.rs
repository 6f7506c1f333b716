//! The journal of a sweep: a line for each run that has ended, added as it ends.
//!
//! Each line is JSON that holds a checksum and the run; the census of a run is a block of a second
//! file, which its line refers to. What a killed process has left is whole lines, and perhaps the
//! beginning of one, which is cut off when the sweep goes on. Whatever else is wrong is damage, and
//! is told and not mended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::spool::pack;
#[cfg(feature = "tables")]
use super::spool::{SpooledCell, unpack};
use super::{CaseResult, ExperimentError, Row};

/// The file with a line for each run.
pub const JOURNAL: &str = "journal.jsonl";

/// The file with the census of the runs, in blocks that the journal refers to.
pub const SPOOL: &str = "journal.census";

/// A run in a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub row: Row,
    /// How long the run took, in seconds.
    pub seconds: f64,
    /// Where its census is, if there is one.
    pub census: Option<Block>,
}

/// A stretch of the spool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Block {
    pub at: u64,
    pub length: u64,
    pub sum: u64,
}

const OPENING: &str = "{\"sum\":\"";
const MIDDLE: &str = "\",\"run\":";
const SUM: usize = 16;

fn line_of(entry: &Entry) -> String {
    let json = serde_json::to_string(entry).expect("plain data can be written");
    format!("{OPENING}{:016x}{MIDDLE}{json}}}\n", xxh3_64(json.as_bytes()))
}

fn entry_of(line: &str) -> Option<Entry> {
    let rest = line.strip_prefix(OPENING)?;
    let (sum, rest) = rest.split_at_checked(SUM)?;
    let json = rest.strip_prefix(MIDDLE)?.strip_suffix('}')?;
    let sum = u64::from_str_radix(sum, 16).ok()?;
    if xxh3_64(json.as_bytes()) != sum {
        return None;
    }
    serde_json::from_str(json).ok()
}

/// A journal that is being written. Nobody else can write it meanwhile.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    end: u64,
    spool_path: PathBuf,
    spool: Option<File>,
    spool_end: u64,
    torn: bool,
}

impl Journal {
    /// Opens the journal in `dir`, made if there is none, for writing at its end. `found` is told of
    /// every run in it, with its line. Half a line at its end is cut off.
    pub fn open(
        dir: &Path,
        mut found: impl FnMut(u64, &Entry) -> Result<(), ExperimentError>,
    ) -> Result<Self, ExperimentError> {
        let (path, spool_path) = (dir.join(JOURNAL), dir.join(SPOOL));
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let file = file.map_err(ExperimentError::writing(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let problem = "another process is living this sweep; wait for it, or choose another \
                               directory with `--out`";
                return Err(ExperimentError::directory(dir, problem));
            }
            // Where there are no locks, there is nothing to do about it.
            Err(TryLockError::Error(_)) => {}
        }
        let mut spool_end = 0;
        let mut entries = Entries::open(&path)?;
        while let Some(entry) = entries.next() {
            let (_, entry) = entry?;
            if let Some(block) = entry.census {
                spool_end = spool_end.max(block.at + block.length);
            }
            found(entries.line, &entry)?;
        }
        let end = entries.end;
        let torn = file.metadata().is_ok_and(|metadata| metadata.len() > end);
        file.set_len(end).map_err(ExperimentError::writing(&path))?;
        let mut journal = Self { path, file, end, spool_path, spool: None, spool_end, torn };
        if spool_end > 0 {
            journal.open_spool()?;
        }
        Ok(journal)
    }

    /// Whether half a line was cut off at its end.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Adds a run. When that fails, the journal is as it was before.
    pub fn add(&mut self, lived: &CaseResult, seconds: f64) -> Result<(), ExperimentError> {
        let census = if lived.census.is_empty() { None } else { Some(pack(&lived.census)) };
        self.add_packed(&lived.row, seconds, census.as_deref())
    }

    /// Adds a run whose census is packed already.
    pub fn add_packed(
        &mut self,
        row: &Row,
        seconds: f64,
        census: Option<&[u8]>,
    ) -> Result<(), ExperimentError> {
        let census = census.map(|block| self.write_block(block)).transpose()?;
        let line = line_of(&Entry { row: row.clone(), seconds, census });
        if let Err(problem) = self.file.write_all(line.as_bytes()) {
            // What fits of the line must not be taken for a whole one later.
            let _ = self.file.set_len(self.end);
            return Err(ExperimentError::writing(&self.path)(problem));
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Brings all of it to the disk.
    pub fn sync(&self) -> Result<(), ExperimentError> {
        if let Some(spool) = &self.spool {
            spool.sync_all().map_err(ExperimentError::writing(&self.spool_path))?;
        }
        self.file.sync_all().map_err(ExperimentError::writing(&self.path))
    }

    fn write_block(&mut self, block: &[u8]) -> Result<Block, ExperimentError> {
        if self.spool.is_none() {
            self.open_spool()?;
        }
        let mut spool = self.spool.as_ref().expect("it was just opened");
        let at = self.spool_end;
        let written = spool.seek(SeekFrom::Start(at)).and_then(|_| spool.write_all(block));
        written.map_err(ExperimentError::writing(&self.spool_path))?;
        self.spool_end += block.len() as u64;
        Ok(Block { at, length: block.len() as u64, sum: xxh3_64(block) })
    }

    fn open_spool(&mut self) -> Result<(), ExperimentError> {
        let open = || -> io::Result<File> {
            let options =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
            let file = options.open(&self.spool_path)?;
            // Blocks that no line refers to are of runs that were killed.
            if file.metadata()?.len() > self.spool_end {
                file.set_len(self.spool_end)?;
            }
            Ok(file)
        };
        self.spool = Some(open().map_err(ExperimentError::writing(&self.spool_path))?);
        Ok(())
    }
}

/// The runs of a journal, in the order in which they ended, each with its place in the file.
pub(super) struct Entries {
    path: PathBuf,
    file: BufReader<File>,
    /// The line that was read last, counted from 1.
    pub line: u64,
    /// Up to where the lines are whole.
    pub end: u64,
}

impl Entries {
    pub fn open(path: &Path) -> Result<Self, ExperimentError> {
        let file = File::open(path).map_err(ExperimentError::reading(path))?;
        Ok(Self { path: path.to_owned(), file: BufReader::new(file), line: 0, end: 0 })
    }

    fn read(&mut self) -> Result<Option<(u64, Entry)>, ExperimentError> {
        let mut line = Vec::new();
        let read = self.file.read_until(b'\n', &mut line);
        let length = read.map_err(ExperimentError::reading(&self.path))?;
        if line.pop() != Some(b'\n') {
            return Ok(None);
        }
        self.line += 1;
        let entry = std::str::from_utf8(&line).ok().and_then(entry_of);
        let at = self.end;
        self.end += length as u64;
        match entry {
            Some(entry) => Ok(Some((at, entry))),
            None => Err(self.damaged("its checksum does not fit what it says")),
        }
    }

    fn damaged(&self, problem: &str) -> ExperimentError {
        ExperimentError::Damaged {
            path: self.path.clone(),
            line: self.line,
            problem: format!(
                "this line is damaged: {problem}; nothing was changed: put a copy of the file in its \
                 place, or remove this line, and `--resume` lives its run again"
            ),
        }
    }
}

impl Iterator for Entries {
    type Item = Result<(u64, Entry), ExperimentError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Reads single runs of a journal by their places.
pub(super) struct Pages {
    journal: BufReader<File>,
    path: PathBuf,
    spool: Option<File>,
    spool_path: PathBuf,
    at: u64,
}

impl Pages {
    pub fn open(dir: &Path) -> Result<Self, ExperimentError> {
        let (path, spool_path) = (dir.join(JOURNAL), dir.join(SPOOL));
        let file = File::open(&path).map_err(ExperimentError::reading(&path))?;
        let spool = File::open(&spool_path).ok();
        Ok(Self { journal: BufReader::new(file), path, spool, spool_path, at: 0 })
    }

    /// The run at this place.
    pub fn read(&mut self, at: u64) -> Result<Entry, ExperimentError> {
        let mut line = String::new();
        let mut read = || {
            let step = at.cast_signed() - self.at.cast_signed();
            self.journal.seek_relative(step)?;
            self.journal.read_line(&mut line)
        };
        let length = read().map_err(ExperimentError::reading(&self.path))?;
        self.at = at + length as u64;
        entry_of(line.trim_end_matches('\n')).ok_or_else(|| {
            let problem = format!("it has changed at byte {at} while it was read; try again");
            ExperimentError::directory(&self.path, problem)
        })
    }

    /// The census of a run, still packed.
    pub fn block(&mut self, entry: &Entry) -> Result<Option<Vec<u8>>, ExperimentError> {
        let Some(block) = entry.census else { return Ok(None) };
        let mut content = Vec::new();
        let read = self.spool.as_mut().map(|spool| {
            spool.seek(SeekFrom::Start(block.at))?;
            spool.take(block.length).read_to_end(&mut content)
        });
        if !matches!(read, Some(Ok(_))) || xxh3_64(&content) != block.sum {
            return Err(self.damaged_census(entry));
        }
        Ok(Some(content))
    }

    /// The census of a run.
    #[cfg(feature = "tables")]
    pub fn census(&mut self, entry: &Entry) -> Result<Vec<Vec<SpooledCell>>, ExperimentError> {
        let Some(block) = self.block(entry)? else { return Ok(Vec::new()) };
        unpack(&block).ok_or_else(|| self.damaged_census(entry))
    }

    fn damaged_census(&self, entry: &Entry) -> ExperimentError {
        let (case, journal) = (entry.row.case, JOURNAL);
        let problem = format!(
            "the census of run {case} is damaged or missing; put a copy of the file in its place, or \
             remove the line of run {case} from {journal}, and `--resume` lives it again"
        );
        ExperimentError::directory(&self.spool_path, problem)
    }
}
