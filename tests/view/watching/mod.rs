//! Running the command as a user would.

#![allow(dead_code, reason = "not every test needs all of it")]

pub mod display;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;
use terrarium::record::Recording;

use display::Display;

pub const POND: &str = r#"
description = "A pond"
seed = 3

[world]
size = [700, 500]

[[population]]
species = "clover"
count = 40

[[population]]
species = "hare"
count = 14

[[population]]
species = "lynx"
count = 2
"#;

/// The running command.
pub struct Watching {
    folder: Rc<TempDir>,
    child: Child,
}

/// The output and the exit code of the command.
#[derive(Debug)]
pub struct CommandResult {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Watching {
    /// Runs the command in a new folder with `pond.toml`, with a display or without.
    pub fn begin(display: Option<&Display>, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("pond.toml"), POND).unwrap();
        Self::run(Rc::new(folder), display, arguments)
    }

    /// Runs the command in the same folder.
    pub fn again(&self, display: Option<&Display>, arguments: &[&str]) -> Self {
        Self::run(Rc::clone(&self.folder), display, arguments)
    }

    fn run(folder: Rc<TempDir>, display: Option<&Display>, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrarium"));
        command.args(arguments).current_dir(folder.path()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        if let Some(display) = display {
            command.env("DISPLAY", display.name());
        }
        Self { folder, child: command.spawn().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until the command has ended. It syncs a recording to the disk, for which a busy disk can take minutes.
    pub fn ended(&mut self) -> CommandResult {
        for _ in 0..6000 {
            if let Some(status) = self.child.try_wait().unwrap() {
                let (mut out, mut err) = (String::new(), String::new());
                self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
                self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
                return CommandResult { code: status.code(), out, err };
            }
            sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        panic!("the command does not end");
    }

    pub fn wait_for_file(&self, folder: &str, ending: &str) {
        let is_it = |path: &Path| path.extension().is_some_and(|it| it == ending);
        for _ in 0..600 {
            let files = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
            if files.map(|entry| entry.path()).any(|path| is_it(&path)) {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("no .{ending} file appears in {folder}");
    }

    /// Asserts that a recording is complete and not empty.
    pub fn assert_recording(&self, name: &str) {
        let recording = Recording::open(self.path(name)).unwrap();
        assert!(recording.shortfall().is_none(), "{:?}", recording.shortfall());
        assert!(recording.last_tick() > 0);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
