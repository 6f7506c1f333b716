//! What tests that follow a manual share: the parts of its text, and its commands, which a shell runs as for a reader.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use terrarium_testing::Workdir;

/// The first words of lines that are commands. Cargo, Python and what else a reader may lack have tests of their own.
const PROGRAMS: [&str; 5] = ["terrarium", "mkdir", "sed", "printf", "echo"];

/// Overrides that give a meadow a ninth of its area, with these founders in their order.
pub const SMALL_MEADOW: &str = "--set world.size=[1200,900] --set population.clover=100 --set population.oak=6 \
    --set population.hare=45 --set population.deer=18 --set population.lynx=2 --set population.wolf=2";

/// The text of a manual in `docs/`.
pub fn manual(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text below a heading, up to the next one of its level.
pub fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("there is no heading {heading}"));
    let level = heading.split(' ').next().expect("a heading has a level");
    rest.split_once(&format!("\n{level} ")).map_or(rest, |(section, _)| section)
}

/// The code blocks of a language, in their order.
pub fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let parts = text.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().expect("a first part").to_owned()).collect()
}

/// The first block of a language that contains a text.
pub fn block_with(text: &str, language: &str, part: &str) -> String {
    let all = blocks(text, language);
    all.into_iter().find(|block| block.contains(part)).expect("there is one")
}

/// The commands in their order: lines of blocks for a shell, and indented lines outside of blocks.
pub fn commands(text: &str) -> Vec<&str> {
    let mut fence = None;
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language) };
            continue;
        }
        let command = match fence {
            None => line.strip_prefix("    "),
            Some("sh") => Some(line),
            Some(_) => None,
        };
        let first = |line: &str| line.split(' ').next().is_some_and(|it| PROGRAMS.contains(&it));
        found.extend(command.filter(|line| first(line)));
    }
    found
}

/// A command as a reader gives it, in a shell that finds the program.
pub fn shell(workdir: &Workdir, command: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_terrarium"));
    let folders = env::var_os("PATH").unwrap_or_default();
    let folders = [program.parent().expect("a folder").to_owned()]
        .into_iter()
        .chain(env::split_paths(&folders));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec {command}")]).current_dir(workdir.folder());
    shell.env("PATH", env::join_paths(folders).unwrap());
    shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    shell
}

/// What a command wrote, and how it ended.
pub struct Written {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Written {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs a command, which must succeed.
pub fn run(workdir: &Workdir, command: &str) -> Written {
    let written = Written::from(shell(workdir, command).output().unwrap());
    assert_eq!(written.code, Some(0), "{command}: {}{}", written.out, written.err);
    written
}

/// The commands of a manual that were run, in their order.
#[derive(Default)]
pub struct Followed(Vec<(String, Written)>);

impl Followed {
    pub fn add(&mut self, command: &str, written: Written) {
        self.0.push((command.to_owned(), written));
    }

    /// What the first command with a text wrote.
    pub fn written(&self, part: &str) -> &Written {
        let found = self.0.iter().find(|(command, _)| command.contains(part));
        &found.unwrap_or_else(|| panic!("no command has {part}")).1
    }
}

/// What a test changes in the commands of a manual.
pub struct Changes<'a> {
    /// Texts that are replaced in every command, such as numbers of ticks that would take long.
    pub replaced: &'a [(&'a str, &'a str)],
    /// Texts in commands that are not run, such as those that open a window.
    pub left_out: &'a [&'a str],
}

/// Runs the commands of a text in their order, each of which must succeed. What each wrote is found by its own text.
pub fn followed(text: &str, workdir: &Workdir, changes: &Changes) -> Followed {
    let all = commands(text);
    let texts = changes.replaced.iter().map(|(text, _)| text).chain(changes.left_out);
    for text in texts {
        assert!(all.iter().any(|command| command.contains(text)), "no command has {text}");
    }
    let mut done = Followed::default();
    for command in all {
        if changes.left_out.iter().any(|text| command.contains(text)) {
            continue;
        }
        let changed = changes.replaced.iter();
        let changed = changed.fold(command.to_owned(), |it, (text, other)| it.replace(text, other));
        done.add(command, run(workdir, &changed));
    }
    done
}
