//! Tools: what a click on the world does.

mod strength;

use crate::record::Scene;
use crate::species::SpeciesId;
use crate::tick::Calamity;

pub(super) use strength::{Adjustment, adjusted, placed};

/// A tool of the mouse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tool {
    /// Adds an organism of a species.
    Add(SpeciesId),
    /// Builds a wall over a dragged rectangle.
    Wall,
    /// Starts a calamity of this strength, duration and size; its place is that of the click.
    Calamity(Calamity),
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
            Self::Calamity(_) => {
                "Click or Enter to start it · wheel or [ ] radius · - + strength · \
                                  , . duration · Esc to cancel"
                    .to_owned()
            }
        }
    }
}

/// Returns the name of the kind of a calamity.
pub(super) fn kind_of(calamity: &Calamity) -> &'static str {
    match calamity {
        Calamity::Drought { .. } | Calamity::DrySpell { .. } => "drought",
        Calamity::Plague { .. } | Calamity::Epidemic { .. } => "plague",
        Calamity::Fire { .. } | Calamity::Wildfire { .. } => "fire",
    }
}

/// Returns a calamity with its strength, and what it would strike in a scene:
/// `fire, radius 150, 50 % die within 60 ticks: 14 animals and 30 plants in it`.
pub(super) fn forecast(calamity: &Calamity, scene: &Scene) -> String {
    use crate::behaviour::SightingKind;
    let (area, species) = (calamity.area(), calamity.species());
    let mut counts = [0; 2];
    for figure in &scene.figures {
        let is_hit = figure.kind != SightingKind::Carcass
            && species.is_none_or(|species| species == figure.species)
            && area.is_none_or(|area| area.contains(figure.centre));
        counts[usize::from(figure.kind == SightingKind::Plant)] += u32::from(is_hit);
    }
    let look = species.and_then(|species| scene.look(species));
    calamity.sentence(look.map_or("", |look| look.name.as_str()), counts)
}
