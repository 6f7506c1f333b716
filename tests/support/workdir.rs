//! A temporary directory to run the command in.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A temporary directory.
pub struct Workdir(TempDir);

/// The output and exit code of a command.
pub struct CommandResult {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Workdir {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Replaces text in a file, which must contain it.
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{name} has no {old}");
        self.write(name, &text.replace(old, new));
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrarium"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs a command.
    pub fn run(&self, arguments: &[&str]) -> CommandResult {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
        CommandResult {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Runs a command that must succeed, and returns its standard output.
    pub fn success(&self, arguments: &[&str]) -> String {
        let result = self.run(arguments);
        assert_eq!(result.code, Some(0), "{arguments:?}: {}", result.err);
        result.out
    }

    /// Runs a command that must succeed with `--format json`, and returns the parsed output.
    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.success(&[arguments, &["--format", "json"]].concat())).unwrap()
    }

    /// Runs a command that must fail with exit code 2, and returns the error on one line.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let result = self.run(arguments);
        let (code, out) = (result.code, result.out.as_str());
        assert_eq!((code, out), (Some(2), ""), "{arguments:?}: {}", result.err);
        result.message()
    }
}

impl CommandResult {
    /// Returns standard error as one line.
    pub fn message(&self) -> String {
        one_line(&self.err)
    }
}

/// An error as one line, without labels, frames and line breaks.
pub fn one_line(error: &str) -> String {
    let drawn = ["error:", "help:", "=", "|"];
    let words = error.split_whitespace().filter(|word| !drawn.contains(word));
    words.collect::<Vec<_>>().join(" ")
}
