//! The table of actions and the list of mouse gestures.

use super::{Entry, Group, Key, Stroke, UiAction};

const fn key(letter: char) -> Stroke {
    Stroke::plain(Key::Char(letter))
}

const fn upper(letter: char) -> Stroke {
    Stroke::shift(Key::Char(letter))
}

const fn row(
    action: UiAction,
    strokes: &'static [Stroke],
    name: &'static str,
    help: &'static str,
    group: Group,
) -> Entry {
    Entry { action, strokes, name, help, group }
}

use Group::{Edit, File, Overlays, Panels, Time, View};

/// All actions, ordered by group.
pub const ACTIONS: &[Entry] = &[
    row(
        UiAction::PlayPause,
        &[Stroke::plain(Key::Space)],
        "Play / pause",
        "Start or pause the simulation",
        Time,
    ),
    row(UiAction::Step, &[key('.'), Stroke::plain(Key::Right)], "Step", "Simulate one tick", Time),
    row(
        UiAction::StepBack,
        &[key(','), Stroke::plain(Key::Left)],
        "Step back",
        "Go back one tick",
        Time,
    ),
    row(UiAction::Slower, &[key('[')], "Slower", "Halve the speed", Time),
    row(UiAction::Faster, &[key(']')], "Faster", "Double the speed", Time),
    row(UiAction::NormalSpeed, &[key('1')], "Normal speed", "Run at 30 ticks per second", Time),
    row(UiAction::FullSpeed, &[key('9')], "Full speed", "Run as fast as possible", Time),
    row(
        UiAction::ToStart,
        &[Stroke::plain(Key::Home)],
        "Go to start",
        "Go to the first tick",
        Time,
    ),
    row(
        UiAction::ToEnd,
        &[Stroke::plain(Key::End)],
        "Go to end",
        "Go to the last simulated tick",
        Time,
    ),
    row(
        UiAction::Branch,
        &[key('B')],
        "Branch",
        "Start a new branch here; keep the current one",
        Time,
    ),
    row(
        UiAction::NextBranch,
        &[upper('B')],
        "Next branch",
        "Switch to the next branch of the run",
        Time,
    ),
    row(
        UiAction::Beside,
        &[key('J')],
        "Side by side",
        "Show this branch and the one that it began from side by side",
        Time,
    ),
    row(
        UiAction::Find,
        &[key('/'), Stroke::ctrl(Key::Char('F'))],
        "Find …",
        "Find the tick in which a condition holds, or an organism",
        Time,
    ),
    row(UiAction::Fit, &[key('F')], "Fit", "Show the whole world", View),
    row(UiAction::ZoomIn, &[key('+'), key('=')], "Zoom in", "Magnify the world", View),
    row(UiAction::ZoomOut, &[key('-')], "Zoom out", "Show more of the world", View),
    row(UiAction::Left, &[Stroke::shift(Key::Left)], "Pan left", "Move the view left", View),
    row(UiAction::Right, &[Stroke::shift(Key::Right)], "Pan right", "Move the view right", View),
    row(
        UiAction::Up,
        &[Stroke::plain(Key::Up), Stroke::shift(Key::Up)],
        "Pan up",
        "Move the view up",
        View,
    ),
    row(
        UiAction::Down,
        &[Stroke::plain(Key::Down), Stroke::shift(Key::Down)],
        "Pan down",
        "Move the view down",
        View,
    ),
    row(UiAction::Follow, &[key('V')], "Follow", "Follow the selected organism, or stop", View),
    row(
        UiAction::FollowNext,
        &[key('N')],
        "Follow another",
        "Select and follow another active animal",
        View,
    ),
    row(
        UiAction::Deselect,
        &[Stroke::plain(Key::Escape)],
        "Cancel",
        "Drop the tool, close menus, clear selection",
        View,
    ),
    row(
        UiAction::Paths,
        &[key('P')],
        "Paths",
        "Show the paths and destinations of animals",
        Overlays,
    ),
    row(
        UiAction::Obstacles,
        &[key('O')],
        "Obstacles",
        "Show obstacles inflated for the selection",
        Overlays,
    ),
    row(UiAction::Sight, &[key('S')], "Sight", "Show the sensor ranges of animals", Overlays),
    row(UiAction::Danger, &[key('D')], "Danger", "Show the surroundings of carnivores", Overlays),
    row(UiAction::Light, &[key('L')], "Light", "Show how much light plants get", Overlays),
    row(
        UiAction::Density,
        &[key('H')],
        "Density",
        "Show population density as a heat map",
        Overlays,
    ),
    row(
        UiAction::Boxes,
        &[key('R')],
        "Index",
        "Show the boxes in which neighbours are looked up (R-trees)",
        Overlays,
    ),
    row(UiAction::Energy, &[key('E')], "Energy", "Show the energy of each organism", Overlays),
    row(
        UiAction::Marks,
        &[upper('M')],
        "Marks",
        "Show marks of the selection, and of the species in the legend",
        Overlays,
    ),
    row(UiAction::Add, &[key('A')], "Add …", "Choose a species, then click to place it", Edit),
    row(UiAction::Feed, &[key('U')], "Feed", "Fill up the energy of the selected organism", Edit),
    row(
        UiAction::Remove,
        &[Stroke::plain(Key::Delete), key('X')],
        "Remove",
        "Remove the selected organism from the world",
        Edit,
    ),
    row(
        UiAction::Undo,
        &[Stroke::ctrl(Key::Char('Z'))],
        "Undo",
        "Go back to before the last command; keep this branch",
        Edit,
    ),
    row(UiAction::Wall, &[key('W')], "Wall", "Drag a rectangle to build a wall", Edit),
    row(
        UiAction::Drought,
        &[upper('D')],
        "Drought",
        "Choose an area and a strength, then click to start a drought",
        Edit,
    ),
    row(
        UiAction::Plague,
        &[upper('P')],
        "Plague …",
        "Choose a species, an area and a strength, then click to infect it",
        Edit,
    ),
    row(
        UiAction::Fire,
        &[upper('F')],
        "Fire",
        "Choose an area and a strength, then click to start a fire",
        Edit,
    ),
    row(
        UiAction::SwitchLink,
        &[upper('L')],
        "Link",
        "Open or close the link whose middle is nearest to that of the view",
        Edit,
    ),
    row(
        UiAction::Screenshot,
        &[Stroke::plain(Key::F(12)), Stroke::ctrl(Key::Char('P'))],
        "Screenshot",
        "Save the view as a PNG file",
        File,
    ),
    row(UiAction::Gif, &[key('G')], "GIF", "Save the last seconds as a GIF file", File),
    row(
        UiAction::Snapshot,
        &[Stroke::ctrl(Key::Char('S'))],
        "Snapshot",
        "Save the world at this tick as a snapshot",
        File,
    ),
    row(
        UiAction::Record,
        &[Stroke::ctrl(Key::Char('R'))],
        "Record",
        "Record the whole run to a file",
        File,
    ),
    row(
        UiAction::Quit,
        &[key('Q'), Stroke::ctrl(Key::Char('Q'))],
        "Quit",
        "Save the recording and quit",
        File,
    ),
    row(
        UiAction::Inspector,
        &[key('I')],
        "Inspector",
        "Show or hide details of the selected organism",
        Panels,
    ),
    row(
        UiAction::Life,
        &[key('Y')],
        "Life",
        "Show the life of the selected organism, or its details again",
        Panels,
    ),
    row(
        UiAction::Steps,
        &[upper('Y')],
        "Steps",
        "Show the last turn of the selected organism line by line, or its details again",
        Panels,
    ),
    row(UiAction::Charts, &[key('C')], "Charts", "Show or hide the charts", Panels),
    row(UiAction::NextChart, &[upper('C')], "Next chart", "Switch to the next chart", Panels),
    row(UiAction::Ticker, &[key('T')], "Events", "Show or hide the event list", Panels),
    row(UiAction::Timeline, &[upper('T')], "Timeline", "Show or hide the timeline", Panels),
    row(UiAction::Map, &[key('M')], "Map", "Show or hide the overview map", Panels),
    row(
        UiAction::Legend,
        &[key('K')],
        "Species",
        "Show or hide the species and their populations",
        Panels,
    ),
    row(
        UiAction::AllPanels,
        &[Stroke::plain(Key::Tab)],
        "Hide all",
        "Hide all panels, or show them again",
        Panels,
    ),
    row(
        UiAction::Larger,
        &[Stroke::ctrl(Key::Char('+')), Stroke::ctrl(Key::Char('='))],
        "Larger text",
        "Enlarge text and buttons",
        Panels,
    ),
    row(
        UiAction::Smaller,
        &[Stroke::ctrl(Key::Char('-'))],
        "Smaller text",
        "Shrink text and buttons",
        Panels,
    ),
    row(
        UiAction::Help,
        &[Stroke::plain(Key::F(1)), key('?')],
        "Help",
        "Show or hide this help",
        Panels,
    ),
];

/// Mouse gestures, each with its effect.
pub const GESTURES: &[(&str, &str)] = &[
    ("Click on an organism", "Select it and show its details"),
    ("Double click", "Follow it"),
    ("Drag", "Move the view"),
    ("Wheel", "Zoom at the pointer; in a panel, scroll; with a calamity, its radius"),
    ("Click or drag on the timeline", "Go to that tick"),
    ("Shift and drag on the timeline", "Save those ticks as a GIF file"),
    ("Click on the map", "Move the view there"),
    ("Click on an event", "Go to its tick and place"),
    ("Click on a line of a life", "Go to its tick, or to the other organism"),
];
