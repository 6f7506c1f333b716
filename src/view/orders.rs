//! What one who looks on can order, with the keys for it: the one table that windows, buttons and the
//! help are made of.

/// Something that can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`ORDERS` tells of each what it does")]
pub enum Order {
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

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// What it writes: a capital letter, a digit or a sign.
    Char(char),
    /// The space bar.
    Space,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// Delete.
    Delete,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// A function key, from 1.
    F(u8),
}

/// A key that is struck, maybe with others held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stroke {
    /// The key.
    pub key: Key,
    /// Whether Shift is held. Of signs it is left out: how they are written differs by keyboard.
    pub shift: bool,
    /// Whether Control is held.
    pub ctrl: bool,
}

impl Stroke {
    /// A key by itself.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, shift: false, ctrl: false }
    }

    /// A key with Shift.
    #[must_use]
    pub const fn shift(key: Key) -> Self {
        Self { key, shift: true, ctrl: false }
    }

    /// A key with Control.
    #[must_use]
    pub const fn ctrl(key: Key) -> Self {
        Self { key, shift: false, ctrl: true }
    }

    /// Its name for people: `Shift+B`.
    #[must_use]
    pub fn name(self) -> String {
        let key = match self.key {
            Key::Char(letter) => letter.to_string(),
            Key::Space => "Space".to_owned(),
            Key::Tab => "Tab".to_owned(),
            Key::Escape => "Esc".to_owned(),
            Key::Delete => "Del".to_owned(),
            Key::Left => "←".to_owned(),
            Key::Right => "→".to_owned(),
            Key::Up => "↑".to_owned(),
            Key::Down => "↓".to_owned(),
            Key::Home => "Home".to_owned(),
            Key::End => "End".to_owned(),
            Key::F(number) => format!("F{number}"),
        };
        let held = |name: &str, is: bool| if is { format!("{name}+") } else { String::new() };
        format!("{}{}{key}", held("Ctrl", self.ctrl), held("Shift", self.shift))
    }
}

/// A row of the table of orders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// The order.
    pub order: Order,
    /// The keys for it, the one to be shown first.
    pub strokes: &'static [Stroke],
    /// What it is called on buttons and in menus.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Where it belongs.
    pub group: Group,
}

const fn key(letter: char) -> Stroke {
    Stroke::plain(Key::Char(letter))
}

const fn upper(letter: char) -> Stroke {
    Stroke::shift(Key::Char(letter))
}

const fn row(
    order: Order,
    strokes: &'static [Stroke],
    name: &'static str,
    help: &'static str,
    group: Group,
) -> Entry {
    Entry { order, strokes, name, help, group }
}

use Group::{Do, Look, Overlays, Panels, Save, Time};

/// Everything that can be ordered, group by group.
pub const ORDERS: &[Entry] = &[
    row(
        Order::PlayPause,
        &[Stroke::plain(Key::Space)],
        "Play / pause",
        "let time pass, or stop it",
        Time,
    ),
    row(Order::Step, &[key('.'), Stroke::plain(Key::Right)], "Step", "live for one tick", Time),
    row(
        Order::StepBack,
        &[key(','), Stroke::plain(Key::Left)],
        "Step back",
        "go back by one tick",
        Time,
    ),
    row(Order::Slower, &[key('[')], "Slower", "half as fast", Time),
    row(Order::Faster, &[key(']')], "Faster", "twice as fast", Time),
    row(Order::UsualSpeed, &[key('1')], "Usual speed", "thirty ticks a second", Time),
    row(Order::FullSpeed, &[key('9')], "Full speed", "as fast as it goes", Time),
    row(
        Order::ToBeginning,
        &[Stroke::plain(Key::Home)],
        "To the beginning",
        "back to the first tick",
        Time,
    ),
    row(
        Order::ToNow,
        &[Stroke::plain(Key::End)],
        "To now",
        "on to the last tick that was lived",
        Time,
    ),
    row(
        Order::Branch,
        &[key('B')],
        "Branch",
        "begin another future here; the old one is kept",
        Time,
    ),
    row(
        Order::NextFuture,
        &[upper('B')],
        "Other future",
        "look at the next of the futures there are",
        Time,
    ),
    row(Order::Fit, &[key('F')], "Fit", "show the whole world", Look),
    row(Order::ZoomIn, &[key('+'), key('=')], "Zoom in", "look closer", Look),
    row(Order::ZoomOut, &[key('-')], "Zoom out", "look from farther away", Look),
    row(Order::Left, &[Stroke::shift(Key::Left)], "Look left", "move what is seen", Look),
    row(Order::Right, &[Stroke::shift(Key::Right)], "Look right", "move what is seen", Look),
    row(
        Order::Up,
        &[Stroke::plain(Key::Up), Stroke::shift(Key::Up)],
        "Look up",
        "move what is seen",
        Look,
    ),
    row(
        Order::Down,
        &[Stroke::plain(Key::Down), Stroke::shift(Key::Down)],
        "Look down",
        "move what is seen",
        Look,
    ),
    row(
        Order::Follow,
        &[key('V')],
        "Follow",
        "keep the selected creature in the middle, or let it go",
        Look,
    ),
    row(
        Order::FollowNext,
        &[key('N')],
        "Another creature",
        "follow another one to which much happens",
        Look,
    ),
    row(
        Order::Unselect,
        &[Stroke::plain(Key::Escape)],
        "Let go",
        "put the tool away, close what is open, select nobody",
        Look,
    ),
    row(
        Order::Paths,
        &[key('P')],
        "Paths",
        "where creatures are going, and by which corners",
        Overlays,
    ),
    row(
        Order::Obstacles,
        &[key('O')],
        "Obstacles",
        "what stands in the way of the selected creature, grown by its size",
        Overlays,
    ),
    row(Order::Sight, &[key('S')], "Sight", "how far creatures see", Overlays),
    row(Order::Danger, &[key('D')], "Danger", "where those who are feared are", Overlays),
    row(Order::Light, &[key('L')], "Light", "how much light plants get", Overlays),
    row(
        Order::Density,
        &[key('H')],
        "Density",
        "how many there are where, as a heat map",
        Overlays,
    ),
    row(
        Order::Boxes,
        &[key('R')],
        "Boxes",
        "the boxes of the R-tree that finds everybody",
        Overlays,
    ),
    row(Order::Energy, &[key('E')], "Energy", "how well fed everybody is", Overlays),
    row(Order::Add, &[key('A')], "Add …", "choose a species, then click where one should be", Do),
    row(Order::Feed, &[key('U')], "Feed", "give the selected one all the energy it can hold", Do),
    row(
        Order::Remove,
        &[Stroke::plain(Key::Delete), key('X')],
        "Remove",
        "have the selected one vanish",
        Do,
    ),
    row(Order::Wall, &[key('W')], "Wall", "drag a box: a wall that stays", Do),
    row(Order::Drought, &[upper('D')], "Drought", "plants get little light for 600 ticks", Do),
    row(Order::Plague, &[upper('P')], "Plague …", "choose a species of which half will die", Do),
    row(Order::Fire, &[upper('F')], "Fire", "click where it burns", Do),
    row(
        Order::Screenshot,
        &[Stroke::plain(Key::F(12)), Stroke::ctrl(Key::Char('P'))],
        "Screenshot",
        "keep what is seen as a PNG file",
        Save,
    ),
    row(Order::Gif, &[key('G')], "GIF", "keep the last seconds as a GIF file", Save),
    row(
        Order::Snapshot,
        &[Stroke::ctrl(Key::Char('S'))],
        "Snapshot",
        "keep the world as it is now, to go on from it",
        Save,
    ),
    row(
        Order::Record,
        &[Stroke::ctrl(Key::Char('R'))],
        "Record",
        "keep the whole run in a file, from now on",
        Save,
    ),
    row(Order::Quit, &[key('Q'), Stroke::ctrl(Key::Char('Q'))], "Quit", "close the window", Save),
    row(Order::Inspector, &[key('I')], "Inspector", "all about the selected creature", Panels),
    row(Order::Charts, &[key('C')], "Charts", "populations, births and deaths, traits", Panels),
    row(
        Order::NextChart,
        &[upper('C')],
        "Next chart",
        "populations, births, deaths, traits in turn",
        Panels,
    ),
    row(Order::Ticker, &[key('T')], "Events", "what has happened; click to go there", Panels),
    row(
        Order::Timeline,
        &[upper('T')],
        "Timeline",
        "the whole run, to go back and forth in",
        Panels,
    ),
    row(Order::Map, &[key('M')], "Map", "the whole world, small", Panels),
    row(
        Order::Legend,
        &[key('K')],
        "Species",
        "which species there are, and how many of each",
        Panels,
    ),
    row(
        Order::AllPanels,
        &[Stroke::plain(Key::Tab)],
        "Hide all",
        "nothing but the world, or all panels again",
        Panels,
    ),
    row(
        Order::Larger,
        &[Stroke::ctrl(Key::Char('+')), Stroke::ctrl(Key::Char('='))],
        "Larger letters",
        "everything but the world larger",
        Panels,
    ),
    row(
        Order::Smaller,
        &[Stroke::ctrl(Key::Char('-'))],
        "Smaller letters",
        "everything but the world smaller",
        Panels,
    ),
    row(
        Order::Help,
        &[Stroke::plain(Key::F(1)), key('?')],
        "Help",
        "all keys, on one page",
        Panels,
    ),
];

/// What the mouse does, and what that brings about.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click on a creature", "select it: the inspector tells all about it"),
    ("Double click", "follow it"),
    ("Drag", "move what is seen"),
    ("Wheel", "zoom at the cursor; in a panel, scroll"),
    ("Click or drag on the timeline", "go to that tick"),
    ("Click on the map", "look there"),
    ("Click on an event", "go to its tick and place"),
];

impl Order {
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
                assert_eq!(Order::of(stroke), Some(entry.order));
            }
        }
    }

    #[test]
    fn orders_have_names_of_their_own_and_stand_group_by_group() {
        let orders: BTreeSet<_> = ORDERS.iter().map(|entry| entry.order).collect();
        let names: BTreeSet<_> = ORDERS.iter().map(|entry| entry.name).collect();
        assert_eq!((orders.len(), names.len()), (ORDERS.len(), ORDERS.len()));
        assert_eq!(orders.len(), Order::Quit as usize + 1, "an order is not in the table");
        let groups = ORDERS.chunk_by(|a, b| a.group == b.group).map(|chunk| chunk[0].group);
        assert_eq!(groups.collect::<Vec<_>>(), Group::ALL);
        for entry in ORDERS {
            assert!(!entry.help.is_empty() && entry.help.len() < 80, "{}", entry.name);
        }
    }

    #[test]
    fn signs_are_the_same_with_shift() {
        assert_eq!(Order::of(Stroke::shift(Key::Char('+'))), Some(Order::ZoomIn));
        assert_eq!(Order::of(Stroke::shift(Key::Char('?'))), Some(Order::Help));
        assert_eq!(Order::of(Stroke::shift(Key::Char('B'))), Some(Order::NextFuture));
        assert_eq!(Order::of(Stroke::plain(Key::Char('Z'))), None);
        assert_eq!(Stroke::ctrl(Key::Char('S')).name(), "Ctrl+S");
    }
}
