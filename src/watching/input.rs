//! What somebody does with keys and a mouse, whatever the window is made of.

use crate::geometry::DVec2;

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

/// The keys held down beside another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub control: bool,
}

/// One thing that somebody did. Places are pixels of the window, from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Input {
    /// A key went down, or repeats itself.
    Key(Key, Held),
    /// The mouse moved.
    Moved(DVec2),
    /// A button went down.
    Pressed(Button, DVec2, Held),
    /// A button went up.
    Released(Button, DVec2),
    /// The wheel was turned: away from oneself is positive.
    Wheel(f64, DVec2),
    /// The window has another size, in pixels.
    Resized(usize, usize),
    /// The window is being closed.
    Closing,
}

/// A key of a keyboard, by what is written on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A letter (small), digit or sign; the space bar is a space.
    Char(char),
    /// A function key, counted from 1.
    Function(u8),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Arrow to the left.
    Left,
    /// Arrow to the right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
}
