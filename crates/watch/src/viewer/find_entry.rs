//! The entry of a condition to search for.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::actions::{Key, Stroke};
use terrarium_playback::watchpoint::Direction;
use terrarium_session::Search;

use super::Viewer;
use super::name_entry::NameEntry;
use super::text_entry::TextEntry;
use crate::panel::FindShow;
use crate::session::{Request, SearchView};

/// The greatest length of a condition, in bytes.
const MOST: usize = 500;

/// What the entry shows at first.
const HINT: &str =
    "such as me.energy < 5 && !moving, or an organism's number · Enter forward · ↑ backward · Esc";

/// A condition that is being typed.
#[derive(Debug, Clone)]
pub(super) struct FindEntry {
    typed: TextEntry,
    error: Option<EntryError>,
}

impl Default for FindEntry {
    fn default() -> Self {
        Self { typed: TextEntry::new(MOST), error: None }
    }
}

/// What is wrong with the text, and where, in bytes.
#[derive(Debug, Clone)]
struct EntryError {
    part: (usize, usize),
    message: String,
}

/// What a key in the entry asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Search(Direction),
    Close,
    Nothing,
}

impl FindEntry {
    fn key(&mut self, stroke: Stroke, text: Option<char>) -> Ask {
        match stroke.key {
            Key::Escape => return Ask::Close,
            Key::Enter if stroke.shift => return Ask::Search(Direction::Backward),
            Key::Enter => return Ask::Search(Direction::Forward),
            Key::Down => return Ask::Search(Direction::Forward),
            Key::Up => return Ask::Search(Direction::Backward),
            _ => {
                if self.typed.key(stroke, text) {
                    self.error = None;
                }
            }
        }
        Ask::Nothing
    }

    /// Inserts a text from elsewhere.
    pub fn paste(&mut self, text: &str) {
        self.typed.insert(text);
        self.error = None;
    }

    /// The organism, if the text is its number.
    fn organism(&self) -> Option<OrganismId> {
        let number = self.typed.text.trim().trim_start_matches('#').parse().ok();
        number.filter(|&number| number > 0).map(OrganismId)
    }

    pub fn show<'a>(&'a self, search: Option<&'a SearchView>) -> FindShow<'a> {
        let (note, is_bad) = match (&self.error, search) {
            (Some(error), _) => (error.message.as_str(), true),
            (None, Some(search)) => (search.text.as_str(), search.is_bad),
            (None, None) => (HINT, false),
        };
        let error = self.error.as_ref().map(|error| error.part);
        let (text, cursor) = (self.typed.text.as_str(), self.typed.cursor);
        FindShow { label: "Find", text, cursor, error, note, is_bad }
    }
}

/// What is shown of the entries that are open: a name goes before a condition.
pub(super) fn shown<'a>(
    naming: Option<&'a NameEntry>,
    find: Option<&'a FindEntry>,
    search: Option<&'a SearchView>,
) -> Option<FindShow<'a>> {
    naming.map(NameEntry::show).or_else(|| find.map(|entry| entry.show(search)))
}

/// Checks a condition.
fn checked(text: &str) -> Result<(), EntryError> {
    let whole = (0, text.len());
    if text.trim().is_empty() {
        return Err(EntryError { part: whole, message: HINT.to_owned() });
    }
    if let Err(error) = terrarium_playback::watchpoint::Watchpoint::parse(text) {
        let part = (error.span.start.min(text.len()), error.span.end.min(text.len()));
        let message = format!("{}; {}", error.problem, error.remedy);
        return Err(EntryError { part, message });
    }
    Ok(())
}

impl Viewer {
    /// Opens the entry, with the last condition.
    pub(super) fn open_find(&mut self) {
        let entry = std::mem::take(&mut self.last_find);
        self.find = Some(entry);
    }

    /// What the entry of a name or of a condition shows, if one is open.
    pub(crate) fn find_show(&self) -> Option<FindShow<'_>> {
        let search = self.view_state.search.as_ref();
        shown(self.naming.as_ref(), self.find.as_ref(), search)
    }

    /// Whether one of them is open.
    pub(crate) fn is_typing(&self) -> bool {
        self.find.is_some() || self.naming.is_some()
    }

    /// Handles a key while the entry is open. Returns whether it is.
    pub(super) fn find_key(&mut self, stroke: Stroke, text: Option<char>) -> bool {
        let Some(entry) = &mut self.find else { return false };
        self.is_stale = true;
        match entry.key(stroke, text) {
            Ask::Nothing => {}
            Ask::Close => {
                let is_underway =
                    self.view_state.search.as_ref().is_some_and(|search| search.is_underway);
                self.session.send(Request::CancelSearch);
                if !is_underway {
                    self.last_find = self.find.take().unwrap_or_default();
                }
            }
            Ask::Search(direction) => self.search(direction),
        }
        true
    }

    /// Follows the selected organism as soon as the tick of a search or of a click is shown.
    pub(super) fn follow_when_shown(&mut self) {
        let hit = self.view_state.search.as_ref().and_then(|search| search.hit);
        if self.awaits_hit && hit.is_some() {
            (self.awaits_hit, self.follow_in) = (false, hit);
        }
        let time = self.view_state.time;
        let is_shown = self.follow_in == Some(time.tick) && time.seek_target.is_none();
        if is_shown {
            self.follow_in = None;
            let is_here = |&organism: &OrganismId| self.scene().figure(organism).is_some();
            if let Some(organism) = self.selected.filter(is_here) {
                self.follow(Some(organism));
            }
        }
    }

    fn search(&mut self, direction: Direction) {
        let Some(entry) = &mut self.find else { return };
        if let Some(organism) = entry.organism() {
            self.find = None;
            return self.look_up(organism);
        }
        let part = (0, entry.typed.text.len());
        let result = checked(&entry.typed.text).and_then(|()| {
            let message = "no organism is selected; click on one, or enter its number".to_owned();
            self.selected.ok_or(EntryError { part, message })
        });
        match result {
            Ok(organism) => {
                let condition = entry.typed.text.clone();
                let tick = self.view_state.time.tick;
                let search = Search { condition, organism, tick, direction };
                self.session.send(Request::Find(search));
                self.awaits_hit = true;
            }
            Err(error) => entry.error = Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_organisms() {
        let organism = |text: &str| {
            let mut entry = FindEntry::default();
            entry.paste(text);
            entry.organism()
        };
        assert_eq!(organism("#17 "), Some(OrganismId(17)));
        assert_eq!((organism("0"), organism("17 < 5")), (None, None));
    }

    #[test]
    fn what_is_typed_is_the_text_and_not_the_key() {
        let mut entry = FindEntry::default();
        let q = Stroke::plain(Key::Char('Q'));
        assert_eq!(entry.key(q, Some('й')), Ask::Nothing);
        assert_eq!(entry.key(Stroke::ctrl(Key::Char('Q')), Some('й')), Ask::Nothing);
        assert_eq!(entry.key(q, None), Ask::Nothing);
        assert_eq!(entry.typed.text, "й");
    }

    #[test]
    fn enter_and_arrows_search() {
        let mut entry = FindEntry::default();
        entry.paste("moving");
        for (stroke, direction) in [
            (Stroke::plain(Key::Enter), Direction::Forward),
            (Stroke::plain(Key::Down), Direction::Forward),
            (Stroke::shift(Key::Enter), Direction::Backward),
            (Stroke::plain(Key::Up), Direction::Backward),
        ] {
            assert_eq!(entry.key(stroke, None), Ask::Search(direction));
        }
        assert_eq!(entry.key(Stroke::plain(Key::Escape), None), Ask::Close);
    }

    #[test]
    fn errors_have_their_place() {
        assert!(checked("me.energy < 5").is_ok());
        let error = checked("me.energie < 5").unwrap_err();
        assert_eq!(&"me.energie < 5"[error.part.0..error.part.1], "energie");
        assert!(error.message.contains("energy"), "{}", error.message);
        assert!(checked("moving &&").is_err() && checked(" ").is_err());
    }
}
