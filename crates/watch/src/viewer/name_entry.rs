//! Favourites: the key that makes the selected organism one, and the entry of its name.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::actions::{Key, Stroke};
use terrarium_playback::Favourite;
use terrarium_session::species_of;

use super::Viewer;
use super::text_entry::TextEntry;
use crate::panel::FindShow;
use crate::session::Request;

/// The greatest length of what is typed, in bytes.
const MOST: usize = 100;

/// What the entry shows at first.
const HINT: &str = "its name · Enter gives it · without a name it is called as before · Esc";

/// A name that is being typed.
#[derive(Debug, Clone)]
pub(super) struct NameEntry {
    organism: OrganismId,
    species: SpeciesId,
    typed: TextEntry,
    error: Option<String>,
}

impl NameEntry {
    fn new(organism: OrganismId, species: SpeciesId, name: String) -> Self {
        let mut typed = TextEntry::new(MOST);
        typed.set(name);
        Self { organism, species, typed, error: None }
    }

    pub fn paste(&mut self, text: &str) {
        self.typed.insert(text);
        self.error = None;
    }

    pub fn show(&self) -> FindShow<'_> {
        FindShow {
            label: "Name",
            text: &self.typed.text,
            cursor: self.typed.cursor,
            error: self.error.as_ref().map(|_| (0, self.typed.text.len())),
            note: self.error.as_deref().unwrap_or(HINT),
            is_bad: self.error.is_some(),
        }
    }

    /// What a key asks for: a request, if the name is given.
    fn key(&mut self, stroke: Stroke, text: Option<char>) -> Option<Request> {
        if stroke.key != Key::Enter {
            if self.typed.key(stroke, text) {
                self.error = None;
            }
            return None;
        }
        match Favourite::checked(&self.typed.text) {
            Ok(name) => {
                Some(Request::Rename(self.organism, self.species, name.unwrap_or_default()))
            }
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        }
    }
}

impl Viewer {
    /// Makes the selected organism a favourite, or no longer.
    pub(super) fn toggle_favourite(&mut self) {
        if let Some((organism, species)) = self.named() {
            self.session.send(Request::Favourite(organism, species));
        }
    }

    /// Opens the entry of the name of the selected organism.
    pub(super) fn open_naming(&mut self) {
        if let Some((organism, species)) = self.named() {
            let name = self.name_of(organism);
            self.naming = Some(NameEntry::new(organism, species, name));
        }
    }

    /// Handles a key while the entry is open. Returns whether it is.
    pub(super) fn naming_key(&mut self, stroke: Stroke, text: Option<char>) -> bool {
        let Some(entry) = &mut self.naming else { return false };
        self.is_stale = true;
        let request = entry.key(stroke, text);
        if stroke.key == Key::Escape || request.is_some() {
            self.naming = None;
        }
        if let Some(request) = request {
            self.session.send(request);
        }
        true
    }

    /// Says what became of favourites.
    pub(super) fn say_news(&mut self) {
        let (seed, followed) = (self.scene().seed, self.followed());
        if let Some(text) = self.news.next(seed, self.view_state.chronicle(), followed) {
            self.notify(text);
        }
    }

    /// The name of an organism.
    pub(super) fn name_of(&self, organism: OrganismId) -> String {
        let chronicle = self.view_state.chronicle();
        chronicle.album().name(self.scene().seed, organism).to_owned()
    }

    /// The selected organism with its species. Says why there is none.
    fn named(&self) -> Option<(OrganismId, SpeciesId)> {
        let Some(organism) = self.selected else {
            self.notify("no organism is selected; click on one first");
            return None;
        };
        match species_of(organism, self.scene(), self.view_state.chronicle()) {
            Ok(species) => Some((organism, species)),
            Err(problem) => {
                self.notify(problem);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTER: Stroke = Stroke::plain(Key::Enter);

    #[test]
    fn a_name_is_given_when_it_is_one() {
        let mut entry = NameEntry::new(OrganismId(4), SpeciesId(1), "Hazel".to_owned());
        entry.paste("<");
        assert!(entry.key(ENTER, None).is_none());
        let show = entry.show();
        assert!(show.is_bad && show.note.contains("'<'") && show.text == "Hazel<");
        assert!(entry.key(Stroke::plain(Key::Delete), None).is_none());
        assert!(!entry.show().is_bad, "another text may be one");
        let Some(Request::Rename(organism, species, name)) = entry.key(ENTER, None) else {
            panic!("it is a name")
        };
        assert_eq!((organism, species, name.as_str()), (OrganismId(4), SpeciesId(1), "Hazel"));
    }
}
