//! Tests of the terminal view without a terminal: what the keys that its help lists do.

use std::thread;

use crossterm::event::{KeyCode, KeyModifiers};
use terrarium_picture::actions::{ACTIONS, Entry};
use terrarium_playback::Playback;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::recording::Place;

use super::*;
use crate::session::{Options, Pace};

struct Fixture {
    terminal: TerminalSession,
    _folder: tempfile::TempDir,
}

/// A terminal that shows a small world with a past and a future, paused, whose wolf is followed.
fn fixture(size: (u16, u16), depth: Depth) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let small = [
        "world.size=[900, 700]",
        "population.clover=40",
        "population.oak=2",
        "population.hare=12",
        "population.deer=3",
        "population.lynx=1",
        "population.wolf=2",
    ];
    let ready = SimulationBuilder::new("meadow").overrides(&small).ready().unwrap();
    let mut playback = Playback::live(ready, &Place::Temporary).unwrap();
    for _ in 0..6 {
        playback.step().unwrap();
    }
    playback.seek(3).unwrap();
    let options = Options {
        is_playing: false,
        pace: Pace::NORMAL.faster(),
        threads: Some(1),
        ..Options::default()
    };
    let session = Session::start(playback, options).unwrap();
    let save_location = SaveLocation { folder: folder.path().to_owned(), name: "pond".to_owned() };
    let title = "pond".to_owned();
    let mut terminal = TerminalSession::new(session, save_location, title, FirstLook::default());
    terminal.depth = depth;
    terminal.handle_event(&Event::Resize(size.0, size.1));
    Fixture { terminal, _folder: folder }
}

impl Fixture {
    fn paint(&mut self) -> Cells {
        self.terminal.arrange();
        self.terminal.viewer.update();
        self.terminal.paint()
    }

    /// Paints until nothing changes any more.
    fn settled(&mut self) -> Cells {
        let mut last = self.paint();
        let mut equal = 0;
        for _ in 0..1000 {
            thread::sleep(Duration::from_millis(4));
            let next = self.paint();
            equal = if next == last { equal + 1 } else { 0 };
            last = next;
            if equal == 8 {
                return last;
            }
        }
        panic!("the terminal does not come to rest");
    }

    fn press(&mut self, stroke: Stroke) {
        self.terminal.handle_event(&Event::Key(key_of(stroke)));
    }

    /// Whether the screen differs from what it was, soon.
    fn changes(&mut self, before: &Cells) -> bool {
        (0..500).any(|_| {
            let is_changed = self.terminal.viewer.is_closing() || self.paint() != *before;
            if !is_changed {
                thread::sleep(Duration::from_millis(4));
            }
            is_changed
        })
    }
}

/// The event of a keystroke.
fn key_of(stroke: Stroke) -> KeyEvent {
    let code = match stroke.key {
        Key::Char(letter) if stroke.shift => KeyCode::Char(letter),
        Key::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
        Key::Space => KeyCode::Char(' '),
        Key::Enter => KeyCode::Enter,
        Key::Tab => KeyCode::Tab,
        Key::Escape => KeyCode::Esc,
        Key::Delete => KeyCode::Delete,
        Key::Left => KeyCode::Left,
        Key::Right => KeyCode::Right,
        Key::Up => KeyCode::Up,
        Key::Down => KeyCode::Down,
        Key::Home => KeyCode::Home,
        Key::End => KeyCode::End,
        Key::F(number) => KeyCode::F(number),
    };
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::SHIFT, stroke.shift);
    modifiers.set(KeyModifiers::CONTROL, stroke.ctrl);
    KeyEvent::new(code, modifiers)
}

/// The listed keys that neither do something nor say why not.
fn silent_keys(size: (u16, u16), depth: Depth) -> Vec<&'static str> {
    let entries = help::entries(depth == Depth::None);
    let is_silent = |entry: &&Entry| {
        let mut it = fixture(size, depth);
        let before = it.settled();
        it.press(entry.strokes[0]);
        !it.changes(&before)
    };
    entries.filter(is_silent).map(|entry| entry.name).collect()
}

#[test]
fn every_key_that_the_help_lists_does_something_or_says_why_not() {
    assert_eq!(silent_keys((80, 22), Depth::True), Vec::<&str>::new());
}

#[test]
fn every_key_does_so_in_a_narrow_terminal_without_colours() {
    assert_eq!(silent_keys((60, 18), Depth::None), Vec::<&str>::new());
}

#[test]
fn overlays_are_neither_listed_nor_silent_without_colours() {
    let mut it = fixture((100, 30), Depth::None);
    let text = |it: &mut Fixture| {
        let cells = it.paint();
        let places = (0..30).flat_map(|row| (0..100).map(move |column| (column, row)));
        places.map(|(column, row)| cells.letter(column, row)).collect::<String>()
    };
    it.press(Stroke::plain(Key::Char('P')));
    let is_said = (0..500).any(|_| {
        thread::sleep(Duration::from_millis(4));
        text(&mut it).contains("Paths: this terminal shows no colours")
    });
    assert!(is_said);
    it.press(Stroke::plain(Key::F(1)));
    let mut help = text(&mut it);
    for _ in 0..4 {
        it.terminal.handle_event(&Event::Key(KeyCode::PageDown.into()));
        help += &text(&mut it);
    }
    let [paths, marks] = [UiAction::Paths, UiAction::Marks].map(|action| action.entry().help);
    assert!(!help.contains(paths) && help.contains(marks), "{help}");
}

#[test]
fn keys_that_the_terminal_lacks_say_why_and_are_not_listed() {
    let mut it = fixture((100, 30), Depth::True);
    for entry in ACTIONS {
        let Some(reason) = Display::Terminal.lacks(entry.action) else { continue };
        it.press(entry.strokes[0]);
        let expected = format!("{}: {reason}", entry.name);
        let is_said = (0..500).any(|_| {
            it.paint();
            thread::sleep(Duration::from_millis(4));
            it.terminal.viewer.message() == Some(&expected)
        });
        assert!(is_said, "{expected}");
    }
}

#[test]
fn branches_side_by_side_have_their_names_above() {
    let mut it = fixture((100, 30), Depth::True);
    it.press(Stroke::plain(Key::Char('B')));
    it.settled();
    it.press(Stroke::plain(Key::Char('J')));
    let names = (0..500).find_map(|_| {
        it.paint();
        thread::sleep(Duration::from_millis(4));
        it.terminal.viewer.halves()
    });
    let names = names.expect("two branches are shown").map(|(_, name)| name);
    let cells = it.settled();
    let top = it.terminal.layout.world.top;
    let row: String = (0..it.terminal.layout.world.width).map(|x| cells.letter(x, top)).collect();
    for name in names {
        assert!(row.contains(name.trim_end_matches(": no such tick yet")), "{name}: {row}");
    }
}

#[test]
fn the_key_of_a_species_takes_the_tool_and_enter_adds_one() {
    let mut fixture = fixture((120, 40), Depth::True);
    let hares = |fixture: &Fixture| fixture.terminal.viewer.view_state().now.populations()[2];
    fixture.settled();
    let before = hares(&fixture);
    fixture.press(Stroke::plain(Key::Char('A')));
    fixture.press(Stroke::plain(Key::Char('3')));
    fixture.settled();
    assert_eq!(hares(&fixture), before, "nothing is added yet");
    let hint = fixture.terminal.viewer.tool_hint().expect("a tool was chosen");
    assert!(hint.contains("Enter to place one hare"), "{hint}");
    fixture.press(Stroke::plain(Key::Enter));
    fixture.settled();
    assert_eq!(hares(&fixture), before + 1);
}

#[test]
fn the_status_of_a_conquest_has_the_tickets_of_both_colonies() {
    let ready = SimulationBuilder::new("conquest").ready().unwrap();
    let playback = Playback::live(ready, &Place::Temporary).unwrap();
    let options = Options { is_playing: false, threads: Some(1), ..Options::default() };
    let session = Session::start(playback, options).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let save_location = SaveLocation { folder: folder.path().to_owned(), name: "war".to_owned() };
    let mut terminal =
        TerminalSession::new(session, save_location, "war".to_owned(), FirstLook::default());
    terminal.handle_event(&Event::Resize(140, 40));
    let mut fixture = Fixture { terminal, _folder: folder };
    let cells = fixture.settled();
    let scene = &fixture.terminal.viewer.view_state().now;
    let [blue, red] = scene.tickets.expect("a conquest has tickets");
    let status: String = (0..140).map(|column| cells.letter(column, 0)).collect();
    assert!(status.contains(&format!("ants {blue} : termites {red}")), "{status}");
}
