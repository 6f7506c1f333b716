//! Merging of shards.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::interval_set::{Gaps, IntervalSet};
use super::journal::{Entries, JOURNAL, Journal, JournalReader};
use super::kept::{KEPT, is_leftover};
use super::results::{Index, check_entry, next_number};
use super::{
    ExperimentError, Progress, Results, SOURCES, Shard, SweepManifest, SweepResult, kept, tables,
};

/// The most directories that can be merged: the index encodes a directory and an offset in one
/// word.
const MOST_SHARDS: u64 = 1 << 20;

/// Merges the runs that have ended in the directories `shards`, which may be unfinished or still
/// running, into the new directory `out`. It can be continued there like any sweep.
///
/// # Errors
/// As for [`merge`], except for missing runs.
pub fn merge_partial<P: AsRef<Path>>(
    shards: &[P],
    out: impl AsRef<Path>,
) -> Result<SweepResult, ExperimentError> {
    merge_runs(shards, out.as_ref(), true)
}

/// Merges the directories `shards`, in any order, into the new directory `out`. The tables are
/// those of a single sweep over all runs. The shards are not changed.
///
/// # Errors
/// When the shards are of different experiments, a run is in two of them or missing, `out` is not
/// empty, or a file cannot be read or written.
pub fn merge<P: AsRef<Path>>(
    shards: &[P],
    out: impl AsRef<Path>,
) -> Result<SweepResult, ExperimentError> {
    merge_runs(shards, out.as_ref(), false)
}

fn merge_runs<P: AsRef<Path>>(
    shards: &[P],
    out: &Path,
    is_partial: bool,
) -> Result<SweepResult, ExperimentError> {
    let sources: Result<Vec<Results>, _> = shards.iter().map(Results::open).collect();
    let sources = sources?;
    let Some(first) = sources.first() else {
        return Err(ExperimentError::InvalidRequest(
            "no shards are given; give their directories".into(),
        ));
    };
    for other in &sources {
        let same = other.manifest().check(other.dir(), first.manifest());
        same.map_err(|error| mixed(error, first.dir()))?;
    }
    let Located { index, base, missing } = locate(&sources)?;
    let finished = missing.0.is_empty();
    if !finished && !is_partial {
        return Err(incomplete(&missing, first.manifest().runs));
    }
    prepare(out)?;
    let manifest = SweepManifest {
        shard: Shard::default(),
        finished: false,
        endings: Default::default(),
        ..first.manifest().clone()
    };
    manifest.write(out)?;
    copy_runs(&sources, index, base, out)?;
    copy_all(&first.dir().join(SOURCES), &out.join(SOURCES))
        .map_err(ExperimentError::writing(out.join(SOURCES)))?;
    for source in &sources {
        copy_all(&source.dir().join(KEPT), &out.join(KEPT))
            .map_err(ExperimentError::writing(out.join(KEPT)))?;
    }
    let manifest = tables::write(out, finished, false)?;
    let failed = manifest.endings.get("failed").copied().unwrap_or(0);
    let done = manifest.endings.values().sum();
    let progress = Progress { runs: manifest.runs, done, failed, ..Progress::default() };
    Ok(SweepResult { dir: out.to_owned(), progress, finished })
}

/// The error for a shard of another experiment than the first.
fn mixed(error: ExperimentError, first: &Path) -> ExperimentError {
    match error {
        ExperimentError::Directory { path, problem, .. } => ExperimentError::directory(
            path,
            format!("{problem}, compared with {}", first.display()),
            "merge shards of one experiment",
        ),
        other => other,
    }
}

/// The places of runs in the journals of shards.
struct Located {
    /// For each run, the offset of its line, times `base`, plus the number of its directory.
    index: Index,
    base: u64,
    /// The runs that are in no directory.
    missing: Gaps,
}

/// Finds the directory of each run and its offset in the journal there.
fn locate(sources: &[Results]) -> Result<Located, ExperimentError> {
    let base = sources.len() as u64;
    if base > MOST_SHARDS {
        let problem = format!("{base} shards are too many; merge {MOST_SHARDS} at most");
        return Err(ExperimentError::InvalidRequest(problem));
    }
    let runs = sources[0].manifest().runs;
    let mut index = Index::new().map_err(ExperimentError::writing(std::env::temp_dir()))?;
    let mut seen = IntervalSet::default();
    let mut owners: Vec<IntervalSet> = Vec::new();
    for (number, source) in (0..).zip(sources) {
        let (mut own, mut twice) = (IntervalSet::default(), None);
        let mut entries = Entries::open(&source.dir().join(JOURNAL))?;
        while let Some(entry) = entries.next() {
            let (at, entry) = entry?;
            let case = entry.row.case;
            let place = (entries.line, &entry.row);
            check_entry(source.dir(), source.manifest().shard, runs, &mut own, place)?;
            if !seen.insert(case) {
                // The least number, because the order of a journal is not deterministic.
                twice = Some(twice.map_or(case, |least| case.min(least)));
            }
            kept::check(source.dir(), &source.manifest().experiment, &entry.row)?;
            let put = index.put(case, at * base + number);
            put.map_err(ExperimentError::writing(std::env::temp_dir()))?;
        }
        if let Some(case) = twice {
            return Err(overlap(case, sources, &owners, source));
        }
        owners.push(own);
    }
    Ok(Located { index, base, missing: seen.gaps(runs) })
}

fn incomplete(missing: &Gaps, runs: u64) -> ExperimentError {
    let count: u64 = missing.0.iter().map(|gap| gap.end - gap.start).sum();
    ExperimentError::InvalidRequest(format!(
        "{count} of {runs} runs are missing from these directories: {missing}; give all shards, and \
         finish each with `--resume`, or merge those that have ended with `--partial`"
    ))
}

fn overlap(
    case: u64,
    sources: &[Results],
    owners: &[IntervalSet],
    second: &Results,
) -> ExperimentError {
    let has = |(source, own): &(&Results, &IntervalSet)| {
        let index = source.manifest().shard.index_of(case);
        index.is_some_and(|index| own.next_gap(index) != index)
    };
    let first = sources.iter().zip(owners).find(has).map_or(second, |(source, _)| source);
    ExperimentError::InvalidRequest(format!(
        "run {case} is in both {} and {}; give each shard once",
        first.dir().display(),
        second.dir().display()
    ))
}

fn prepare(out: &Path) -> Result<(), ExperimentError> {
    let is_empty = |dir: &Path| fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none());
    if out.exists() && !is_empty(out) {
        let remedy = "choose another with `--out`";
        return Err(ExperimentError::directory(out, "this directory is not empty", remedy));
    }
    fs::create_dir_all(out).map_err(ExperimentError::writing(out))
}

fn copy_runs(
    sources: &[Results],
    index: Index,
    base: u64,
    out: &Path,
) -> Result<(), ExperimentError> {
    let mut index = index.finish().map_err(ExperimentError::writing(out))?;
    let readers: Result<Vec<JournalReader>, _> =
        sources.iter().map(|source| JournalReader::open(source.dir())).collect();
    let mut readers = readers?;
    let mut journal = Journal::open(out, |_, _| Ok(()))?;
    while let Some(number) = next_number(&mut index) {
        let source = usize::try_from(number % base).unwrap_or(0);
        let entry = readers[source].read(number / base)?;
        let census = readers[source].block(&entry)?;
        journal.add_packed(&entry.row, entry.seconds, census.as_deref())?;
    }
    journal.sync()
}

/// Copies a folder with its subfolders, if there is one, except incomplete records of runs.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    let mut left: Vec<(PathBuf, PathBuf)> = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = left.pop() {
        if from.is_dir() {
            fs::create_dir_all(&to)?;
            for entry in fs::read_dir(&from)? {
                let name = entry?.file_name();
                if is_leftover(&name) {
                    continue;
                }
                left.push((from.join(&name), to.join(&name)));
            }
        } else {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}
