//! The same world in a terminal: two pixels in each cell, and what is to be read beside them.
//!
//! It is a [`Viewer`] like that of a window, without panels: what they tell is written in letters here.

mod cells;
mod colour;
mod keys;
mod screen;
mod side;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{self, Event, MouseButton, MouseEvent, MouseEventKind};

use super::input::{Button, Input};
use super::session::{Request, Session};
use super::viewer::{Viewer, ViewerOptions};
use crate::behaviour::OrganismId;
use crate::geometry::DVec2;
use crate::species::SpeciesId;
use crate::view::Framebuffer;
use crate::view::actions::{Key, Stroke};
use crate::view::panel::{Menu, Panels, Target};
use cells::{Cell, Cells};
use colour::Depth;
use screen::Screen;
use side::Plan;

pub use super::viewer::SaveLocation;

/// The time between two pictures: terminals are slow.
const FRAME: Duration = Duration::from_millis(33);

/// Whether somebody sits before a terminal.
#[must_use]
pub fn is_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Why nobody watches any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalExit {
    /// By the key for that.
    Quit,
    /// By Ctrl-C, or because whoever took the seat wanted it.
    Interrupted,
}

/// A seat before a terminal.
pub struct TerminalSession {
    viewer: Viewer,
    title: String,
    plan: Plan,
    framebuffer: Framebuffer,
    left: Option<TerminalExit>,
}

impl TerminalSession {
    /// Takes a seat from which a session is watched.
    #[must_use]
    pub fn take(
        session: Session,
        keeping: SaveLocation,
        title: String,
        follow: Option<OrganismId>,
    ) -> Self {
        let plan = Plan::of(screen::size(), &Panels::default());
        let furnishing = ViewerOptions { size: pixels_of(&plan), scale: 1.0, keeping, follow };
        let viewer = Viewer::bare(session, furnishing);
        Self {
            viewer,
            title,
            plan,
            framebuffer: Framebuffer::new(1, 1, [0, 0, 0, 255]),
            left: None,
        }
    }

    /// Watches until somebody has had enough, `is_over`, or the terminal is gone. Answers with the
    /// session, what was saved, and why it ended.
    pub fn watch(
        mut self,
        is_over: &dyn Fn() -> bool,
    ) -> (Session, Vec<PathBuf>, io::Result<TerminalExit>) {
        let left = self.sit(is_over);
        let (session, saved) = self.viewer.leave();
        (session, saved, left)
    }

    fn sit(&mut self, is_over: &dyn Fn() -> bool) -> io::Result<TerminalExit> {
        let depth = Depth::of(|name| std::env::var(name).ok());
        let mut screen = Screen::enter(depth)?;
        loop {
            self.arrange(screen::size());
            if self.viewer.look() {
                let cells = self.paint();
                screen.show(cells)?;
            }
            let mut patience = FRAME;
            while event::poll(patience)? {
                self.take_in(&event::read()?);
                patience = Duration::ZERO;
            }
            if is_over() {
                return Ok(TerminalExit::Interrupted);
            }
            if let Some(left) = self.left {
                return Ok(left);
            }
            if self.viewer.is_closing() || self.viewer.is_over() {
                return Ok(TerminalExit::Quit);
            }
        }
    }

    fn arrange(&mut self, size: (u16, u16)) {
        let plan = Plan::of(size, self.viewer.panels());
        if plan != self.plan {
            self.plan = plan;
            let (width, height) = pixels_of(&plan);
            self.viewer.take(Input::Resized(width, height));
        }
    }

    fn paint(&mut self) -> Cells {
        let (width, height) = (self.plan.world.width, self.plan.world.height);
        let mut cells = Cells::new(self.plan.size.0, self.plan.size.1);
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
                cells.set(self.plan.world.left + column, self.plan.world.top + row, cell);
            }
        }
        side::write(&mut cells, &self.plan, &self.viewer, &self.title);
        cells
    }

    fn take_in(&mut self, event: &Event) {
        match event {
            Event::Key(key) => {
                let Some((stroke, again)) = keys::stroke(key) else { return };
                if stroke == Stroke::ctrl(Key::Char('C')) {
                    self.left = Some(TerminalExit::Interrupted);
                } else if !self.chose(stroke) {
                    self.viewer.take(Input::Key { stroke, again });
                }
            }
            Event::Mouse(mouse) => self.take_mouse(mouse),
            // Of another size it is noticed when the next picture is painted.
            _ => self.viewer.refresh(),
        }
    }

    /// Whether a digit chose a species of the menu that is open.
    fn chose(&mut self, stroke: Stroke) -> bool {
        let (Some(menu), Key::Char(digit)) = (self.viewer.panels().menu, stroke.key) else {
            return false;
        };
        let number = digit.to_digit(10).and_then(|digit| u16::try_from(digit).ok());
        let species = number.and_then(|number| number.checked_sub(1)).map(SpeciesId);
        let count = self.viewer.view_state().now.species.len();
        let Some(species) = species.filter(|species| species.index() < count) else { return false };
        match menu {
            // There is no cursor to put it at: it comes into the middle.
            Menu::Add => self.viewer.add_in_the_middle(species),
            Menu::Plague => self.viewer.click(Target::Plague(species)),
            _ => return false,
        }
        true
    }

    fn take_mouse(&mut self, mouse: &MouseEvent) {
        let shift = mouse.modifiers.contains(event::KeyModifiers::SHIFT);
        if let (
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left),
            true,
        ) = (mouse.kind, self.plan.is_timeline(mouse.row))
        {
            let tick = self.plan.tick_at(mouse.column, &self.viewer.view_state().time);
            return self.viewer.ask(Request::Seek(tick));
        }
        let at = DVec2::new(
            f64::from(mouse.column) - f64::from(self.plan.world.left) + 0.5,
            2.0 * (f64::from(mouse.row) - f64::from(self.plan.world.top)) + 1.0,
        );
        let button = |button| match button {
            MouseButton::Left => Button::Left,
            MouseButton::Middle => Button::Middle,
            MouseButton::Right => Button::Right,
        };
        self.viewer.take(match mouse.kind {
            MouseEventKind::Down(which) => Input::Pressed(button(which), at, shift),
            MouseEventKind::Up(which) => Input::Released(button(which), at),
            MouseEventKind::Drag(_) | MouseEventKind::Moved => Input::Moved(at),
            MouseEventKind::ScrollUp => Input::Wheel(1.0, at),
            MouseEventKind::ScrollDown => Input::Wheel(-1.0, at),
            MouseEventKind::ScrollLeft | MouseEventKind::ScrollRight => return,
        });
    }
}

/// How many pixels the world has.
fn pixels_of(plan: &Plan) -> (usize, usize) {
    let (width, height) = (usize::from(plan.world.width), usize::from(plan.world.height));
    (width.max(1), (2 * height).max(1))
}
