//! Ratings: Glicko-2, and the share of wins.

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{
    Glicko2Config, Glicko2Rating, confidence_interval, glicko2_rating_period,
};
use terrarium_studies::statistics::wilson;

use super::{Encounter, Format, Game, League, Matrix, Record, Winner};

/// The rating of an entrant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rating {
    /// The number of the entrant.
    pub entrant: usize,
    /// Its rank in its group, from 1; equal ratings share a rank.
    pub rank: usize,
    /// Its Glicko-2 rating, rounded to a tenth.
    pub rating: f64,
    /// The 95 % interval of the rating.
    pub interval: (f64, f64),
    /// Its wins, draws and losses.
    pub record: Record,
    /// The share of encounters that it won, and its 95 % interval by Wilson's score; `None` without
    /// encounters.
    pub share: Option<(f64, f64, f64)>,
    /// The number of its failed turns in all games.
    pub faults: u64,
    /// The number of games in which it was suspended.
    pub suspended: u64,
}

/// The ratings of each group of a league, the best first; equal ones by name.
///
/// The games with one seed are a rating period of Glicko-2, in the order of the seeds; in the format
/// `king`, the games of one series. All entrants begin with 1500 ± 350.
#[must_use]
pub fn ratings(league: &League, games: &[Game]) -> Vec<Vec<Rating>> {
    let glicko = glicko(league.entrants.len(), &periods(league, games));
    let matrix = Matrix::new(league.entrants.len(), games);
    let rating = |entrant: usize| {
        let record = matrix.total(entrant);
        let sides = || games.iter().flat_map(|game| &game.sides).filter(|it| it.entrant == entrant);
        let share = wilson(record.wins, record.games());
        let (low, high) = confidence_interval(&glicko[entrant]);
        Rating {
            entrant,
            rank: 0,
            rating: tenth(glicko[entrant].rating),
            interval: (tenth(low), tenth(high)),
            record,
            share: share.map(|(low, high)| (record.share_of_wins(), low, high)),
            faults: sides().map(|side| side.faults).sum(),
            suspended: sides().filter(|side| side.suspended).count() as u64,
        }
    };
    let mut groups: Vec<Vec<Rating>> =
        league.groups().into_iter().map(|group| group.into_iter().map(rating).collect()).collect();
    groups.iter_mut().for_each(|group| rank(league, group));
    groups
}

fn rank(league: &League, group: &mut [Rating]) {
    let name = |rating: &Rating| &league.entrants[rating.entrant].name;
    group.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| name(a).cmp(name(b))));
    for index in 0..group.len() {
        let is_equal = index > 0 && group[index].rating == group[index - 1].rating;
        group[index].rank = if is_equal { group[index - 1].rank } else { index + 1 };
    }
}

/// The encounters of each rating period.
fn periods<'a>(league: &League, games: &'a [Game]) -> Vec<Vec<&'a Encounter>> {
    let mut keys: Vec<(&str, u64)> = games.iter().map(|game| period(league, game)).collect();
    if league.format == Format::King {
        keys.dedup();
    } else {
        keys.sort_unstable();
        keys.dedup();
    }
    let of = |key: &(&str, u64)| {
        let games = games.iter().filter(|game| period(league, game) == *key);
        games.flat_map(|game| &game.encounters).collect()
    };
    keys.iter().map(of).collect()
}

fn period<'a>(league: &League, game: &'a Game) -> (&'a str, u64) {
    match league.format {
        Format::King => (&game.stage, 0),
        _ => ("", game.seed),
    }
}

/// The ratings after all periods.
pub(super) fn glicko(entrants: usize, periods: &[Vec<&Encounter>]) -> Vec<Glicko2Rating> {
    let config = Glicko2Config::new();
    let mut ratings = vec![Glicko2Rating::new(); entrants];
    for period in periods {
        let mut results: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); entrants];
        for &&Encounter { first, second, winner, .. } in period {
            results[first].push((ratings[second], outcome(winner, first)));
            results[second].push((ratings[first], outcome(winner, second)));
        }
        let played = ratings.iter().zip(&results);
        let rated = played.map(|(rating, results)| match &results[..] {
            [] => *rating,
            results => glicko2_rating_period(rating, results, &config),
        });
        ratings = rated.collect();
    }
    ratings
}

fn outcome(winner: Winner, entrant: usize) -> Outcomes {
    match winner {
        Winner::Draw => Outcomes::DRAW,
        Winner::Entrant(number) if number == entrant => Outcomes::WIN,
        Winner::Entrant(_) => Outcomes::LOSS,
    }
}

/// A number to one decimal: mathematical functions of machines may differ in the last bit.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
