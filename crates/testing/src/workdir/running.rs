//! Commands that run, and what they printed when they have ended.

use std::io::Read;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use super::{one_line, wait_until};

/// The exit code and the output of a command.
#[derive(Debug)]
pub struct CommandResult {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// The standard output.
    pub out: String,
    /// The standard error.
    pub err: String,
}

impl CommandResult {
    pub(super) fn new(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The standard error as one line.
    pub fn message(&self) -> String {
        one_line(&self.err)
    }

    /// The values of the standard output, which is a line of JSON each.
    pub fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

/// A command that runs. It is killed if a test ends before it.
pub struct Running(Child);

impl Running {
    /// Starts a command, whose output is kept.
    pub fn new(command: &mut Command) -> Self {
        Self(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    pub(super) fn silent(command: &mut Command) -> Self {
        Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.0.id()
    }

    /// Sends it a signal by its name, such as `INT`.
    pub fn signal(&self, name: &str) {
        let process = self.0.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it has ended. It syncs a recording to the disk, for which a busy disk can take minutes.
    pub fn ended(&mut self) -> CommandResult {
        wait_until("the end of the command", || self.has_ended());
        let [mut out, mut err] = [String::new(), String::new()];
        self.0.stdout.take().expect("it ends once").read_to_string(&mut out).unwrap();
        self.0.stderr.take().expect("it ends once").read_to_string(&mut err).unwrap();
        CommandResult { code: self.0.wait().unwrap().code(), out, err }
    }

    /// Kills it, which no command can handle. Returns whether it was running still.
    pub fn kill(mut self) -> bool {
        self.0.kill().unwrap();
        !self.0.wait().unwrap().success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
