//! Keyframes as differences to an earlier one.
//!
//! Each organism is compared with itself in the earlier keyframe, or a newborn with its parent, value by value. What
//! differs is stored by column: the same value of all organisms of a kind, since values of one sort compress best
//! together. Unchanged values take next to nothing, changed numbers what they have changed by, and coordinates that
//! occur earlier in the same organism, such as the waypoint at its destination, nothing either.

mod columns;
mod records;
mod value;

use columns::{Columns, ReadColumns};
pub use records::Records;
use value::Known;

/// The index of the value that tells the kind of an organism. It and those before have columns for all kinds.
const SHARED: usize = 8;

/// The kind of the frame, after those of the organisms.
const FRAME: usize = 3;

impl Records {
    /// Encodes these records as their difference to `base`, from which [`from_difference`](Self::from_difference) decodes
    /// them.
    #[must_use]
    pub fn difference(&self, base: &Self) -> Vec<u8> {
        let mut columns = Columns::default();
        let mut last = 0;
        let first = (!base.is_empty()).then_some(0);
        for (record, id) in self.ids().enumerate() {
            let values = self.values(record);
            let reference =
                if record == 0 { first } else { reference(base, id, self.parent(record)) };
            columns.head.push(id.wrapping_sub(last));
            columns
                .head
                .push(reference.map_or(0, |at| id.wrapping_sub(base.id(at)).wrapping_add(1)));
            columns.head.push(values.len() as u64);
            last = id;
            let before = reference.map(|at| base.values(at));
            let mut kind = if record == 0 { FRAME } else { 0 };
            for (index, at) in values.clone().enumerate() {
                let value = self.bytes(at);
                let before = before.as_ref().and_then(|all| base.nth(all, index));
                let known =
                    Known { before, bytes: self.all_bytes(), earlier: self.earlier(&values, at) };
                columns.write(kind, index, &known, value);
                if index == SHARED && kind != FRAME {
                    kind = kind_of(value);
                }
            }
        }
        columns.encode()
    }

    /// Decodes records from their [difference](Self::difference) to `base`. The bytes may be from an untrusted file.
    ///
    /// # Errors
    /// When they are not the difference of any records to `base`.
    pub fn from_difference(base: &Self, bytes: &[u8]) -> Result<Self, String> {
        let mut columns = ReadColumns::decode(bytes)?;
        let mut records = Self::default();
        let mut last: u64 = 0;
        while let Some(step) = columns.head.next() {
            let (Some(reference), Some(count)) = (columns.head.next(), columns.head.next()) else {
                return Err("it ends within an organism".to_owned());
            };
            let is_frame = records.is_empty();
            let id = last.wrapping_add(step);
            last = id;
            let before = match reference {
                0 => None,
                distance => {
                    let id = id.wrapping_sub(distance - 1);
                    let record =
                        base.find(id).ok_or("it refers to an organism that is not there")?;
                    Some(base.values(record))
                }
            };
            let mut kind = if is_frame { FRAME } else { 0 };
            for index in 0..usize::try_from(count).map_err(|_| "an organism is too long")? {
                let before = before.as_ref().and_then(|all| base.nth(all, index));
                let start = records.end();
                let (out, earlier) = records.buffer();
                columns.read(kind, index, before, &earlier, out)?;
                if index == SHARED && kind != FRAME {
                    kind = kind_of(records.since(start));
                }
                records.end_value()?;
            }
            records.end_record(id);
        }
        if records.is_empty() { Err("it is empty".to_owned()) } else { Ok(records) }
    }
}

/// The record that an organism is compared with: itself, or else its parent.
fn reference(base: &Records, id: u64, parent: Option<u64>) -> Option<usize> {
    base.find(id).or_else(|| {
        parent.filter(|&parent| parent != 0 && parent < id).and_then(|it| base.find(it))
    })
}

/// The kind of an organism by the value that tells it.
fn kind_of(value: &[u8]) -> usize {
    value.first().map_or(0, |&kind| usize::from(kind).min(FRAME - 1))
}
