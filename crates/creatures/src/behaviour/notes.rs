//! Notes: the debug output of a creature, log lines and marks. They do not affect the world.

use glam::DVec2;

use super::CodePlace;
use super::fault::one_line;
use super::steps::Steps;

/// The maximum number of notes kept of one turn.
pub const MAX_NOTES: usize = 64;

/// The maximum length of the text of a note, in characters.
pub const MAX_NOTE_LENGTH: usize = 200;

/// One piece of debug output.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// A line of text.
    Log(String),
    /// A point on the ground.
    Point(DVec2),
    /// A line on the ground.
    Line(DVec2, DVec2),
    /// A text at a point on the ground.
    Text(DVec2, String),
}

/// Collects the notes of one turn, if they are wanted.
///
/// Whether notes are wanted never changes what a creature does: writing notes costs the same budget
/// either way, and the creature cannot read whether they are wanted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notes {
    is_enabled: bool,
    list: Vec<Note>,
    /// The steps of the turn, as far as they are wanted.
    pub steps: Steps,
    fault_place: Option<Box<CodePlace>>,
}

impl Notes {
    /// Creates a collector that keeps its notes. The default one drops them.
    #[must_use]
    pub fn wanted() -> Self {
        Self { is_enabled: true, ..Self::default() }
    }

    /// The same collector, which also keeps steps.
    #[must_use]
    pub fn with_steps(self, steps: Steps) -> Self {
        Self { steps, ..self }
    }

    /// The steps of the turn.
    #[must_use]
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Whether notes are kept. Callers can skip building notes that are dropped.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Adds a note. Texts are put on one line and cut at [`MAX_NOTE_LENGTH`] characters. Notes beyond
    /// [`MAX_NOTES`] are dropped.
    pub fn take(&mut self, note: Note) {
        if self.is_enabled && self.list.len() < MAX_NOTES {
            self.list.push(match note {
                Note::Log(text) => Note::Log(one_line(&text, MAX_NOTE_LENGTH)),
                Note::Text(at, text) => Note::Text(at, one_line(&text, MAX_NOTE_LENGTH)),
                drawn => drawn,
            });
        }
    }

    /// Sets the place in the code of a module where the turn failed.
    pub fn set_fault_place(&mut self, place: Option<CodePlace>) {
        self.fault_place = place.map(Box::new);
    }

    /// The place in the code of a module where the turn failed, if notes are wanted and it was found.
    #[must_use]
    pub fn fault_place(&self) -> Option<&CodePlace> {
        self.fault_place.as_deref()
    }

    /// Takes the place where the turn failed.
    pub fn take_fault_place(&mut self) -> Option<Box<CodePlace>> {
        self.fault_place.take()
    }

    /// The notes, in the order in which they were added.
    #[must_use]
    pub fn into_list(self) -> Vec<Note> {
        self.list
    }
}
