//! What is in hand: what a click on the world does.

use crate::record::Scene;
use crate::species::SpeciesId;

/// What a click on the world does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// Puts a creature there.
    Add(SpeciesId),
    /// Begins a wall, which ends where the button is let go.
    Wall,
    /// Sets fire to what is there.
    Fire,
}

impl Tool {
    /// What it does, for whoever holds it.
    pub fn says(self, scene: &Scene) -> String {
        match self {
            Self::Add(species) => {
                let name = scene.look(species).map_or("creature", |look| look.name.as_str());
                format!("Click where a {name} should be · Esc puts it away")
            }
            Self::Wall => "Drag a box: a wall that stays · Esc puts it away".to_owned(),
            Self::Fire => "Click where it should burn · Esc puts it away".to_owned(),
        }
    }
}
