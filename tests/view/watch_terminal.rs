//! Tests of the terminal view, run in tmux.

#![cfg(unix)]

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use terrarium_testing::Workdir;
use terrarium_testing::environment::are_installed;

use crate::watching::processor::assert_at_rest;
use crate::watching::workdir;

/// A tmux session.
struct Terminal {
    workdir: Workdir,
    socket: String,
}

impl Terminal {
    fn open(width: u32, height: u32) -> Self {
        let workdir = workdir();
        let socket = workdir.path("tmux").display().to_string();
        let terminal = Self { workdir, socket };
        let (width, height) = (width.to_string(), height.to_string());
        let shell = "env -u DISPLAY -u WAYLAND_DISPLAY PS1='ready> ' sh";
        terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            shell,
        ]);
        terminal.wait("a prompt", |text| text.contains("ready>"));
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(&self.socket).args(arguments).current_dir(self.workdir.folder());
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    }

    fn run(&self, arguments: &str) {
        let command = env!("CARGO_BIN_EXE_terrarium");
        self.keys(&[&format!("{command} {arguments}; echo ended=$?"), "Enter"]);
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    fn wait(&self, what: &str, shows: impl Fn(&str) -> bool) -> String {
        for _ in 0..1200 {
            let text = self.text();
            if shows(&text) {
                return text;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("timed out waiting for {what}:\n{}", self.text());
    }

    /// The tick in the status line.
    fn tick(&self) -> u64 {
        let text = self.text();
        let number = text.split_whitespace().skip_while(|word| *word != "tick").nth(1);
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn the_terminal_view_shows_a_world_and_handles_keys() {
    if !are_installed(&["tmux"]) {
        return;
    }
    let terminal = Terminal::open(120, 36);
    terminal.run("watch pond.toml --view terminal");
    for word in ["▀", "pond", "hare", "lynx", "clover", "tick", "Space pause", "Q quit"] {
        terminal.wait(word, |text| text.contains(word));
    }
    terminal.wait("time", |_| terminal.tick() > 3);
    terminal.keys(&["Space"]);
    terminal.wait("a pause", |text| text.contains("paused"));
    let tick = terminal.tick();
    terminal.keys(&["."]);
    terminal.wait("a step", |_| terminal.tick() == tick + 1);
    terminal.keys(&["Left"]);
    terminal.wait("a step back", |_| terminal.tick() == tick);
    let before = terminal.text();
    terminal.keys(&["+", "+"]);
    terminal.wait("a magnified world", |text| text != before);
    terminal.keys(&["?"]);
    terminal.wait("the help", |text| text.contains("Start or pause the simulation"));
    terminal.keys(&["Escape"]);
    terminal.wait("the world", |text| text.contains('▀'));
    terminal.tmux(&["resize-window", "-x", "60", "-y", "12"]);
    terminal.wait("a smaller world", |text| text.contains('▀') && !text.contains("clover"));
    terminal.tmux(&["resize-window", "-x", "3", "-y", "2"]);
    terminal.wait("a tiny view", |text| text.lines().all(|line| line.chars().count() <= 3));
    terminal.tmux(&["resize-window", "-x", "120", "-y", "36"]);
    terminal.wait("all of it", |text| text.contains("clover"));
    terminal.keys(&["q"]);
    let left = terminal.wait("the end", |text| text.contains("ended=0"));
    assert!(left.contains("ready>") && !left.contains('▀'), "the terminal is restored:\n{left}");
}

#[test]
fn a_signal_restores_the_terminal_and_saves_the_recording() {
    if !are_installed(&["tmux"]) {
        return;
    }
    let terminal = Terminal::open(80, 24);
    terminal.run("watch pond.toml --view terminal --record kept.recording");
    terminal.wait("time", |_| terminal.tick() > 3);
    terminal.keys(&["C-c"]);
    let left = terminal.wait("the end", |text| text.contains("ended=130"));
    assert!(left.contains("saved kept.recording"), "{left}");
    let recording = terrarium::record::Recording::open(terminal.workdir.path("kept.recording"));
    assert!(recording.unwrap().shortfall().is_none());
    terminal.keys(&["echo is''echoed", "Enter"]);
    terminal.wait("what is typed", |text| {
        text.contains("echo is''echoed") && text.contains("isechoed")
    });
}

/// Whether a process runs; a zombie does not.
fn runs(process: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

#[test]
fn a_closed_terminal_ends_the_view_and_saves_the_recording() {
    if !are_installed(&["tmux", "ps"]) {
        return;
    }
    // Under nohup no signal is sent, and the terminal alone ends.
    for signals in ["trap - HUP", "trap '' HUP"] {
        let terminal = Terminal::open(80, 24);
        let command = env!("CARGO_BIN_EXE_terrarium");
        let watch = format!("exec {command} watch pond.toml --view terminal --record a.recording");
        terminal.keys(&[&format!("{signals}; echo $$ > process; {watch}"), "Enter"]);
        terminal.wait("time", |_| terminal.tick() > 3);
        let process = terminal.workdir.read("process");
        terminal.tmux(&["kill-server"]);
        let has_ended = (0..600).any(|_| {
            sleep(Duration::from_millis(50));
            !runs(process.trim())
        });
        assert!(has_ended, "{signals}: the process runs on");
        let recording =
            terrarium::record::Recording::open(terminal.workdir.path("a.recording")).unwrap();
        assert!(recording.shortfall().is_none(), "{signals}: {:?}", recording.shortfall());
    }
}

/// Whether a process is stopped.
fn is_stopped(process: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    String::from_utf8_lossy(&state.stdout).trim().starts_with('T')
}

fn wait_until_stopped(process: &str) {
    let has_stopped = (0..600).any(|_| {
        sleep(Duration::from_millis(50));
        is_stopped(process)
    });
    assert!(has_stopped, "the process runs on");
}

#[test]
fn a_viewer_that_is_stopped_and_continued_sets_the_terminal_up_again() {
    if !are_installed(&["tmux", "ps"]) {
        return;
    }
    for signal in ["TSTP", "STOP"] {
        let terminal = Terminal::open(80, 24);
        let send = |signal: &str, process: &str| {
            Command::new("kill").args([&format!("-{signal}"), process]).status().unwrap();
        };
        let command = env!("CARGO_BIN_EXE_terrarium");
        let watch = format!("exec {command} watch pond.toml --view terminal");
        terminal.keys(&[&format!("sh -c 'echo $$ > process; {watch}'"), "Enter"]);
        terminal.wait("time", |_| terminal.tick() > 3);
        let process = terminal.workdir.read("process").trim().to_owned();

        for round in 0..2 {
            send(signal, &process);
            wait_until_stopped(&process);
            if signal == "TSTP" {
                terminal.wait("a prompt", |text| text.contains("ready>"));
                let mode = "#{mouse_any_flag} #{alternate_on} #{wrap_flag} #{cursor_flag}";
                let modes = terminal.tmux(&["display-message", "-p", mode]);
                assert_eq!(modes.trim(), "0 0 1 1", "no mouse reports, the usual screen");
                terminal.keys(&["stty -a > modes", "Enter"]);
                let modes = || fs::read_to_string(terminal.workdir.path("modes"));
                terminal.wait("modes", |_| modes().is_ok_and(|it| it.contains("echo")));
                let modes = modes().unwrap();
                assert!(modes.contains(" icanon") && !modes.contains("-echo "), "{modes}");
                terminal.keys(&["clear; rm modes", "Enter"]);
            }
            // In the background it stops again instead of drawing over the shell.
            send("CONT", &process);
            sleep(Duration::from_millis(300));
            wait_until_stopped(&process);

            // After STOP, this shell has the modes of the viewer, in which Enter ends no line.
            terminal.keys(&["fg", "C-j"]);
            terminal.wait("the world", |text| text.contains('▀') && text.contains("Q quit"));
            terminal.keys(&["Space"]);
            terminal.wait("a key", |text| text.contains("paused") == (round == 0));
        }
        terminal.keys(&["q"]);
        terminal.wait("the prompt", |text| text.contains("ready>") && !text.contains('▀'));
        terminal.keys(&["echo is''echoed", "Enter"]);
        terminal.wait("what is typed", |text| {
            text.contains("echo is''echoed") && text.contains("isechoed")
        });
    }
}

#[test]
fn a_paused_terminal_is_at_rest() {
    if !are_installed(&["tmux"]) {
        return;
    }
    let terminal = Terminal::open(120, 36);
    let command = env!("CARGO_BIN_EXE_terrarium");
    let watch = format!("exec {command} watch pond.toml --view terminal --paused");
    terminal.keys(&[&format!("sh -c 'echo $$ > process; {watch}'"), "Enter"]);
    terminal.wait("a world", |text| text.contains('▀') && text.contains("paused"));
    let process = terminal.workdir.read("process").trim().parse().unwrap();
    assert_at_rest(process, "a paused terminal");
    terminal.keys(&["."]);
    terminal.wait("a step", |_| terminal.tick() == 1);
}

#[test]
fn the_run_of_a_killed_viewer_is_recovered() {
    if !are_installed(&["tmux", "ps"]) {
        return;
    }
    let terminal = Terminal::open(240, 24);
    let command = env!("CARGO_BIN_EXE_terrarium");
    terminal.keys(&["export TMPDIR=$PWD/temporary; mkdir $TMPDIR", "Enter"]);
    let watch = format!("exec {command} watch pond.toml --view terminal --speed max");
    terminal.keys(&[&format!("sh -c 'echo $$ > process; {watch}'"), "Enter"]);
    terminal.wait("time", |_| terminal.tick() > 300);
    let process = terminal.workdir.read("process");
    let kill = |signal: &str| {
        let output = Command::new("kill").args([signal, process.trim()]).output();
        output.unwrap().status.success()
    };
    assert!(kill("-9"));
    // It holds its recording until it is gone, which takes a while on a busy machine.
    terminal.wait("its end", |_| !kill("-0"));
    // The killed viewer has not restored its terminal.
    terminal.tmux(&["new-window", "env -u DISPLAY -u WAYLAND_DISPLAY PS1='ready> ' sh"]);
    terminal.wait("a prompt", |text| text.contains("ready>") && !text.contains('▀'));
    terminal.keys(&["export TMPDIR=$PWD/temporary", "Enter"]);
    terminal.run("watch pond.toml --view terminal --warm-up 2");
    terminal.wait("another run", |text| text.contains("pond · seed"));
    terminal.keys(&["q"]);
    let has_ended = |text: &str, with: &str| text.contains(with) && text.contains("ended=0");
    terminal.wait("the offer", |text| has_ended(text, "terrarium watch --recover"));
    terminal.keys(&["clear", "Enter"]);
    terminal.run("watch --recover --view terminal --paused");
    // The note is printed before the world is shown.
    terminal.wait("the run", |text| text.contains("pond-recovered-tick-") && text.contains('▀'));
    terminal.keys(&["q"]);
    terminal.wait("the end", |text| has_ended(text, "recovered runs/pond-recovered-tick-"));
    terminal.keys(&["clear", "Enter"]);
    terminal.run("watch --recover --view terminal");
    terminal.wait("the error", |text| text.contains("no recording of a killed program"));
}

#[test]
fn a_recorded_run_is_shown_from_a_tick_on() {
    if !are_installed(&["tmux"]) {
        return;
    }
    let terminal = Terminal::open(100, 30);
    terminal.run("run pond.toml --ticks 60 --out one");
    terminal.wait("the end", |text| text.contains("ended=0"));
    terminal.keys(&["clear", "Enter"]);
    terminal.run("watch one --view terminal --tick 41 --paused");
    terminal.wait("the tick", |_| terminal.tick() == 41);
    terminal.keys(&["q"]);
    terminal.wait("the end", |text| text.contains("ended=0"));
    terminal.run("watch one --view terminal --tick 61");
    terminal.wait("the error", |text| text.contains("--tick 61: one has ticks 0 to 60"));
    terminal.run("watch pond.toml --view terminal --tick 6");
    terminal.wait("the error", |text| text.contains("only recorded runs have ticks"));
}

#[test]
fn without_a_display_the_command_alone_uses_the_terminal() {
    if !are_installed(&["tmux"]) {
        return;
    }
    let terminal = Terminal::open(100, 30);
    terminal.run("");
    terminal.wait("the meadow", |text| text.contains("meadow · seed 1") && text.contains('▀'));
    terminal.keys(&["q"]);
    let left = terminal.wait("the end", |text| text.contains("ended=0"));
    assert!(left.contains("there is no display"), "{left}");
}

#[test]
fn without_a_display_that_answers_the_terminal_is_used() {
    if !are_installed(&["tmux"]) {
        return;
    }
    for (arguments, what) in [("", "the meadow"), ("watch pond.toml", "the world")] {
        let terminal = Terminal::open(240, 30);
        terminal.keys(&["export DISPLAY=:7654", "Enter"]);
        terminal.run(arguments);
        terminal.wait("the world", |text| text.contains("seed") && text.contains('▀'));
        terminal.keys(&["q"]);
        let left = terminal.wait("the end", |text| text.contains("ended=0"));
        let reason = "cannot open a window on the display :7654: ";
        assert!(left.contains(reason), "{left}");
        assert!(left.contains(&format!("; showing {what} in this terminal")), "{left}");
        terminal.run("watch pond.toml --view window");
        terminal.wait("the error", |text| text.contains("ended=2") && text.contains(":7654"));
    }
}
