//! The actions of a viewer with their keys: the table from which key bindings, menus, buttons and
//! the help overlay are made.

mod display;
mod key;
mod table;

pub use display::Display;
pub use key::{Key, Stroke};
pub use table::{ACTIONS, GESTURES};

/// An action that the user can trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`ACTIONS` describes each")]
pub enum UiAction {
    PlayPause,
    Step,
    StepBack,
    Slower,
    Faster,
    NormalSpeed,
    FullSpeed,
    ToStart,
    ToEnd,
    Branch,
    NextBranch,
    Beside,
    Find,
    Fit,
    ZoomIn,
    ZoomOut,
    Left,
    Right,
    Up,
    Down,
    Follow,
    FollowNext,
    /// Keep the selected organism among the favourites, or no longer.
    Favourite,
    /// Give the selected organism a name.
    Rename,
    /// Show what is worth watching, with captions.
    Tour,
    Deselect,
    Paths,
    Obstacles,
    Sight,
    Danger,
    Light,
    Density,
    Boxes,
    Energy,
    Marks,
    Grid,
    /// Choose what organisms are coloured by.
    Colour,
    Inspector,
    Life,
    /// Show the relatives of the selected organism, living and dead, or its details again.
    Family,
    /// Show the steps of the last turn of the selected organism, or its details again.
    Steps,
    Charts,
    Ticker,
    Timeline,
    Map,
    Legend,
    /// Show or hide the lineages of each species.
    Lineages,
    /// Show or hide favourites and moments.
    Album,
    AllPanels,
    NextChart,
    ChartScale,
    EnlargeChart,
    Larger,
    Smaller,
    Help,
    Add,
    Feed,
    Remove,
    Wall,
    Polygon,
    RemoveWalls,
    Paint,
    Drought,
    Plague,
    Fire,
    SwitchLink,
    Undo,
    /// Show another world, recording, link or folder of creatures.
    Open,
    Screenshot,
    SaveChart,
    Gif,
    Snapshot,
    SaveScenario,
    /// Save the run up to this tick as a link.
    Share,
    Record,
    Quit,
}

/// The group of an action: a menu and a section of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Controls time.
    Time,
    /// Moves the view.
    View,
    /// Toggles overlays.
    Overlays,
    /// Changes the world.
    Edit,
    /// Saves files.
    File,
    /// Shows and hides panels.
    Panels,
}

impl Group {
    /// All groups, in the order of the menu bar.
    pub const ALL: [Self; 6] =
        [Self::Time, Self::View, Self::Overlays, Self::Edit, Self::File, Self::Panels];

    /// Returns its name in the menu bar.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::View => "View",
            Self::Overlays => "Overlays",
            Self::Edit => "Edit",
            Self::File => "File",
            Self::Panels => "Panels",
        }
    }
}

/// A row of the table of actions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// The action.
    pub action: UiAction,
    /// The keys for it. The first is shown in menus.
    pub strokes: &'static [Stroke],
    /// Its name on buttons and in menus.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// The group it belongs to.
    pub group: Group,
}

impl UiAction {
    /// Returns the row of the table for this action.
    ///
    /// # Panics
    /// Never: a test checks that every action has a row.
    #[must_use]
    pub fn entry(self) -> &'static Entry {
        ACTIONS.iter().find(|entry| entry.action == self).expect("every action is in the table")
    }

    /// Returns the action for a keystroke, if there is one.
    #[must_use]
    pub fn from_stroke(stroke: Stroke) -> Option<Self> {
        let is_sign = matches!(stroke.key, Key::Char(letter) if !letter.is_ascii_alphabetic());
        let stroke = if is_sign { Stroke { shift: false, ..stroke } } else { stroke };
        ACTIONS.iter().find(|entry| entry.strokes.contains(&stroke)).map(|entry| entry.action)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_action_has_keystrokes_of_its_own() {
        let mut seen = BTreeSet::new();
        for entry in ACTIONS {
            assert!(!entry.strokes.is_empty(), "{:?} has no key", entry.action);
            for &stroke in entry.strokes {
                assert!(seen.insert(stroke), "{} stands for two actions", stroke.name());
                assert_eq!(UiAction::from_stroke(stroke), Some(entry.action));
            }
        }
    }

    #[test]
    fn actions_have_unique_names_and_are_sorted_by_group() {
        let actions: BTreeSet<_> = ACTIONS.iter().map(|entry| entry.action).collect();
        let names: BTreeSet<_> = ACTIONS.iter().map(|entry| entry.name).collect();
        assert_eq!((actions.len(), names.len()), (ACTIONS.len(), ACTIONS.len()));
        assert_eq!(actions.len(), UiAction::Quit as usize + 1, "an action is missing");
        let groups = ACTIONS.chunk_by(|a, b| a.group == b.group).map(|chunk| chunk[0].group);
        assert_eq!(groups.collect::<Vec<_>>(), Group::ALL);
        for entry in ACTIONS {
            assert!(!entry.help.is_empty() && entry.help.len() < 80, "{}", entry.name);
        }
    }

    #[test]
    fn shift_is_ignored_with_signs() {
        assert_eq!(UiAction::from_stroke(Stroke::shift(Key::Char('+'))), Some(UiAction::ZoomIn));
        assert_eq!(UiAction::from_stroke(Stroke::shift(Key::Char('?'))), Some(UiAction::Help));
        assert_eq!(
            UiAction::from_stroke(Stroke::shift(Key::Char('B'))),
            Some(UiAction::NextBranch)
        );
        assert_eq!(UiAction::from_stroke(Stroke::plain(Key::Char('!'))), None);
        assert_eq!(Stroke::ctrl(Key::Char('S')).name(), "Ctrl+S");
    }
}
