//! The command `terrarium path`: answers, tables, pictures and errors.

mod answers;
mod costs;
mod drawing;
mod map_problems;
mod meshes;
mod refusals;
mod regions;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use terrarium_testing::Workdir;
use terrarium_testing::environment::real_maps;

/// A path around two overlapping boxes, a start at the goal, a start in a box, a goal outside the
/// bounds.
const FOUR: &str = r#"{"boxes":[[0,0,4,2],[3,1,6,5]],"size":[1,1],"start":[-2,1],"goal":[8,3]}

{"boxes":[],"size":[0,0],"start":[0.1,-0.3],"goal":[0.1,-0.3]}
{"boxes":[[0,0,4,2]],"size":[1,1],"start":[1,1],"goal":[8,3]}
{"boxes":[],"size":[1,1],"start":[1,1],"goal":[8,3],"bounds":[0,0,5,5]}
"#;

/// A map with a wall and a gap in it, one tile wide.
const POND: &str =
    "type octile\nheight 5\nwidth 7\nmap\n...@...\n...@...\n.......\n...@...\n...@...\n";

const POND_SCEN: &str = "version 1\n\
                         0\tpond.map\t7\t5\t0\t2\t6\t2\t6\n\
                         0\tpond.map\t7\t5\t0\t0\t6\t0\t7.65685\n\
                         0\tpond.map\t7\t5\t3\t0\t6\t0\t3\n";

/// A folder in which `terrarium path` runs.
fn workdir() -> Workdir {
    let workdir = Workdir::for_command(&[env!("CARGO_BIN_EXE_terrarium"), "path"]);
    workdir.write("four.jsonl", FOUR);
    workdir.write("pond.map", POND);
    workdir.write("pond.scen", POND_SCEN);
    workdir
}

/// The answers to problems, all of which must be valid.
fn answers(workdir: &Workdir, problems: &str, arguments: &[&str]) -> Vec<Value> {
    let all = [&["--problems", "-", "--format", "json"], arguments].concat();
    let result = workdir.run_with_input(problems, &all);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{arguments:?}");
    result.json_lines()
}

/// The answer without its duration, which differs from run to run.
fn timeless(mut answer: Value) -> Value {
    let micros = answer["micros"].take();
    assert!(micros.as_f64().is_some_and(|micros| micros >= 0.0), "{micros}");
    answer
}

/// The names of all navigators.
fn navigators() -> Vec<&'static str> {
    terrarium::navigation::NAVIGATORS.iter().map(|navigator| navigator.name()).collect()
}

/// The size of a PNG file, which must be complete.
fn picture_size(workdir: &Workdir, name: &str) -> (u32, u32) {
    let bytes = workdir.bytes(name);
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1A\n") && bytes.ends_with(b"IEND\xAE\x42\x60\x82"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}
