//! What copying, writing out and storing values costs, in operations.
//!
//! An operation stands for the time of a simple instruction of the engine, so a price is the time that
//! something takes at most, as a multiple of that. `benches/turn_costs` searches for programs whose turns
//! take longer than what they are charged.

use rhai::{Array, Dynamic, EvalAltResult, ImmutableString, Map, Position};

use super::LIST_LENGTH;

/// A price, or the error of the engine about what has none.
type Price = Result<u64, Box<EvalAltResult>>;

/// The operations for copying a value, by its type; of lists and maps, in addition to what they contain.
pub(super) const PLAIN: u64 = 1;
pub(super) const TEXT: u64 = 1;
pub(super) const HOST_VALUE: u64 = 2;
pub(super) const LIST: u64 = 4;
const MAP_ENTRY: u64 = 4;

/// The operations for a call of a function of the script, whose first read of a variable shows that it was
/// entered.
pub(super) const ENTERED: u64 = 2;

/// The operations for creating, passing on and catching an error.
pub(super) const CAUGHT_ERROR: u64 = 16;

/// The operations for finding a constant of the script or host, in addition to its copy.
pub(super) const CONSTANT: u64 = 2;

/// The values of a list or map that are looked through for one operation.
pub(super) const VALUES_PASSED: u64 = 8;

/// The operations for writing out one value of a list or map.
pub(super) const WRITTEN_VALUE: u64 = 5;

/// The bytes of a text that are copied or written out for one operation.
pub(super) const BYTES_AN_OPERATION: u64 = 32;

/// The bytes of a text in a variable that are searched or replaced for one operation.
const BYTES_READ: u64 = 5;

/// The operations for beginning a search for a path, and for each interval that it finds or expands.
pub(super) const PATH_SEARCH: u64 = 40;
pub(super) const PATH_STEP: u64 = 4;

/// The price of a copy of a value.
///
/// # Errors
/// When it contains more than [`LIST_LENGTH`] values. The engine checks a value that is assigned to an
/// item of a list or map, but not the resulting size of the whole.
pub(super) fn copying(value: &Dynamic) -> Price {
    let mut size = Size::default();
    size.add(value)?;
    Ok(size.copying)
}

/// The price of reading an item of a list or map in place; that of a copy if it contains lists or maps,
/// because the item may be one.
///
/// # Errors
/// As [`copying`].
pub(super) fn reading_items(value: &Dynamic) -> Price {
    let mut size = Size::default();
    size.add(value)?;
    Ok(if size.depth > 1 { size.copying } else { size.values / VALUES_PASSED })
}

/// The price of writing out a value as text.
///
/// # Errors
/// As [`copying`].
pub(super) fn writing(value: &Dynamic) -> Price {
    let mut size = Size::default();
    size.add(value)?;
    Ok(1 + size.values * WRITTEN_VALUE + size.bytes / BYTES_AN_OPERATION)
}

/// The price of encoding a value.
///
/// # Errors
/// As [`copying`].
pub(super) fn encoding(value: &Dynamic) -> Price {
    let mut size = Size::default();
    size.add(value)?;
    Ok(1 + size.values + size.bytes / BYTES_AN_OPERATION)
}

/// The price of reading a text of this length.
pub(super) fn reading_text(length: usize) -> u64 {
    length as u64 / BYTES_READ
}

/// The price of reading a value from a variable, where `copies` tells whether it may be copied.
///
/// # Errors
/// As [`copying`].
pub(super) fn reading(value: &Dynamic, copies: bool) -> Price {
    if value.is_array() || value.is_map() {
        if copies { copying(value) } else { reading_items(value) }
    } else if value.is_string() {
        Ok(value.read_lock::<ImmutableString>().map_or(0, |text| reading_text(text.len())))
    } else {
        Ok(if value.is_variant() { HOST_VALUE } else { 0 })
    }
}

/// The size of a value with all that it contains.
#[derive(Default)]
struct Size {
    values: u64,
    bytes: u64,
    copying: u64,
    /// The greatest depth of nested lists and maps.
    depth: u32,
}

impl Size {
    fn add(&mut self, value: &Dynamic) -> Result<(), Box<EvalAltResult>> {
        if value.is_string() {
            let length = value.read_lock::<ImmutableString>().map_or(0, |text| text.len());
            self.bytes += length as u64;
            self.copying += TEXT;
        } else if value.is_array() {
            let Some(list) = value.read_lock::<Array>() else { return Ok(()) };
            self.copying += LIST;
            self.contain(list.iter())?;
        } else if value.is_map() {
            let Some(map) = value.read_lock::<Map>() else { return Ok(()) };
            self.copying += LIST + MAP_ENTRY * map.len() as u64;
            self.bytes += map.keys().map(|key| key.len() as u64).sum::<u64>();
            self.contain(map.values())?;
        } else {
            self.copying += if value.is_variant() { HOST_VALUE } else { PLAIN };
        }
        Ok(())
    }

    /// Adds the values of a list or map.
    fn contain<'a>(
        &mut self,
        items: impl ExactSizeIterator<Item = &'a Dynamic>,
    ) -> Result<(), Box<EvalAltResult>> {
        self.values += items.len() as u64;
        if self.values > LIST_LENGTH as u64 {
            let what = "Size of list or map".to_owned();
            return Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into());
        }
        let outside = std::mem::take(&mut self.depth);
        for item in items {
            self.add(item)?;
        }
        self.depth = outside.max(self.depth + 1);
        Ok(())
    }
}
