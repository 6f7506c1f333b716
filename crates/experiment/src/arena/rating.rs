//! Ratings, from all games at once, and the share of wins.

use std::collections::BTreeMap;

use serde::Serialize;
use terrarium_studies::statistics::wilson;

use super::strength::{Results, Strength, strengths};
use super::{Game, League, Matrix, Record, Winner};

/// The rating of an entrant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rating {
    /// The number of the entrant.
    pub entrant: usize,
    /// Its rank in its group, from 1; equal ratings share a rank.
    pub rank: usize,
    /// Its rating, rounded to a tenth: 400 points more are odds of ten to one. The mean of its group is 1500.
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
/// Creatures do not change within a league, so all games are rated at once, by the model of Bradley and Terry with draws. In
/// which order they were played has no effect. Results against each other of k entrants in one game count 3 / (k + 1) each,
/// which gives the intervals the width that a ranking of k equals has.
#[must_use]
pub fn ratings(league: &League, games: &[Game]) -> Vec<Vec<Rating>> {
    let matrix = Matrix::new(league.entrants.len(), games);
    let rating = |(entrant, strength): (usize, Strength)| {
        let record = matrix.total(entrant);
        let sides = || games.iter().flat_map(|game| &game.sides).filter(|it| it.entrant == entrant);
        let share = wilson(record.wins, record.games());
        let (low, high) = strength.interval;
        Rating {
            entrant,
            rank: 0,
            rating: tenth(strength.rating),
            interval: (tenth(low), tenth(high)),
            record,
            share: share.map(|(low, high)| (record.share_of_wins(), low, high)),
            faults: sides().map(|side| side.faults).sum(),
            suspended: sides().filter(|side| side.suspended).count() as u64,
        }
    };
    let groups = league.groups().into_iter().map(|group| {
        let strengths = strengths(group.len(), &results(&group, games));
        let mut rated: Vec<Rating> = group.into_iter().zip(strengths).map(rating).collect();
        rank(league, &mut rated);
        rated
    });
    groups.collect()
}

/// The results of the members of a group against each other, by pair.
fn results(group: &[usize], games: &[Game]) -> Vec<Results> {
    let member = |entrant: usize| group.iter().position(|&it| it == entrant);
    let mut all: BTreeMap<(usize, usize), Results> = BTreeMap::new();
    for game in games {
        let pairs = game.encounters.iter();
        let pairs = pairs.filter_map(|it| Some((member(it.first)?, member(it.second)?, it.winner)));
        let pairs: Vec<_> = pairs.collect();
        let weight = 3.0 / (opponents(pairs.len()) + 2.0);
        for (first, second, winner) in pairs {
            let pair = (first.min(second), first.max(second));
            let nothing = Results { pair, won: 0.0, lost: 0.0, drawn: 0.0 };
            let results = all.entry(pair).or_insert(nothing);
            match winner {
                Winner::Draw => results.drawn += weight,
                Winner::Entrant(number) if number == group[pair.0] => results.won += weight,
                Winner::Entrant(_) => results.lost += weight,
            }
        }
    }
    all.into_values().collect()
}

/// The number of opponents that each has in a game with so many pairs of entrants.
fn opponents(pairs: usize) -> f64 {
    ((1.0 + 8.0 * pairs as f64).sqrt() - 1.0) / 2.0
}

fn rank(league: &League, group: &mut [Rating]) {
    let name = |rating: &Rating| &league.entrants[rating.entrant].name;
    group.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| name(a).cmp(name(b))));
    for index in 0..group.len() {
        let is_equal = index > 0 && group[index].rating == group[index - 1].rating;
        group[index].rank = if is_equal { group[index - 1].rank } else { index + 1 };
    }
}

/// A number to one decimal: mathematical functions of machines may differ in the last bit.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
