//! Opening another world: the entry of its name or path, and what the user chooses.

use std::path::PathBuf;

use terrarium_picture::actions::{Key, Stroke};
use terrarium_playback::run_link::{MAX_TEXT, RunLink};

use super::Viewer;
use super::openable::{Openable, OpenableKind};
use super::text_entry::TextEntry;
use crate::panel::{OpenRow, OpenShow};
use crate::session::Request;

/// Why a viewer closes, if not for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// The same scenario with another seed.
    AnotherSeed,
    /// A scenario, a run, a recording, a snapshot or a link, as the command takes it.
    Target(String),
    /// The creatures of this folder in the scenario that is shown.
    Creatures(PathBuf),
}

/// The greatest length of what is typed, in bytes: a link, and the mail around it.
const MOST: usize = 2 * MAX_TEXT;

/// What the entry shows at first.
const HINT: &str = if cfg!(any(windows, target_os = "macos")) {
    "Name or path · ↑ ↓ choose · Enter opens · Tab completes · Esc"
} else {
    "Name, path or link · ↑ ↓ choose · Enter opens · Tab completes · Ctrl+V pastes · Esc"
};

/// A text that is being typed, and what can be opened that begins with it.
#[derive(Debug, Clone)]
pub(super) struct OpenEntry {
    typed: TextEntry,
    list: Vec<Openable>,
    /// The index of the one that Enter opens.
    chosen: usize,
    note: Option<String>,
}

/// What a key in the entry asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ask {
    Open(Wish),
    Close,
    Nothing,
}

impl OpenEntry {
    pub fn new(text: String) -> Self {
        let mut entry =
            Self { typed: TextEntry::new(MOST), list: Vec::new(), chosen: 0, note: None };
        entry.set(text);
        entry
    }

    fn set(&mut self, text: String) {
        self.typed.set(text);
        self.find();
    }

    /// Looks for what can be opened.
    fn find(&mut self) {
        (self.list, self.note) = Openable::all(&self.typed.text);
        self.chosen = 0;
    }

    fn key(&mut self, stroke: Stroke, text: Option<char>) -> Ask {
        match stroke.key {
            Key::Escape => return Ask::Close,
            Key::Enter => return self.open(self.chosen),
            Key::Up => self.turn(-1),
            Key::Down => self.turn(1),
            Key::Tab => {
                if let Some(chosen) = self.list.get(self.chosen) {
                    self.set(chosen.text.clone());
                }
            }
            _ => {
                if self.typed.key(stroke, text) {
                    self.find();
                }
            }
        }
        Ask::Nothing
    }

    fn turn(&mut self, by: isize) {
        let last = self.list.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }

    fn paste(&mut self, text: &str) {
        if self.typed.insert(text) {
            self.find();
        } else {
            self.note =
                Some(format!("a text has at most {MOST} bytes here; open its file instead"));
        }
    }

    /// Opens an entry of the list; goes to a folder with nothing to open. Without a list, what is typed is opened.
    fn open(&mut self, index: usize) -> Ask {
        let typed = self.typed.text.trim();
        let Some(chosen) = self.list.get(index) else {
            let path = Openable::path(typed);
            if typed.is_empty() {
                return Ask::Nothing;
            }
            return Ask::Open(Wish::Target(path.to_string_lossy().into_owned()));
        };
        let text = chosen.text.clone();
        let path = Openable::path(&text);
        match chosen.kind {
            OpenableKind::Folder => {
                self.set(text);
                Ask::Nothing
            }
            OpenableKind::Creatures => Ask::Open(Wish::Creatures(path)),
            OpenableKind::Shipped | OpenableKind::Text => Ask::Open(Wish::Target(text)),
            _ => Ask::Open(Wish::Target(path.to_string_lossy().into_owned())),
        }
    }

    /// What the entry shows, with its rows.
    pub fn show<'a>(&'a self, rows: &'a [OpenRow<'a>]) -> OpenShow<'a> {
        OpenShow {
            text: &self.typed.text,
            cursor: self.typed.cursor,
            rows,
            chosen: self.chosen,
            note: self.note.as_deref().unwrap_or(HINT),
            is_bad: self.note.is_some(),
        }
    }

    pub fn rows(&self) -> Vec<OpenRow<'_>> {
        self.list.iter().map(Openable::row).collect()
    }
}

impl Viewer {
    /// Opens the entry.
    pub(super) fn open_opening(&mut self) {
        self.opening = Some(OpenEntry::new(String::new()));
    }

    /// Handles a key while the entry is open. Returns whether it is.
    pub(super) fn opening_key(&mut self, stroke: Stroke, text: Option<char>) -> bool {
        let Some(entry) = &mut self.opening else { return false };
        let ask = entry.key(stroke, text);
        self.carry_out(ask);
        true
    }

    /// Opens an entry of the list.
    pub(super) fn open_row(&mut self, index: usize) {
        if let Some(entry) = &mut self.opening {
            let ask = entry.open(index);
            self.carry_out(ask);
        }
    }

    /// Chooses another entry of the list.
    pub(super) fn turn_opening(&mut self, by: isize) {
        if let Some(entry) = &mut self.opening {
            entry.turn(by);
        }
    }

    fn carry_out(&mut self, ask: Ask) {
        self.is_stale = true;
        match ask {
            Ask::Nothing => {}
            Ask::Close => self.opening = None,
            Ask::Open(wish) => {
                self.opening = None;
                self.close_for(wish);
            }
        }
    }

    /// Closes the viewer for something else to show. It can be taken up again.
    pub(super) fn close_for(&mut self, wish: Wish) {
        self.resumes = self.view_state.time.is_playing;
        self.session.send(Request::Play(false));
        (self.wish, self.is_closing) = (Some(wish), true);
    }

    /// Inserts a text of the clipboard where text is typed. A link is offered for opening anywhere.
    pub(super) fn pasted(&mut self, text: &str) {
        self.is_stale = true;
        if let Some(entry) = &mut self.naming {
            entry.paste(text);
        } else if let Some(entry) = &mut self.find {
            entry.paste(text);
        } else if let Some(entry) = &mut self.opening {
            entry.paste(text);
        } else if RunLink::is_link(text) && text.len() <= MOST {
            let mut entry = OpenEntry::new(String::new());
            entry.paste(text);
            self.opening = Some(entry);
        } else {
            self.notify("the clipboard holds no link of a run, or too much around it");
        }
    }

    /// Closes for good.
    pub fn forget_wish(&mut self) {
        self.wish = None;
    }

    /// Shows the world again after it was closed for something that cannot be shown, in a window of this size.
    pub fn take_up_again(&mut self, size: (usize, usize), problem: Option<String>) {
        (self.wish, self.is_closing) = (None, false);
        self.resize(size);
        if let Some(problem) = problem {
            self.session.send(Request::Problem(problem));
        }
        if self.resumes {
            self.session.send(Request::Play(true));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTER: Stroke = Stroke::plain(Key::Enter);

    #[test]
    fn a_name_is_typed_or_chosen() {
        let mut entry = OpenEntry::new("arch".to_owned());
        let wish = Wish::Target("archipelago".to_owned());
        assert_eq!(entry.key(ENTER, None), Ask::Open(wish.clone()));
        let mut entry = OpenEntry::new(String::new());
        assert_eq!(entry.list[1].text, "conquest");
        assert_eq!(entry.key(Stroke::plain(Key::Down), None), Ask::Nothing);
        assert_eq!(entry.key(ENTER, None), Ask::Open(Wish::Target("conquest".to_owned())));
        assert_eq!(entry.key(Stroke::plain(Key::Up), None), Ask::Nothing);
        assert_eq!(entry.key(Stroke::plain(Key::Tab), None), Ask::Nothing);
        assert_eq!(entry.typed.text, "archipelago");
        assert_eq!(entry.key(Stroke::plain(Key::Escape), None), Ask::Close);
    }

    #[test]
    fn what_is_in_no_list_is_left_to_the_command() {
        let mut entry = OpenEntry::new("no such world".to_owned());
        assert_eq!(entry.key(ENTER, None), Ask::Open(Wish::Target("no such world".to_owned())));
        let mut entry = OpenEntry::new("  ".to_owned());
        entry.list.clear();
        assert_eq!(entry.key(ENTER, None), Ask::Nothing);
    }

    #[test]
    fn folders_are_entered_and_those_of_creatures_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let creature = folder.path().join("more/fox/creature.toml");
        std::fs::create_dir_all(creature.parent().unwrap()).unwrap();
        std::fs::write(creature, "").unwrap();
        let base = format!("{}/", folder.path().parent().unwrap().display());
        let name = folder.path().file_name().unwrap().to_str().unwrap();
        let mut entry = OpenEntry::new(format!("{base}{name}"));
        assert_eq!(entry.key(ENTER, None), Ask::Nothing);
        assert_eq!(entry.typed.text, format!("{base}{name}/"));
        entry.key(Stroke::plain(Key::Down), None);
        let wish = Wish::Creatures(folder.path().join("more/"));
        assert_eq!(entry.key(ENTER, None), Ask::Open(wish));
    }

    #[test]
    fn a_text_without_end_is_not_pasted() {
        let mut entry = OpenEntry::new(String::new());
        entry.paste(&"x".repeat(MOST + 1));
        assert!(entry.typed.text.is_empty() && entry.note.is_some());
        entry.paste("mead");
        assert_eq!(entry.list[0].text, "meadow");
    }
}
