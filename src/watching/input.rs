//! What somebody does with keys and a mouse, whatever the window is made of.

use crate::geometry::DVec2;
use crate::view::actions::Stroke;

/// A button of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Button {
    /// The left one.
    Left,
    /// The one in the middle, often the wheel.
    Middle,
    /// The right one.
    Right,
}

/// One thing that somebody did. Places are pixels of the window, from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Input {
    /// A key was struck; `again` if it repeats itself because it is held down.
    Key {
        /// The key, and what was held with it.
        stroke: Stroke,
        /// Whether it repeats itself.
        again: bool,
    },
    /// The mouse moved.
    Moved(DVec2),
    /// A button went down, with Shift or without.
    Pressed(Button, DVec2, bool),
    /// A button went up.
    Released(Button, DVec2),
    /// The wheel was turned: away from oneself is positive.
    Wheel(f64, DVec2),
    /// The window has another size, in pixels.
    Resized(usize, usize),
    /// The window is being closed.
    Closing,
}
