//! The terminal screen: set up for the viewer and restored afterwards.

use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::style::ResetColor;
use crossterm::terminal::{
    self, Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen,
    LeaveAlternateScreen,
};

use super::cells::Cells;
use super::colour::Depth;

/// Returns the columns and rows of the terminal; at least one of each.
pub fn size() -> (u16, u16) {
    let (width, height) = terminal::size().unwrap_or((80, 24));
    (width.max(1), height.max(1))
}

/// Whether the terminal is set up for the viewer.
static IS_ACTIVE: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode on its alternate screen. Dropping this, or a panic, restores it. It can be left for a
/// while, and set up again after another program has used the terminal.
pub struct Screen {
    out: BufWriter<Stdout>,
    depth: Depth,
    shown: Option<Cells>,
}

impl Screen {
    /// Switches the terminal to raw mode and to its alternate screen.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn enter(depth: Depth) -> io::Result<Self> {
        restore_on_panic();
        let mut screen = Self { out: BufWriter::new(io::stdout()), depth, shown: None };
        screen.set_up()?;
        Ok(screen)
    }

    fn set_up(&mut self) -> io::Result<()> {
        terminal::enable_raw_mode()?;
        IS_ACTIVE.store(true, Ordering::SeqCst);
        self.shown = None;
        execute!(
            self.out,
            EnterAlternateScreen,
            EnableMouseCapture,
            DisableLineWrap,
            Hide,
            Clear(ClearType::All)
        )
    }

    /// Whether nothing is shown since the terminal was set up.
    pub fn is_blank(&self) -> bool {
        self.shown.is_none()
    }

    /// Restores the terminal, so that another program can use it until the screen is set up again.
    pub fn leave(&mut self) {
        let _ = self.out.flush();
        restore();
    }

    /// Sets the terminal up again, in whatever state another program has left it.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn set_up_again(&mut self) -> io::Result<()> {
        // A process that is stopped without notice has not left, and raw mode is not set again while it counts as set.
        if IS_ACTIVE.load(Ordering::SeqCst) {
            terminal::disable_raw_mode()?;
        }
        self.set_up()
    }

    /// Shows a grid of cells.
    ///
    /// # Errors
    /// If writing to the terminal fails.
    pub fn show(&mut self, cells: Cells) -> io::Result<()> {
        let before = self.shown.as_ref().filter(|before| before.size() == cells.size());
        if before.is_none() {
            execute!(self.out, ResetColor, Clear(ClearType::All))?;
        }
        cells.send(before, self.depth, &mut self.out)?;
        self.shown = Some(cells);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Restores the terminal, if it is set up for the viewer.
fn restore() {
    if IS_ACTIVE.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(
            out,
            ResetColor,
            EnableLineWrap,
            DisableMouseCapture,
            Show,
            LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}

/// Restores the terminal before a panic is reported, so that the report is visible.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            previous_hook(info);
        }));
    });
}
