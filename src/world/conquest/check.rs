//! A conquest out of a file, trusted in nothing.

use std::collections::BTreeSet;

use super::{Base, Conquest, News};
use crate::behaviour::{BaseId, Colony};
use crate::rules::{Rules, few};
use crate::space::terrain::Tile;
use crate::species::{Kind, SpeciesId};
use crate::world::WorldConfig;

/// More damage than a wall can suffer from all the blows of a tick.
const MOST_DAMAGE: f64 = 1e15;

/// More ticks than any world can live.
const ENDLESS: u64 = 1 << 62;

impl Conquest {
    /// What of a conquest out of a file cannot be in a world of this setting, if anything cannot.
    pub(in crate::world) fn contradiction(
        conquest: Option<&Self>,
        config: &WorldConfig,
    ) -> Option<&'static str> {
        let listed = config.colonies.len();
        if listed != 0 && listed != config.species.len() {
            return Some("not every species says of which colony it is");
        }
        let is_plant = |(place, colony): (usize, &Option<Colony>)| {
            colony.is_some() && config.species[place].kind == Kind::Plant
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
                    return Some("a wall is damaged where the map has none");
                }
                if conquest.bases.len() != terrain.control_points().len() {
                    return Some("it has other bases than the map");
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
        let is_known = |news: &News| match news {
            News::Neutralised { base, .. } | News::Captured { base, .. } => bases.contains(base),
            News::Silenced { wall, .. } | News::Breached { wall, .. } => {
                self.damage.contains_key(wall)
            }
            News::TicketsLost { .. } | News::Decided(_) => true,
        };
        if !self.bases.iter().all(|base| base.is_possible(rules)) {
            Some("a base leans to another than who holds it")
        } else if !self.damage.values().all(suffered) {
            Some("a wall has suffered what none can")
        } else if !self.brood.iter().all(|one| one.due <= ENDLESS && is_unborn(one.species)) {
            Some("a nest is to bring forth what none can")
        } else if self.tickets.iter().any(|&tickets| tickets > few(rules.tickets)) {
            Some("a colony has more tickets than it began with")
        } else if self.tickets.contains(&0) != self.verdict.is_some() {
            Some("its verdict and its tickets disagree")
        } else if !self.news.iter().all(is_known) {
            Some("something happened where nothing is")
        } else {
            None
        }
    }
}

impl Base {
    fn is_possible(self, rules: &Rules) -> bool {
        let neutral = few(rules.base_life);
        match self.owner {
            Some(Colony::Blue) => self.life < neutral,
            Some(Colony::Red) => (neutral + 1..=neutral * 2).contains(&self.life),
            None => (1..neutral * 2).contains(&self.life),
        }
    }
}
