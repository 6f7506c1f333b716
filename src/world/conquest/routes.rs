//! Routes from base to base: what follows for them from the state of a conquest.

use super::Conquest;
use crate::navigation::strategic::{PIXELS, Settings, StrategicProblem, Strategy, find_nodes};
use crate::rules::few;
use crate::world::Setting;

/// A traveller must be narrower than a tile, so that it can go between two that are closed.
const WIDEST: f64 = (PIXELS / 2 - 1) as f64;

impl Conquest {
    /// Travel from base to base over the ground as it is now. The nodes are those of the map, so
    /// they stay what they are when walls fall. `None` where there is no map.
    ///
    /// # Errors
    /// When the map has too many nodes.
    pub fn strategy(&self, setting: &Setting) -> Result<Option<Strategy>, StrategicProblem> {
        let (Some(terrain), Some(ground)) = (&setting.terrain, self.ground(setting)) else {
            return Ok(None);
        };
        let settings = travel_settings(setting, terrain.tile_side());
        let nodes = find_nodes(terrain, &settings)?;
        Strategy::with_nodes(&ground, settings, nodes).map(Some)
    }
}

/// What tiles of this side cost the creatures of a setting, the widest of them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn travel_settings(setting: &Setting, tile_side: f64) -> Settings {
    let rules = &setting.rules;
    let of_colony = setting.species.iter().zip(&setting.colonies).filter(|(_, c)| c.is_some());
    let radii = of_colony.map(|(species, _)| f64::from(species.nature.mature_radius()));
    let pixels = |tiles: f64| tiles * f64::from(PIXELS);
    let half_width = pixels(radii.fold(0.0, f64::max) / tile_side).ceil();
    Settings {
        ground: few(rules.ground_cost),
        road: few(rules.road_cost),
        wall: few(rules.wall_cost),
        danger: few(rules.danger_cost),
        range: pixels(rules.sentry_range) as u32,
        half_width: half_width.min(WIDEST) as u32,
        ..Settings::default()
    }
}
