//! The state of a conquest: who holds which base, what stands, and who is left.
//!
//! Where bases, sentries, walls and nests are follows from the map and never changes: that is the
//! [`Layout`].

mod check;
mod layout;
mod routes;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::WorldConfig;
use crate::behaviour::{BaseId, Colony};
use crate::rules::{Rules, few};
use crate::space::terrain::{Cell, MarkKind, Terrain, Tile};
use crate::species::SpeciesId;

pub use layout::{Layout, Nest, Sentry, Site, Tenure};

/// The state of a conquest between two ticks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conquest {
    /// The bases, in the order of the map.
    pub bases: Vec<Base>,
    /// The damage of every wall that has suffered any. A wall whose damage reaches the rule
    /// `wall_health` is breached: its tile is open ground.
    pub damage: BTreeMap<Cell, f64>,
    /// The tickets that each colony has left, blue first.
    pub tickets: [u32; 2],
    /// Those that nests will bring forth, in the order in which others died for them.
    pub brood: Vec<Unborn>,
    /// What happened in the last tick, in order.
    pub news: Vec<News>,
    /// How it has ended, if it has. Nothing of it changes any more then.
    pub verdict: Option<Verdict>,
}

/// A base that is fought for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// Who holds it; nobody while it is neutral.
    pub owner: Option<Colony>,
    /// To whom it leans: 0 to blue wholly, the rule `base_life` to nobody, twice that to red wholly.
    pub life: u32,
}

/// One that a nest will bring forth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unborn {
    /// In which tick at the earliest.
    pub due: u64,
    /// Of which species.
    pub species: SpeciesId,
}

/// Something that happened in a conquest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum News {
    /// A base fell to nobody: its sentries and nests are silent.
    Neutralised {
        /// Which.
        base: BaseId,
        /// By whose doing.
        by: Colony,
    },
    /// A base was taken, with its sentries and nests.
    Captured {
        /// Which.
        base: BaseId,
        /// By whom.
        by: Colony,
    },
    /// A sentry was struck so hard that it falls silent.
    Silenced {
        /// The tile of its wall.
        wall: Cell,
        /// By whom.
        by: Colony,
    },
    /// A wall was breached.
    Breached {
        /// Its tile.
        wall: Cell,
        /// By whom.
        by: Colony,
    },
    /// A colony lost tickets.
    TicketsLost {
        /// Which.
        colony: Colony,
        /// How many: those of its dead, and for holding fewer bases.
        count: u32,
    },
    /// It ended.
    Decided(Verdict),
}

impl News {
    /// Whether it changed what routes cost: whose marks are whose, or what stands.
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

/// How a conquest ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// A colony won.
    Won(Colony),
    /// Both lost their last tickets in one tick, and held as many bases.
    Draw,
}

impl Verdict {
    /// Who won, if anybody did.
    #[must_use]
    pub fn winner(self) -> Option<Colony> {
        match self {
            Self::Won(colony) => Some(colony),
            Self::Draw => None,
        }
    }
}

impl Base {
    /// A base that `owner` holds wholly, or a neutral one.
    #[must_use]
    pub fn held_by(owner: Option<Colony>, rules: &Rules) -> Self {
        let neutral = few(rules.base_life);
        let life = match owner {
            Some(Colony::Blue) => 0,
            None => neutral,
            Some(Colony::Red) => neutral * 2,
        };
        Self { owner, life }
    }

    /// How far it leans to a colony: from −1, wholly to the other, to 1, wholly to this.
    #[must_use]
    pub fn lean(&self, colony: Colony, rules: &Rules) -> f64 {
        let neutral = few(rules.base_life);
        let to_red = (f64::from(self.life) - f64::from(neutral)) / f64::from(neutral);
        match colony {
            Colony::Blue => -to_red,
            Colony::Red => to_red,
        }
    }
}

impl Conquest {
    /// The beginning of the conquest that a setting provides for; `None` where there is no map or
    /// are no colonies.
    #[must_use]
    pub fn begin(config: &WorldConfig) -> Option<Self> {
        let terrain = config.terrain.as_ref().filter(|_| config.is_conquest())?;
        let rules = &config.rules;
        let bases = terrain.control_points().iter().map(|point| {
            let owner = match terrain.tile(point.capture).and_then(Tile::mark) {
                Some((MarkKind::Capture, team)) => Colony::of(team),
                _ => None,
            };
            Base::held_by(owner, rules)
        });
        Some(Self {
            bases: bases.collect(),
            damage: BTreeMap::new(),
            tickets: [few(rules.tickets); 2],
            brood: Vec::new(),
            news: Vec::new(),
            verdict: None,
        })
    }

    /// How many bases a colony holds.
    #[must_use]
    pub fn held(&self, colony: Colony) -> u32 {
        let held = self.bases.iter().filter(|base| base.owner == Some(colony));
        u32::try_from(held.count()).unwrap_or(u32::MAX)
    }

    /// Whose something is that belongs to a base, or to a colony for good.
    #[must_use]
    pub fn owner(&self, tenure: Tenure) -> Option<Colony> {
        match tenure {
            Tenure::OfBase(base) => self.bases.get(base.index())?.owner,
            Tenure::ForGood(colony) => colony,
        }
    }

    /// What is left of a wall, 0 to 1.
    #[must_use]
    pub fn health(&self, wall: Cell, rules: &Rules) -> f64 {
        let damage = self.damage.get(&wall).copied().unwrap_or(0.0);
        (1.0 - damage / rules.wall_health).max(0.0)
    }

    /// Whether a wall is down.
    #[must_use]
    pub fn is_breached(&self, wall: Cell, rules: &Rules) -> bool {
        self.damage.get(&wall).is_some_and(|&damage| damage >= rules.wall_health)
    }

    /// Whether the sentry on a wall has been struck so hard that it does nothing.
    #[must_use]
    pub fn is_silenced(&self, wall: Cell, rules: &Rules) -> bool {
        self.health(wall, rules) <= rules.sentry_silence
    }

    /// The ground as it is now: its breaches are open, what belongs to a base shows whose that is,
    /// and a silenced sentry is nobody's. `None` where there is no map.
    #[must_use]
    pub fn ground(&self, config: &WorldConfig) -> Option<Terrain> {
        let (terrain, layout) = (config.terrain.as_ref()?, Layout::of(config)?);
        let rules = &config.rules;
        let mut ground = terrain.clone();
        for (point, base) in terrain.control_points().iter().zip(&self.bases) {
            if matches!(terrain.tile(point.capture), Some(Tile::Capture(_))) {
                ground.set_tile(point.capture, Tile::Capture(Colony::team(base.owner)));
            }
        }
        for nest in &layout.nests {
            ground.set_tile(nest.cell, Tile::Spawn(Colony::team(self.owner(nest.tenure))));
        }
        for (&wall, sentry) in &layout.sentries {
            let owner = self.owner(sentry.tenure).filter(|_| !self.is_silenced(wall, rules));
            ground.set_tile(wall, Tile::Turret(Colony::team(owner)));
        }
        for &wall in self.damage.keys().filter(|&&wall| self.is_breached(wall, rules)) {
            ground.set_tile(wall, Tile::Ground);
        }
        Some(ground)
    }
}
