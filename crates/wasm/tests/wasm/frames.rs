//! The functions of which the place of a fault consists.

use terrarium_creatures::behaviour::{CodeFrame, CodePlace, SourceLine};

use crate::authors_code::place;

fn frame(name: &str, file: &str) -> CodeFrame {
    let line = SourceLine { file: file.to_owned(), line: 3, column: None };
    let line = Some(line).filter(|line| !line.file.is_empty());
    CodeFrame { name: Some(name.to_owned()), index: 1, line }
}

#[test]
fn functions_of_libraries_are_left_out_unless_there_are_no_others() {
    let own = [frame("behaviour::hunt", ""), frame("decide", "behaviour.rs")];
    let library = [
        frame("core::panicking::panic_fmt", ""),
        frame("<core::slice::Iter<T> as core::iter::Iterator>::next", ""),
        frame("__rustc::rust_begin_unwind", ""),
        frame("black_box", "library/core/src/hint.rs"),
        frame("terrarium_creature::abort", ""),
        frame("run", "kit/src/buffer.rs"),
        frame("~lib/array/Array<i32>#__get", ""),
        frame("go_to", "../sdk/c/terrarium.h"),
    ];
    let all = [&library[..], &own[..1], &library[..], &own[1..]].concat();
    let [function, caller] = own;
    assert_eq!(place(all), Some(CodePlace { function, callers: vec![caller] }));
    let of_library = place(library.to_vec()).unwrap();
    assert_eq!((&of_library.function, &of_library.callers[..]), (&library[0], &library[1..]));
    assert_eq!(place(Vec::new()), None);
}
