//! A window on Windows and macOS, by `minifb`.

mod keys;
mod pump;

use std::sync::mpsc::Sender;

use minifb::{Scale, ScaleMode, WindowOptions};

use super::WindowExit;
use crate::watching::frames::Frames;
use crate::watching::input::Input;
use pump::Pump;

/// A window of `minifb`.
pub struct SystemWindow(minifb::Window);

/// The size of the display, which `minifb` does not report.
pub fn display_size() -> Option<(usize, usize)> {
    None
}

impl SystemWindow {
    /// Opens a window.
    pub fn open(title: &str, (width, height): (usize, usize)) -> Result<Self, String> {
        let options = WindowOptions {
            resize: true,
            scale: Scale::X1,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let window = minifb::Window::new(title, width, height, options);
        window.map(Self).map_err(|error| error.to_string())
    }

    /// Its width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.0.get_size()
    }

    /// Shows frames and sends input events, until the window is closed or `is_over` returns true.
    pub fn show(
        mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
        is_over: &dyn Fn() -> bool,
    ) -> WindowExit {
        // The pump itself waits for frames.
        self.0.set_target_fps(0);
        Pump::new(&mut self.0, inputs).run(frames, is_over)
    }
}
