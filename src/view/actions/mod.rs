//! What one who looks on can order, with the keys for it: the one table that windows, buttons and the
//! help are made of.

mod key;
mod table;

pub use key::{Key, Stroke};
pub use table::{GESTURES, ORDERS};

/// Something that can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`ORDERS` tells of each what it does")]
pub enum UiAction {
    PlayPause,
    Step,
    StepBack,
    Slower,
    Faster,
    UsualSpeed,
    FullSpeed,
    ToBeginning,
    ToNow,
    Branch,
    NextFuture,
    Fit,
    ZoomIn,
    ZoomOut,
    Left,
    Right,
    Up,
    Down,
    Follow,
    FollowNext,
    Unselect,
    Paths,
    Obstacles,
    Sight,
    Danger,
    Light,
    Density,
    Boxes,
    Energy,
    Inspector,
    Charts,
    Ticker,
    Timeline,
    Map,
    Legend,
    AllPanels,
    NextChart,
    Larger,
    Smaller,
    Help,
    Add,
    Feed,
    Remove,
    Wall,
    Drought,
    Plague,
    Fire,
    Screenshot,
    Gif,
    Snapshot,
    Record,
    Quit,
}

/// What an order belongs to: a menu, and a part of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Time, back and forth.
    Time,
    /// Where to look.
    Look,
    /// What is drawn over the world.
    Overlays,
    /// What is done to the world.
    Do,
    /// What is kept.
    Save,
    /// Which panels are shown.
    Panels,
}

impl Group {
    /// All of them, in the order of the menu bar.
    pub const ALL: [Self; 6] =
        [Self::Time, Self::Look, Self::Overlays, Self::Do, Self::Save, Self::Panels];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::Look => "Look",
            Self::Overlays => "Overlays",
            Self::Do => "Do",
            Self::Save => "Save",
            Self::Panels => "Panels",
        }
    }
}

/// A row of the table of orders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// The order.
    pub order: UiAction,
    /// The keys for it, the one to be shown first.
    pub strokes: &'static [Stroke],
    /// What it is called on buttons and in menus.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Where it belongs.
    pub group: Group,
}

impl UiAction {
    /// Its row in the table.
    ///
    /// # Panics
    /// Never: a test sees to it that every order has one.
    #[must_use]
    pub fn entry(self) -> &'static Entry {
        ORDERS.iter().find(|entry| entry.order == self).expect("every order is in the table")
    }

    /// The order for a stroke, if there is one.
    #[must_use]
    pub fn of(stroke: Stroke) -> Option<Self> {
        let is_sign = matches!(stroke.key, Key::Char(letter) if !letter.is_ascii_alphabetic());
        let stroke = if is_sign { Stroke { shift: false, ..stroke } } else { stroke };
        ORDERS.iter().find(|entry| entry.strokes.contains(&stroke)).map(|entry| entry.order)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_stroke_means_two_things_and_every_order_has_one() {
        let mut seen = BTreeSet::new();
        for entry in ORDERS {
            assert!(!entry.strokes.is_empty(), "{:?} has no key", entry.order);
            for &stroke in entry.strokes {
                assert!(seen.insert(stroke), "{} stands for two orders", stroke.name());
                assert_eq!(UiAction::of(stroke), Some(entry.order));
            }
        }
    }

    #[test]
    fn orders_have_names_of_their_own_and_stand_group_by_group() {
        let actions: BTreeSet<_> = ORDERS.iter().map(|entry| entry.order).collect();
        let names: BTreeSet<_> = ORDERS.iter().map(|entry| entry.name).collect();
        assert_eq!((actions.len(), names.len()), (ORDERS.len(), ORDERS.len()));
        assert_eq!(actions.len(), UiAction::Quit as usize + 1, "an order is not in the table");
        let groups = ORDERS.chunk_by(|a, b| a.group == b.group).map(|chunk| chunk[0].group);
        assert_eq!(groups.collect::<Vec<_>>(), Group::ALL);
        for entry in ORDERS {
            assert!(!entry.help.is_empty() && entry.help.len() < 80, "{}", entry.name);
        }
    }

    #[test]
    fn signs_are_the_same_with_shift() {
        assert_eq!(UiAction::of(Stroke::shift(Key::Char('+'))), Some(UiAction::ZoomIn));
        assert_eq!(UiAction::of(Stroke::shift(Key::Char('?'))), Some(UiAction::Help));
        assert_eq!(UiAction::of(Stroke::shift(Key::Char('B'))), Some(UiAction::NextFuture));
        assert_eq!(UiAction::of(Stroke::plain(Key::Char('Z'))), None);
        assert_eq!(Stroke::ctrl(Key::Char('S')).name(), "Ctrl+S");
    }
}
