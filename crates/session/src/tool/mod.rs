//! Tools: what a click or a stroke on the world asks for.

mod brush;
mod link;
mod strength;
mod stroke;

use serde::Deserialize;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_run::record::Scene;
use terrarium_sim::tick::{Calamity, PAINTED_TILES};

pub use brush::{Brush, Grid, Spray};
pub use link::link_switch;
use strength::adjusted;
pub use strength::{Adjustment, Step, placed};
pub use stroke::extend;

/// A tool that changes the world.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "tool", rename_all = "snake_case")]
pub enum Tool {
    /// Adds organisms of a species.
    Add(Spray),
    /// Builds a wall over a dragged rectangle.
    Wall,
    /// Builds a polygon with the places of a stroke as corners.
    Polygon,
    /// Removes walls and polygons: the one that is clicked, or all within a dragged rectangle.
    RemoveWalls,
    /// Paints tiles.
    Paint(Brush),
    /// Starts a calamity of this strength, duration and size; its place is the end of a stroke.
    Calamity(#[cfg_attr(test, ts(type = "Calamity"))] Calamity),
}

impl Tool {
    /// Returns the instruction to show while the tool is selected.
    #[must_use]
    pub fn hint(self, scene: &Scene) -> String {
        match self {
            Self::Add(Spray { species, radius, count }) => {
                let name = scene.look(species).map_or("organism", |look| look.name.as_str());
                match radius {
                    0.0 => format!(
                        "Click or Enter to place one {name} · [ ] or wheel to add many · Esc to cancel"
                    ),
                    _ => format!(
                        "Click, drag or Enter to add {count} {name} at a time · [ ] radius · - + number · Esc to cancel"
                    ),
                }
            }
            Self::Wall => "Drag a rectangle to build a wall · Esc to cancel".to_owned(),
            Self::Polygon => {
                "Click the corners of a polygon, then the first one again · Esc to cancel"
                    .to_owned()
            }
            Self::RemoveWalls => {
                "Click on a wall, or drag a rectangle, to remove walls · Esc to cancel".to_owned()
            }
            Self::Paint(brush) => {
                format!(
                    "Drag to paint {} · {} · [ ] radius · Esc to cancel",
                    brush.tile,
                    tile_keys()
                )
            }
            Self::Calamity(_) => {
                "Click or Enter to start it · wheel or [ ] radius · - + strength · \
                                  , . duration · Esc to cancel"
                    .to_owned()
            }
        }
    }
}

impl Tool {
    /// The keys that change the tool, if there are some.
    #[must_use]
    pub fn keys(self) -> Option<String> {
        match self {
            Self::Calamity(_) => Some(
                "[ ] radius · - + strength · , . duration · Enter start · Esc cancel".to_owned(),
            ),
            Self::Add(_) => Some("[ ] radius · - + number · Enter add · Esc cancel".to_owned()),
            Self::Paint(_) => {
                Some(format!("{} · [ ] radius · Enter paint · Esc cancel", tile_keys()))
            }
            Self::RemoveWalls => Some("Enter remove · Esc cancel".to_owned()),
            Self::Polygon => Some("Enter build · Delete last corner · Esc cancel".to_owned()),
            Self::Wall => None,
        }
    }

    /// The tool after a change, if it changes so.
    #[must_use]
    pub fn adjusted(self, by: Adjustment) -> Option<Self> {
        match self {
            Self::Calamity(calamity) => Some(Self::Calamity(adjusted(calamity, by))),
            Self::Add(spray) => Some(Self::Add(spray.adjusted(by))),
            Self::Paint(brush) => Some(Self::Paint(brush.adjusted(by))),
            Self::Wall | Self::Polygon | Self::RemoveWalls => None,
        }
    }
}

/// The keys that choose tiles: `1 ground 2 road 3 swamp …`.
fn tile_keys() -> String {
    let tiles = (1..).zip(PAINTED_TILES).map(|(key, tile)| format!("{key} {tile}"));
    tiles.collect::<Vec<_>>().join(" ")
}

/// Returns the name of the kind of a calamity.
#[must_use]
pub fn kind_of(calamity: &Calamity) -> &'static str {
    match calamity {
        Calamity::Drought { .. } | Calamity::DrySpell { .. } => "drought",
        Calamity::Plague { .. } | Calamity::Epidemic { .. } => "plague",
        Calamity::Fire { .. } | Calamity::Wildfire { .. } => "fire",
    }
}

/// Returns a calamity with its strength, and what it would strike in a scene:
/// `fire, radius 150, 50 % die within 60 ticks: 14 animals and 30 plants in it`.
#[must_use]
pub fn forecast(calamity: &Calamity, scene: &Scene) -> String {
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
