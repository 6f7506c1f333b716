//! The content of a `TICK` chunk: state hashes and history of several ticks.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use terrarium_output::compression::{Level, compress, decompress};
use terrarium_sim::world::StateHash;

use super::hashes::Hashes;

/// The most bytes of a decompressed chunk.
const LIMIT: u64 = 256 << 20;

/// The ticks of a chunk.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Block {
    /// The state hash after each tick.
    pub hashes: Vec<(u64, [u8; 16])>,
    /// The history of each tick, in the history's own encoding.
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

    /// The block without the ticks after `tick`.
    pub fn until(mut self, tick: u64) -> Self {
        self.hashes.retain(|&(at, _)| at <= tick);
        self.rows.retain(|&(at, _)| at <= tick);
        self
    }

    /// The last tick.
    pub fn last(&self) -> u64 {
        self.hashes.last().map_or(0, |&(tick, _)| tick)
    }

    /// The state hash after each tick.
    pub fn state_hashes(&self) -> Hashes {
        let hash = |&(tick, hash): &(u64, [u8; 16])| (tick, StateHash(u128::from_le_bytes(hash)));
        self.hashes.iter().map(hash).collect()
    }

    pub fn encode(&self) -> Vec<u8> {
        pack(&postcard::to_stdvec(self).expect("plain data can be serialised"))
    }

    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        decode(bytes)
    }
}

/// Compresses bytes.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    compress(bytes, Level::Default)
}

/// Decompresses at most [`LIMIT`] bytes.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    decompress(bytes, LIMIT).map_err(|error| error.to_string())
}

/// Decompresses bytes and decodes them with `postcard`.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let plain = unpack(bytes)?;
    match postcard::take_from_bytes(&plain) {
        Ok((content, [])) => Ok(content),
        _ => Err("its content cannot be decoded".to_owned()),
    }
}
