//! The binary encoding of plain data, which scripts keep in memory and dna.
//!
//! A value is encoded as a tag and its content: integers and lengths in LEB128 (signed integers in
//! zigzag encoding), floats as eight little-endian bytes. All NaNs are encoded alike, because the
//! bits of a NaN differ between machines.

use rhai::{Array, Dynamic, Map};

use super::library;
use super::limits::{LIST_LENGTH, MAP_SIZE, TEXT_LENGTH};

/// The maximum depth of nested lists and maps.
const DEPTH: usize = 16;

const UNIT: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const CHARACTER: u8 = 5;
const TEXT: u8 = 6;
const LIST: u8 = 7;
const MAP: u8 = 8;

/// Checks whether a value is plain data.
///
/// # Errors
/// As [`encode`].
pub(super) fn check(value: &Dynamic) -> Result<(), String> {
    put(value, &mut Vec::new(), DEPTH)
}

/// Encodes a value.
///
/// # Errors
/// What it contains that is not plain data.
pub(super) fn encode(value: &Dynamic) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    put(value, &mut bytes, DEPTH)?;
    Ok(bytes)
}

/// Encodes a map. An empty map results in no bytes.
///
/// # Errors
/// As [`encode`].
pub(super) fn encode_map(map: &Map) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if !map.is_empty() {
        put_map(map, &mut bytes, DEPTH)?;
    }
    Ok(bytes)
}

/// Decodes a value; `None` if the bytes are not exactly one value.
pub(super) fn decode(mut bytes: &[u8]) -> Option<Dynamic> {
    let value = take(&mut bytes, DEPTH)?;
    bytes.is_empty().then_some(value)
}

fn put(value: &Dynamic, out: &mut Vec<u8>, depth: usize) -> Result<(), String> {
    if depth == 0 {
        return Err(format!("lists and maps nested deeper than {DEPTH}"));
    }
    if value.is_unit() {
        out.push(UNIT);
    } else if let Ok(yes) = value.as_bool() {
        out.push(if yes { TRUE } else { FALSE });
    } else if let Ok(integer) = value.as_int() {
        out.push(INTEGER);
        put_length(((integer << 1) ^ (integer >> 63)).cast_unsigned(), out);
    } else if let Ok(number) = value.as_float() {
        out.push(FLOAT);
        let number = if number.is_nan() { f64::NAN } else { number };
        out.extend(number.to_bits().to_le_bytes());
    } else if let Ok(character) = value.as_char() {
        out.push(CHARACTER);
        put_length(u32::from(character).into(), out);
    } else if let Some(text) = value.read_lock::<rhai::ImmutableString>() {
        out.push(TEXT);
        put_text(&text, out);
    } else if let Some(list) = value.read_lock::<Array>() {
        out.push(LIST);
        put_length(list.len() as u64, out);
        for item in list.iter() {
            put(item, out, depth - 1)?;
        }
    } else if let Some(map) = value.read_lock::<Map>() {
        put_map(&map, out, depth)?;
    } else {
        return Err(library::a_value(value));
    }
    Ok(())
}

fn put_map(map: &Map, out: &mut Vec<u8>, depth: usize) -> Result<(), String> {
    out.push(MAP);
    put_length(map.len() as u64, out);
    for (key, item) in map {
        put_text(key, out);
        put(item, out, depth - 1)?;
    }
    Ok(())
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    put_length(text.len() as u64, out);
    out.extend(text.as_bytes());
}

fn put_length(mut length: u64, out: &mut Vec<u8>) {
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

fn take(bytes: &mut &[u8], depth: usize) -> Option<Dynamic> {
    let depth = depth.checked_sub(1)?;
    Some(match take_byte(bytes)? {
        UNIT => Dynamic::UNIT,
        FALSE => false.into(),
        TRUE => true.into(),
        INTEGER => {
            let zigzag = take_length(bytes)?;
            ((zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed()).into()
        }
        FLOAT => {
            let (number, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            f64::from_bits(u64::from_le_bytes(*number)).into()
        }
        CHARACTER => char::from_u32(u32::try_from(take_length(bytes)?).ok()?)?.into(),
        TEXT => take_text(bytes)?.to_owned().into(),
        LIST => {
            let length = usize::try_from(take_length(bytes)?).ok()?;
            let mut list = Array::new();
            for _ in 0..Some(length).filter(|&length| length <= LIST_LENGTH)? {
                list.push(take(bytes, depth)?);
            }
            list.into()
        }
        MAP => {
            let length = usize::try_from(take_length(bytes)?).ok()?;
            let mut map = Map::new();
            for _ in 0..Some(length).filter(|&length| length <= MAP_SIZE)? {
                let key = take_text(bytes)?.into();
                map.insert(key, take(bytes, depth)?);
            }
            map.into()
        }
        _ => return None,
    })
}

fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::try_from(take_length(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length).filter(|_| length <= TEXT_LENGTH)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

fn take_length(bytes: &mut &[u8]) -> Option<u64> {
    let mut length = 0_u64;
    for shift in (0..64).step_by(7) {
        let byte = take_byte(bytes)?;
        length |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(length);
        }
    }
    None
}
