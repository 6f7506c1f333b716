//! What a creature tells its author: log lines and marks, of which the world knows nothing.

use glam::DVec2;

use super::fault::one_line;

/// The most notes that are kept of one turn.
pub const MOST_NOTES: usize = 64;

/// The longest text of a note, in characters.
pub const NOTE_LENGTH: usize = 200;

/// Something that a creature has told its author.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// A line of text.
    Log(String),
    /// A point on the ground.
    Point(DVec2),
    /// A line on the ground.
    Line(DVec2, DVec2),
    /// A text that belongs to a point on the ground.
    Text(DVec2, String),
}

/// Takes the notes of one turn, if anybody has asked for them.
///
/// Whether anybody has must never change what a creature does: who fills in notes spends the same
/// of its budget either way, and learns nothing back.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    are_wanted: bool,
    list: Vec<Note>,
}

impl Notes {
    /// Notes that are kept.
    #[must_use]
    pub fn wanted() -> Self {
        Self { are_wanted: true, list: Vec::new() }
    }

    /// Whether anybody reads them: what is only for them need not be made otherwise.
    #[must_use]
    pub fn are_wanted(&self) -> bool {
        self.are_wanted
    }

    /// Takes a note. Texts are put on one line and cut at [`NOTE_LENGTH`]; what comes after
    /// [`MOST_NOTES`] is dropped.
    pub fn take(&mut self, note: Note) {
        if self.are_wanted && self.list.len() < MOST_NOTES {
            self.list.push(match note {
                Note::Log(text) => Note::Log(one_line(&text, NOTE_LENGTH)),
                Note::Text(at, text) => Note::Text(at, one_line(&text, NOTE_LENGTH)),
                drawn => drawn,
            });
        }
    }

    /// What was noted, in order.
    #[must_use]
    pub fn into_list(self) -> Vec<Note> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_kept_unless_it_is_wanted() {
        let mut notes = Notes::default();
        notes.take(Note::Log("here".to_owned()));
        assert_eq!(notes.into_list(), []);
    }

    #[test]
    fn a_flood_of_notes_ends_at_the_limit() {
        let mut notes = Notes::wanted();
        for _ in 0..10_000 {
            notes.take(Note::Log("a\nb".repeat(NOTE_LENGTH)));
        }
        let list = notes.into_list();
        assert_eq!(list.len(), MOST_NOTES);
        let Note::Log(text) = &list[0] else { panic!("a line was noted") };
        assert_eq!((text.chars().count(), text.contains('\n')), (NOTE_LENGTH, false));
    }
}
