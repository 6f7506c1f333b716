//! An empty folder in which the command is given.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// An empty folder to work in.
pub struct Workdir(TempDir);

/// What a command said, and how it ended.
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

    /// Puts one text in the place of another, which must be there.
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

    pub fn say(&self, arguments: &[&str]) -> CommandResult {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_owned()).unwrap();
        CommandResult {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Gives a command that must succeed, and answers what it says on standard output.
    pub fn fine(&self, arguments: &[&str]) -> String {
        let said = self.say(arguments);
        assert_eq!(said.code, Some(0), "{arguments:?}: {}", said.err);
        said.out
    }

    /// The same, of which the answer is JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.fine(&[arguments, &["--format", "json"]].concat())).unwrap()
    }

    /// Gives a command that must be refused as wrong input, and answers why, on one line.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let said = self.say(arguments);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}: {}", said.err);
        said.told()
    }
}

impl CommandResult {
    /// What stands on standard error, as one line.
    pub fn told(&self) -> String {
        one_line(&self.err)
    }
}

/// An error as one line, without labels, frames and line breaks.
pub fn one_line(error: &str) -> String {
    let drawn = ["error:", "help:", "=", "|"];
    let words = error.split_whitespace().filter(|word| !drawn.contains(word));
    words.collect::<Vec<_>>().join(" ")
}
