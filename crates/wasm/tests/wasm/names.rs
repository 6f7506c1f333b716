//! The names and source files of a module.

use terrarium_creatures::behaviour::CodeFrame;

use crate::debug_info::{DebugInfo, demangled, relative};

#[test]
fn paths_hold_nothing_of_the_machine() {
    let cases = [
        ("/x/fox/behaviour.rs", Some("/x/fox"), "behaviour.rs"),
        ("/x/fox/src/a.c", Some("/x/fox/"), "src/a.c"),
        ("/x/foxes/behaviour.rs", Some("/x/fox"), "behaviour.rs"),
        ("./behaviour.c", Some("."), "behaviour.c"),
        ("././behaviour.c", None, "behaviour.c"),
        ("/x/fox/./terrarium.h", Some("/x/fox"), "terrarium.h"),
        ("../kit/a.c", None, "../kit/a.c"),
        ("assembly/index.ts", None, "assembly/index.ts"),
        ("C:\\fox\\src\\lib.rs", Some("C:\\fox"), "src/lib.rs"),
        ("C:\\other\\lib.rs", Some("C:\\fox"), "lib.rs"),
        ("/y/registry/src/index-1/libm-0.2.1/src/sin.rs", Some("/x"), "libm-0.2.1/src/sin.rs"),
        ("/rustc/0123abc/library/core/src/slice.rs", Some("/x"), "library/core/src/slice.rs"),
        ("/y/rustlib/src/rust/library/core/src/a.rs", None, "library/core/src/a.rs"),
        ("/", None, ""),
    ];
    for (file, directory, expected) in cases {
        assert_eq!(relative(file, directory), expected, "{file}");
    }
}

#[test]
fn names_of_rust_are_demangled() {
    assert_eq!(demangled("_ZN9behaviour4hunt17h0123456789abcdefE"), "behaviour::hunt");
    assert_eq!(demangled("hunt"), "hunt");
}

#[test]
fn broken_debug_information_is_left_out() {
    let module = wat(r#"(module (@custom ".debug_info" "\ff\ff\ff\ff") (@custom "name" "\01\ff")
        (func (export "f")))"#);
    let info = DebugInfo::new(&module, true);
    let frames = info.frames(info.exported("f").unwrap());
    assert_eq!(frames, [CodeFrame { name: Some("f".to_owned()), index: 0, line: None }]);
}

fn wat(text: &str) -> Vec<u8> {
    let buffer = wast::parser::ParseBuffer::new(text).unwrap();
    wast::parser::parse::<wast::Wat<'_>>(&buffer).unwrap().encode().unwrap()
}
