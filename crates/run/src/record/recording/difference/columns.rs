//! The differences of many values, by column.

use serde::{Deserialize, Serialize};

use super::records::Earlier;
use super::value::{self, Known};
use super::{FRAME, SHARED};
use crate::record::recording::block::{decode, pack, unpack};

/// The number of columns of each kind; all later values share the last one.
const WIDTH: usize = 96;

/// The number of columns.
const COUNT: usize = (FRAME + 1) * WIDTH;

/// The length from which on a column is compressed on its own.
const LARGE: usize = 192;

/// The columns of a difference that is being encoded.
pub(super) struct Columns {
    /// What precedes the values of each organism.
    pub head: Vec<u64>,
    /// How each value is stored.
    how: Vec<Vec<u8>>,
    values: Vec<Vec<u8>>,
}

impl Default for Columns {
    fn default() -> Self {
        Self { head: Vec::new(), how: vec![Vec::new(); COUNT], values: vec![Vec::new(); COUNT] }
    }
}

/// A difference as it is stored. Everything but the outer structure is compressed.
#[derive(Serialize, Deserialize)]
struct Stored {
    head: Vec<u8>,
    /// The lengths of the columns: first of `how`, then of the values.
    lengths: Vec<u8>,
    how: Vec<u8>,
    /// The small columns of values, one after the other.
    small: Vec<u8>,
    large: Vec<Vec<u8>>,
}

/// The column of a value.
fn column(kind: usize, index: usize) -> usize {
    let kind = if index <= SHARED && kind != FRAME { 0 } else { kind };
    kind * WIDTH + index.min(WIDTH - 1)
}

impl Columns {
    /// Adds a value.
    pub fn write(&mut self, kind: usize, index: usize, known: &Known<'_>, value: &[u8]) {
        let column = column(kind, index);
        let how = value::write(known, value, &mut self.values[column]);
        self.how[column].push(how);
    }

    pub fn encode(self) -> Vec<u8> {
        let lengths: Vec<usize> = self.how.iter().chain(&self.values).map(Vec::len).collect();
        let (large, small): (Vec<_>, Vec<_>) =
            self.values.into_iter().partition(|column| column.len() >= LARGE);
        let stored = Stored {
            head: pack(&plain(&self.head)),
            lengths: pack(&plain(&lengths)),
            how: pack(&self.how.concat()),
            small: pack(&small.concat()),
            large: large.iter().map(|column| pack(column)).collect(),
        };
        plain(&stored)
    }
}

fn plain(content: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(content).expect("plain data can be serialised")
}

/// The columns of a difference that is being decoded.
pub(super) struct ReadColumns {
    pub head: std::vec::IntoIter<u64>,
    how: Vec<Column>,
    values: Vec<Column>,
}

/// A column, and how much of it was read.
struct Column {
    bytes: Vec<u8>,
    read: usize,
}

impl ReadColumns {
    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        let stored: Stored = postcard::from_bytes(bytes).map_err(|error| error.to_string())?;
        let head: Vec<u64> = decode(&stored.head)?;
        let lengths: Vec<usize> = decode(&stored.lengths)?;
        if lengths.len() != 2 * COUNT {
            return Err("it has too many columns or too few".to_owned());
        }
        let (of_how, of_values) = lengths.split_at(COUNT);
        let mut how = unpack(&stored.how)?.into_iter();
        let mut small = unpack(&stored.small)?.into_iter();
        let mut large = stored.large.iter();
        let mut values = Vec::with_capacity(COUNT);
        for &length in of_values {
            let column = match length {
                0..LARGE => small.by_ref().take(length).collect(),
                _ => unpack(large.next().ok_or("a column is missing")?)?,
            };
            values.push(column);
        }
        let how = of_how.iter().map(|&length| how.by_ref().take(length).collect());
        let column = |bytes| Column { bytes, read: 0 };
        Ok(Self {
            head: head.into_iter(),
            how: how.map(column).collect(),
            values: values.into_iter().map(column).collect(),
        })
    }

    /// Appends the next value of a column to `out`.
    pub fn read(
        &mut self,
        kind: usize,
        index: usize,
        before: Option<&[u8]>,
        earlier: &Earlier<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let column = column(kind, index);
        let missing = || "a value is missing or invalid".to_owned();
        let how = self.how[column].next().ok_or_else(missing)?;
        let Column { bytes, read } = &mut self.values[column];
        let mut rest = &bytes[*read..];
        value::read(how, before, earlier, &mut rest, out).ok_or_else(missing)?;
        *read = bytes.len() - rest.len();
        Ok(())
    }
}

impl Column {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.read).copied();
        self.read += 1;
        byte
    }
}
