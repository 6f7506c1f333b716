//! The matrix of a league: how every two entrants fared against each other.

use std::ops::AddAssign;

use serde::Serialize;

use super::{Game, Winner};

/// Wins, draws and losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Record {
    /// The number of encounters won.
    pub wins: u64,
    /// The number of encounters that neither won.
    pub draws: u64,
    /// The number of encounters lost.
    pub losses: u64,
}

/// The record of every entrant against every other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    entrants: usize,
    records: Vec<Record>,
}

impl Record {
    /// The number of encounters.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of encounters won; 0 without encounters.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn share_of_wins(self) -> f64 {
        self.wins as f64 / self.games().max(1) as f64
    }

    /// The share of points, 1 for a win and ½ for a draw; `None` without encounters.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn share_of_points(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }
}

impl AddAssign for Record {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Matrix {
    /// The matrix of these games among this many entrants.
    #[must_use]
    pub fn new(entrants: usize, games: &[Game]) -> Self {
        let mut matrix = Self { entrants, records: vec![Record::default(); entrants * entrants] };
        for encounter in games.iter().flat_map(|game| &game.encounters) {
            for (own, other) in
                [(encounter.first, encounter.second), (encounter.second, encounter.first)]
            {
                let record = &mut matrix.records[own * entrants + other];
                match encounter.winner {
                    Winner::Draw => record.draws += 1,
                    Winner::Entrant(winner) if winner == own => record.wins += 1,
                    Winner::Entrant(_) => record.losses += 1,
                }
            }
        }
        matrix
    }

    /// The record of an entrant against another.
    #[must_use]
    pub fn record(&self, entrant: usize, against: usize) -> Record {
        self.records[entrant * self.entrants + against]
    }

    /// The record of an entrant against all others.
    #[must_use]
    pub fn total(&self, entrant: usize) -> Record {
        let mut sum = Record::default();
        (0..self.entrants).for_each(|other| sum += self.record(entrant, other));
        sum
    }
}
