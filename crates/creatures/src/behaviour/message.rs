//! Messages: a few bytes that a creature tells its kin.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::OrganismId;
use crate::species::SpeciesId;

/// The maximum length of a message, in bytes.
pub const MESSAGE_LENGTH: usize = 32;

/// A message, which living animals of the sender's species within the rule `message_radius` of its place
/// hear in the next tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The sender.
    pub from: OrganismId,
    /// The species of the sender.
    pub species: SpeciesId,
    /// Where the centre of the sender was.
    pub place: DVec2,
    /// The bytes: at most [`MESSAGE_LENGTH`].
    pub bytes: Box<[u8]>,
}

impl Message {
    /// The bytes as text; what is not UTF-8 is replaced by `\u{fffd}`.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}
