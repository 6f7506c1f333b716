//! Detects where a world can be shown.

use std::io::{self, IsTerminal};

/// Where a world can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WatchDisplay {
    /// A display is available.
    Display,
    /// Standard input and output are a terminal.
    Terminal,
    /// Neither is available.
    Unavailable,
}

impl WatchDisplay {
    /// Looks for a display, then for a terminal.
    pub fn find() -> Self {
        if has_display() {
            Self::Display
        } else if has_terminal() {
            Self::Terminal
        } else {
            Self::Unavailable
        }
    }
}

fn has_display() -> bool {
    crate::watching::window::find_display().is_ok()
}

pub(super) fn has_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}
