//! The journal of a sweep: a line for each run that has ended, appended when it ends.
//!
//! Each line is JSON with a checksum and the run. The census of a run is a block of a second file,
//! to which the line refers. A killed process leaves complete lines, and perhaps an incomplete last
//! line, which is removed when the sweep is resumed. All other damage is reported, and never
//! repaired.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::spool::{SpooledCell, pack, unpack};
use super::{CaseResult, ExperimentError, Row};

/// The file with a line for each run.
pub const JOURNAL: &str = "journal.jsonl";

/// The file with the census of the runs, in blocks to which the journal refers.
pub const SPOOL: &str = "journal.census";

/// A run in a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub row: Row,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The location of its census, if there is one.
    pub census: Option<Block>,
}

/// A block of the spool: its offset, length and checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Block {
    pub at: u64,
    pub length: u64,
    pub sum: u64,
}

const BEFORE_SUM: &str = "{\"sum\":\"";
const AFTER_SUM: &str = "\",\"run\":";
const SUM: usize = 16;

fn encode_line(entry: &Entry) -> String {
    let json = serde_json::to_string(entry).expect("plain data can be written");
    format!("{BEFORE_SUM}{:016x}{AFTER_SUM}{json}}}\n", xxh3_64(json.as_bytes()))
}

fn decode_line(line: &str) -> Option<Entry> {
    let rest = line.strip_prefix(BEFORE_SUM)?;
    let (sum, rest) = rest.split_at_checked(SUM)?;
    let json = rest.strip_prefix(AFTER_SUM)?.strip_suffix('}')?;
    let sum = u64::from_str_radix(sum, 16).ok()?;
    if xxh3_64(json.as_bytes()) != sum {
        return None;
    }
    serde_json::from_str(json).ok()
}

/// A journal open for writing, and locked against other processes.
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
    /// Opens the journal in `dir` for appending, and creates it if there is none. Calls `visit`
    /// with the line and the entry of each run in it. Removes an incomplete line at its end.
    pub fn open(
        dir: &Path,
        mut visit: impl FnMut(u64, &Entry) -> Result<(), ExperimentError>,
    ) -> Result<Self, ExperimentError> {
        let (path, spool_path) = (dir.join(JOURNAL), dir.join(SPOOL));
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let file = file.map_err(ExperimentError::writing(&path))?;
        lock(&file, dir)?;
        let mut spool_end = 0;
        let mut entries = Entries::open(&path)?;
        while let Some(entry) = entries.next() {
            let (_, entry) = entry?;
            if let Some(block) = entry.census {
                spool_end = spool_end.max(block.at + block.length);
            }
            visit(entries.line, &entry)?;
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

    /// Whether an incomplete line was removed at its end.
    pub fn was_torn(&self) -> bool {
        self.torn
    }

    /// Adds a run. If that fails, the journal is unchanged.
    pub fn add(&mut self, result: &CaseResult, seconds: f64) -> Result<(), ExperimentError> {
        let census = if result.census.is_empty() { None } else { Some(pack(&result.census)) };
        self.add_packed(&result.row, seconds, census.as_deref())
    }

    /// Adds a run with an encoded census.
    pub fn add_packed(
        &mut self,
        row: &Row,
        seconds: f64,
        census: Option<&[u8]>,
    ) -> Result<(), ExperimentError> {
        let census = census.map(|block| self.write_block(block)).transpose()?;
        let line = encode_line(&Entry { row: row.clone(), seconds, census });
        if let Err(problem) = self.file.write_all(line.as_bytes()) {
            // Removes the written part of the line: the next one must not be appended to it.
            let _ = self.file.set_len(self.end);
            return Err(ExperimentError::writing(&self.path)(problem));
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Syncs both files to the disk.
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
            // Blocks without a line are of killed runs.
            if file.metadata()?.len() > self.spool_end {
                file.set_len(self.spool_end)?;
            }
            Ok(file)
        };
        self.spool = Some(open().map_err(ExperimentError::writing(&self.spool_path))?);
        Ok(())
    }
}

/// Locks the journal of the sweep in `dir` until `file` is closed.
pub(super) fn lock(file: &File, dir: &Path) -> Result<(), ExperimentError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let problem = "another process is running this sweep";
            let remedy = "wait for it, or choose another directory with `--out`";
            Err(ExperimentError::directory(dir, problem, remedy))
        }
        // The file system does not support locks.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Iterates over the runs of a journal in the order in which they ended, each with its offset in
/// the file.
pub(super) struct Entries {
    path: PathBuf,
    file: BufReader<File>,
    /// The number of the last line that was read, counted from 1.
    pub line: u64,
    /// The end of the complete lines that were read.
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
        let entry = std::str::from_utf8(&line).ok().and_then(decode_line);
        let at = self.end;
        self.end += length as u64;
        match entry {
            Some(entry) => Ok(Some((at, entry))),
            None => Err(self.damaged()),
        }
    }

    fn damaged(&self) -> ExperimentError {
        ExperimentError::Damaged {
            path: self.path.clone(),
            line: self.line,
            problem:
                "this line is damaged: its checksum does not match; the file was not changed: \
                      restore a copy of it, or remove this line to repeat its run with `--resume`"
                    .to_owned(),
        }
    }
}

impl Iterator for Entries {
    type Item = Result<(u64, Entry), ExperimentError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Reads single runs of a journal by their offsets.
pub(super) struct JournalReader {
    journal: BufReader<File>,
    path: PathBuf,
    spool: Option<File>,
    spool_path: PathBuf,
    at: u64,
}

impl JournalReader {
    pub fn open(dir: &Path) -> Result<Self, ExperimentError> {
        let (path, spool_path) = (dir.join(JOURNAL), dir.join(SPOOL));
        let file = File::open(&path).map_err(ExperimentError::reading(&path))?;
        let spool = File::open(&spool_path).ok();
        Ok(Self { journal: BufReader::new(file), path, spool, spool_path, at: 0 })
    }

    /// Reads the run at this offset.
    pub fn read(&mut self, at: u64) -> Result<Entry, ExperimentError> {
        let mut line = String::new();
        let mut read = || {
            let step = at.cast_signed() - self.at.cast_signed();
            self.journal.seek_relative(step)?;
            self.journal.read_line(&mut line)
        };
        let length = read().map_err(ExperimentError::reading(&self.path))?;
        self.at = at + length as u64;
        decode_line(line.trim_end_matches('\n')).ok_or_else(|| {
            let problem = format!("the file changed at byte {at} while it was read");
            ExperimentError::directory(&self.path, problem, "try again")
        })
    }

    /// Reads the encoded census of a run.
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

    /// Reads the census of a run.
    pub fn census(&mut self, entry: &Entry) -> Result<Vec<Vec<SpooledCell>>, ExperimentError> {
        let Some(block) = self.block(entry)? else { return Ok(Vec::new()) };
        unpack(&block).ok_or_else(|| self.damaged_census(entry))
    }

    fn damaged_census(&self, entry: &Entry) -> ExperimentError {
        let (case, journal) = (entry.row.case, JOURNAL);
        let problem = format!("the census of run {case} is damaged or missing");
        let remedy = format!(
            "restore a copy of the file, or remove the line of run {case} from {journal} to repeat \
             it with `--resume`"
        );
        ExperimentError::directory(&self.spool_path, problem, remedy)
    }
}
