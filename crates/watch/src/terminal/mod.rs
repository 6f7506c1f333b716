//! The terminal view: two pixels in each cell, or a letter without colours, with text beside the world.
//!
//! It uses a [`Viewer`] without panels, whose information is shown as text.

mod cells;
mod colour;
mod events;
mod help;
mod job_control;
mod keys;
mod layout;
mod letters;
mod screen;
mod scroll;
mod side;
mod sign;
mod sketch;
#[cfg(test)]
mod tests;
mod text;
mod wrap;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{self, Event, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::Framebuffer;
use terrarium_picture::actions::{Display, Key, Stroke, UiAction};
use terrarium_space::geometry::DVec2;

use cells::{Cell, Cells};
use colour::Depth;
use events::Events;
use job_control::JobControl;
use layout::{Area, Layout};
use screen::Screen;
use scroll::{Movement, Scroll};
use sketch::Sketch;

use super::input::{Button, Input};
use super::session::{Request, Session};
pub use super::viewer::SaveLocation;
use super::viewer::{FirstLook, Viewer, ViewerOptions};
use crate::panel::{Menu, Panel, Panels, Target};

/// The time between two frames. Terminals are slow.
const FRAME: Duration = Duration::from_millis(33);

const BLACK: [u8; 4] = [0, 0, 0, 255];

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
    /// The columns and rows of the terminal.
    size: (u16, u16),
    layout: Layout,
    depth: Depth,
    framebuffer: Framebuffer,
    help: Scroll,
    side: Scroll,
    /// The organism that the sidebar showed last.
    inspected: Option<OrganismId>,
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
        let size = screen::size();
        let layout = Layout::new(size, &Panels::default());
        let options = ViewerOptions {
            size: pixels_of(&layout),
            scale: 1.0,
            save_location,
            first_look,
            can_reseed: false,
            has_hints: false,
        };
        let viewer = Viewer::bare(session, options);
        Self {
            viewer,
            title,
            size,
            layout,
            depth: Depth::from_environment(|name| std::env::var(name).ok()),
            framebuffer: Framebuffer::new(1, 1, BLACK),
            help: Scroll::default(),
            side: Scroll::default(),
            inspected: None,
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
        let mut screen = Screen::enter(self.depth)?;
        let mut job_control = JobControl::begin()?;
        let events = Events::begin()?;
        loop {
            if job_control.follow(&mut screen)? {
                if screen.is_blank() {
                    self.size = screen::size();
                }
                self.arrange();
                if self.viewer.update() | screen.is_blank() {
                    let cells = self.paint();
                    screen.show(cells)?;
                }
            }
            let mut timeout = self.viewer.interval_at_rest(FRAME);
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

    fn arrange(&mut self) {
        let layout = Layout::new(self.size, self.viewer.panels());
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
            self.framebuffer = Framebuffer::new(pixels.0, pixels.1, BLACK);
        }
        self.viewer.paint(&mut self.framebuffer);
        let signs = if self.depth == Depth::None {
            let sketch = self.sketch();
            self.write_letters(&mut cells, &sketch);
            Some(sketch.signs().collect())
        } else {
            self.write_pixels(&mut cells);
            None
        };
        let selected = self.viewer.selected();
        if selected != self.inspected {
            self.inspected = selected;
            self.side.apply(Movement::Start);
        }
        side::write(&mut cells, self.layout.side, &self.viewer, signs, &mut self.side);
        text::write(&mut cells, &self.layout, &self.viewer, &self.title);
        if self.is_help_open() {
            help::write(&mut cells, &self.layout, self.depth == Depth::None, &mut self.help);
        }
        cells
    }

    fn is_help_open(&self) -> bool {
        self.viewer.panels().open.contains(&Panel::Help)
    }

    /// Writes the pixels of the world, two in each cell.
    fn write_pixels(&self, cells: &mut Cells) {
        let Area { left, top, width, height } = self.layout.world;
        let pixel = |x: u16, y: u32| {
            colour::calm(self.depth, self.framebuffer.at(u32::from(x), y).unwrap_or_default())
        };
        for row in 0..height {
            for column in 0..width {
                let y = 2 * u32::from(row);
                let cell = Cell::pixels(pixel(column, y), pixel(column, y + 1));
                cells.set(left + column, top + row, cell);
            }
        }
    }

    /// Draws the world as letters, with what the tool will do.
    fn sketch(&mut self) -> Sketch {
        let Area { width, height, .. } = self.layout.world;
        let mut sketch = Sketch::new(width, height);
        let selected = self.viewer.selected();
        for (camera, scene) in self.viewer.scenes() {
            sketch.draw(scene, &camera, selected);
        }
        let framebuffer = &mut self.framebuffer;
        framebuffer.clear(BLACK);
        self.viewer.paint_preview(framebuffer);
        sketch.preview(|x, y| {
            // What is dimmer is the inside of an area.
            const BRIGHT: u8 = 90;
            let place = u32::try_from(x).ok().zip(u32::try_from(y).ok());
            let pixel = place.and_then(|(x, y)| framebuffer.at(x, y));
            pixel.is_some_and(|colour| colour.iter().any(|&part| part >= BRIGHT))
        });
        sketch
    }

    fn write_letters(&self, cells: &mut Cells, sketch: &Sketch) {
        let Area { left, top, width, .. } = self.layout.world;
        for (row, letters) in (top..).zip(sketch.rows()) {
            let text: String = letters.iter().collect();
            cells.write(left, row, left + width, &text, text::INK, text::PAPER);
        }
    }

    fn handle_event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if self.scroll(key) => self.viewer.refresh(),
            Event::Key(key) => {
                let Some((stroke, again)) = keys::stroke(key) else { return };
                if stroke == Stroke::ctrl(Key::Char('C')) {
                    self.exit = Some(TerminalExit::Interrupted);
                } else if self.viewer.is_typing()
                    || !(self.choose_species(stroke) || self.lacks(stroke))
                {
                    let text = keys::text(key);
                    self.viewer.handle(Input::Key { stroke, text, again });
                }
            }
            Event::Mouse(mouse) => self.handle_mouse(mouse),
            Event::Resize(columns, rows) => {
                self.size = ((*columns).max(1), (*rows).max(1));
                self.viewer.refresh();
            }
            _ => self.viewer.refresh(),
        }
    }

    /// Whether the action of a key does nothing here. Says why.
    fn lacks(&self, stroke: Stroke) -> bool {
        let Some(action) = UiAction::from_stroke(stroke) else { return false };
        let reason = Display::Terminal.lacks(action).map(str::to_owned);
        let reason = reason.or_else(|| self.shows_nothing(action));
        if let Some(reason) = &reason {
            self.viewer.notify(format!("{}: {reason}", action.entry().name));
        }
        reason.is_some()
    }

    /// Why an action would show nothing now; `None` if it would.
    fn shows_nothing(&self, action: UiAction) -> Option<String> {
        if self.depth == Depth::None && help::needs_colours(action.entry()) {
            return Some("this terminal shows no colours".to_owned());
        }
        let is_about_one = matches!(
            action,
            UiAction::Inspector | UiAction::Life | UiAction::Family | UiAction::Steps
        );
        let is_beside = is_about_one
            || matches!(
                action,
                UiAction::Legend | UiAction::Lineages | UiAction::Album | UiAction::AllPanels
            );
        if is_beside && self.size.0 < layout::LEAST_WIDTH {
            let least = layout::LEAST_WIDTH;
            return Some(format!("the text beside the world needs {least} columns"));
        }
        let nobody = self.viewer.selected().is_none() && self.viewer.view_state().site.is_none();
        (is_about_one && nobody).then(|| {
            let next = UiAction::FollowNext.entry().strokes[0].name();
            format!("no organism is selected; {next} or a click selects one")
        })
    }

    /// Scrolls the help, or the sidebar. Returns whether the key does so.
    fn scroll(&mut self, key: &KeyEvent) -> bool {
        let is_help = self.is_help_open();
        let Some(movement) = keys::movement(key, is_help) else { return false };
        let scroll = if is_help { &mut self.help } else { &mut self.side };
        scroll.apply(movement);
        true
    }

    /// Scrolls what is below the mouse, if it is text. Returns whether it is.
    fn scroll_at(&mut self, mouse: &MouseEvent, movement: Movement) -> bool {
        let scroll = if self.is_help_open() {
            &mut self.help
        } else if self.layout.is_in_side(mouse.column, mouse.row) {
            &mut self.side
        } else {
            return false;
        };
        for _ in 0..3 {
            scroll.apply(movement);
        }
        self.viewer.refresh();
        true
    }

    /// Chooses a species of the open menu, or what organisms are coloured by. Returns whether the key did so.
    fn choose_species(&mut self, stroke: Stroke) -> bool {
        let (Some(menu), Key::Char(digit)) = (self.viewer.panels().menu, stroke.key) else {
            return false;
        };
        if menu == Menu::Colour {
            let choices = self.viewer.view_state().colours.choices.len() + 1;
            let number = text::CHOICES.chars().take(choices).position(|it| it == digit);
            if let Some(number) = number.and_then(|number| u16::try_from(number).ok()) {
                self.viewer.click(Target::Colour(number));
            }
            return number.is_some();
        }
        let count = self.viewer.view_state().now.species.len();
        let number = text::CHOICES.chars().take(count).position(|it| it == digit);
        let Some(number) = number.and_then(|number| u16::try_from(number).ok()) else {
            return false;
        };
        let species = SpeciesId(number);
        match menu {
            Menu::Add => self.viewer.click(Target::Add(species)),
            Menu::Plague => self.viewer.click(Target::Plague(species)),
            _ => return false,
        }
        true
    }

    fn handle_mouse(&mut self, mouse: &MouseEvent) {
        let movement = match mouse.kind {
            MouseEventKind::ScrollUp => Some(Movement::Up),
            MouseEventKind::ScrollDown => Some(Movement::Down),
            _ => None,
        };
        if movement.is_some_and(|movement| self.scroll_at(mouse, movement)) {
            return;
        }
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
