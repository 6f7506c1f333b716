//! Plain data, which scripts keep from turn to turn.

use proptest::prelude::*;
use rhai::{Array, Dynamic, ImmutableString, Map};
use terrarium_creatures::behaviour::Memory;
use terrarium_script::{decode, describe};
use terrarium_testing::turns::{run, script, turn};

/// The bytes of a value: a tag and the content, with lengths and integers in LEB128.
fn encoded(value: &Dynamic) -> Vec<u8> {
    if value.is_unit() {
        vec![0]
    } else if let Ok(yes) = value.as_bool() {
        vec![1 + u8::from(yes)]
    } else if let Ok(integer) = value.as_int() {
        let zigzag = match u64::try_from(integer) {
            Ok(positive) => positive * 2,
            Err(_) => (!integer).cast_unsigned() * 2 + 1,
        };
        [vec![3], leb128(zigzag)].concat()
    } else if let Ok(number) = value.as_float() {
        let number = if number.is_nan() { f64::NAN } else { number };
        [vec![4], number.to_le_bytes().to_vec()].concat()
    } else if let Ok(character) = value.as_char() {
        [vec![5], leb128(u32::from(character).into())].concat()
    } else if let Some(text) = value.read_lock::<ImmutableString>() {
        [vec![6], encoded_text(&text)].concat()
    } else if let Some(list) = value.read_lock::<Array>() {
        [vec![LIST], leb128(list.len() as u64), list.iter().flat_map(encoded).collect()].concat()
    } else {
        let map = value.read_lock::<Map>().expect("plain data");
        let entries = map.iter().flat_map(|(key, item)| [encoded_text(key), encoded(item)]);
        [vec![8], leb128(map.len() as u64), entries.flatten().collect()].concat()
    }
}

const LIST: u8 = 7;

fn encoded_text(text: &str) -> Vec<u8> {
    [leb128(text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn leb128(number: u64) -> Vec<u8> {
    let groups = (0..10).map(|group| (number >> (7 * group)) as u8 & 0x7f);
    let count = (64 - number.leading_zeros()).div_ceil(7).max(1) as usize;
    groups
        .take(count)
        .zip(1..)
        .map(|(bits, index)| if index < count { bits | 0x80 } else { bits })
        .collect()
}

fn value() -> impl Strategy<Value = Dynamic> {
    let leaf = prop_oneof![
        Just(Dynamic::UNIT),
        any::<bool>().prop_map(Dynamic::from),
        any::<i64>().prop_map(Dynamic::from),
        any::<f64>().prop_map(Dynamic::from),
        any::<char>().prop_map(Dynamic::from),
        ".{0,20}".prop_map(Dynamic::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..6).prop_map(Dynamic::from);
        let map = prop::collection::btree_map("[a-z]{0,4}", inner, 0..6).prop_map(|map| {
            let map = map.into_iter().map(|(key, item)| (key.into(), item));
            Dynamic::from(map.collect::<Map>())
        });
        prop_oneof![list, map]
    })
}

/// A memory with a value under a name.
fn memory(name: &str, value: &Dynamic) -> Vec<u8> {
    encoded(&Map::from([(name.into(), value.clone())]).into())
}

proptest! {
    #[test]
    fn plain_data_survives_a_round_trip(value in value()) {
        let decoded = decode(&encoded(&value));
        prop_assert_eq!(format!("{decoded:?}"), format!("{value:?}"));
        // A script reads it, and writes it.
        let source = "fn on_tick() { memory.after = memory.before; memory.remove(\"before\"); }";
        let behaviour = script(source).unwrap();
        let mut turn = turn(&[], &[]);
        turn.memory = Memory::from_bytes(memory("before", &value));
        let done = run(&*behaviour, turn);
        prop_assert_eq!(done.fault, None);
        prop_assert_eq!(done.memory.bytes(), memory("after", &value));
    }

    #[test]
    fn decoding_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode(&bytes);
    }
}

#[test]
fn lists_nested_too_deep_are_not_decoded() {
    let nested = |depth: usize| [[LIST, 1].repeat(depth), vec![0]].concat();
    assert_eq!(describe(&nested(3)).as_deref(), Some("[[[()]]]"));
    assert_eq!(describe(&nested(10_000)), None);
    assert_eq!(describe(&[LIST, 1].repeat(10_000)), None);
}
