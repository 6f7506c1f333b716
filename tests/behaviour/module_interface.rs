//! `docs/abi.md` and the kits agree with the code.
//!
//! The tables between comments in `docs/abi.md` are compared with those generated from the code. To
//! update them: `UPDATE_DOCS=1 cargo test --test behaviour module_interface`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use terrarium::behaviour::GroundKind;
use terrarium::behaviour::wasm::{EVENT_KINDS, imports, limits, numbered, record};
use terrarium::prelude::*;
use terrarium_testing::neighbourhood::{neighbours, turn};

use crate::modules::{load, module};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn records() -> String {
    let mut text = String::new();
    for record in record::RECORDS {
        let (name, size, about) = (record.name, record.size, record.about.trim());
        writeln!(text, "### `{name}`: {size} bytes\n\n{about}\n").unwrap();
        writeln!(text, "| offset | type | field | meaning |\n|---|---|---|---|").unwrap();
        for field in record.fields {
            let (name, meaning) = (field.name.to_lowercase(), field.meaning);
            writeln!(text, "| {} | {} | `{name}` | {meaning} |", field.offset, field.kind).unwrap();
        }
        text.push('\n');
    }
    text
}

fn event_kinds() -> String {
    let mut text = "| `what` | name | meaning |\n|---|---|---|\n".to_owned();
    for (number, (name, meaning)) in EVENT_KINDS.iter().enumerate().skip(1) {
        writeln!(text, "| {number} | `{name}` | {meaning} |").unwrap();
    }
    for (field, names) in numbered() {
        let names: Vec<_> =
            names.iter().enumerate().map(|(n, name)| format!("{n} `{name}`")).collect();
        writeln!(text, "\n`{field}`: {}.", names.join(", ")).unwrap();
    }
    text.replace("`why, of a refusal`", "`why` of a refusal")
        .replace("`why, of a failure`", "`why` of a failure")
}

fn host_functions() -> String {
    let mut text = "| import | type | meaning |\n|---|---|---|\n".to_owned();
    for function in imports::functions() {
        let signature = function.signature();
        writeln!(text, "| `{}` | `{signature}` | {} |", function.name, function.meaning).unwrap();
    }
    text
}

fn limit_table() -> String {
    let rows = [
        ("size of the module, in binary or text form", format!("{} bytes", limits::MODULE_BYTES)),
        ("size of its memory", format!("{} pages of 64 KiB", limits::MEMORY_PAGES)),
        ("functions", limits::FUNCTIONS.to_string()),
        ("local variables of a function", limits::LOCALS.to_string()),
        ("parameters, and results, of a function", limits::ARITY.to_string()),
        ("global variables", limits::GLOBALS.to_string()),
        ("elements of its table", limits::TABLE_ELEMENTS.to_string()),
        ("data segments, and element segments", limits::SEGMENTS.to_string()),
        ("depth of nested function calls", limits::CALL_DEPTH.to_string()),
        ("local variables of all active functions", format!("{} bytes", limits::STACK_BYTES)),
        ("`memory.grow` instructions in a turn", limits::GROWTHS_A_TURN.to_string()),
        ("loading, including the start function", format!("{} instructions", limits::LOADING_FUEL)),
        ("text that declares its parameters", format!("{} bytes", limits::PARAMETER_TEXT)),
    ];
    let mut text = "| limit | maximum |\n|---|---|\n".to_owned();
    for (limit, maximum) in rows {
        writeln!(text, "| {limit} | {maximum} |").unwrap();
    }
    text
}

#[test]
fn the_tables_of_the_manual_agree_with_the_code() {
    let mut text = read("docs/abi.md");
    let tables = [
        ("records", records()),
        ("events", event_kinds()),
        ("imports", host_functions()),
        ("limits", limit_table()),
    ];
    for (name, table) in tables {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let from = text.find(&begin).expect("the manual has the marker") + begin.len();
        let to = text.find(&end).expect("the manual has the marker");
        text.replace_range(from..to, &format!("{}\n", table.trim_end()));
    }
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path("docs/abi.md"), text).unwrap();
    } else {
        assert!(text == read("docs/abi.md"), "update docs/abi.md with UPDATE_DOCS=1");
    }
}

#[test]
fn the_minimal_module_of_the_manual_works() {
    let manual = read("docs/abi.md");
    let from = manual.find("```wat\n").unwrap() + 7;
    let source = &manual[from..from + manual[from..].find("```").unwrap()];
    let sight = neighbours();
    let mut turns = [turn(&sight)];
    load(source).unwrap_or_else(|refusal| panic!("{refusal}")).decide(&mut turns);
    assert_eq!(turns[0].intent.signal, Some(turns[0].senses.me.id.0));
}

#[test]
fn a_module_asks_to_come_within_a_distance() {
    let set = |at: usize, value: f64| format!("(f64.store (i32.const {at}) (f64.const {value}))");
    let places = [(8, 1.5), (16, 2.5), (24, 3.0), (32, 7.5)];
    let fields: String = places.into_iter().map(|(at, value)| set(at, value)).collect();
    let source = module("", &format!("(i32.store (i32.const 0) (i32.const 6)) {fields}"));
    let sight = neighbours();
    let mut turns = [turn(&sight)];
    load(source).unwrap().decide(&mut turns);
    let to = Destination::Within { point: DVec2::new(1.5, 2.5), distance: 7.5 };
    assert_eq!(turns[0].intent.movement, Movement::Go { to, speed: 3.0 });
}

#[test]
fn the_kits_use_the_numbers_of_the_code() {
    let (rust, c) = (read("sdk/rust/src/senses.rs"), read("sdk/c/terrarium.h"));
    let script = read("sdk/assemblyscript/assembly/index.ts");
    let [(_, slots), (_, refusals), _] = numbered();
    for (number, name) in refusals.iter().enumerate() {
        let entry = format!("{} = {number},", name.to_uppercase());
        assert!(rust.contains(&entry), "Rust: {entry}");
        assert!(c.contains(entry.trim_end_matches(',')), "C: {entry}");
    }
    for (number, name) in slots.iter().enumerate() {
        let entry = format!("{} = {number}", name.to_uppercase());
        assert!(rust.contains(&entry) && c.contains(&format!("SLOT_{entry}")), "{entry}");
    }
    for (number, kind) in GroundKind::ALL.iter().enumerate() {
        let (name, camel) = (kind.name().to_uppercase(), format!("{kind:?}"));
        let entry = format!("{name} = {number},");
        assert!(rust.contains(&entry), "Rust: {entry}");
        assert!(c.contains(&format!("GROUND_{entry}")), "C: {entry}");
        assert!(script.contains(&format!("{camel}: u8 = {number};")), "AssemblyScript: {camel}");
    }
    for (number, (name, _)) in EVENT_KINDS.iter().enumerate().skip(1) {
        let entry = format!("{} = {number}", name.to_uppercase());
        assert!(c.contains(&entry), "C: {entry}");
        let camel: String =
            name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        assert!(script.contains(&format!("{camel}: u8 = {number};")), "AssemblyScript: {camel}");
        // A module never receives the death of its creature.
        assert!(rust.contains(&format!("({number}, ")) || *name == "died", "Rust: {name}");
    }
    for (number, activity) in Activity::ALL.iter().enumerate() {
        let (name, camel) = (activity.name().to_uppercase(), format!("{activity:?}"));
        let entry = format!("{name} = {number}");
        assert!(rust.contains(&entry) && c.contains(&entry), "{entry}");
        assert!(script.contains(&format!("{camel}: u8 = {number};")), "AssemblyScript: {camel}");
    }
    let knowledge = read("sdk/rust/src/knowledge.rs");
    let of_heredity = ["needs_partner", "second_dna", "mutated", "crossed"];
    let exported = read("sdk/rust/src/lib.rs");
    for name in of_heredity {
        assert!(exported.contains(&format!("{name},")), "Rust: {name} is not exported");
    }
    let of_others = ["condition", "heard", "link", "path_length", "step_cost", "tell"];
    for name in of_others.into_iter().chain(of_heredity) {
        assert!(imports::functions().any(|function| function.name == name), "{name}");
        assert!(knowledge.contains(&format!("#[link_name = \"{name}\"]")), "Rust: {name}");
        let import = format!("@external(\"terrarium\", \"{name}\")");
        assert!(script.contains(&import), "AssemblyScript: {name}");
    }
    for record in record::RECORDS {
        let sized = format!("== {}", record.size);
        assert!(c.contains(&sized), "C: {} has {sized} bytes", record.name);
    }
    for function in imports::functions() {
        assert!(
            c.contains(&format!("TERRARIUM_IMPORT(\"{}\")", function.name)),
            "C: {}",
            function.name
        );
    }
}

#[test]
fn the_engine_version_is_the_pinned_one() {
    let pinned = read("Cargo.toml");
    let (engine, _) = terrarium::species::MODULE_ENGINE.split_once(',').unwrap();
    let version = engine.strip_prefix("wasmi ").unwrap();
    assert!(pinned.contains(&format!("wasmi = {{ version = \"={version}\"")), "{version}");
}
