//! What each display has of the actions.

use super::UiAction::{
    self, AllPanels, ChartScale, Charts, EnlargeChart, Larger, Map, NextChart, Open, Quit, Record,
    SaveChart, Screenshot, Share, Smaller, Ticker, Timeline,
};

/// A display of viewers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// The window.
    Window,
    /// A terminal.
    Terminal,
    /// The page in a browser.
    Page,
}

/// Keys that browsers need for themselves.
const OF_BROWSERS: [&str; 11] = [
    "Tab",
    "Ctrl+F",
    "Ctrl+P",
    "Ctrl+R",
    "Ctrl+L",
    "Ctrl+Q",
    "Ctrl++",
    "Ctrl+=",
    "Ctrl+-",
    "F12",
    "Shift+F12",
];

impl Display {
    /// All displays.
    pub const ALL: [Self; 3] = [Self::Window, Self::Terminal, Self::Page];

    /// Why the display does not have an action; `None` if it has it.
    #[must_use]
    pub fn lacks(self, action: UiAction) -> Option<&'static str> {
        match (self, action) {
            (Self::Terminal, Charts | NextChart | EnlargeChart | ChartScale | SaveChart) => {
                Some("cells are too large for charts: `terrarium chart` draws them")
            }
            (Self::Terminal, Map) => Some("cells are too large for a map: F shows the whole world"),
            (Self::Terminal, Ticker) => {
                Some("there is no room: `terrarium why` lists what happened")
            }
            (Self::Terminal, Timeline) => Some("it is always shown"),
            (Self::Terminal, Larger | Smaller) => Some("the terminal sets the size of letters"),
            (Self::Terminal, Open) => Some("name it in the command: `terrarium watch FILE`"),
            (Self::Page, Larger | Smaller) => Some("the browser zooms the page"),
            (Self::Page, Quit) => Some("close the tab"),
            _ => None,
        }
    }

    /// The names of the keys for an action, the first of which is shown in menus.
    #[must_use]
    pub fn keys(self, action: UiAction) -> Vec<String> {
        let mut keys: Vec<String> = action.entry().strokes.iter().map(|it| it.name()).collect();
        if self == Self::Page {
            keys.retain(|key| !OF_BROWSERS.contains(&key.as_str()));
            let instead = match action {
                Screenshot => Some("Shift+S"),
                SaveChart => Some("Shift+V"),
                Record => Some("Shift+A"),
                AllPanels => Some("Shift+H"),
                Share => Some("Shift+U"),
                _ => None,
            };
            keys.extend(instead.map(str::to_owned));
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::actions::ACTIONS;

    #[test]
    fn every_display_has_keys_of_its_own_for_every_action() {
        for display in Display::ALL {
            let mut seen = BTreeSet::new();
            for entry in ACTIONS.iter().filter(|entry| display.lacks(entry.action).is_none()) {
                let keys = display.keys(entry.action);
                assert!(!keys.is_empty(), "{display:?}: {}", entry.name);
                for key in keys {
                    assert!(seen.insert(key.clone()), "{display:?}: {key} stands for two actions");
                }
            }
        }
    }

    #[test]
    fn the_window_has_every_action() {
        assert!(ACTIONS.iter().all(|entry| Display::Window.lacks(entry.action).is_none()));
    }
}
