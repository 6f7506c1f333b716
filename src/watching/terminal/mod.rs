//! The terminal view: two pixels in each cell, with text beside the world.
//!
//! It uses a [`Viewer`] without panels, whose information is shown as text.

mod cells;
mod colour;
mod events;
mod keys;
mod screen;
mod text;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{self, Event, MouseButton, MouseEvent, MouseEventKind};

use super::input::{Button, Input};
use super::session::{Request, Session};
use super::viewer::{FirstLook, Viewer, ViewerOptions};
use crate::geometry::DVec2;
use crate::species::SpeciesId;
use crate::view::Framebuffer;
use crate::view::actions::{Key, Stroke};
use crate::view::panel::{Menu, Panels, Target};
use cells::{Cell, Cells};
use colour::Depth;
use events::Events;
use screen::Screen;
use text::Layout;

pub use super::viewer::SaveLocation;

/// The time between two frames. Terminals are slow.
const FRAME: Duration = Duration::from_millis(33);

/// Whether standard input and output are a terminal.
#[must_use]
pub fn is_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Why the terminal view ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalExit {
    /// The user quit, or the session ended.
    Quit,
    /// The user pressed Ctrl-C, or the caller ended it.
    Interrupted,
}

/// The terminal view of a session.
pub struct TerminalSession {
    viewer: Viewer,
    title: String,
    layout: Layout,
    framebuffer: Framebuffer,
    exit: Option<TerminalExit>,
}

impl TerminalSession {
    /// Creates a terminal view of a session.
    #[must_use]
    pub fn new(
        session: Session,
        save_location: SaveLocation,
        title: String,
        first_look: FirstLook,
    ) -> Self {
        let layout = Layout::of(screen::size(), &Panels::default());
        let options = ViewerOptions {
            size: pixels_of(&layout),
            scale: 1.0,
            save_location,
            first_look,
            can_reseed: false,
        };
        let viewer = Viewer::bare(session, options);
        Self {
            viewer,
            title,
            layout,
            framebuffer: Framebuffer::new(1, 1, [0, 0, 0, 255]),
            exit: None,
        }
    }

    /// Runs until the user quits, `is_over` returns true, or the terminal is lost. Returns the
    /// session, the paths of the saved files, and why it ended.
    pub fn run(
        mut self,
        is_over: &dyn Fn() -> bool,
    ) -> (Session, Vec<PathBuf>, io::Result<TerminalExit>) {
        let exit = self.run_loop(is_over);
        let (session, saved) = self.viewer.finish();
        (session, saved, exit)
    }

    fn run_loop(&mut self, is_over: &dyn Fn() -> bool) -> io::Result<TerminalExit> {
        let depth = Depth::of(|name| std::env::var(name).ok());
        let mut screen = Screen::enter(depth)?;
        let events = Events::begin()?;
        loop {
            self.arrange(screen::size());
            if self.viewer.update() {
                let cells = self.paint();
                screen.show(cells)?;
            }
            let mut timeout = FRAME;
            while let Some(event) = events.next(timeout)? {
                self.handle_event(&event);
                timeout = Duration::ZERO;
            }
            if is_over() {
                return Ok(TerminalExit::Interrupted);
            }
            if let Some(exit) = self.exit {
                return Ok(exit);
            }
            if self.viewer.is_closing() || self.viewer.is_over() {
                return Ok(TerminalExit::Quit);
            }
        }
    }

    fn arrange(&mut self, size: (u16, u16)) {
        let layout = Layout::of(size, self.viewer.panels());
        if layout != self.layout {
            self.layout = layout;
            let (width, height) = pixels_of(&layout);
            self.viewer.handle(Input::Resized(width, height));
        }
    }

    fn paint(&mut self) -> Cells {
        let (width, height) = (self.layout.world.width, self.layout.world.height);
        let mut cells = Cells::new(self.layout.size.0, self.layout.size.1);
        let pixels = (u32::from(width).max(1), (2 * u32::from(height)).max(1));
        if (self.framebuffer.width(), self.framebuffer.height()) != pixels {
            self.framebuffer = Framebuffer::new(pixels.0, pixels.1, [0, 0, 0, 255]);
        }
        self.viewer.paint(&mut self.framebuffer);
        let pixel = |x: u16, y: u32| self.framebuffer.at(u32::from(x), y).unwrap_or_default();
        for row in 0..height {
            for column in 0..width {
                let y = 2 * u32::from(row);
                let cell = Cell::pixels(pixel(column, y), pixel(column, y + 1));
                cells.set(self.layout.world.left + column, self.layout.world.top + row, cell);
            }
        }
        text::write(&mut cells, &self.layout, &self.viewer, &self.title);
        cells
    }

    fn handle_event(&mut self, event: &Event) {
        match event {
            Event::Key(key) => {
                let Some((stroke, again)) = keys::stroke(key) else { return };
                if stroke == Stroke::ctrl(Key::Char('C')) {
                    self.exit = Some(TerminalExit::Interrupted);
                } else if self.viewer.is_typing() || !self.choose_species(stroke) {
                    self.viewer.handle(Input::Key { stroke, again });
                }
            }
            Event::Mouse(mouse) => self.handle_mouse(mouse),
            // A resize is handled before the next frame.
            _ => self.viewer.refresh(),
        }
    }

    /// Chooses a species of the open menu by a digit. Returns whether the key did so.
    fn choose_species(&mut self, stroke: Stroke) -> bool {
        let (Some(menu), Key::Char(digit)) = (self.viewer.panels().menu, stroke.key) else {
            return false;
        };
        let number = digit.to_digit(10).and_then(|digit| u16::try_from(digit).ok());
        let species = number.and_then(|number| number.checked_sub(1)).map(SpeciesId);
        let count = self.viewer.view_state().now.species.len();
        let Some(species) = species.filter(|species| species.index() < count) else { return false };
        match menu {
            // There is no cursor to place it at, so add it at the centre.
            Menu::Add => self.viewer.add_at_centre(species),
            Menu::Plague => self.viewer.click(Target::Plague(species)),
            _ => return false,
        }
        true
    }

    fn handle_mouse(&mut self, mouse: &MouseEvent) {
        let shift = mouse.modifiers.contains(event::KeyModifiers::SHIFT);
        if let (
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left),
            true,
        ) = (mouse.kind, self.layout.is_timeline(mouse.row))
        {
            let tick = self.layout.tick_at(mouse.column, &self.viewer.view_state().time);
            return self.viewer.send(Request::Seek(tick));
        }
        let at = DVec2::new(
            f64::from(mouse.column) - f64::from(self.layout.world.left) + 0.5,
            2.0 * (f64::from(mouse.row) - f64::from(self.layout.world.top)) + 1.0,
        );
        let button = |button| match button {
            MouseButton::Left => Button::Left,
            MouseButton::Middle => Button::Middle,
            MouseButton::Right => Button::Right,
        };
        self.viewer.handle(match mouse.kind {
            MouseEventKind::Down(which) => Input::Pressed(button(which), at, shift),
            MouseEventKind::Up(which) => Input::Released(button(which), at),
            MouseEventKind::Drag(_) | MouseEventKind::Moved => Input::Moved(at),
            MouseEventKind::ScrollUp => Input::Wheel(1.0, at),
            MouseEventKind::ScrollDown => Input::Wheel(-1.0, at),
            MouseEventKind::ScrollLeft | MouseEventKind::ScrollRight => return,
        });
    }
}

/// Returns the size of the world's area in pixels.
fn pixels_of(layout: &Layout) -> (usize, usize) {
    let (width, height) = (usize::from(layout.world.width), usize::from(layout.world.height));
    (width.max(1), (2 * height).max(1))
}
