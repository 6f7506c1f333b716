//! The arena: leagues of creatures, game by game.
//!
//! A [`League`] has a [`Format`], [`Entrant`]s, and seeds. Its games are the runs of experiments, one
//! per [`Stage`]: everything about a game follows from its number, so leagues can be resumed,
//! sharded and merged like any sweep. Every line-up is played in mirrored places with the same seeds,
//! so that no entrant profits from its place or from a seed. [`Censuses`](crate::Censuses)
//! of the finished sweeps become [`Game`]s, and these ratings, a matrix and the games most worth
//! watching: the [`Table`] of the league.

pub mod chart;
mod entrant;
pub mod field;
mod files;
mod format;
mod game;
mod highlight;
mod league;
mod matrix;
mod merge;
mod play;
mod rating;
mod schedule;
mod sparring;
mod strength;
mod table;
#[cfg(test)]
mod tests;

pub use entrant::{Entrant, Entrants, Skipped};
pub use files::{ENCOUNTERS, HIGHLIGHTS, MATRIX, RATINGS, columns};
pub use format::Format;
pub use game::{Encounter, Game, Side, Winner};
pub use highlight::{Highlight, highlights};
pub use league::{Conditions, DEFINITION, League, LeagueDir};
pub use matrix::{Matrix, Record};
pub use merge::{is_league, merge};
pub use play::{Played, play};
pub use rating::{Rating, ratings};
pub use schedule::{Stage, stage};
pub use sparring::SPARRING;
pub use table::{Failure, LEAGUE, Ranked, RankedGroup, Table};
