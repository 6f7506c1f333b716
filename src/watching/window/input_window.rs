//! An input-only X11 window over the visible one, which receives every mouse event.
//!
//! `minifb` reports only which mouse buttons are down at the moment, so that short clicks are
//! missed. An input-only window that covers the window of `minifb` receives all events in order,
//! over a connection of its own. On other systems there is none, and the buttons are polled.

#[cfg(all(unix, not(target_os = "macos")))]
pub(super) use x::{InputWindow, is_reachable};

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) use elsewhere::{InputWindow, is_reachable};

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

    /// An input-only window.
    pub struct InputWindow {
        connection: RustConnection,
        window: u32,
    }

    /// Whether the display is reachable.
    pub fn is_reachable() -> bool {
        x11rb::connect(None).is_ok()
    }

    impl InputWindow {
        /// Creates an input-only window over the window with this ID, if this is X11.
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

        /// Resizes it to the size of the window.
        pub fn resize(&self, (width, height): (usize, usize)) {
            let size = ConfigureWindowAux::new()
                .width(u32::from(side(width)))
                .height(u32::from(side(height)));
            // The loss of the display is handled elsewhere.
            let _ = self.connection.configure_window(self.window, &size);
            let _ = self.connection.flush();
        }

        /// Passes all events since the last call to `send`, in order.
        pub fn poll(&self, mut send: impl FnMut(Input)) {
            while let Ok(Some(event)) = self.connection.poll_for_event() {
                match event {
                    Event::MotionNotify(event) => {
                        send(Input::Moved(place(event.event_x, event.event_y)));
                    }
                    Event::ButtonPress(event) => send_press(&event, &mut send),
                    Event::ButtonRelease(event) => {
                        if let Some(button) = button(event.detail) {
                            send(Input::Released(button, place(event.event_x, event.event_y)));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn send_press(event: &ButtonPressEvent, send: &mut impl FnMut(Input)) {
        let at = place(event.event_x, event.event_y);
        let shift = event.state.contains(KeyButMask::SHIFT);
        match (button(event.detail), event.detail) {
            (Some(button), _) => send(Input::Pressed(button, at, shift)),
            (None, 4) => send(Input::Wheel(1.0, at)),
            (None, 5) => send(Input::Wheel(-1.0, at)),
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

    /// No input-only window on this system.
    pub enum InputWindow {}

    /// Displays are not lost on this system.
    pub fn is_reachable() -> bool {
        true
    }

    impl InputWindow {
        pub fn over(_parent: u32, _size: (usize, usize)) -> Option<Self> {
            None
        }

        pub fn resize(&self, _size: (usize, usize)) {
            match *self {}
        }

        pub fn poll(&self, _send: impl FnMut(Input)) {
            match *self {}
        }
    }
}
