//! Temporary storage of the census of runs, until it is written as a table: one file with a
//! compressed block for each run.

use serde::{Deserialize, Serialize};
use terrarium_output::compression::{Level, compress, decompress};
use terrarium_output::table::Cell;

/// An owned cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum SpooledCell {
    Whole(u64),
    Number(f64),
    Word(String),
    Empty,
}

/// Converts a cell into an owned one.
pub(super) fn owned_cell(cell: Cell<'_>) -> SpooledCell {
    match cell {
        Cell::Whole(number) => SpooledCell::Whole(number),
        Cell::Number(number) => SpooledCell::Number(number),
        Cell::Word(word) => SpooledCell::Word(word.to_owned()),
        Cell::Empty => SpooledCell::Empty,
    }
}

impl SpooledCell {
    pub fn cell(&self) -> Cell<'_> {
        match self {
            Self::Whole(number) => Cell::Whole(*number),
            Self::Number(number) => Cell::Number(*number),
            Self::Word(word) => Cell::Word(word),
            Self::Empty => Cell::Empty,
        }
    }
}

/// Encodes and compresses rows into a block.
pub(super) fn pack(rows: &[Vec<SpooledCell>]) -> Vec<u8> {
    let plain = postcard::to_stdvec(rows).expect("plain data can be written");
    compress(&plain, Level::Fast)
}

/// Decodes the rows of a block; `None` when it is invalid.
pub(super) fn unpack(block: &[u8]) -> Option<Vec<Vec<SpooledCell>>> {
    const MOST: u64 = 1 << 32;
    let plain = decompress(block, MOST).ok()?;
    postcard::from_bytes(&plain).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_rows_unpack_to_the_same() {
        let row = vec![
            SpooledCell::Whole(7),
            SpooledCell::Number(0.1),
            SpooledCell::Word("hare".into()),
            SpooledCell::Empty,
        ];
        let rows = vec![row.clone(), Vec::new(), row];
        let block = pack(&rows);
        assert_eq!(unpack(&block).unwrap(), rows);
        assert_eq!(unpack(&pack(&[])).unwrap(), Vec::<Vec<SpooledCell>>::new());
        assert!(unpack(&block[1..]).is_none() && unpack(&[]).is_none());
    }
}
