//! Validation of a conquest that was read from a file.

use std::collections::BTreeSet;

use terrarium_creatures::behaviour::{BaseId, Colony};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_space::terrain::Tile;

use super::{Base, Conquest, ConquestEvent};
use crate::world::WorldConfig;

/// An upper bound on the damage of a wall.
const MOST_DAMAGE: f64 = 1e15;

/// An upper bound on ticks.
const MAX_COUNT: u64 = 1 << 62;

impl Conquest {
    /// Returns why a conquest is impossible in a world with this configuration, if it is.
    pub(in crate::world) fn problem(
        conquest: Option<&Self>,
        config: &WorldConfig,
    ) -> Option<&'static str> {
        let listed = config.colonies.len();
        if listed != 0 && listed != config.species.len() {
            return Some("its colonies do not match its species");
        }
        let is_plant = |(index, colony): (usize, &Option<Colony>)| {
            colony.is_some() && config.species[index].kind == Kind::Plant
        };
        if config.colonies.iter().enumerate().any(is_plant) {
            return Some("a plant belongs to a colony");
        }
        match (conquest, config.is_conquest(), &config.terrain) {
            (None, false, _) => None,
            (Some(conquest), true, Some(terrain)) => {
                let walls = &conquest.damage;
                let stands = |tile: Option<Tile>| tile.is_some_and(Tile::is_destructible);
                if walls.keys().any(|&wall| !stands(terrain.tile(wall))) {
                    return Some("a tile without a wall has wall damage");
                }
                if conquest.bases.len() != terrain.control_points().len() {
                    return Some("its bases do not match the map");
                }
                conquest.impossible_number(config)
            }
            _ => Some("there are colonies without a conquest, or a conquest without colonies"),
        }
    }

    fn impossible_number(&self, config: &WorldConfig) -> Option<&'static str> {
        let rules = &config.rules;
        let suffered = |damage: &f64| (0.0..=MOST_DAMAGE).contains(damage) && *damage > 0.0;
        let is_unborn =
            |species: SpeciesId| config.colonies.get(species.index()).is_some_and(Option::is_some);
        let bases: BTreeSet<BaseId> = (0..).map(BaseId).take(self.bases.len()).collect();
        let is_known = |event: &ConquestEvent| match event {
            ConquestEvent::Neutralised { base, .. } | ConquestEvent::Captured { base, .. } => {
                bases.contains(base)
            }
            ConquestEvent::Silenced { wall, .. } | ConquestEvent::Breached { wall, .. } => {
                self.damage.contains_key(wall)
            }
            ConquestEvent::TicketsLost { .. } | ConquestEvent::Decided(_) => true,
        };
        if !self.bases.iter().all(|base| base.is_possible(rules)) {
            Some("the life of a base does not match its owner")
        } else if !self.damage.values().all(suffered) {
            Some("the damage of a wall is out of range")
        } else if !self.spawn_queue.iter().all(|one| one.due <= MAX_COUNT && is_unborn(one.species))
        {
            Some("a nest has an impossible creature in its queue")
        } else if self.tickets.iter().any(|&tickets| tickets > rules.tickets) {
            Some("a colony has more tickets than at the start")
        } else if self.tickets.contains(&0) != self.verdict.is_some() {
            Some("its verdict does not match its tickets")
        } else if !self.events.iter().all(is_known) {
            Some("an event names a base or wall that does not exist")
        } else {
            None
        }
    }
}

impl Base {
    fn is_possible(self, rules: &Rules) -> bool {
        let neutral = rules.base_life;
        match self.owner {
            Some(Colony::Blue) => self.life < neutral,
            Some(Colony::Red) => (neutral + 1..=neutral * 2).contains(&self.life),
            None => (1..neutral * 2).contains(&self.life),
        }
    }
}
