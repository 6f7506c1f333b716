//! How fast a species goes on roads and in swamps, and what they cost its paths.

use serde::{Deserialize, Serialize};
use terrarium_space::terrain::Tile;

use crate::rules::{Rules, is_ground_cost};

/// The values of a species where they differ from the rules of the same names.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct GroundOverrides {
    /// The factor on its speed on roads.
    pub road_speed: Option<f64>,
    /// The factor on its speed in swamps.
    pub swamp_speed: Option<f64>,
    /// The cost of a path on roads, relative to plain ground; 0: the time that it takes.
    pub road_cost: Option<f64>,
    /// The cost of a path in swamps, relative to plain ground; 0: the time that it takes.
    pub swamp_cost: Option<f64>,
}

impl GroundOverrides {
    /// The keys in the table `[travel]` of creature files: the names of the rules that they override.
    pub const KEYS: [&str; 4] = ["road_speed", "swamp_speed", "road_cost", "swamp_cost"];

    /// The value under one of the [`KEYS`](Self::KEYS), if it is set.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<f64> {
        match key {
            "road_speed" => self.road_speed,
            "swamp_speed" => self.swamp_speed,
            "road_cost" => self.road_cost,
            "swamp_cost" => self.swamp_cost,
            _ => None,
        }
    }

    /// Whether no value is set.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether every value is in the range of its rule.
    pub fn is_sound(&self) -> bool {
        let in_range = |key| {
            let rule = Rules::ALL.iter().find(|rule| rule.name == key).expect("it is a rule");
            self.get(key).is_none_or(|value| (rule.min..=rule.max).contains(&value))
        };
        let costs = [self.road_cost, self.swamp_cost];
        Self::KEYS.into_iter().all(in_range) && costs.into_iter().flatten().all(is_ground_cost)
    }

    /// The factors of a species with these values, under these rules.
    #[must_use]
    pub fn factors(&self, rules: &Rules) -> GroundFactors {
        let of = |speed: f64, cost: f64| GroundFactor {
            speed,
            cost: if cost > 0.0 { cost } else { 1.0 / speed },
        };
        let Self { road_speed, swamp_speed, road_cost, swamp_cost } = *self;
        GroundFactors {
            road: of(road_speed.unwrap_or(rules.road_speed), road_cost.unwrap_or(rules.road_cost)),
            swamp: of(
                swamp_speed.unwrap_or(rules.swamp_speed),
                swamp_cost.unwrap_or(rules.swamp_cost),
            ),
        }
    }
}

/// How fast a species goes on a kind of ground, and what it costs its paths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroundFactor {
    /// The factor on its speed.
    pub speed: f64,
    /// The cost of a unit of path, relative to plain ground.
    pub cost: f64,
}

impl GroundFactor {
    /// The factors of plain ground.
    pub const PLAIN: Self = Self { speed: 1.0, cost: 1.0 };
}

/// The factors of a species on roads and in swamps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroundFactors {
    /// Those of roads.
    pub road: GroundFactor,
    /// Those of swamps.
    pub swamp: GroundFactor,
}

impl GroundFactors {
    /// Whether all ground is alike.
    #[must_use]
    pub fn are_plain(&self) -> bool {
        [self.road, self.swamp].iter().all(|factor| *factor == GroundFactor::PLAIN)
    }

    /// The factors of a tile.
    #[must_use]
    pub fn of(&self, tile: Tile) -> GroundFactor {
        match tile {
            Tile::Road => self.road,
            Tile::Swamp => self.swamp,
            _ => GroundFactor::PLAIN,
        }
    }
}
