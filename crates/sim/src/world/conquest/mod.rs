//! The state of a conquest: owners of bases, damage of walls, tickets and nests.
//!
//! The positions of bases, sentries and nests follow from the map and never change; see [`Layout`].

mod check;
mod layout;
mod routes;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{BaseId, Colony};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::SpeciesId;
use terrarium_space::terrain::{Cell, MarkKind, Terrain, Tile};

pub use layout::{Layout, Nest, Ownership, Sentry, Site};

use super::WorldConfig;

/// The state of a conquest between two ticks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conquest {
    /// The bases, in the order of the map.
    pub bases: Vec<Base>,
    /// The damage of every damaged wall. A wall whose damage reaches the rule `wall_health` is
    /// breached: its tile is open ground.
    pub damage: BTreeMap<Cell, f64>,
    /// The remaining tickets of each colony, blue first.
    pub tickets: [u32; 2],
    /// The queue of creatures to spawn at nests, in the order of the deaths that they replace.
    pub spawn_queue: Vec<QueuedSpawn>,
    /// The events of the last tick, in order.
    pub events: Vec<ConquestEvent>,
    /// The verdict, once the conquest is decided. From then on its state does not change.
    pub verdict: Option<Verdict>,
}

/// The state of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// The owner; `None` while the base is neutral.
    pub owner: Option<Colony>,
    /// The capture state: 0 is fully blue, the rule `base_life` neutral, twice that fully red.
    pub life: u32,
}

/// A creature to be spawned at a nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedSpawn {
    /// The earliest tick.
    pub due: u64,
    /// The species.
    pub species: SpeciesId,
}

/// An event of a conquest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConquestEvent {
    /// A base was neutralised. Its sentries and nests are inactive.
    Neutralised {
        /// The base.
        base: BaseId,
        /// The colony that neutralised it.
        by: Colony,
    },
    /// A base was captured, with its sentries and nests.
    Captured {
        /// The base.
        base: BaseId,
        /// The colony that captured it.
        by: Colony,
    },
    /// A sentry was silenced by damage to its wall.
    Silenced {
        /// The tile of its wall.
        wall: Cell,
        /// The attacking colony.
        by: Colony,
    },
    /// A wall was breached.
    Breached {
        /// Its tile.
        wall: Cell,
        /// The attacking colony.
        by: Colony,
    },
    /// A colony lost tickets, for deaths and for holding fewer bases.
    TicketsLost {
        /// The colony.
        colony: Colony,
        /// The number of tickets.
        count: u32,
    },
    /// The conquest was decided.
    Decided(Verdict),
}

impl ConquestEvent {
    /// Whether the event changes route costs.
    #[must_use]
    pub fn changes_ground(&self) -> bool {
        match self {
            Self::Neutralised { .. }
            | Self::Captured { .. }
            | Self::Silenced { .. }
            | Self::Breached { .. } => true,
            Self::TicketsLost { .. } | Self::Decided(_) => false,
        }
    }
}

/// The result of a conquest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// A colony won.
    Won(Colony),
    /// Both colonies lost their last tickets in the same tick and held the same number of bases.
    Draw,
}

impl Verdict {
    /// The winner, unless it is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Colony> {
        match self {
            Self::Won(colony) => Some(colony),
            Self::Draw => None,
        }
    }
}

impl Base {
    /// Creates a base that `owner` holds fully, or a neutral one.
    #[must_use]
    pub fn held_by(owner: Option<Colony>, rules: &Rules) -> Self {
        let neutral = rules.base_life;
        let life = match owner {
            Some(Colony::Blue) => 0,
            None => neutral,
            Some(Colony::Red) => neutral * 2,
        };
        Self { owner, life }
    }

    /// How far the base leans to a colony: from −1, fully the other's, to 1, fully this colony's.
    #[must_use]
    pub fn lean(&self, colony: Colony, rules: &Rules) -> f64 {
        let neutral = rules.base_life;
        let to_red = (f64::from(self.life) - f64::from(neutral)) / f64::from(neutral);
        match colony {
            Colony::Blue => -to_red,
            Colony::Red => to_red,
        }
    }
}

impl Conquest {
    /// Creates the initial state of the conquest; `None` without a map or colonies.
    #[must_use]
    pub fn begin(config: &WorldConfig) -> Option<Self> {
        let terrain = config.terrain.as_ref().filter(|_| config.is_conquest())?;
        let rules = &config.rules;
        let bases = terrain.control_points().iter().map(|point| {
            let owner = match terrain.tile(point.capture).and_then(Tile::mark) {
                Some((MarkKind::Capture, team)) => Colony::from_team(team),
                _ => None,
            };
            Base::held_by(owner, rules)
        });
        Some(Self {
            bases: bases.collect(),
            damage: BTreeMap::new(),
            tickets: [rules.tickets; 2],
            spawn_queue: Vec::new(),
            events: Vec::new(),
            verdict: None,
        })
    }

    /// The number of bases that a colony holds.
    #[must_use]
    pub fn held(&self, colony: Colony) -> u32 {
        let held = self.bases.iter().filter(|base| base.owner == Some(colony));
        u32::try_from(held.count()).unwrap_or(u32::MAX)
    }

    /// The current owner of a sentry or nest.
    #[must_use]
    pub fn owner(&self, ownership: Ownership) -> Option<Colony> {
        match ownership {
            Ownership::OfBase(base) => self.bases.get(base.index())?.owner,
            Ownership::Permanent(colony) => colony,
        }
    }

    /// The remaining health of a wall, 0 to 1.
    #[must_use]
    pub fn health(&self, wall: Cell, rules: &Rules) -> f64 {
        let damage = self.damage.get(&wall).copied().unwrap_or(0.0);
        (1.0 - damage / rules.wall_health).max(0.0)
    }

    /// Whether a wall is breached.
    #[must_use]
    pub fn is_breached(&self, wall: Cell, rules: &Rules) -> bool {
        self.damage.get(&wall).is_some_and(|&damage| damage >= rules.wall_health)
    }

    /// Whether the sentry on a wall is silenced by damage.
    #[must_use]
    pub fn is_silenced(&self, wall: Cell, rules: &Rules) -> bool {
        self.health(wall, rules) <= rules.sentry_silence
    }

    /// Forgets the damage of these tiles, and the events of the last tick that name it.
    pub(in crate::world) fn forget_damage(&mut self, tiles: &BTreeSet<Cell>) {
        self.damage.retain(|wall, _| !tiles.contains(wall));
        self.events.retain(|event| match event {
            ConquestEvent::Silenced { wall, .. } | ConquestEvent::Breached { wall, .. } => {
                !tiles.contains(wall)
            }
            _ => true,
        });
    }

    /// Computes the current terrain: breached walls are open ground, marks carry the current owner,
    /// and silenced sentries have none. Returns `None` without a map.
    #[must_use]
    pub fn ground(&self, config: &WorldConfig) -> Option<Terrain> {
        let (terrain, layout) = (config.terrain.as_ref()?, Layout::new(config)?);
        let rules = &config.rules;
        let mut ground = terrain.clone();
        for (point, base) in terrain.control_points().iter().zip(&self.bases) {
            if matches!(terrain.tile(point.capture), Some(Tile::Capture(_))) {
                ground.set_tile(point.capture, Tile::Capture(Colony::team(base.owner)));
            }
        }
        for nest in &layout.nests {
            ground.set_tile(nest.cell, Tile::Spawn(Colony::team(self.owner(nest.ownership))));
        }
        for (&wall, sentry) in &layout.sentries {
            let owner = self.owner(sentry.ownership).filter(|_| !self.is_silenced(wall, rules));
            ground.set_tile(wall, Tile::Turret(Colony::team(owner)));
        }
        for &wall in self.damage.keys().filter(|&&wall| self.is_breached(wall, rules)) {
            ground.set_tile(wall, Tile::Ground);
        }
        Some(ground)
    }
}
