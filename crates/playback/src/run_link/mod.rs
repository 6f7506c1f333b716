//! A run as a link: everything that it follows from, in a text of at most 32 KiB.
//!
//! A [`RunLink`] holds a scenario with its overrides and creatures, the commands that were given, the favourites, the
//! tick to go to, and the state hash of the world there. Whoever founds it and simulates so many ticks gets the same
//! world, and the hash shows it.
//!
//! A link is the address of a page with the run behind `#run=`; what precedes that does not matter. The run is
//! text: the format, a dot, and in base64url
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the first bytes of BLAKE3 of the format, a dot and all that follows |
//! | 1 | the length of the version of the program |
//! | so many | the version of the program that made the link |
//! | the rest | the run as JSON, compressed with Zstandard |
//!
//! Everything but the last row is the same in all formats, so any version can name the one that made a link.
//!
//! A link comes from a stranger. So [`RunLink::parse`] bounds its size before and after it is decompressed, and
//! counts what it holds, and [`RunLink::prepare`] bounds the memory of its founders before the world is founded. No
//! file is read on the way. [`limits`] lists all bounds.

mod checking;
mod commands;
mod encoding;
mod error;
pub mod limits;
mod making;
mod message;
mod received;
mod replay;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::CreatureFiles;
use terrarium_input::document::Override;
use terrarium_run::scenario::Scenario;
use terrarium_run::{PreparedScenario, Ready};
use terrarium_sim::world::StateHash;

use crate::album::Favourite;

pub use commands::{LinkCommand, LinkedCommand};
pub use error::LinkError;
pub use limits::MAX_TEXT;
pub use making::SharedRun;
pub use replay::{LinkReplay, LinkVerdict};

/// The format of links that this version reads and writes.
pub const FORMAT: u32 = 1;

/// The page that links lead to unless another one is given: that of `terrarium serve`.
pub const PAGE: &str = "http://127.0.0.1:8323/";

/// The conventional extension of files with a link.
pub const EXTENSION: &str = "link";

/// What precedes the run in a link.
pub const MARK: &str = "#run=";

/// A run, with everything that it follows from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunLink {
    /// The version of the program that made the link.
    #[serde(skip)]
    pub program: String,
    /// The format of the snapshots of that version: versions with another one simulate other worlds.
    pub snapshot_format: u32,
    /// The scenario.
    pub scenario: LinkScenario,
    /// The overrides of the scenario and its creatures, as `key=value`, in order. The seed is one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The creatures that are not shipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub creatures: Vec<CreatureFiles>,
    /// The commands, in order. Those of the last tick are applied after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<LinkCommand>,
    /// The organisms that were kept an eye on, with the names that they were given.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub favourites: BTreeMap<OrganismId, Favourite>,
    /// The tick to go to. The run begins at tick 0.
    pub tick: u64,
    /// The state hash of the world at that tick, after all commands.
    #[serde(with = "hash_text")]
    pub hash: StateHash,
}

/// The scenario of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LinkScenario {
    /// A scenario that is built into the program.
    Shipped {
        /// Its name.
        name: String,
        /// The BLAKE3 hash of its text, in hexadecimal.
        content_hash: String,
    },
    /// Another one.
    Own {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
}

impl LinkScenario {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Shipped { name, .. } | Self::Own { name, .. } => name,
        }
    }

    /// Its text.
    fn text(&self) -> Result<&str, LinkError> {
        match self {
            Self::Own { text, .. } => Ok(text),
            Self::Shipped { name, .. } => Scenario::shipped_text(name)
                .ok_or_else(|| LinkError::UnknownScenario { name: name.clone() }),
        }
    }
}

impl RunLink {
    /// The seed of all random numbers: that of the last override of it, or that of the scenario.
    ///
    /// # Errors
    /// When the scenario or an override is invalid.
    pub fn seed(&self) -> Result<u64, LinkError> {
        let name = self.scenario.name();
        let text = self.scenario.text()?;
        let scenario = Scenario::of_text(name, text, &self.parsed_overrides()?, &self.creatures);
        Ok(scenario.map_err(terrarium_run::StartError::from)?.seed)
    }

    /// Reads the scenario and the creatures, and bounds the founders and their memory. Nothing is founded yet.
    ///
    /// # Errors
    /// When the scenario, an override or a creature is invalid, or a limit is exceeded.
    pub fn prepare(&self) -> Result<PreparedScenario, LinkError> {
        let name = self.scenario.name();
        let text = self.scenario.text()?;
        let overrides = self.parsed_overrides()?;
        let prepared = PreparedScenario::of_text(name, text, &overrides, &self.creatures)?;
        checking::check_founders(&prepared)?;
        Ok(prepared)
    }

    /// Founds the world at tick 0, without the commands.
    ///
    /// # Errors
    /// Those of [`prepare`](Self::prepare), and when the founders find no room.
    pub fn create(&self) -> Result<Ready, LinkError> {
        Ok(self.prepare()?.create()?)
    }

    fn parsed_overrides(&self) -> Result<Vec<Override>, LinkError> {
        let parse = |text: &String| {
            Override::parse(text).map_err(|problem| LinkError::Content(problem.into()))
        };
        self.overrides.iter().map(parse).collect()
    }
}

/// A state hash as 32 hexadecimal digits.
mod hash_text {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use terrarium_sim::world::StateHash;

    pub fn serialize<S: Serializer>(hash: &StateHash, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(hash)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StateHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("this is no state hash"))
    }
}
