//! The table of orders, and what the mouse does.

use super::{Entry, Group, Key, Order, Stroke};

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
    ("Shift and drag on the timeline", "keep those ticks as a GIF file"),
    ("Click on the map", "look there"),
    ("Click on an event", "go to its tick and place"),
];
