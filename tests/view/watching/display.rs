//! A virtual X display, with simulated input.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use terrarium::view::Framebuffer;

pub struct Display {
    number: u32,
    server: RefCell<Child>,
}

/// A screenshot of a window.
#[derive(Debug)]
pub struct Shot(Framebuffer);

impl Shot {
    pub fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    pub fn len(&self) -> usize {
        self.0.pixels().len()
    }

    /// The number of pixels that differ from another screenshot.
    pub fn differing(&self, other: &Self) -> usize {
        if self.size() != other.size() {
            return self.len();
        }
        self.0.pixels().iter().zip(other.0.pixels()).filter(|(a, b)| a != b).count()
    }

    /// The greatest difference of a part of a pixel from that of another screenshot, and the mean difference.
    pub fn differences(&self, other: &Self) -> (u8, f64) {
        assert_eq!(self.size(), other.size());
        let pairs = self.0.pixels().iter().zip(other.0.pixels());
        let parts = pairs.flat_map(|(one, other)| {
            one.to_be_bytes()
                .into_iter()
                .zip(other.to_be_bytes())
                .skip(1)
                .map(|(a, b)| a.abs_diff(b))
        });
        let all: Vec<u8> = parts.collect();
        let sum: f64 = all.iter().map(|&it| f64::from(it)).sum();
        (all.iter().copied().max().unwrap_or(0), sum / all.len() as f64)
    }

    pub fn colours(&self) -> usize {
        let mut colours = self.0.pixels().to_vec();
        colours.sort_unstable();
        colours.dedup();
        colours.len()
    }
}

impl Display {
    /// Opens a display with a free number.
    pub fn open(width: u32, height: u32) -> Self {
        Self::with_depth(width, height, 24)
    }

    /// Opens a display with so many bits per pixel.
    pub fn with_depth(width: u32, height: u32, depth: u32) -> Self {
        // Servers that start at the same time may take over the same number from a killed one.
        static OPENING: Mutex<()> = Mutex::new(());
        let _one_by_one = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut command = Command::new("Xvfb");
        let screen = format!("{width}x{height}x{depth}");
        command.args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut server = command.spawn().unwrap();
        let mut number = String::new();
        let mut out = server.stdout.take().unwrap();
        let mut byte = [0];
        while out.read_exact(&mut byte).is_ok() && byte != *b"\n" {
            number.push(char::from(byte[0]));
        }
        let number = number.parse().expect("Xvfb prints the number of its display");
        Self { number, server: RefCell::new(server) }
    }

    pub fn name(&self) -> String {
        format!(":{}", self.number)
    }

    pub fn close(&self) {
        let _ = self.server.borrow_mut().kill();
        let _ = self.server.borrow_mut().wait();
    }

    fn tool(&self, name: &str, arguments: &[&str]) -> Vec<u8> {
        let mut command = Command::new(name);
        let output = command.args(arguments).env("DISPLAY", self.name()).output().unwrap();
        output.stdout
    }

    /// Runs xdotool.
    pub fn run(&self, arguments: &[&str]) {
        self.tool("xdotool", arguments);
    }

    /// Waits for a window whose title starts with `title`, and returns its ID. xdotool matches only
    /// ASCII titles.
    pub fn window(&self, title: &str) -> String {
        for _ in 0..1200 {
            let found = self.tool("xdotool", &["search", "--onlyvisible", "--name", title]);
            let found = String::from_utf8(found).unwrap();
            if let Some(number) = found.lines().last() {
                let number = number.to_owned();
                // Without a window manager, the window has to be focused explicitly.
                self.run(&["windowfocus", &number]);
                self.wait_for_focus(&number);
                return number;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("no window `{title}` appears");
    }

    fn wait_for_focus(&self, window: &str) {
        for _ in 0..600 {
            let focused = self.tool("xdotool", &["getwindowfocus"]);
            if String::from_utf8(focused).unwrap().trim() == window {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("the window does not get the keyboard");
    }

    /// A shot of a window that meets a condition; waits for it.
    pub fn shot_when(&self, window: &str, what: &str, is_met: impl Fn(&Shot) -> bool) -> Shot {
        for _ in 0..600 {
            let shot = self.shot(window);
            if is_met(&shot) {
                return shot;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("{what} does not show");
    }

    /// A shot of a window in which a world is painted.
    pub fn painted(&self, window: &str) -> Shot {
        self.shot_when(window, "a world", |shot| shot.colours() > 200)
    }

    /// Waits until two frames of a window differ: the simulation runs.
    pub fn running(&self, window: &str) {
        let before = self.painted(window);
        self.shot_when(window, "another tick", |shot| shot.differing(&before) > 0);
    }

    pub fn keys(&self, window: &str, keys: &str) {
        self.run(&["windowfocus", window]);
        self.run(&["key", keys]);
    }

    /// Sets the layouts of the keyboard, the first of which is active; for example `ru,us`.
    pub fn set_layouts(&self, layouts: &str) {
        let mut command = Command::new("setxkbmap");
        let status = command.args(["-layout", layouts]).env("DISPLAY", self.name()).status();
        assert!(status.unwrap().success(), "setxkbmap has {layouts}");
    }

    pub fn shot(&self, window: &str) -> Shot {
        let png = self.tool("import", &["-window", window, "-depth", "8", "PNG24:-"]);
        Shot(Framebuffer::from_png(&png).expect("import writes a PNG"))
    }

    /// Waits until a window stops changing, and returns a screenshot.
    pub fn settled(&self, window: &str) -> Shot {
        let mut last = self.shot(window);
        for _ in 0..60 {
            sleep(Duration::from_millis(300));
            let now = self.shot(window);
            if now.differing(&last) == 0 {
                return now;
            }
            last = now;
        }
        last
    }

    /// Waits until a window differs from a screenshot, and returns a new one.
    pub fn changed(&self, window: &str, before: &Shot, what: &str) -> Shot {
        for _ in 0..600 {
            let now = self.shot(window);
            if now.differing(before) > 20 {
                return self.settled(window);
            }
            sleep(Duration::from_millis(100));
        }
        panic!("timed out waiting for {what}");
    }

    /// Asks a window to close, as a click on its close button does. Common tools need a window
    /// manager for this, so it talks to the server directly.
    pub fn ask_to_close(&self, window: &str) {
        let window: u32 = window.parse().unwrap();
        let path = PathBuf::from(format!("/tmp/.X11-unix/X{}", self.number));
        let mut server = UnixStream::connect(path).unwrap();
        server.write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        let mut head = [0; 8];
        server.read_exact(&mut head).unwrap();
        assert_eq!(head[0], 1, "the server accepts the connection");
        let length = usize::from(u16::from_le_bytes([head[6], head[7]])) * 4;
        server.read_exact(&mut vec![0; length]).unwrap();
        let [protocols, delete] =
            ["WM_PROTOCOLS", "WM_DELETE_WINDOW"].map(|name| intern(&mut server, name));
        // SendEvent of 11 words: a ClientMessage with 32-bit data to the window.
        let mut request = vec![25, 0, 11, 0];
        request.extend(window.to_le_bytes());
        request.extend(0_u32.to_le_bytes());
        request.extend([33, 32, 0, 0]);
        request.extend(window.to_le_bytes());
        request.extend(protocols.to_le_bytes());
        request.extend(delete.to_le_bytes());
        request.extend([0; 16]);
        server.write_all(&request).unwrap();
        // The reply to a later request shows that this one has been processed.
        intern(&mut server, "WM_PROTOCOLS");
    }
}

/// Returns the atom of a name.
fn intern(server: &mut UnixStream, name: &str) -> u32 {
    let padded = name.len().div_ceil(4) * 4;
    let words = u16::try_from(2 + padded / 4).unwrap();
    let mut request = vec![16, 0];
    request.extend(words.to_le_bytes());
    request.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
    request.extend([0; 2]);
    request.extend(name.as_bytes());
    request.resize(8 + padded, 0);
    server.write_all(&request).unwrap();
    let mut answer = [0; 32];
    server.read_exact(&mut answer).unwrap();
    u32::from_le_bytes([answer[8], answer[9], answer[10], answer[11]])
}

impl Drop for Display {
    fn drop(&mut self) {
        self.close();
    }
}
