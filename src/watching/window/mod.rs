//! The window: shows pictures as they come, and tells what is done with keys and mouse.
//!
//! It knows nothing of worlds. The thread that opened it looks after it, hundreds of times a second
//! and whatever the painter is doing, so that no short click is missed.

mod keys;
mod last_words;
mod pane;
mod pump;

use std::sync::mpsc::Sender;

use minifb::{Scale, ScaleMode, WindowOptions};
use thiserror::Error;

use super::frames::Frames;
use super::input::Input;
use pump::Pump;

/// How a window is to be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WindowConfig {
    /// What stands above it.
    pub title: String,
    /// Its width and height in pixels; without, as the display suggests.
    pub size: Option<(usize, usize)>,
    /// How many pixels a point of its letters and lines is wide; without, as the display suggests.
    pub scale: Option<f64>,
}

/// Why there is no window.
#[derive(Debug, Error)]
pub enum NoWindow {
    /// The environment names no display.
    #[error("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")]
    NoDisplay,
    /// The display is named, but opens no window.
    #[error("the display{} opens no window: {problem}", named(display))]
    Refused {
        /// Its name; empty where displays have none.
        display: String,
        /// What the system says.
        problem: String,
    },
}

fn named(display: &str) -> String {
    if display.is_empty() { String::new() } else { format!(" {display}") }
}

/// Why a window is not there any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowExit {
    /// Whoever watched closed it.
    Closed,
    /// Whoever opened it had it closed.
    Over,
}

/// Whether there may be a display: whether the environment names one, where displays have names.
///
/// # Errors
/// When there is none.
pub fn find_display() -> Result<String, NoWindow> {
    if cfg!(any(windows, target_os = "macos")) {
        return Ok(String::new());
    }
    let named = |variable| std::env::var(variable).ok().filter(|name| !name.is_empty());
    named("WAYLAND_DISPLAY").or_else(|| named("DISPLAY")).ok_or(NoWindow::NoDisplay)
}

/// Whether the display can still be reached.
#[must_use]
pub fn is_display_there() -> bool {
    pane::is_there()
}

/// A window that is open.
pub struct Window {
    window: minifb::Window,
    scale: f64,
    /// Whether it may be one of X.
    is_x: bool,
}

/// The size of a window of which several fit onto the display: it is opened as many times as large.
const MODULE: (usize, usize) = (400, 225);

/// The size of a window where the display does not tell its own.
const USUAL: (usize, usize) = (1280, 720);

impl Window {
    /// Opens a window. On some systems only the first thread of a process can.
    ///
    /// # Errors
    /// When there is no display, or it opens none.
    pub fn open(wishes: &WindowConfig) -> Result<Self, NoWindow> {
        let display = find_display()?;
        // Only X tells how often something fits.
        let tells = cfg!(unix)
            && !cfg!(target_os = "macos")
            && std::env::var_os("WAYLAND_DISPLAY").is_none();
        let ((width, height), scaling) = match wishes.size {
            Some(size) => (size, Scale::X1),
            None if tells => (MODULE, Scale::FitScreen),
            None => (USUAL, Scale::X1),
        };
        let options = WindowOptions {
            resize: true,
            scale: scaling,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let window = minifb::Window::new(&wishes.title, width, height, options)
            .map_err(|error| NoWindow::Refused { display, problem: error.to_string() })?;
        let fits = window.get_size().0 / width.max(1);
        Ok(Self {
            window,
            scale: wishes.scale.unwrap_or_else(|| suggested_scale(fits)),
            is_x: tells,
        })
    }

    /// How many pixels a point of letters and lines should be wide.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Its width and height, in pixels.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.window.get_size()
    }

    /// Shows the newest of `frames` and tells `inputs` what is done, until somebody closes the window or
    /// `is_over`. Should the display be lost meanwhile, and the process with it, `last_words` are
    /// said before.
    #[must_use]
    pub fn show(
        mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
        is_over: &dyn Fn() -> bool,
        last_words: impl FnOnce() + 'static,
    ) -> WindowExit {
        last_words::prepare(last_words);
        // The pump waits for pictures by itself.
        self.window.set_target_fps(0);
        let ending = Pump::new(&mut self.window, inputs, self.is_x).run(frames, is_over);
        last_words::take_back();
        ending
    }
}

/// Letters twice as large on displays on which the window's module fits often.
fn suggested_scale(fits: usize) -> f64 {
    match fits {
        0..8 => 1.0,
        8..14 => 2.0,
        _ => 3.0,
    }
}
