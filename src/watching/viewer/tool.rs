//! Tools: what a click on the world does.

use crate::record::Scene;
use crate::species::SpeciesId;

/// A tool of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    /// Adds an organism of a species.
    Add(SpeciesId),
    /// Builds a wall over a dragged rectangle.
    Wall,
    /// Starts a fire.
    Fire,
}

impl Tool {
    /// Returns the instruction to show while the tool is selected.
    pub fn hint(self, scene: &Scene) -> String {
        match self {
            Self::Add(species) => {
                let name = scene.look(species).map_or("organism", |look| look.name.as_str());
                format!("Click to place a {name} · Esc to cancel")
            }
            Self::Wall => "Drag a rectangle to build a wall · Esc to cancel".to_owned(),
            Self::Fire => "Click to start a fire · Esc to cancel".to_owned(),
        }
    }
}
