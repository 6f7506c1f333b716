//! The window: shows frames and reports input events.
//!
//! It is independent of the viewer, which paints in a thread of its own. The thread that opened the
//! window polls it hundreds of times a second, so that no short click is missed.

mod exit_guard;
mod input_window;
mod keys;
mod pump;

use std::sync::mpsc::Sender;

use minifb::{Scale, ScaleMode, WindowOptions};
use thiserror::Error;

use super::frames::Frames;
use super::input::Input;
use pump::Pump;

/// The configuration of a window.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WindowConfig {
    /// The title.
    pub title: String,
    /// The width and height in pixels; by default chosen from the size of the display.
    pub size: Option<(usize, usize)>,
    /// The scale of text and panels; by default chosen from the size of the display.
    pub scale: Option<f64>,
}

/// Why a window cannot be opened.
#[derive(Debug, Error)]
pub enum WindowError {
    /// The environment names no display.
    #[error("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")]
    NoDisplay,
    /// The display refused to open a window.
    #[error("cannot open a window on the display{}: {problem}", named(display))]
    Refused {
        /// The name of the display; empty on systems without display names.
        display: String,
        /// The error of the system.
        problem: String,
    },
}

fn named(display: &str) -> String {
    if display.is_empty() { String::new() } else { format!(" {display}") }
}

/// Why a window was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowExit {
    /// The user closed it.
    Closed,
    /// The caller ended it.
    Over,
}

/// Returns the name of the display in the environment; empty on systems without display names.
///
/// # Errors
/// If the environment names no display.
pub fn find_display() -> Result<String, WindowError> {
    if cfg!(any(windows, target_os = "macos")) {
        return Ok(String::new());
    }
    let named = |variable| std::env::var(variable).ok().filter(|name| !name.is_empty());
    named("WAYLAND_DISPLAY").or_else(|| named("DISPLAY")).ok_or(WindowError::NoDisplay)
}

/// Whether the display can still be reached.
#[must_use]
pub fn is_display_there() -> bool {
    input_window::is_reachable()
}

/// An open window.
pub struct Window {
    window: minifb::Window,
    scale: f64,
    /// Whether it is probably an X11 window.
    is_x: bool,
}

/// The unit of the window size: the window is the greatest multiple of it that fits on the display.
const UNIT: (usize, usize) = (400, 225);

/// The size of a window if the size of the display is unknown.
const DEFAULT_SIZE: (usize, usize) = (1280, 720);

impl Window {
    /// Opens a window. Some systems allow this only in the main thread.
    ///
    /// # Errors
    /// If there is no display, or it refuses to open a window.
    pub fn open(config: &WindowConfig) -> Result<Self, WindowError> {
        let display = find_display()?;
        // Only X11 can scale a window to fit the display.
        let is_x = cfg!(unix)
            && !cfg!(target_os = "macos")
            && std::env::var_os("WAYLAND_DISPLAY").is_none();
        let ((width, height), scaling) = match config.size {
            Some(size) => (size, Scale::X1),
            None if is_x => (UNIT, Scale::FitScreen),
            None => (DEFAULT_SIZE, Scale::X1),
        };
        let options = WindowOptions {
            resize: true,
            scale: scaling,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let window = minifb::Window::new(&config.title, width, height, options)
            .map_err(|error| WindowError::Refused { display, problem: error.to_string() })?;
        let fits = window.get_size().0 / width.max(1);
        Ok(Self { window, scale: config.scale.unwrap_or_else(|| suggested_scale(fits)), is_x })
    }

    /// Returns the scale of text and panels.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns its width and height, in pixels.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.window.get_size()
    }

    /// Shows the newest frame and sends input events, until the user closes the window or `is_over`
    /// returns true. If the display is lost, which ends the process, calls `on_lost` first.
    #[must_use]
    pub fn show(
        mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
        is_over: &dyn Fn() -> bool,
        on_lost: impl FnOnce() + 'static,
    ) -> WindowExit {
        exit_guard::arm(on_lost);
        // The pump itself waits for frames.
        self.window.set_target_fps(0);
        let ending = Pump::new(&mut self.window, inputs, self.is_x).run(frames, is_over);
        exit_guard::disarm();
        ending
    }
}

/// Returns a scale for displays on which the window unit fits `fits` times.
fn suggested_scale(fits: usize) -> f64 {
    match fits {
        0..8 => 1.0,
        8..14 => 2.0,
        _ => 3.0,
    }
}
