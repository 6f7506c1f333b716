//! Shards put together: as if one sweep had lived them all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::interval_set::IntervalSet;
use super::journal::{Entries, JOURNAL, Journal, Pages};
use super::kept::KEPT;
use super::results::{Index, next_of, note};
use super::{ExperimentError, Progress, Results, Shard, SweepManifest, SweepResult, tables};

/// The most directories that can be put together: numbers of runs share a word with them.
const MOST_SHARDS: u64 = 1 << 20;

/// Puts the runs in `shards`, in whatever order they are given, together in the new directory `out`,
/// whose tables are those of a sweep that lived all of them. The shards stay as they are.
///
/// # Errors
/// When they are not of one experiment, a run is in two of them or in none, `out` is not empty, or
/// something cannot be read or written.
pub fn merge<P: AsRef<Path>>(
    shards: &[P],
    out: impl AsRef<Path>,
) -> Result<SweepResult, ExperimentError> {
    let out = out.as_ref();
    let sources: Result<Vec<Results>, _> = shards.iter().map(Results::open).collect();
    let sources = sources?;
    let Some(first) = sources.first() else {
        return Err(ExperimentError::Asked("there are no shards; name their directories".into()));
    };
    for other in &sources {
        let SweepManifest { fingerprint, experiment, .. } = first.manifest();
        let same = other.manifest().check(other.dir(), fingerprint, experiment);
        same.map_err(|error| mixed(&error, first.dir()))?;
    }
    let (index, base) = locate(&sources)?;
    prepare(out)?;
    let manifest = SweepManifest {
        shard: Shard::default(),
        finished: false,
        endings: Default::default(),
        ..first.manifest().clone()
    };
    manifest.write(out)?;
    copy_runs(&sources, index, base, out)?;
    for source in &sources {
        copy_kept(&source.dir().join(KEPT), &out.join(KEPT))
            .map_err(ExperimentError::writing(out.join(KEPT)))?;
    }
    let manifest = tables::write(out)?;
    let failed = manifest.endings.get("failed").copied().unwrap_or(0);
    let progress =
        Progress { runs: manifest.runs, done: manifest.runs, failed, ..Progress::default() };
    Ok(SweepResult { dir: out.to_owned(), progress, finished: true })
}

fn mixed(error: &ExperimentError, first: &Path) -> ExperimentError {
    let told = error.to_string();
    let told = told.split("; choose another").next().unwrap_or_default();
    let first = first.display();
    ExperimentError::Asked(format!("{told}, compared with {first}; merge shards of one experiment"))
}

/// Where each run is: in which directory, and where in its journal.
fn locate(sources: &[Results]) -> Result<(Index, u64), ExperimentError> {
    let base = sources.len() as u64;
    if base > MOST_SHARDS {
        let problem = format!("{base} shards are too many; merge {MOST_SHARDS} at most");
        return Err(ExperimentError::Asked(problem));
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
            note(source.dir(), source.manifest().shard, runs, &mut own, place)?;
            if !seen.insert(case) {
                // The least, for a journal is in the order in which runs happened to end.
                twice = Some(twice.map_or(case, |least| case.min(least)));
            }
            let noted = index.put(case, at * base + number);
            noted.map_err(ExperimentError::writing(std::env::temp_dir()))?;
        }
        if let Some(case) = twice {
            return Err(overlap(case, sources, &owners, source));
        }
        owners.push(own);
    }
    let gaps = seen.gaps(runs);
    if gaps.0.is_empty() {
        return Ok((index, base));
    }
    let count: u64 = gaps.0.iter().map(|gap| gap.end - gap.start).sum();
    Err(ExperimentError::Asked(format!(
        "{count} of {runs} runs are in none of these directories: {gaps}; name all shards, and finish \
         each with `--resume`"
    )))
}

fn overlap(
    case: u64,
    sources: &[Results],
    owners: &[IntervalSet],
    second: &Results,
) -> ExperimentError {
    let has = |(source, own): &(&Results, &IntervalSet)| {
        let place = source.manifest().shard.place(case);
        place.is_some_and(|place| own.next_gap(place) != place)
    };
    let first = sources.iter().zip(owners).find(has).map_or(second, |(source, _)| source);
    ExperimentError::Asked(format!(
        "run {case} is in both {} and {}; name each shard once",
        first.dir().display(),
        second.dir().display()
    ))
}

fn prepare(out: &Path) -> Result<(), ExperimentError> {
    let is_empty = |dir: &Path| fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none());
    if out.exists() && !is_empty(out) {
        let problem = "there is something here already; choose another directory with `--out`";
        return Err(ExperimentError::directory(out, problem));
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
    let pages: Result<Vec<Pages>, _> =
        sources.iter().map(|source| Pages::open(source.dir())).collect();
    let mut pages = pages?;
    let mut journal = Journal::open(out, |_, _| Ok(()))?;
    while let Some(place) = next_of(&mut index) {
        let source = usize::try_from(place % base).unwrap_or(0);
        let entry = pages[source].read(place / base)?;
        let census = pages[source].block(&entry)?;
        journal.add_packed(&entry.row, entry.seconds, census.as_deref())?;
    }
    journal.sync()
}

/// Copies the records of runs, folders and all.
fn copy_kept(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    let mut left: Vec<(PathBuf, PathBuf)> = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = left.pop() {
        if from.is_dir() {
            fs::create_dir_all(&to)?;
            for entry in fs::read_dir(&from)? {
                let name = entry?.file_name();
                left.push((from.join(&name), to.join(&name)));
            }
        } else {
            fs::copy(&from, &to)?;
        }
    }
    Ok(())
}
