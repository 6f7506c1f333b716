//! The table of orders, and what the mouse does.

use super::{Entry, Group, Key, Stroke, UiAction};

const fn key(letter: char) -> Stroke {
    Stroke::plain(Key::Char(letter))
}

const fn upper(letter: char) -> Stroke {
    Stroke::shift(Key::Char(letter))
}

const fn row(
    order: UiAction,
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
        UiAction::PlayPause,
        &[Stroke::plain(Key::Space)],
        "Play / pause",
        "let time pass, or stop it",
        Time,
    ),
    row(UiAction::Step, &[key('.'), Stroke::plain(Key::Right)], "Step", "live for one tick", Time),
    row(
        UiAction::StepBack,
        &[key(','), Stroke::plain(Key::Left)],
        "Step back",
        "go back by one tick",
        Time,
    ),
    row(UiAction::Slower, &[key('[')], "Slower", "half as fast", Time),
    row(UiAction::Faster, &[key(']')], "Faster", "twice as fast", Time),
    row(UiAction::UsualSpeed, &[key('1')], "Usual speed", "thirty ticks a second", Time),
    row(UiAction::FullSpeed, &[key('9')], "Full speed", "as fast as it goes", Time),
    row(
        UiAction::ToBeginning,
        &[Stroke::plain(Key::Home)],
        "To the beginning",
        "back to the first tick",
        Time,
    ),
    row(
        UiAction::ToNow,
        &[Stroke::plain(Key::End)],
        "To now",
        "on to the last tick that was lived",
        Time,
    ),
    row(
        UiAction::Branch,
        &[key('B')],
        "Branch",
        "begin another future here; the old one is kept",
        Time,
    ),
    row(
        UiAction::NextFuture,
        &[upper('B')],
        "Other future",
        "look at the next of the futures there are",
        Time,
    ),
    row(UiAction::Fit, &[key('F')], "Fit", "show the whole world", Look),
    row(UiAction::ZoomIn, &[key('+'), key('=')], "Zoom in", "look closer", Look),
    row(UiAction::ZoomOut, &[key('-')], "Zoom out", "look from farther away", Look),
    row(UiAction::Left, &[Stroke::shift(Key::Left)], "Look left", "move what is seen", Look),
    row(UiAction::Right, &[Stroke::shift(Key::Right)], "Look right", "move what is seen", Look),
    row(
        UiAction::Up,
        &[Stroke::plain(Key::Up), Stroke::shift(Key::Up)],
        "Look up",
        "move what is seen",
        Look,
    ),
    row(
        UiAction::Down,
        &[Stroke::plain(Key::Down), Stroke::shift(Key::Down)],
        "Look down",
        "move what is seen",
        Look,
    ),
    row(
        UiAction::Follow,
        &[key('V')],
        "Follow",
        "keep the selected creature in the middle, or let it go",
        Look,
    ),
    row(
        UiAction::FollowNext,
        &[key('N')],
        "Another creature",
        "follow another one to which much happens",
        Look,
    ),
    row(
        UiAction::Unselect,
        &[Stroke::plain(Key::Escape)],
        "Let go",
        "put the tool away, close what is open, select nobody",
        Look,
    ),
    row(
        UiAction::Paths,
        &[key('P')],
        "Paths",
        "where creatures are going, and by which corners",
        Overlays,
    ),
    row(
        UiAction::Obstacles,
        &[key('O')],
        "Obstacles",
        "what stands in the way of the selected creature, grown by its size",
        Overlays,
    ),
    row(UiAction::Sight, &[key('S')], "Sight", "how far creatures see", Overlays),
    row(UiAction::Danger, &[key('D')], "Danger", "where those who are feared are", Overlays),
    row(UiAction::Light, &[key('L')], "Light", "how much light plants get", Overlays),
    row(
        UiAction::Density,
        &[key('H')],
        "Density",
        "how many there are where, as a heat map",
        Overlays,
    ),
    row(
        UiAction::Boxes,
        &[key('R')],
        "Boxes",
        "the boxes of the R-tree that finds everybody",
        Overlays,
    ),
    row(UiAction::Energy, &[key('E')], "Energy", "how well fed everybody is", Overlays),
    row(
        UiAction::Add,
        &[key('A')],
        "Add …",
        "choose a species, then click where one should be",
        Do,
    ),
    row(
        UiAction::Feed,
        &[key('U')],
        "Feed",
        "give the selected one all the energy it can hold",
        Do,
    ),
    row(
        UiAction::Remove,
        &[Stroke::plain(Key::Delete), key('X')],
        "Remove",
        "have the selected one vanish",
        Do,
    ),
    row(UiAction::Wall, &[key('W')], "Wall", "drag a box: a wall that stays", Do),
    row(UiAction::Drought, &[upper('D')], "Drought", "plants get little light for 600 ticks", Do),
    row(UiAction::Plague, &[upper('P')], "Plague …", "choose a species of which half will die", Do),
    row(UiAction::Fire, &[upper('F')], "Fire", "click where it burns", Do),
    row(
        UiAction::Screenshot,
        &[Stroke::plain(Key::F(12)), Stroke::ctrl(Key::Char('P'))],
        "Screenshot",
        "keep what is seen as a PNG file",
        Save,
    ),
    row(UiAction::Gif, &[key('G')], "GIF", "keep the last seconds as a GIF file", Save),
    row(
        UiAction::Snapshot,
        &[Stroke::ctrl(Key::Char('S'))],
        "Snapshot",
        "keep the world as it is now, to go on from it",
        Save,
    ),
    row(
        UiAction::Record,
        &[Stroke::ctrl(Key::Char('R'))],
        "Record",
        "keep the whole run in a file, from now on",
        Save,
    ),
    row(
        UiAction::Quit,
        &[key('Q'), Stroke::ctrl(Key::Char('Q'))],
        "Quit",
        "close the window",
        Save,
    ),
    row(UiAction::Inspector, &[key('I')], "Inspector", "all about the selected creature", Panels),
    row(UiAction::Charts, &[key('C')], "Charts", "populations, births and deaths, traits", Panels),
    row(
        UiAction::NextChart,
        &[upper('C')],
        "Next chart",
        "populations, births, deaths, traits in turn",
        Panels,
    ),
    row(UiAction::Ticker, &[key('T')], "Events", "what has happened; click to go there", Panels),
    row(
        UiAction::Timeline,
        &[upper('T')],
        "Timeline",
        "the whole run, to go back and forth in",
        Panels,
    ),
    row(UiAction::Map, &[key('M')], "Map", "the whole world, small", Panels),
    row(
        UiAction::Legend,
        &[key('K')],
        "Species",
        "which species there are, and how many of each",
        Panels,
    ),
    row(
        UiAction::AllPanels,
        &[Stroke::plain(Key::Tab)],
        "Hide all",
        "nothing but the world, or all panels again",
        Panels,
    ),
    row(
        UiAction::Larger,
        &[Stroke::ctrl(Key::Char('+')), Stroke::ctrl(Key::Char('='))],
        "Larger letters",
        "everything but the world larger",
        Panels,
    ),
    row(
        UiAction::Smaller,
        &[Stroke::ctrl(Key::Char('-'))],
        "Smaller letters",
        "everything but the world smaller",
        Panels,
    ),
    row(
        UiAction::Help,
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
    ("Shift and drag on the timeline", "keep those ticks as a GIF file"),
    ("Click on the map", "look there"),
    ("Click on an event", "go to its tick and place"),
];
