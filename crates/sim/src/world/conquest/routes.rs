//! Route costs between bases, computed from the state of a conquest.

use terrarium_navigation::strategic::{
    Network, PIXELS, StrategicConfig, StrategicProblem, Strategy,
};

use super::Conquest;
use crate::world::WorldConfig;

/// The maximum half width in pixels: a traveller must fit between two impassable tiles.
const WIDEST: f64 = (PIXELS / 2 - 1) as f64;

impl Conquest {
    /// Computes the route network over the current terrain. Its nodes are those of the original map
    /// and do not change when walls are breached. Returns `None` without a map.
    ///
    /// # Errors
    /// When the map has too many nodes.
    pub fn strategy(&self, config: &WorldConfig) -> Result<Option<Strategy>, StrategicProblem> {
        let (Some(terrain), Some(ground)) = (&config.terrain, self.ground(config)) else {
            return Ok(None);
        };
        let settings = travel_settings(config, terrain.tile_side());
        let network = Network::find(terrain, &settings, &[])?;
        Strategy::with_network(&ground, settings, network).map(Some)
    }
}

/// The costs of tiles with this side for the widest creatures of the colonies.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn travel_settings(config: &WorldConfig, tile_side: f64) -> StrategicConfig {
    let rules = &config.rules;
    let of_colony = config.species.iter().zip(&config.colonies).filter(|(_, c)| c.is_some());
    let radii = of_colony.map(|(species, _)| f64::from(species.nature.mature_radius()));
    let pixels = |tiles: f64| tiles * f64::from(PIXELS);
    let half_width = pixels(radii.fold(0.0, f64::max) / tile_side).ceil();
    StrategicConfig {
        ground: rules.route_ground_cost,
        road: rules.route_road_cost,
        wall: rules.route_wall_cost,
        danger: rules.route_danger_cost,
        range: pixels(rules.sentry_range) as u32,
        half_width: half_width.min(WIDEST) as u32,
        ..StrategicConfig::default()
    }
}
