//! Several ticks in one chunk: what they left of state and history.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::compression::{Level, compress, decompress};
use crate::world::StateHash;

/// The most that a chunk may hold when it is unpacked, in bytes.
const LIMIT: u64 = 256 << 20;

/// The ticks that a chunk holds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Block {
    /// The state after each tick.
    pub hashes: Vec<(u64, [u8; 16])>,
    /// What the history holds of each, in words that only the history knows.
    pub rows: Vec<(u64, Vec<u8>)>,
}

impl Block {
    pub fn add(&mut self, tick: u64, hash: StateHash, row: Option<Vec<u8>>) {
        self.hashes.push((tick, hash.0.to_le_bytes()));
        self.rows.extend(row.map(|row| (tick, row)));
    }

    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty() && self.rows.is_empty()
    }

    /// Only those up to a tick.
    pub fn until(mut self, tick: u64) -> Self {
        self.hashes.retain(|&(at, _)| at <= tick);
        self.rows.retain(|&(at, _)| at <= tick);
        self
    }

    /// The last tick in it.
    pub fn last(&self) -> u64 {
        self.hashes.last().map_or(0, |&(tick, _)| tick)
    }

    pub fn encoded(&self) -> Vec<u8> {
        pack(&postcard::to_stdvec(self).expect("plain data can be serialised"))
    }

    pub fn decoded(bytes: &[u8]) -> Result<Self, String> {
        unpacked(bytes)
    }
}

/// Compresses bytes.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    compress(bytes, Level::Default)
}

/// What compressed bytes hold, however much they claim to be.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    decompress(bytes, LIMIT).map_err(|error| error.to_string())
}

/// What compressed bytes hold, as `postcard` wrote it.
pub(super) fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let plain = unpack(bytes)?;
    match postcard::take_from_bytes(&plain) {
        Ok((content, [])) => Ok(content),
        _ => Err("it is not what stands in its place".to_owned()),
    }
}
