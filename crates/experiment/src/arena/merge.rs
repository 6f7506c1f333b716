//! Merging the shards of a league.

use std::fs;
use std::path::{Path, PathBuf};

use super::entrant::ENTRANTS;
use super::field::FIELDS;
use super::{DEFINITION, League, LeagueDir, Played, Table, stage};
use crate::{ExperimentError, SweepManifest};

/// Whether a directory is that of a league.
#[must_use]
pub fn is_league(dir: &Path) -> bool {
    dir.join(DEFINITION).is_file()
}

/// Merges the shards of a league, in any order, into the new directory `out`. Its results are those
/// of the whole league. The shards are not changed.
///
/// # Errors
/// When the shards are of different leagues, a game is in two of them or missing, `out` is not empty,
/// or a file cannot be read or written.
pub fn merge<P: AsRef<Path>>(
    shards: &[P],
    out: &Path,
) -> Result<(League, LeagueDir, Played), ExperimentError> {
    let opened: Result<Vec<(LeagueDir, League)>, _> =
        shards.iter().map(|shard| LeagueDir::open(shard.as_ref())).collect();
    let opened = opened?;
    let Some((first, league)) = opened.first() else {
        return Err(ExperimentError::InvalidRequest("no shards are given".to_owned()));
    };
    for (other, definition) in &opened[1..] {
        if let Some(difference) = definition.difference(league) {
            let problem = format!("this is a shard of another league: {difference}");
            let remedy = "merge shards of one league";
            return Err(ExperimentError::directory(other.path(), problem, remedy));
        }
    }
    let dir = LeagueDir::empty(out)?;
    // Only the format `king` depends on games, and it has no shards.
    let stages = (0..).map_while(|number| stage(league, &dir, number, &[]));
    for next in stages {
        let parts: Vec<PathBuf> = opened.iter().map(|(dir, _)| dir.games(&next.name)).collect();
        let games = dir.games(&next.name);
        crate::merge(&parts, &games)?;
        // The copies of the entrants beside the merged games, not those of a shard.
        let mut manifest = SweepManifest::read(&games)?;
        manifest.experiment.base.folder = dir.path().to_owned();
        manifest.write(&games)?;
    }
    for name in [DEFINITION, FIELDS, ENTRANTS] {
        copy(&first.path().join(name), &dir.path().join(name))?;
    }
    let played = Played::read(league, &dir)?;
    Table::new(league, &played).write_all(league, &dir, &played)?;
    Ok((league.clone(), dir, played))
}

/// Copies a file, or a folder with its content, if it exists.
fn copy(from: &Path, to: &Path) -> Result<(), ExperimentError> {
    if from.is_dir() {
        fs::create_dir_all(to).map_err(ExperimentError::writing(to))?;
        let entries = fs::read_dir(from).map_err(ExperimentError::reading(from))?;
        return entries
            .flatten()
            .try_for_each(|entry| copy(&entry.path(), &to.join(entry.file_name())));
    }
    if from.exists() {
        fs::copy(from, to).map_err(ExperimentError::writing(to))?;
    }
    Ok(())
}
