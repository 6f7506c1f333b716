//! A terminal taken over, and given back as it was.

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

/// The columns and rows of the terminal now; at least one of each.
pub fn size() -> (u16, u16) {
    let (width, height) = terminal::size().unwrap_or((80, 24));
    (width.max(1), height.max(1))
}

/// Whether the terminal is taken over at this moment.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken over until this is dropped, or anything panics.
pub struct Screen {
    out: BufWriter<Stdout>,
    depth: Depth,
    shown: Option<Cells>,
}

impl Screen {
    /// Takes the terminal over: keys come as they are pressed, and what was there is kept.
    ///
    /// # Errors
    /// When it is no terminal, or does not do as it is told.
    pub fn enter(depth: Depth) -> io::Result<Self> {
        give_back_when_panicking();
        terminal::enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        let mut screen = Self { out: BufWriter::new(io::stdout()), depth, shown: None };
        execute!(
            screen.out,
            EnterAlternateScreen,
            EnableMouseCapture,
            DisableLineWrap,
            Hide,
            Clear(ClearType::All)
        )?;
        Ok(screen)
    }

    /// Shows these cells.
    ///
    /// # Errors
    /// When the terminal is gone.
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
        let _ = self.out.flush();
        give_back();
    }
}

/// Gives the terminal back as it was, if it is taken over.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
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

/// A panic is told on a terminal that shows it.
fn give_back_when_panicking() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            usual(info);
        }));
    });
}
