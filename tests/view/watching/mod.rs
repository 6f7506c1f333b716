//! Running the command as a user would.

pub mod display;
pub mod processor;

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use terrarium::record::Recording;
use terrarium_testing::workdir::{CommandResult, Running, wait_until};
use terrarium_testing::{Workdir, scenario};

use display::Display;

fn pond_toml() -> String {
    scenario(3, [700, 500], &[("clover", 40), ("hare", 14), ("lynx", 2)])
}

/// A folder with `pond.toml`, in which `terrarium` runs.
pub fn workdir() -> Workdir {
    let workdir = Workdir::for_command(&[env!("CARGO_BIN_EXE_terrarium")]);
    workdir.write("pond.toml", pond_toml());
    workdir
}

/// The running command.
pub struct Watching {
    workdir: Rc<Workdir>,
    running: Running,
}

impl Watching {
    /// Runs the command in a new folder with `pond.toml`, with a display or without.
    pub fn begin(display: Option<&Display>, arguments: &[&str]) -> Self {
        Self::run(Rc::new(workdir()), display, arguments)
    }

    /// Runs the command in the same folder.
    pub fn again(&self, display: Option<&Display>, arguments: &[&str]) -> Self {
        Self::run(Rc::clone(&self.workdir), display, arguments)
    }

    fn run(workdir: Rc<Workdir>, display: Option<&Display>, arguments: &[&str]) -> Self {
        let mut command = workdir.command(arguments);
        if let Some(display) = display {
            command.env("DISPLAY", display.name());
        }
        Self { workdir, running: Running::new(&mut command) }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.workdir.path(name)
    }

    pub fn signal(&self, name: &str) {
        self.running.signal(name);
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.running.process()
    }

    /// Waits until the command has ended.
    pub fn ended(&mut self) -> CommandResult {
        self.running.ended()
    }

    pub fn wait_for_file(&self, folder: &str, ending: &str) {
        let is_it = |path: &Path| path.extension().is_some_and(|it| it == ending);
        wait_until(&format!("a .{ending} file in {folder}"), || {
            let files = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
            files.map(|entry| entry.path()).any(|path| is_it(&path))
        });
    }

    /// Asserts that a recording is complete and not empty.
    pub fn assert_recording(&self, name: &str) {
        let recording = Recording::open(self.path(name)).unwrap();
        assert!(recording.shortfall().is_none(), "{:?}", recording.shortfall());
        assert!(recording.last_tick() > 0);
    }
}
