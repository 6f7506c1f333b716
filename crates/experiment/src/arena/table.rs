//! The table of a league: everything that is reported of it.

use serde::Serialize;

use super::league::write_text;
use super::schedule::holders;
use super::{Format, League, LeagueDir, Matrix, Played, Rating, Record, Skipped, files, ratings};
use crate::ExperimentError;

/// The file with the table of a league.
pub const LEAGUE: &str = "league.json";

/// The table of a league.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// The format of the league.
    pub format: Format,
    /// The number of ticks of a game.
    pub ticks: u64,
    /// The first and the last seed.
    pub seeds: (u64, u64),
    /// The number of games.
    pub games: u64,
    /// The groups of entrants that are compared with each other.
    pub groups: Vec<RankedGroup>,
    /// In the format `king`, the names of the entrants that hold the hill at the end.
    pub kings: Vec<String>,
    /// The failed games.
    pub failures: Vec<Failure>,
    /// The creatures that could not enter.
    pub skipped: Vec<Skipped>,
}

/// A group of entrants that are compared with each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedGroup {
    /// Their kind, or `animal` in a conquest.
    pub name: String,
    /// The entrants, the best first.
    pub ranking: Vec<Ranked>,
    /// The record of each entrant against each, in the same order.
    pub matrix: Vec<Vec<Record>>,
}

/// An entrant in the ranking of its group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ranked {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its name.
    pub entrant: String,
    /// Its rating.
    pub rating: f64,
    /// The 95 % interval of the rating.
    pub interval: [f64; 2],
    /// Its wins, draws and losses.
    pub record: Record,
    /// The share of encounters that it won, and the ends of its 95 % interval.
    pub share: Option<[f64; 3]>,
    /// The number of its failed turns in all games.
    pub faults: u64,
    /// The number of games in which it was suspended.
    pub suspended: u64,
}

/// A failed game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The name of its stage.
    pub stage: String,
    /// Its number in the stage.
    pub game: u64,
    /// Why it failed.
    pub reason: String,
}

impl Table {
    /// The table of a league after these games.
    #[must_use]
    pub fn new(league: &League, played: &Played) -> Self {
        let matrix = Matrix::new(league.entrants.len(), &played.games);
        let groups = ratings(league, &played.games).into_iter();
        let group = |ratings: Vec<Rating>| {
            let members: Vec<usize> = ratings.iter().map(|rating| rating.entrant).collect();
            let against = |&entrant: &usize| {
                members.iter().map(|&other| matrix.record(entrant, other)).collect()
            };
            RankedGroup {
                name: league.group_name(&members).to_owned(),
                matrix: members.iter().map(against).collect(),
                ranking: ratings.into_iter().map(|rating| ranked(league, rating)).collect(),
            }
        };
        let failed = played.games.iter().filter(|game| game.sides.is_empty());
        let failure = |game: &super::Game| Failure {
            stage: game.stage.clone(),
            game: game.case,
            reason: game.ending.detail().to_owned(),
        };
        let kings = match league.format {
            Format::King => holders(league, &played.games),
            _ => Vec::new(),
        };
        Self {
            format: league.format,
            ticks: league.conditions.ticks,
            seeds: league.conditions.seeds,
            games: played.games.len() as u64,
            groups: groups.map(group).collect(),
            kings: kings.into_iter().map(|it| league.entrants[it].name.clone()).collect(),
            failures: failed.map(failure).collect(),
            skipped: league.skipped.clone(),
        }
    }

    /// Writes the results of a league whose games have all been played into its directory.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_all(
        &self,
        league: &League,
        dir: &LeagueDir,
        played: &Played,
    ) -> Result<(), ExperimentError> {
        files::write(league, dir, played, self)
    }

    pub(super) fn write(&self, dir: &LeagueDir) -> Result<(), ExperimentError> {
        let text = serde_json::to_string_pretty(self).expect("plain data can be written") + "\n";
        write_text(&dir.path().join(LEAGUE), &text)
    }
}

fn ranked(league: &League, rating: Rating) -> Ranked {
    let Rating { entrant, rank, rating, interval, record, share, faults, suspended } = rating;
    Ranked {
        rank,
        entrant: league.entrants[entrant].name.clone(),
        rating,
        interval: interval.into(),
        record,
        share: share.map(<[f64; 3]>::from),
        faults,
        suspended,
    }
}
