//! What a world starts from: a TOML file read into a checked [`Scenario`], still without a world.
//!
//! ```toml
//! description = "A clearing"   # one line, up to 200 characters
//! seed = 1                     # of all chance in the world; 1 if it is left out
//!
//! [world]
//! size = [1600, 1200]          # width and height in units; left out where there is a terrain
//!
//! [terrain]                    # optional: the world is as large as its map
//! map = "maps/river.map"       # a map file, its path as seen from this file; or
//! rows = ["  ~~", "  ~~"]      # a picture of tiles
//! tile = 32                    # the side of a tile, in units; 32 if it is left out
//!
//! [rules]                      # any rule; `terrarium rules` lists them
//! light = 50
//!
//! [[population]]               # as many as there are species
//! species = "clover"
//! count = 400
//! grown = 0.5                  # the share that starts grown up; 0.5 if it is left out
//! ```
//!
//! Where colonies fight for bases there is, besides,
//!
//! ```toml
//! [[terrain.base]]             # beside rows; a map file has its own
//! name = "Courtyard"
//! capture = [5, 4]             # the tile from which it is taken, column and row from 0
//! polygon = [[2, 2], [9, 2], [9, 6], [2, 6]]   # what belongs to it, outline included
//!
//! [colonies]                   # each a list of species that have a population
//! blue = ["ant"]
//! red = ["termite"]
//! ```
//!
//! Any other key is a diagnostic. [`Override`](crate::document::Setting)s change a scenario before it
//! is checked: `seed=7`, `world.size=[800,600]`, `rules.light=60`, `population.clover=100`,
//! `population.clover.grown=1`. Setting one of `world.size`, `terrain.map` and `terrain.rows` takes
//! away whichever of the others the scenario had.

mod cast;
mod colonies;
mod error;
mod founding;
mod nesting;
mod reading;
mod settings;
mod shipped;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::geometry::DVec2;
use crate::input::Located;
use crate::rules::Rules;
use crate::space::terrain::ControlPoint;

pub use colonies::Colonies;
pub use error::ScenarioError;
pub use founding::FoundingError;
pub use nesting::ConquestProblem;

/// The most founders that a scenario can have, over all its species.
pub const MAX_FOUNDERS: u64 = 10_000_000;

/// The side of a tile where nothing else is said, in units.
pub const DEFAULT_TILE: f64 = 32.0;

/// The share of founders that start grown up where nothing else is said.
pub const DEFAULT_GROWN: f64 = 0.5;

/// The seed where nothing else is said.
pub const DEFAULT_SEED: u64 = 1;

/// A checked scenario: everything a world is founded on but the creatures themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Its name: a shipped one's, or the file's without its ending.
    pub name: String,
    /// One line for people.
    pub description: String,
    /// The seed of all chance.
    pub seed: u64,
    /// What the world is like before anything lives there.
    pub land: Land,
    /// The land of the file, where a setting has put another map in its place. The populations of
    /// the file are meant for this one, and come in the same density to the other.
    pub meant_for: Option<Land>,
    /// The rules, with those that the scenario changes.
    pub rules: Rules,
    /// Who is there at the start, in the order of the file. No species is there twice.
    pub populations: Vec<Population>,
    /// Which of them fight for bases, if any do.
    pub colonies: Option<Colonies>,
    /// The file as it was written, without any settings.
    pub text: String,
    /// The BLAKE3 hash of that text, in hexadecimal.
    pub content_hash: String,
}

/// What a world is like before anything lives there.
#[derive(Debug, Clone, PartialEq)]
pub enum Land {
    /// Open ground of this width and height, in units.
    Open(Located<DVec2>),
    /// What a map file shows.
    Map {
        /// The file, as seen from the working directory.
        path: Located<PathBuf>,
        /// The side of a tile, in units.
        tile: f64,
    },
    /// What a picture shows.
    Rows {
        /// Its rows, from the top, each with its place in the scenario.
        rows: Vec<Located<String>>,
        /// The side of a tile, in units.
        tile: f64,
        /// The bases on it.
        bases: Vec<ControlPoint>,
    },
}

/// The founders of one species.
#[derive(Debug, Clone, PartialEq)]
pub struct Population {
    /// The name of the species.
    pub species: Located<String>,
    /// How many there are at the start.
    pub count: u64,
    /// Whether that is a setting's word, to be taken as it is whatever the land.
    pub is_set: bool,
    /// The share of them that starts grown up, 0 to 1; the others start as newborns.
    pub grown: f64,
}
