//! The decoder of the intent that a module leaves in its buffer.
//!
//! The reasons of its faults are part of the state hash.

use std::ops::Range;

use terrarium_creatures::behaviour::{
    BaseId, Destination, Fault, FaultKind, Intent, Memory, Movement, OrganismId,
};
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::Cell;

use super::record::{LISTS, intent};

/// A field of an intent that cannot be decoded.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct InvalidField {
    pub fault: Fault,
    /// The offsets of its bytes in the buffer.
    pub bytes: Range<usize>,
}

/// The decoded results of a turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TurnDecoder {
    pub intent: Intent,
    /// The new memory of the creature, if it changes.
    pub memory: Option<Memory>,
}

impl TurnDecoder {
    /// Decodes the intent in the buffer at the address `buffer` of a module's memory.
    ///
    /// # Errors
    /// When it holds numbers without a meaning, or addresses outside the memory.
    pub fn read(memory: &[u8], buffer: usize, memory_limit: usize) -> Result<Self, InvalidField> {
        let record = &memory[buffer..buffer + LISTS];
        let actions = u32_at(record, intent::WISHES);
        if actions >= 1 << 7 {
            let reason = format!("`wishes` is {actions}, which is no sum of 1 to 64");
            return Err(bad_intent(&reason, intent::WISHES, 4));
        }
        let is_requested = |bit: u32| actions & 1 << bit != 0;
        let organism = |bit, field| is_requested(bit).then(|| OrganismId(u64_at(record, field)));
        let slice = |field, most: usize, kind| {
            let (start, length) = (u32_at(record, field), u32_at(record, field + 4));
            let wrong = |reason: String| InvalidField {
                fault: Fault::new(kind, &reason),
                bytes: field..field + 8,
            };
            slice(memory, start, length, most).map_err(wrong)
        };
        let dna = is_requested(3)
            .then(|| slice(intent::DNA, memory_limit, FaultKind::BadIntent))
            .transpose()?;
        let remembered = is_requested(6)
            .then(|| slice(intent::MEMORY, memory_limit, FaultKind::BadMemory))
            .transpose()?;
        let intent = Intent {
            movement: movement(record)?,
            attack: organism(0, intent::ATTACK),
            defend: organism(1, intent::DEFEND),
            eat: organism(2, intent::EAT),
            reproduce: dna.map(<[u8]>::to_vec),
            breach: is_requested(4)
                .then(|| Cell::new(u32_at(record, intent::WALL_X), u32_at(record, intent::WALL_Y))),
            signal: is_requested(5).then(|| u64_at(record, intent::SIGNAL)),
            // Told by an import, not in the buffer.
            tell: None,
        };
        if !intent.is_valid() {
            let is_infinite = |&field: &usize| !f64_at(record, field).is_finite();
            let field = [intent::SPEED, intent::X, intent::Y].into_iter().find(is_infinite);
            let reason = match field {
                Some(_) => "it asked for a place or a speed that is no finite number",
                None => "it asked for a distance that is negative or no finite number",
            };
            return Err(bad_intent(reason, field.unwrap_or(intent::TARGET), 8));
        }
        Ok(Self { intent, memory: remembered.map(|bytes| Memory::from_bytes(bytes.to_vec())) })
    }
}

fn movement(record: &[u8]) -> Result<Movement, InvalidField> {
    let target = u64_at(record, intent::TARGET);
    let to = match u32_at(record, intent::MOVEMENT) {
        0 => return Ok(Movement::Continue),
        1 => return Ok(Movement::Halt),
        2 => Destination::Point(point(record)),
        3 => Destination::Beside(OrganismId(target)),
        4 => {
            let base = u32::try_from(target);
            let no_base = format!("there is no base {target}");
            let base = base.map_err(|_| bad_intent(&no_base, intent::TARGET, 8))?;
            Destination::Base(BaseId(base))
        }
        5 => Destination::Near(point(record)),
        6 => Destination::Within { point: point(record), distance: f64::from_bits(target) },
        other => {
            let reason = format!("`movement` is {other}, which is none of 0 to 6");
            return Err(bad_intent(&reason, intent::MOVEMENT, 4));
        }
    };
    Ok(Movement::Go { to, speed: f64_at(record, intent::SPEED) })
}

fn point(record: &[u8]) -> DVec2 {
    DVec2::new(f64_at(record, intent::X), f64_at(record, intent::Y))
}

/// The `length` bytes at the address `start` of a module's memory, or why there are none.
fn slice(memory: &[u8], start: u32, length: u32, most: usize) -> Result<&[u8], String> {
    if length as usize > most {
        return Err(format!("it gave {length} bytes, of which there may be {most}"));
    }
    let end = start as usize + length as usize;
    let outside = || format!("it gave {length} bytes at address {start}, outside its memory");
    memory.get(start as usize..end).ok_or_else(outside)
}

/// The fault of a field of `length` bytes.
fn bad_intent(reason: &str, field: usize, length: usize) -> InvalidField {
    let fault = Fault::new(FaultKind::BadIntent, reason);
    InvalidField { fault, bytes: field..field + length }
}

fn bytes_at<const SIZE: usize>(record: &[u8], at: usize) -> [u8; SIZE] {
    record[at..at + SIZE].try_into().expect("the slice has that length")
}

fn u32_at(record: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(record, at))
}

fn u64_at(record: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes_at(record, at))
}

fn f64_at(record: &[u8], at: usize) -> f64 {
    f64::from_le_bytes(bytes_at(record, at))
}
