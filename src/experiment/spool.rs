//! The census of runs until it becomes a table: cells packed into one file, a block for each run.

use serde::{Deserialize, Serialize};

#[cfg(any(feature = "tables", test))]
use crate::compression::decompress;
use crate::compression::{Level, compress};
use crate::record::table::Cell;

/// A cell of a table that owns what it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Held {
    Whole(u64),
    Number(f64),
    Word(String),
    Empty,
}

/// The cell, to be kept.
pub(super) fn held(cell: Cell<'_>) -> Held {
    match cell {
        Cell::Whole(number) => Held::Whole(number),
        Cell::Number(number) => Held::Number(number),
        Cell::Word(word) => Held::Word(word.to_owned()),
        Cell::Empty => Held::Empty,
    }
}

#[cfg(feature = "tables")]
impl Held {
    pub fn cell(&self) -> Cell<'_> {
        match self {
            Self::Whole(number) => Cell::Whole(*number),
            Self::Number(number) => Cell::Number(*number),
            Self::Word(word) => Cell::Word(word),
            Self::Empty => Cell::Empty,
        }
    }
}

/// Rows as a block of bytes.
pub(super) fn pack(rows: &[Vec<Held>]) -> Vec<u8> {
    let plain = postcard::to_stdvec(rows).expect("plain data can be written");
    compress(&plain, Level::Fast)
}

/// The rows of a block; `None` when it is none.
#[cfg(any(feature = "tables", test))]
pub(super) fn unpack(block: &[u8]) -> Option<Vec<Vec<Held>>> {
    const MOST: u64 = 1 << 32;
    let plain = decompress(block, MOST).ok()?;
    postcard::from_bytes(&plain).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_what_was_packed() {
        let row = vec![Held::Whole(7), Held::Number(0.1), Held::Word("hare".into()), Held::Empty];
        let rows = vec![row.clone(), Vec::new(), row];
        let block = pack(&rows);
        assert_eq!(unpack(&block).unwrap(), rows);
        assert_eq!(unpack(&pack(&[])).unwrap(), Vec::<Vec<Held>>::new());
        assert!(unpack(&block[1..]).is_none() && unpack(&[]).is_none());
    }
}
