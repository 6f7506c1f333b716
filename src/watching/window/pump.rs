//! The loop of a window: pictures in, what is done with keys and mouse out.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use minifb::{InputCallback, MouseButton, MouseMode, Window};

use super::pane::Pane;
use super::{WindowExit, keys};
use crate::geometry::DVec2;
use crate::view::Framebuffer;
use crate::view::actions::Stroke;
use crate::watching::frames::Frames;
use crate::watching::input::{Button, Input};

/// How long nobody looks at what is done with keys and mouse, at most: shorter than any click.
const NAP: Duration = Duration::from_millis(4);

/// What is known of a window, to tell what has changed.
pub(super) struct Pump<'a> {
    window: &'a mut Window,
    inputs: &'a Sender<Input>,
    keys: Receiver<(minifb::Key, bool)>,
    shift: bool,
    ctrl: bool,
    /// The keys that are held down.
    struck: Vec<minifb::Key>,
    down: [bool; BUTTONS.len()],
    mouse: Option<DVec2>,
    size: (usize, usize),
    shown: Option<Framebuffer>,
    pane: Option<Pane>,
}

const BUTTONS: [(MouseButton, Button); 3] = [
    (MouseButton::Left, Button::Left),
    (MouseButton::Middle, Button::Middle),
    (MouseButton::Right, Button::Right),
];

/// Writes down what is done with keys, in order.
struct Keys(Sender<(minifb::Key, bool)>);

impl InputCallback for Keys {
    fn add_char(&mut self, _letter: u32) {}

    fn set_key_state(&mut self, key: minifb::Key, is_down: bool) {
        // Nobody reads it any more when the window closes.
        let _ = self.0.send((key, is_down));
    }
}

impl<'a> Pump<'a> {
    pub fn new(window: &'a mut Window, inputs: &'a Sender<Input>, is_x: bool) -> Self {
        let (sender, keys) = channel();
        window.set_input_callback(Box::new(Keys(sender)));
        let size = window.get_size();
        let down = [false; BUTTONS.len()];
        // On X what minifb calls a handle is the number of the window.
        let number = u32::try_from(window.get_window_handle() as usize).ok().filter(|_| is_x);
        let pane = number.and_then(|number| Pane::over(number, size));
        Self {
            window,
            inputs,
            keys,
            shift: false,
            ctrl: false,
            struck: Vec::new(),
            down,
            mouse: None,
            size,
            shown: None,
            pane,
        }
    }

    pub fn run(&mut self, frames: &Frames, is_over: &dyn Fn() -> bool) -> WindowExit {
        loop {
            if let Some(frame) = frames.take(NAP) {
                self.show(frame, frames);
            } else {
                self.window.update();
            }
            if !self.window.is_open() {
                self.tell(Input::Closing);
                return WindowExit::Closed;
            }
            if is_over() {
                return WindowExit::Over;
            }
            self.look();
        }
    }

    fn show(&mut self, framebuffer: Framebuffer, frames: &Frames) {
        let (width, height) = (framebuffer.width() as usize, framebuffer.height() as usize);
        // It fails for pixels that do not fill their rows only.
        let _ = self.window.update_with_buffer(framebuffer.pixels(), width, height);
        if let Some(before) = self.shown.replace(framebuffer) {
            frames.give_back(before);
        }
    }

    /// Tells what has changed since the last look.
    fn look(&mut self) {
        let size = self.window.get_size();
        if size != self.size {
            self.size = size;
            self.tell(Input::Resized(size.0, size.1));
            if let Some(pane) = &self.pane {
                pane.resize(size);
            }
        }
        while let Ok((key, is_down)) = self.keys.try_recv() {
            self.key(key, is_down);
        }
        match self.pane.take() {
            Some(pane) => {
                pane.tell(|input| self.tell(input));
                self.pane = Some(pane);
            }
            None => self.look_at_mouse(),
        }
    }

    /// Tells what has changed of the mouse, as far as it still shows.
    fn look_at_mouse(&mut self) {
        let wheel = self.window.get_scroll_wheel();
        let down = BUTTONS.map(|(button, _)| self.window.get_mouse_down(button));
        if down != self.down {
            // The pointer was asked for its place before the click was known of: it is asked again.
            self.buttons(down);
            let now = BUTTONS.map(|(button, _)| self.window.get_mouse_down(button));
            if now != self.down {
                self.buttons(now);
            }
        }
        let place = self.place();
        if self.mouse != Some(place) {
            self.mouse = Some(place);
            self.tell(Input::Moved(place));
        }
        if let Some((_, turned)) = wheel {
            self.tell(Input::Wheel(turned.into(), place));
        }
    }

    fn buttons(&mut self, down: [bool; BUTTONS.len()]) {
        self.window.update();
        let place = self.place();
        for (index, (_, button)) in BUTTONS.into_iter().enumerate() {
            match (self.down[index], down[index]) {
                (false, true) => self.tell(Input::Pressed(button, place, self.shift)),
                (true, false) => self.tell(Input::Released(button, place)),
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
                let again = self.struck.contains(&key);
                if !again {
                    self.struck.push(key);
                }
                if let Some(key) = keys::key(key, self.shift) {
                    let stroke = Stroke { key, shift: self.shift, ctrl: self.ctrl };
                    self.tell(Input::Key { stroke, again });
                }
            }
            _ => self.struck.retain(|&other| other != key),
        }
    }

    fn place(&self) -> DVec2 {
        let (x, y) = self.window.get_unscaled_mouse_pos(MouseMode::Pass).unwrap_or_default();
        DVec2::new(x.into(), y.into())
    }

    fn tell(&self, input: Input) {
        // Nobody listens any more when everything is over.
        let _ = self.inputs.send(input);
    }
}
