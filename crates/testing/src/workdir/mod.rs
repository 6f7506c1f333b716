//! A temporary folder, in which tests write files and run the command.

mod arguments;
mod running;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

pub use arguments::Arguments;
pub use running::{CommandResult, Running};

/// A temporary folder, and the command that runs in it.
pub struct Workdir {
    folder: TempDir,
    command: Vec<String>,
}

impl Workdir {
    /// An empty folder for files alone.
    #[allow(clippy::new_without_default, reason = "a default would create a folder")]
    pub fn new() -> Self {
        Self::for_command(&[])
    }

    /// An empty folder for a command: the path of a program, and the arguments that it always gets. Only the tests
    /// of a package know the paths of its programs.
    pub fn for_command(command: &[&str]) -> Self {
        let command = command.iter().map(|&word| word.to_owned()).collect();
        Self { folder: tempfile::tempdir().unwrap(), command }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The path of a file or folder in it.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder().join(name)
    }

    /// The names of all files and folders in it, recursively.
    pub fn files(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut folders = vec![self.folder().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(self.folder()).unwrap();
                found.insert(name.to_string_lossy().into_owned());
                if path.is_dir() {
                    folders.push(path);
                }
            }
        }
        found
    }

    /// Writes a file, and creates the folder that it is in.
    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: impl AsRef<Path>) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The text of a file.
    pub fn read(&self, name: impl AsRef<Path>) -> String {
        String::from_utf8(self.bytes(name)).expect("the file is UTF-8")
    }

    /// The value of a JSON file.
    pub fn read_json(&self, name: impl AsRef<Path>) -> Value {
        serde_json::from_slice(&self.bytes(name)).unwrap()
    }

    /// Replaces text in a file, which must contain it.
    pub fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{name} has no {old}");
        self.write(name, text.replace(old, new));
    }

    /// The command with more arguments, to run in the folder without input.
    pub fn command(&self, arguments: &(impl Arguments + ?Sized)) -> Command {
        let (program, first) = self.command.split_first().expect("the folder is for a command");
        let mut command = Command::new(program);
        command.args(first).args(arguments.list()).current_dir(self.folder());
        command.stdin(Stdio::null());
        // The machine that tests may have a display; no windows are wanted.
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Runs the command.
    pub fn run(&self, arguments: &(impl Arguments + ?Sized)) -> CommandResult {
        CommandResult::new(self.command(arguments).output().unwrap())
    }

    /// Runs the command with a text as its input.
    pub fn run_with_input(
        &self,
        input: impl AsRef<[u8]>,
        arguments: &(impl Arguments + ?Sized),
    ) -> CommandResult {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().expect("it is a pipe");
        let input = input.as_ref().to_owned();
        // A command that refuses its input does not read all of it.
        let writer = thread::spawn(move || drop(pipe.write_all(&input)));
        let result = CommandResult::new(child.wait_with_output().unwrap());
        writer.join().unwrap();
        result
    }

    /// Runs the command in a shell after a line of it, such as a limit.
    pub fn run_limited(&self, limit: &str, arguments: &(impl Arguments + ?Sized)) -> CommandResult {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{limit}; exec \"$0\" \"$@\""));
        shell.args(&self.command).args(arguments.list()).current_dir(self.folder());
        CommandResult::new(shell.stdin(Stdio::null()).output().unwrap())
    }

    /// Runs the command, which must succeed, and returns its standard output.
    pub fn success(&self, arguments: &(impl Arguments + ?Sized)) -> String {
        let result = self.run(arguments);
        let (out, err) = (&result.out, &result.err);
        assert_eq!(result.code, Some(0), "{:?}: {out}{err}", arguments.list());
        result.out
    }

    /// Runs the command with `--format json`, which must succeed, and returns what it prints.
    pub fn json(&self, arguments: &(impl Arguments + ?Sized)) -> Value {
        let all = [&arguments.list()[..], &["--format", "json"]].concat();
        serde_json::from_str(&self.success(&all)).unwrap()
    }

    /// Runs the command, which must refuse its input, and returns the error as one line.
    pub fn refused(&self, arguments: &(impl Arguments + ?Sized)) -> String {
        let result = self.run(arguments);
        let (code, out) = (result.code, result.out.as_str());
        assert_eq!((code, out), (Some(2), ""), "{:?}: {}", arguments.list(), result.err);
        result.message()
    }

    /// Starts the command, whose output is kept.
    pub fn start(&self, arguments: &(impl Arguments + ?Sized)) -> Running {
        Running::new(&mut self.command(arguments))
    }

    /// Starts the command, and kills it when a condition holds. Returns whether it was running still.
    pub fn kill_when(
        &self,
        arguments: &(impl Arguments + ?Sized),
        mut holds: impl FnMut() -> bool,
    ) -> bool {
        let mut running = Running::silent(&mut self.command(arguments));
        while !holds() && !running.has_ended() {
            thread::sleep(Duration::from_millis(1));
        }
        running.kill()
    }
}

/// Waits until a condition holds.
///
/// # Panics
/// When that takes minutes.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..30_000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}: it takes too long");
}

/// An error as one line, without labels, frames and line breaks.
pub fn one_line(error: &str) -> String {
    let drawn = ["error:", "help:", "=", "|"];
    let words = error.split_whitespace().filter(|word| !drawn.contains(word));
    words.collect::<Vec<_>>().join(" ")
}
