//! Input events, independent of the window system.

use terrarium_picture::actions::Stroke;
use terrarium_space::geometry::DVec2;

/// A button of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Button {
    /// The left button.
    Left,
    /// The middle button, often the wheel.
    Middle,
    /// The right button.
    Right,
}

/// An input event. Positions are in pixels from the upper left corner of the window.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A key was pressed.
    Key {
        /// The key and its modifiers.
        stroke: Stroke,
        /// The sign that it types. It differs from that of the stroke in layouts without Latin letters.
        text: Option<char>,
        /// Whether the event is a repeat of a key that is held down.
        again: bool,
    },
    /// The text of the clipboard was asked for.
    Pasted(String),
    /// The pointer moved.
    Moved(DVec2),
    /// A button was pressed, with Shift or without.
    Pressed(Button, DVec2, bool),
    /// A button was released.
    Released(Button, DVec2),
    /// The wheel was turned; upward is positive.
    Wheel(f64, DVec2),
    /// The window was resized to a width and height in pixels.
    Resized(usize, usize),
    /// The window is being closed.
    Closing,
}
