//! The window: shows frames and reports input events.
//!
//! It is independent of the viewer, which paints in a thread of its own. The thread that opened the
//! window waits for its events and for frames. `SystemWindow` is the window of the operating system:
//! `x11/` on Linux and its relatives, `native/` elsewhere.

#[cfg(any(windows, target_os = "macos"))]
mod native;
mod preparation;
#[cfg(not(any(windows, target_os = "macos")))]
mod x11;

use std::sync::mpsc::Sender;

use thiserror::Error;

#[cfg(any(windows, target_os = "macos"))]
use native::{Display, SystemWindow};
pub use preparation::{Preparation, show_progress};
#[cfg(not(any(windows, target_os = "macos")))]
use x11::{Display, SystemWindow};

use super::frames::Frames;
use super::input::Input;

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
    #[error("there is no display: DISPLAY is not set")]
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
    /// The user or another program closed it.
    Closed,
    /// The caller ended it.
    Over,
    /// The connection to the display is lost.
    DisplayLost,
}

/// Returns the name of the display in the environment; empty on systems without display names.
///
/// # Errors
/// If the environment names no display.
pub fn find_display() -> Result<String, WindowError> {
    if cfg!(any(windows, target_os = "macos")) {
        return Ok(String::new());
    }
    let display = std::env::var("DISPLAY").ok().filter(|name| !name.is_empty());
    display.ok_or(WindowError::NoDisplay)
}

/// An open window.
pub struct Window {
    window: SystemWindow,
    scale: f64,
}

/// The unit of the window size: by default the window is the greatest multiple of it that fits on the
/// display.
const UNIT: (usize, usize) = (400, 225);

/// The size of a window if the size of the display is unknown.
const DEFAULT_SIZE: (usize, usize) = (1280, 720);

impl Window {
    /// Opens a window. Some systems allow this only in the main thread.
    ///
    /// # Errors
    /// If there is no display, or it refuses to open a window.
    pub fn open(config: &WindowConfig) -> Result<Self, WindowError> {
        let name = find_display()?;
        let refused = |problem| WindowError::Refused { display: name.clone(), problem };
        let display = Display::connect().map_err(refused)?;
        let units = display.size().map(|(width, height)| (width / UNIT.0).min(height / UNIT.1));
        let fitting = units.map(|units| (UNIT.0 * units.max(1), UNIT.1 * units.max(1)));
        let size = config.size.or(fitting).unwrap_or(DEFAULT_SIZE);
        let window = display.open_window(&config.title, size).map_err(refused)?;
        let scale = config.scale.unwrap_or_else(|| suggested_scale(units.unwrap_or(1)));
        Ok(Self { window, scale })
    }

    /// Returns the scale of text and panels.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns its width and height, in pixels.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.window.size()
    }

    /// Sets the title.
    pub fn set_title(&mut self, title: &str) {
        self.window.set_title(title);
    }

    /// Shows the newest frame and sends input events, until the window is closed or `is_over` returns
    /// true. It can be called again with other frames.
    #[must_use]
    pub fn show(
        &mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
        is_over: &dyn Fn() -> bool,
    ) -> WindowExit {
        self.window.show(frames, inputs, is_over)
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
