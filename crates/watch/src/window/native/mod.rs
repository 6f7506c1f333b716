//! A window on Windows and macOS, by `minifb`.

mod keys;
mod pump;

use std::sync::mpsc::Sender;

use minifb::{Scale, ScaleMode, WindowOptions};

use pump::Pump;

use super::WindowExit;
use crate::frames::Frames;
use crate::input::Input;

/// A window of `minifb`.
pub struct SystemWindow(minifb::Window);

/// The display.
pub struct Display;

impl Display {
    /// The display is always there.
    pub fn connect() -> Result<Self, String> {
        Ok(Self)
    }

    /// Its size, which `minifb` does not report.
    pub fn size(&self) -> Option<(usize, usize)> {
        None
    }

    /// Opens a window.
    pub fn open_window(
        self,
        title: &str,
        (width, height): (usize, usize),
    ) -> Result<SystemWindow, String> {
        let options = WindowOptions {
            resize: true,
            scale: Scale::X1,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let window = minifb::Window::new(title, width, height, options);
        window.map(SystemWindow).map_err(|error| error.to_string())
    }
}

impl SystemWindow {
    /// Its width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.0.get_size()
    }

    /// Sets the title.
    pub fn set_title(&mut self, title: &str) {
        self.0.set_title(title);
    }

    /// Shows frames and sends input events, until the window is closed or `is_over` returns true.
    pub fn show(
        &mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
        is_over: &dyn Fn() -> bool,
    ) -> WindowExit {
        // The pump itself waits for frames.
        self.0.set_target_fps(0);
        Pump::new(&mut self.0, inputs).run(frames, is_over)
    }
}
