//! Scenarios: TOML files that define the initial state of a world, read and validated.
//!
//! ```toml
//! description = "A clearing"   # one line, up to 200 characters
//! seed = 1                     # seed of all random numbers; default: 1
//! walls = [[100, 100, 124, 700]]   # optional; the edges of each: left, upper, right, lower
//! polygons = [[[300, 100], [420, 140], [360, 240]]]   # optional; the corners of each
//! creatures = ["my-creatures"] # optional; folders of creatures, relative to the folder of this file
//!
//! [world]
//! size = [1600, 1200]          # width and height in units; left out if there is a terrain
//!
//! [terrain]                    # optional; determines the size of the world
//! map = "maps/river.map"       # a map file, relative to the folder of this file; or
//! rows = ["  ~~", "  ~~"]      # rows of tiles
//! tile = 32                    # the side of a tile, in units; default: 32
//!
//! [rules]                      # any rules; `terrarium rules` lists them
//! light = 50
//!
//! [[population]]               # one table per species
//! species = "clover"
//! count = 400
//! grown = 0.5                  # the share that starts mature; default: 0.5
//! at = [[120, 80], [300, 80, 11]]   # optional; the first founders: x, y, and the radius unless mature
//! ```
//!
//! Links lead creatures from one place to another, whatever lies between:
//!
//! ```toml
//! [[links]]
//! name = "ferry"
//! from = [120, 80]             # in units
//! to = [360, 80]
//! ticks = 40                   # the duration of a crossing
//! one_way = true               # default: false
//! cost = 100                   # in units of path; default: what is walked in that time
//! open = false                 # whether it is open in the beginning; default: true
//! ```
//!
//! The timetable lists commands that are applied after stated ticks:
//!
//! ```toml
//! [[command]]
//! name = "summer"              # default: what it does, here `drought`
//! tick = 5000                  # the tick after which it is applied
//! every = 2000                 # optional; the interval at which it is repeated, in ticks
//! until = 9000                 # optional; the last tick after which it is repeated
//! drought = { light = 0.2, ticks = 300 }
//! ```
//!
//! A scenario in which colonies fight for bases also has
//!
//! ```toml
//! [[terrain.base]]             # with rows only; a map file defines its own bases
//! name = "Courtyard"
//! capture = [5, 4]             # its capture tile: column and row, from 0
//! polygon = [[2, 2], [9, 2], [9, 6], [2, 6]]   # the corners of its area, outline included
//!
//! [colonies]                   # lists of species that have a population
//! blue = ["ant"]
//! red = ["termite"]
//! ```
//!
//! Any other key is an error. [`Override`](terrarium_input::document::Override)s change a scenario before it is
//! validated: `seed=7`, `world.size=[800,600]`, `rules.light=60`, `population.clover=100`,
//! `population.clover.grown=1`,
//! `command.summer.tick=6000`, `command.summer.light=0.1`. Overriding one of `world.size`, `terrain.map` and `terrain.rows`
//! removes the others from the scenario.

mod colonies;
mod error;
mod founding;
mod given;
mod links;
mod memory;
mod nesting;
mod overrides;
mod placing;
mod polygons;
mod reading;
mod resolve;
mod saving;
mod shipped;
#[cfg(not(target_family = "wasm"))]
mod svg;
mod timetable;

use std::path::PathBuf;

use terrarium_creatures::rules::Rules;
use terrarium_input::{Diagnostic, Located};
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::ControlPoint;

pub use colonies::Colonies;
pub use error::ScenarioError;
pub use founding::{FoundingError, FoundingObserver, FoundingProgress};
pub use links::ScenarioLink;
pub use nesting::ConquestProblem;
pub use placing::FounderPlace;
pub use saving::{Places, SaveScenarioError, SavedScenario};
pub use timetable::{COMMAND, changed_timetable, command_name, factor_keys};
pub use timetable::{ScenarioCommand, read_intervention};

/// The maximum number of founders of a scenario, over all species.
pub const MAX_FOUNDERS: u64 = 10_000_000;

/// The default side of a tile, in units.
pub const DEFAULT_TILE: f64 = 32.0;

/// The default share of founders that start mature.
pub const DEFAULT_GROWN: f64 = 0.5;

/// The default seed.
pub const DEFAULT_SEED: u64 = 1;

/// A validated scenario: the initial state of a world, except for the species themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Its name: that of a shipped scenario, or the file name without its extension.
    pub name: String,
    /// A description in one line.
    pub description: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The size and terrain of the world.
    pub land: Land,
    /// The land of the file, if an override has replaced its map. The population counts of the file
    /// are meant for this land, and are scaled to the same density on the other.
    pub original_land: Option<Land>,
    /// The rules, with the values of the scenario applied.
    pub rules: Rules,
    /// The founders, in the order of the file, with each species at most once.
    pub populations: Vec<Population>,
    /// The species that fight for bases, if there are colonies.
    pub colonies: Option<Colonies>,
    /// The links, in the order of the file.
    pub links: Vec<ScenarioLink>,
    /// The timetable, in the order of the file.
    pub timetable: Vec<ScenarioCommand>,
    /// The walls, like those that commands build.
    pub walls: Vec<Located<Aabb>>,
    /// The polygons, like those that commands build; those of files with the places in these.
    pub polygons: Vec<Located<Polygon>>,
    /// What users should know of it, such as what of a file of outlines is left out.
    pub notes: Vec<Diagnostic>,
    /// The folders of its own creatures, relative to the working directory. They take the place of shipped
    /// creatures of the same names.
    pub creature_folders: Vec<PathBuf>,
    /// The text of the file, without overrides.
    pub text: String,
    /// The BLAKE3 hash of that text, in hexadecimal.
    pub content_hash: String,
}

/// The size and terrain of a world.
#[derive(Debug, Clone, PartialEq)]
pub enum Land {
    /// Open ground of this width and height, in units.
    Open(Located<DVec2>),
    /// A map file.
    Map {
        /// The path of the file, relative to the working directory.
        path: Located<PathBuf>,
        /// The side of a tile, in units.
        tile: f64,
    },
    /// Rows of tiles in the scenario file.
    Rows {
        /// The rows, from the top, each with its location in the scenario.
        rows: Vec<Located<String>>,
        /// The side of a tile, in units.
        tile: f64,
        /// The bases.
        bases: Vec<ControlPoint>,
    },
}

/// The founders of one species.
#[derive(Debug, Clone, PartialEq)]
pub struct Population {
    /// The name of the species.
    pub species: Located<String>,
    /// The number of founders.
    pub count: u64,
    /// Whether the count comes from an override. It is then not scaled to the land.
    pub is_overridden: bool,
    /// The share of founders that starts mature, 0 to 1; the others start younger.
    pub grown: f64,
    /// The places of the first founders. The others are placed at random.
    pub places: Vec<Located<FounderPlace>>,
}
