//! Everything that is built into the program besides code, in one place: the same kinds of files that users
//! write.

#![forbid(unsafe_code)]

use include_dir::{Dir, include_dir};

/// The creatures, a folder each.
pub static CREATURES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../creatures");

/// The scenarios, a file each.
pub static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");

/// The sparring partners of the arena, a creature folder each.
pub static SPARRING: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../sparring");

/// The templates of new creatures.
pub static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../templates");

/// The lessons, a folder each.
pub static LESSONS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../lessons");

/// The kit for modules in Rust.
pub static RUST_KIT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/rust/src");

/// The kit for modules in AssemblyScript.
pub static ASSEMBLYSCRIPT_KIT: Dir<'static> =
    include_dir!("$CARGO_MANIFEST_DIR/../../sdk/assemblyscript/assembly");

/// The kit for modules in C: names of files and their contents.
pub const C_KIT: [(&str, &[u8]); 2] = [
    ("terrarium.h", include_bytes!("../../../sdk/c/terrarium.h")),
    ("instincts.h", include_bytes!("../../../sdk/c/instincts.h")),
];
