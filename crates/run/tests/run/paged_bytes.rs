//! Bytes in memory that grow without being moved.

use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use proptest::prelude::*;

use self::pages::{PAGE, Pages};

// It is private, and nothing that is public reads and writes at any position.
#[path = "../../src/record/recording/pages.rs"]
mod pages;

#[derive(Debug, Clone)]
enum Act {
    Read(usize),
    Write(Vec<u8>),
    Seek(SeekFrom),
    Truncate,
}

fn act() -> impl Strategy<Value = Act> {
    let far = 3 * PAGE;
    let by = -200_000_i64..200_000;
    prop_oneof![
        (0..far).prop_map(Act::Read),
        (0..far, any::<u8>()).prop_map(|(count, byte)| Act::Write(vec![byte; count])),
        (0..far as u64).prop_map(|to| Act::Seek(SeekFrom::Start(to))),
        by.clone().prop_map(|by| Act::Seek(SeekFrom::End(by))),
        by.prop_map(|by| Act::Seek(SeekFrom::Current(by))),
        Just(Act::Truncate),
    ]
}

proptest! {
    /// Pages are as a vector with a cursor.
    #[test]
    fn pages_hold_what_a_vector_holds(
        begin in proptest::collection::vec(any::<u8>(), 0..100),
        acts in proptest::collection::vec(act(), 0..20),
    ) {
        let mut pages = Pages::of_bytes(&begin);
        let mut model = Cursor::new(begin);
        for act in acts {
            match act {
                Act::Read(count) => {
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    Read::by_ref(&mut pages).take(count as u64).read_to_end(&mut one).unwrap();
                    Read::by_ref(&mut model).take(count as u64).read_to_end(&mut other).unwrap();
                    prop_assert!(one == other);
                }
                Act::Write(bytes) => {
                    pages.write_all(&bytes).unwrap();
                    model.write_all(&bytes).unwrap();
                }
                Act::Seek(to) => {
                    let (one, other) = (pages.seek(to), model.seek(to));
                    prop_assert_eq!(one.ok(), other.ok());
                }
                Act::Truncate => {
                    pages.truncate();
                    let end = usize::try_from(model.position()).unwrap();
                    model.get_mut().truncate(end);
                }
            }
            prop_assert_eq!(pages.length(), model.get_ref().len() as u64);
            prop_assert_eq!(pages.stream_position().unwrap(), model.position());
        }
    }
}
