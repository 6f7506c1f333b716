//! The content of a world as records of primitive values.

use std::io;
use std::ops::Range;

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_sim::world::{SavedOrganism, World};

use super::value;
use crate::record::snapshot::{self, SnapshotProblem};

/// The most organisms of a world of which records are made: they take some hundred bytes each.
const MOST_ORGANISMS: usize = 50_000;

/// The most bytes of all values.
const MOST_BYTES: usize = 256 << 20;

/// The frame of a world and its organisms, in order of identity, as the values that their encoding consists of. The
/// frame has the identity 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Records {
    bytes: Vec<u8>,
    /// The end of each value in `bytes`.
    ends: Vec<u32>,
    /// The identity of each record, and the end of its values in `ends`.
    records: Vec<(u64, u32)>,
}

impl Records {
    /// The records of a world, unless it is too large.
    pub fn new(world: &World) -> io::Result<Option<Self>> {
        let roster = world.roster();
        if roster.len() > MOST_ORGANISMS {
            return Ok(None);
        }
        let mut records = Self::default().with(0, &world.frame())?;
        for &(id, entity) in &roster {
            records = records.with(id.0, &world.saved(entity))?;
        }
        Ok((records.bytes.len() <= MOST_BYTES).then_some(records))
    }

    /// The world with this content.
    pub fn world(&self) -> Result<World, SnapshotProblem> {
        let invalid = |_| SnapshotProblem::Invalid("a record is invalid");
        let frame = postcard::from_bytes(self.record(0)).map_err(invalid)?;
        let organisms = (1..self.records.len()).map(|index| {
            let organism: SavedOrganism =
                postcard::from_bytes(self.record(index)).map_err(invalid)?;
            let is_same = organism.who.id == OrganismId(self.id(index));
            is_same
                .then_some(organism)
                .ok_or(SnapshotProblem::Invalid("a record is of another organism"))
        });
        snapshot::restore(frame, organisms)
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len() + self.ends.len() * size_of::<u32>() + size_of_val(&self.records[..])
    }

    fn with(self, id: u64, content: &impl Serialize) -> io::Result<Self> {
        let mut records =
            postcard::serialize_with_flavor(content, Splitter(self)).map_err(io::Error::other)?;
        records.end_record(id);
        Ok(records)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The identities of all records.
    pub fn ids(&self) -> impl Iterator<Item = u64> + '_ {
        self.records.iter().map(|&(id, _)| id)
    }

    /// The identity of the organism of a record.
    pub fn id(&self, index: usize) -> u64 {
        self.records[index].0
    }

    /// The identity of the parent of an organism: its second value.
    pub fn parent(&self, index: usize) -> Option<u64> {
        self.nth(&self.values(index), 1).and_then(value::number)
    }

    /// The index of a record.
    pub fn find(&self, id: u64) -> Option<usize> {
        self.records.binary_search_by_key(&id, |&(id, _)| id).ok()
    }

    /// The values of a record.
    pub fn values(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.records[before].1);
        start as usize..self.records[index].1 as usize
    }

    /// The bytes of a value.
    pub fn bytes(&self, value: usize) -> &[u8] {
        let start = value.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start as usize..self.ends[value] as usize]
    }

    /// The bytes of the value with this index among those of a record.
    pub fn nth(&self, values: &Range<usize>, index: usize) -> Option<&[u8]> {
        (index < values.len()).then(|| self.bytes(values.start + index))
    }

    /// The bytes of a record.
    fn record(&self, index: usize) -> &[u8] {
        let values = self.values(index);
        let end = |value: usize| value.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
        &self.bytes[end(values.start)..end(values.end)]
    }

    /// The values of a record before one of them.
    pub fn earlier(&self, values: &Range<usize>, value: usize) -> Earlier<'_> {
        Earlier { ends: &self.ends[..value], first: values.start }
    }

    /// All bytes.
    pub fn all_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The buffer to which the next value is appended, and the values before it.
    pub fn buffer(&mut self) -> (&mut Vec<u8>, Earlier<'_>) {
        let first = self.records.last().map_or(0, |&(_, end)| end as usize);
        (&mut self.bytes, Earlier { ends: &self.ends, first })
    }

    /// The number of bytes so far.
    pub fn end(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes after the first so many.
    pub fn since(&self, start: usize) -> &[u8] {
        &self.bytes[start..]
    }

    /// Ends the value that was appended.
    pub fn end_value(&mut self) -> Result<(), String> {
        if self.bytes.len() > MOST_BYTES {
            return Err("it is too long".to_owned());
        }
        self.ends.push(u32::try_from(self.bytes.len()).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Ends the record whose values were appended.
    pub fn end_record(&mut self, id: u64) {
        let end = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.records.push((id, end));
    }
}

/// The values of a record before one of them.
pub struct Earlier<'a> {
    /// The ends of all values before it.
    ends: &'a [u32],
    /// The first value of the record.
    first: usize,
}

impl Earlier<'_> {
    /// Where the bytes are of the value that is so many values before; `None` if that is in no record or another.
    pub fn back(&self, distance: usize) -> Option<Range<usize>> {
        let value = self.ends.len().checked_sub(distance).filter(|&value| value >= self.first)?;
        let start = value.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start as usize..*self.ends.get(value)? as usize)
    }
}

/// Separates the values that are serialised: `postcard` writes each at once.
struct Splitter(Records);

impl Splitter {
    fn end(&mut self) -> postcard::Result<()> {
        self.0.end_value().map_err(|_| postcard::Error::SerializeBufferFull)
    }
}

impl Flavor for Splitter {
    type Output = Records;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.bytes.push(byte);
        self.end()
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        // No bytes are a value, too, so that those after them have the same index in all organisms.
        self.0.bytes.extend_from_slice(bytes);
        self.end()
    }

    fn finalize(self) -> postcard::Result<Records> {
        Ok(self.0)
    }
}
