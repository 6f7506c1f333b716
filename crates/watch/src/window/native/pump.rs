//! The event loop of a window: shows frames and sends input events.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use minifb::{InputCallback, MouseButton, MouseMode, Window};
use terrarium_picture::Framebuffer;
use terrarium_picture::actions::Stroke;
use terrarium_space::geometry::DVec2;

use super::{WindowExit, keys};
use crate::frames::Frames;
use crate::input::{Button, Input};

/// The longest time between two polls of the input; shorter than any click.
const POLL_INTERVAL: Duration = Duration::from_millis(4);

/// The last known state of a window, for detecting changes.
pub(super) struct Pump<'a> {
    window: &'a mut Window,
    inputs: &'a Sender<Input>,
    keys: Receiver<(minifb::Key, bool)>,
    shift: bool,
    ctrl: bool,
    /// The keys that are held down.
    held_keys: Vec<minifb::Key>,
    down: [bool; BUTTONS.len()],
    mouse: Option<DVec2>,
    size: (usize, usize),
    shown: Option<Framebuffer>,
}

const BUTTONS: [(MouseButton, Button); 3] = [
    (MouseButton::Left, Button::Left),
    (MouseButton::Middle, Button::Middle),
    (MouseButton::Right, Button::Right),
];

/// Sends key events to a channel, in order.
struct Keys(Sender<(minifb::Key, bool)>);

impl InputCallback for Keys {
    fn add_char(&mut self, _letter: u32) {}

    fn set_key_state(&mut self, key: minifb::Key, is_down: bool) {
        // Sending fails once the window is closing.
        let _ = self.0.send((key, is_down));
    }
}

impl<'a> Pump<'a> {
    pub fn new(window: &'a mut Window, inputs: &'a Sender<Input>) -> Self {
        let (sender, keys) = channel();
        window.set_input_callback(Box::new(Keys(sender)));
        let size = window.get_size();
        let down = [false; BUTTONS.len()];
        Self {
            window,
            inputs,
            keys,
            shift: false,
            ctrl: false,
            held_keys: Vec::new(),
            down,
            mouse: None,
            size,
            shown: None,
        }
    }

    pub fn run(&mut self, frames: &Frames, is_over: &dyn Fn() -> bool) -> WindowExit {
        loop {
            if let Some(frame) = frames.take(POLL_INTERVAL) {
                self.show(frame, frames);
            } else {
                self.window.update();
            }
            if !self.window.is_open() {
                return WindowExit::Closed;
            }
            if is_over() {
                return WindowExit::Over;
            }
            self.poll_input();
        }
    }

    fn show(&mut self, framebuffer: Framebuffer, frames: &Frames) {
        let (width, height) = (framebuffer.width() as usize, framebuffer.height() as usize);
        // This fails only if the buffer does not match its size.
        let _ = self.window.update_with_buffer(framebuffer.pixels(), width, height);
        if let Some(before) = self.shown.replace(framebuffer) {
            frames.recycle(before);
        }
    }

    /// Sends the input events since the last poll.
    fn poll_input(&mut self) {
        let size = self.window.get_size();
        if size != self.size {
            self.size = size;
            self.send(Input::Resized(size.0, size.1));
        }
        while let Ok((key, is_down)) = self.keys.try_recv() {
            self.key(key, is_down);
        }
        self.poll_mouse();
    }

    /// Sends mouse events derived from the current state of the mouse.
    fn poll_mouse(&mut self) {
        let wheel = self.window.get_scroll_wheel();
        let down = BUTTONS.map(|(button, _)| self.window.get_mouse_down(button));
        if down != self.down {
            // The known pointer position may be older than the click, so update it first.
            self.buttons(down);
            let now = BUTTONS.map(|(button, _)| self.window.get_mouse_down(button));
            if now != self.down {
                self.buttons(now);
            }
        }
        let place = self.place();
        if self.mouse != Some(place) {
            self.mouse = Some(place);
            self.send(Input::Moved(place));
        }
        if let Some((_, turned)) = wheel {
            self.send(Input::Wheel(turned.into(), place));
        }
    }

    fn buttons(&mut self, down: [bool; BUTTONS.len()]) {
        self.window.update();
        let place = self.place();
        for (index, (_, button)) in BUTTONS.into_iter().enumerate() {
            match (self.down[index], down[index]) {
                (false, true) => self.send(Input::Pressed(button, place, self.shift)),
                (true, false) => self.send(Input::Released(button, place)),
                _ => {}
            }
        }
        self.down = down;
    }

    fn key(&mut self, key: minifb::Key, is_down: bool) {
        use minifb::Key::{LeftCtrl, LeftShift, RightCtrl, RightShift};
        match key {
            LeftShift | RightShift => self.shift = is_down,
            LeftCtrl | RightCtrl => self.ctrl = is_down,
            _ if is_down => {
                let again = self.held_keys.contains(&key);
                if !again {
                    self.held_keys.push(key);
                }
                if let Some(key) = keys::key(key, self.shift) {
                    let stroke = Stroke { key, shift: self.shift, ctrl: self.ctrl };
                    self.send(Input::Key { stroke, text: stroke.text(), again });
                }
            }
            _ => self.held_keys.retain(|&other| other != key),
        }
    }

    fn place(&self) -> DVec2 {
        let (x, y) = self.window.get_unscaled_mouse_pos(MouseMode::Pass).unwrap_or_default();
        DVec2::new(x.into(), y.into())
    }

    fn send(&self, input: Input) {
        // Sending fails once the viewer is gone.
        let _ = self.inputs.send(input);
    }
}
