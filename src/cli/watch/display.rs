//! Who there is to show a world to.

use std::io::{self, IsTerminal};

/// Who there is to show a world to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WatchDisplay {
    /// Somebody before a display.
    Display,
    /// Somebody before a terminal.
    Terminal,
    /// Nobody, or somebody who reads it later.
    Nobody,
}

impl WatchDisplay {
    /// Looks for a display first, then for a terminal.
    pub fn find() -> Self {
        if has_display() {
            Self::Display
        } else if has_terminal() {
            Self::Terminal
        } else {
            Self::Nobody
        }
    }
}

fn has_display() -> bool {
    #[cfg(feature = "window")]
    return crate::watching::window::find_display().is_ok();
    #[cfg(not(feature = "window"))]
    false
}

pub(super) fn has_terminal() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}
