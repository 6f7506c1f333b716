//! A pane of glass before a window of X, through which everything is seen, and on which every click
//! is felt.
//!
//! Of the mouse `minifb` tells only which buttons are down at the moment: a click that is over before
//! that is missed. The pane is a window that is not drawn, lies over all of that of `minifb`, and tells
//! everything in order over a connection of its own. Elsewhere than on X there is none, and the buttons
//! are looked at now and then.

#[cfg(all(unix, not(target_os = "macos")))]
pub(super) use x::{Pane, is_there};

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) use elsewhere::{Pane, is_there};

#[cfg(all(unix, not(target_os = "macos")))]
mod x {
    use x11rb::COPY_FROM_PARENT;
    use x11rb::connection::Connection;
    use x11rb::protocol::Event;
    use x11rb::protocol::xproto::{
        ButtonPressEvent, ConfigureWindowAux, ConnectionExt, CreateWindowAux, EventMask,
        KeyButMask, WindowClass,
    };
    use x11rb::rust_connection::RustConnection;

    use crate::geometry::DVec2;
    use crate::watching::input::{Button, Input};

    /// A pane over a window.
    pub struct Pane {
        connection: RustConnection,
        window: u32,
    }

    /// Whether the display can be reached.
    pub fn is_there() -> bool {
        x11rb::connect(None).is_ok()
    }

    impl Pane {
        /// Lays a pane over the window of that number, if this is X.
        pub fn over(parent: u32, size: (usize, usize)) -> Option<Self> {
            let (connection, _) = x11rb::connect(None).ok()?;
            let window = connection.generate_id().ok()?;
            let mask =
                EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE | EventMask::POINTER_MOTION;
            let (width, height) = (side(size.0), side(size.1));
            let values = CreateWindowAux::new().event_mask(mask);
            let (class, same) = (WindowClass::INPUT_ONLY, COPY_FROM_PARENT);
            let made = connection
                .create_window(0, window, parent, 0, 0, width, height, 0, class, same, &values);
            made.ok()?.check().ok()?;
            connection.map_window(window).ok()?.check().ok()?;
            Some(Self { connection, window })
        }

        /// The window has another size.
        pub fn resize(&self, (width, height): (usize, usize)) {
            let size = ConfigureWindowAux::new()
                .width(u32::from(side(width)))
                .height(u32::from(side(height)));
            // A display that is gone is noticed elsewhere.
            let _ = self.connection.configure_window(self.window, &size);
            let _ = self.connection.flush();
        }

        /// Tells everything that was done since this was last asked, in order.
        pub fn tell(&self, mut tell: impl FnMut(Input)) {
            while let Ok(Some(event)) = self.connection.poll_for_event() {
                match event {
                    Event::MotionNotify(event) => {
                        tell(Input::Moved(place(event.event_x, event.event_y)));
                    }
                    Event::ButtonPress(event) => tell_press(&event, &mut tell),
                    Event::ButtonRelease(event) => {
                        if let Some(button) = button(event.detail) {
                            tell(Input::Released(button, place(event.event_x, event.event_y)));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn tell_press(event: &ButtonPressEvent, tell: &mut impl FnMut(Input)) {
        let at = place(event.event_x, event.event_y);
        let shift = event.state.contains(KeyButMask::SHIFT);
        match (button(event.detail), event.detail) {
            (Some(button), _) => tell(Input::Pressed(button, at, shift)),
            (None, 4) => tell(Input::Wheel(1.0, at)),
            (None, 5) => tell(Input::Wheel(-1.0, at)),
            _ => {}
        }
    }

    fn button(number: u8) -> Option<Button> {
        Some(match number {
            1 => Button::Left,
            2 => Button::Middle,
            3 => Button::Right,
            _ => return None,
        })
    }

    fn place(x: i16, y: i16) -> DVec2 {
        DVec2::new(x.into(), y.into())
    }

    fn side(length: usize) -> u16 {
        u16::try_from(length).unwrap_or(u16::MAX).max(1)
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
mod elsewhere {
    use crate::watching::input::Input;

    /// There is none here.
    pub enum Pane {}

    /// Displays are not lost here.
    pub fn is_there() -> bool {
        true
    }

    impl Pane {
        pub fn over(_parent: u32, _size: (usize, usize)) -> Option<Self> {
            None
        }

        pub fn resize(&self, _size: (usize, usize)) {
            match *self {}
        }

        pub fn tell(&self, _tell: impl FnMut(Input)) {
            match *self {}
        }
    }
}
