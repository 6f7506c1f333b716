//! Games: their results, read from the rows and the census of a sweep.

use std::cmp::Ordering;

use serde::Serialize;
use terrarium_creatures::behaviour::Colony;
use terrarium_sim::world::StateHash;

use super::{League, Stage};
use crate::{CaseEnding, CensusRow, Row};

/// A game of a league.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// The name of its stage.
    pub stage: String,
    /// Its number in the stage: that of the run.
    pub case: u64,
    /// The seed of its world.
    pub seed: u64,
    /// The number of simulated ticks.
    pub ticks: u64,
    /// How it ended.
    pub ending: CaseEnding,
    /// The state hash of its world at the end; `None` if it failed.
    pub state_hash: Option<StateHash>,
    /// The entrants in the order of their places; empty if it failed.
    pub sides: Vec<Side>,
    /// The encounters of every two entrants of a group; empty if it failed.
    pub encounters: Vec<Encounter>,
}

/// An entrant at the end of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// The number of the entrant.
    pub entrant: usize,
    /// The number of its creatures alive.
    pub alive: u64,
    /// The energy that they can spend, in total.
    pub energy: f64,
    /// The tick at which it died out, if it did.
    pub extinct_at: Option<u64>,
    /// The number of its failed turns.
    pub faults: u64,
    /// Whether it was suspended after too many.
    pub suspended: bool,
}

/// Two entrants in a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Encounter {
    /// The entrant in the earlier place.
    pub first: usize,
    /// The entrant in the later place.
    pub second: usize,
    /// Which of them won.
    pub winner: Winner,
    /// How often the lead changed between them.
    pub lead_changes: u64,
    /// The difference of their energies at the end, as a share of the sum: 0 for equal ones, 1 when
    /// one has all.
    pub margin: f64,
}

/// The winner of an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The entrant with this number.
    Entrant(usize),
    /// Neither.
    Draw,
}

impl Game {
    /// The game of a run of a stage, from its row and its census.
    #[must_use]
    pub fn new(league: &League, stage: &Stage, row: &Row, census: &[CensusRow]) -> Self {
        let mut game = Self {
            stage: stage.name.clone(),
            case: row.case,
            seed: row.seed,
            ticks: row.ticks,
            ending: row.ending.clone(),
            state_hash: row.state_hash,
            sides: Vec::new(),
            encounters: Vec::new(),
        };
        if row.is_failed() {
            return game;
        }
        let line_up = stage.line_up(row.case);
        let curves: Vec<Vec<f64>> = line_up.iter().map(|&it| curve(league, it, census)).collect();
        let sides = line_up.iter().zip(&curves);
        game.sides = sides.map(|(&entrant, curve)| side(league, entrant, row, curve)).collect();
        for (index, first) in game.sides.iter().enumerate() {
            for (other, second) in game.sides.iter().enumerate().skip(index + 1) {
                if !meet(league, first.entrant, second.entrant) {
                    continue;
                }
                game.encounters.push(Encounter {
                    first: first.entrant,
                    second: second.entrant,
                    winner: winner(row, first, second),
                    lead_changes: lead_changes(&curves[index], &curves[other]),
                    margin: margin(first.energy, second.energy),
                });
            }
        }
        game
    }
}

fn meet(league: &League, first: usize, second: usize) -> bool {
    league.groups().iter().any(|group| group.contains(&first) && group.contains(&second))
}

/// The energy of an entrant in each census of a game.
fn curve(league: &League, entrant: usize, census: &[CensusRow]) -> Vec<f64> {
    let name = &league.entrants[entrant].name;
    census.iter().filter(|it| it.species == *name).map(|it| it.energy).collect()
}

/// An entrant at the end. Without living creatures it has no energy, even if the game ended between
/// two rows of the census.
fn side(league: &League, entrant: usize, row: &Row, curve: &[f64]) -> Side {
    let outcome = row.of_species(&league.entrants[entrant].name);
    let alive = outcome.map_or(0, |outcome| outcome.alive);
    Side {
        entrant,
        alive,
        energy: if alive == 0 { 0.0 } else { curve.last().copied().unwrap_or(0.0) },
        extinct_at: outcome.filter(|_| alive == 0).map(|outcome| outcome.extinct_at.unwrap_or(0)),
        faults: outcome.map_or(0, |outcome| outcome.faults),
        suspended: outcome.is_some_and(|outcome| outcome.suspended),
    }
}

/// In a conquest the colony that won it, otherwise the entrant that survived longer, then the one
/// with more energy.
fn winner(row: &Row, first: &Side, second: &Side) -> Winner {
    let by_rules = |colony| match colony {
        Some(Colony::Blue) => Winner::Entrant(first.entrant),
        Some(Colony::Red) => Winner::Entrant(second.entrant),
        None => Winner::Draw,
    };
    if let CaseEnding::Decided { winner } = &row.ending {
        return by_rules(*winner);
    }
    let until = |side: &Side| side.extinct_at.unwrap_or(u64::MAX);
    let survival = until(first).cmp(&until(second));
    match survival.then(first.energy.total_cmp(&second.energy)) {
        Ordering::Less => Winner::Entrant(second.entrant),
        Ordering::Equal => Winner::Draw,
        Ordering::Greater => Winner::Entrant(first.entrant),
    }
}

/// How often the greater of two curves changes; equality changes nothing.
fn lead_changes(first: &[f64], second: &[f64]) -> u64 {
    let leads = first.iter().zip(second).map(|(first, second)| first.total_cmp(second));
    let leads: Vec<Ordering> = leads.filter(|lead| lead.is_ne()).collect();
    leads.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
}

fn margin(first: f64, second: f64) -> f64 {
    let sum = first + second;
    if sum > 0.0 { (first - second).abs() / sum } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_changes_when_the_other_curve_is_the_greater_one() {
        assert_eq!(lead_changes(&[1.0, 3.0, 1.0, 1.0], &[2.0, 2.0, 2.0, 1.0]), 2);
        assert_eq!(lead_changes(&[1.0, 2.0, 1.0], &[1.0, 1.0, 1.0]), 0);
        assert_eq!(lead_changes(&[2.0, 1.0, 0.0], &[1.0, 1.0, 1.0]), 1);
        assert_eq!(lead_changes(&[], &[]), 0);
    }

    #[test]
    fn a_margin_is_a_share_of_the_sum() {
        assert_eq!((margin(3.0, 1.0), margin(0.0, 4.0), margin(0.0, 0.0)), (0.5, 1.0, 0.0));
    }
}
