//! A window on X11, over a connection of its own and without any library of the system. On Wayland it
//! needs XWayland, which nearly every desktop runs.

mod clipboard;
mod keyboard;
mod pixel_format;
mod shared_memory;
mod wake;

use std::sync::mpsc::Sender;
use std::time::Duration;

use terrarium_picture::Framebuffer;
use terrarium_picture::actions::{Key, Stroke};
use terrarium_space::geometry::DVec2;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ButtonPressEvent, ColormapAlloc, ConnectionExt, CreateGCAux, CreateWindowAux,
    EventMask, Gravity, ImageFormat, KeyButMask, KeyPressEvent, KeyReleaseEvent, PropMode, Screen,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use clipboard::Clipboard;
use keyboard::{Keyboard, Press};
use pixel_format::PixelFormat;
use shared_memory::{Image, SharedMemory, Target};
use wake::Wake;

use super::WindowExit;
use crate::frames::Frames;
use crate::input::{Button, Input};

/// The longest time between two checks of whether the window is to end.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The bytes of a request beside the pixels of an image, at most.
const IMAGE_HEADER: usize = 64;

/// A window and its connection to the display.
pub struct SystemWindow {
    connection: RustConnection,
    window: u32,
    context: u32,
    format: PixelFormat,
    wake: Wake,
    close_message: u32,
    clipboard: Clipboard,
    size: (usize, usize),
    /// Whether the display distinguishes layouts.
    has_layouts: bool,
    /// The keyboard; `None` after its layouts have changed.
    keyboard: Option<Keyboard>,
    held_keys: Vec<u8>,
    shown: Option<Framebuffer>,
    /// The memory shared with the display; `None` if frames have to be sent.
    shared_memory: Option<SharedMemory>,
    /// The bytes of the frame that was drawn last, if they are others than its own.
    bytes: Vec<u8>,
}

/// Whether the display still answers.
fn is_reachable() -> bool {
    x11rb::connect(None).is_ok()
}

/// A connection to the display, before its window is opened. There is only one: a server without
/// other clients may restart when a connection ends.
pub struct Display {
    connection: RustConnection,
    screen: Screen,
}

impl Display {
    /// Connects to the display that the environment names.
    pub fn connect() -> Result<Self, String> {
        let (connection, number) = x11rb::connect(None).map_err(|error| error.to_string())?;
        let screen = connection.setup().roots[number].clone();
        Ok(Self { connection, screen })
    }

    /// Its width and height in pixels.
    pub fn size(&self) -> Option<(usize, usize)> {
        let Screen { width_in_pixels, height_in_pixels, .. } = self.screen;
        Some((width_in_pixels.into(), height_in_pixels.into()))
    }

    /// Opens a window.
    pub fn open_window(self, title: &str, size: (usize, usize)) -> Result<SystemWindow, String> {
        let depth = self.screen.root_depth;
        let format = PixelFormat::of_screen(self.connection.setup(), &self.screen);
        let format = format.ok_or_else(|| {
            format!("its {depth} bits per pixel are no amounts of red, green and blue")
        })?;
        SystemWindow::create(self.connection, &self.screen, format, title, size)
            .map_err(|error| error.to_string())
    }
}

impl SystemWindow {
    fn create(
        connection: RustConnection,
        screen: &Screen,
        format: PixelFormat,
        title: &str,
        size: (usize, usize),
    ) -> Result<Self, ReplyOrIdError> {
        let (window, context) = (connection.generate_id()?, connection.generate_id()?);
        let events = EventMask::KEY_PRESS
            | EventMask::KEY_RELEASE
            | EventMask::BUTTON_PRESS
            | EventMask::BUTTON_RELEASE
            | EventMask::POINTER_MOTION
            | EventMask::STRUCTURE_NOTIFY
            | EventMask::EXPOSURE;
        // Another visual than that of the screen needs colours and a border of its own.
        let colours = connection.generate_id()?;
        connection.create_colormap(ColormapAlloc::NONE, colours, screen.root, format.visual)?;
        let values = CreateWindowAux::new()
            .background_pixel(0)
            .border_pixel(0)
            .colormap(colours)
            .bit_gravity(Gravity::NORTH_WEST)
            .event_mask(events);
        let (width, height) = (side(size.0), side(size.1));
        let class = WindowClass::INPUT_OUTPUT;
        let (depth, visual) = (format.depth, format.visual);
        let root = screen.root;
        connection
            .create_window(depth, window, root, 0, 0, width, height, 0, class, visual, &values)?
            .check()?;
        connection.create_gc(context, window, &CreateGCAux::new().graphics_exposures(0))?;
        let close_message = announce(&connection, window, title)?;
        connection.map_window(window)?.check()?;
        let has_layouts = keyboard::begin(&connection)?;
        Ok(Self {
            shared_memory: SharedMemory::new(&connection),
            clipboard: Clipboard::new(&connection)?,
            connection,
            window,
            context,
            format,
            wake: Wake::new().map_err(ConnectionError::IoError)?,
            close_message,
            size: (width.into(), height.into()),
            has_layouts,
            keyboard: None,
            held_keys: Vec::new(),
            shown: None,
            bytes: Vec::new(),
        })
    }

    /// Its width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// Sets the title. A lost connection is noticed when the next frame is shown.
    pub fn set_title(&mut self, title: &str) {
        let _ = set_title(&self.connection, self.window, title);
    }

    /// Shows frames and sends input events, until the window is closed or `is_over` returns true.
    pub fn show(
        &mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
        is_over: &dyn Fn() -> bool,
    ) -> WindowExit {
        self.wake.at_each(frames);
        loop {
            let stepped = self.step(frames, inputs);
            let exit = match stepped {
                Ok(None) if is_over() => Some(WindowExit::Over),
                Ok(exit) => exit,
                Err(_) if is_reachable() => Some(WindowExit::Closed),
                Err(_) => Some(WindowExit::DisplayLost),
            };
            if let Some(exit) = exit {
                return exit;
            }
        }
    }

    /// Shows the newest frame and handles the events since the last call. Waits for either.
    fn step(
        &mut self,
        frames: &Frames,
        inputs: &Sender<Input>,
    ) -> Result<Option<WindowExit>, ReplyError> {
        // If the display is slower than the painter, this paints a newer frame meanwhile.
        let is_ready = self.shared_memory.as_ref().is_none_or(SharedMemory::is_ready);
        let frame = is_ready.then(|| frames.take(Duration::ZERO)).flatten();
        if let Some(frame) = frame {
            self.draw(&frame)?;
            if let Some(before) = self.shown.replace(frame) {
                frames.recycle(before);
            }
        }
        // Sending fails once the viewer is gone, which `is_over` notices.
        let mut send = |input| {
            let _ = inputs.send(input);
        };
        let mut next = self.connection.poll_for_event()?;
        while let Some(event) = next.take() {
            if let Event::KeyRelease(release) = event {
                // A key that is held down repeats as pairs of releases and presses.
                next = self.connection.poll_for_event()?;
                match &next {
                    Some(Event::KeyPress(press)) if is_repeat(&release, press) => {}
                    _ => self.held_keys.retain(|&key| key != release.detail),
                }
            } else if self.handle(event, &mut send)? {
                return Ok(Some(WindowExit::Closed));
            }
            if next.is_none() {
                next = self.connection.poll_for_event()?;
            }
        }
        // Whatever was received is handled, so only what comes from now on ends the waiting.
        self.wake.wait(self.connection.stream(), CHECK_INTERVAL);
        Ok(None)
    }

    /// Handles an event. Returns whether the window is closed.
    fn handle(&mut self, event: Event, send: &mut dyn FnMut(Input)) -> Result<bool, ReplyError> {
        match event {
            Event::KeyPress(event) => self.press_key(&event, send)?,
            Event::MotionNotify(event) => send(Input::Moved(place(event.event_x, event.event_y))),
            Event::ButtonPress(event) => press_button(&event, send),
            Event::ButtonRelease(event) => {
                if let Some(button) = button(event.detail) {
                    send(Input::Released(button, place(event.event_x, event.event_y)));
                }
            }
            Event::ConfigureNotify(event) => {
                let size = (event.width.into(), event.height.into());
                if size != self.size {
                    self.size = size;
                    send(Input::Resized(size.0, size.1));
                }
            }
            Event::Expose(event) if event.count == 0 => {
                if let Some(frame) = self.shown.take() {
                    self.draw(&frame)?;
                    self.shown = Some(frame);
                }
            }
            Event::SelectionNotify(event) => {
                send(Input::Pasted(self.clipboard.text(&self.connection, &event)?));
            }
            Event::ShmCompletion(event) => {
                if let Some(memory) = &mut self.shared_memory {
                    memory.complete(event.shmseg);
                }
            }
            event if keyboard::is_change(&event) => self.keyboard = None,
            Event::ClientMessage(event) => {
                return Ok(event.data.as_data32()[0] == self.close_message);
            }
            Event::DestroyNotify(_) => return Ok(true),
            _ => {}
        }
        Ok(false)
    }

    fn press_key(
        &mut self,
        event: &KeyPressEvent,
        send: &mut dyn FnMut(Input),
    ) -> Result<(), ReplyError> {
        let again = self.held_keys.contains(&event.detail);
        if !again {
            self.held_keys.push(event.detail);
        }
        let shift = event.state.contains(KeyButMask::SHIFT);
        let ctrl = event.state.contains(KeyButMask::CONTROL);
        let keyboard = match self.keyboard.take() {
            Some(keyboard) => keyboard,
            None => Keyboard::new(&self.connection, self.has_layouts)?,
        };
        let press = keyboard.press(event.detail, event.state);
        if ctrl && press.is_some_and(|press| press.key == Key::Char('V')) {
            self.clipboard.ask(&self.connection, self.window, event.time)?;
        } else if let Some(Press { key, text }) = press {
            send(Input::Key { stroke: Stroke { key, shift, ctrl }, text, again });
        }
        self.keyboard = Some(keyboard);
        Ok(())
    }

    /// Draws a frame, through shared memory if the display allows it.
    fn draw(&mut self, frame: &Framebuffer) -> Result<(), ConnectionError> {
        let bytes = self.format.bytes_of(frame, &mut self.bytes);
        let (width, height) = (side(frame.width() as usize), side(frame.height() as usize));
        if let Some(memory) = &mut self.shared_memory {
            let (drawable, context, depth) = (self.window, self.context, self.format.depth);
            let target = Target { drawable, context, depth };
            let image = Image { width, height, bytes };
            if memory.draw(&self.connection, &target, &image).is_ok() {
                return self.connection.flush();
            }
            // Such as a display without memory for a larger window.
            self.shared_memory = None;
        }
        // In as many requests as the display asks for.
        let row = self.format.row_bytes(width.into());
        let rows = (self.connection.maximum_request_bytes() - IMAGE_HEADER) / row.max(1);
        for (part, bytes) in bytes.chunks((row * rows).max(row)).enumerate() {
            self.connection.put_image(
                ImageFormat::Z_PIXMAP,
                self.window,
                self.context,
                width,
                side(bytes.len() / row),
                0,
                i16::try_from(part * rows).unwrap_or(i16::MAX),
                0,
                self.format.depth,
                bytes,
            )?;
        }
        self.connection.flush()
    }
}

/// Sets the title of a window, and has window managers send a message instead of closing it. Returns
/// the atom of that message.
fn announce(connection: &RustConnection, window: u32, title: &str) -> Result<u32, ReplyError> {
    let atom = |name| atom(connection, name);
    let (protocols, close_message) = (atom("WM_PROTOCOLS")?, atom("WM_DELETE_WINDOW")?);
    set_title(connection, window, title)?;
    let replace = PropMode::REPLACE;
    let plain = AtomEnum::STRING;
    connection.change_property32(replace, window, protocols, AtomEnum::ATOM, &[close_message])?;
    let class = b"terrarium\0Terrarium\0";
    connection.change_property8(replace, window, AtomEnum::WM_CLASS, plain, class)?;
    Ok(close_message)
}

fn set_title(connection: &RustConnection, window: u32, title: &str) -> Result<(), ReplyError> {
    let atom = |name| atom(connection, name);
    let (utf8, net_name) = (atom("UTF8_STRING")?, atom("_NET_WM_NAME")?);
    let (replace, plain) = (PropMode::REPLACE, AtomEnum::STRING);
    connection.change_property8(replace, window, net_name, utf8, title.as_bytes())?;
    connection.change_property8(replace, window, AtomEnum::WM_NAME, plain, title.as_bytes())?;
    connection.flush()?;
    Ok(())
}

fn atom(connection: &RustConnection, name: &str) -> Result<u32, ReplyError> {
    Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
}

fn is_repeat(release: &KeyReleaseEvent, press: &KeyPressEvent) -> bool {
    press.detail == release.detail && press.time == release.time
}

fn press_button(event: &ButtonPressEvent, send: &mut dyn FnMut(Input)) {
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
