//! The first generation of a colony comes from its nests; a map must have them, and bases.

use glam::DVec2;
use rand::RngExt;
use thiserror::Error;

use crate::behaviour::{Colony, CreatureRng};
use crate::geometry::Aabb;
use crate::input::quoted;
use crate::navigation::strategic::StrategicProblem;
use crate::space::terrain::{Cell, Terrain, Tile};
use crate::world::{Conquest, Layout, World, WorldConfig};

/// Why a map does not suit colonies.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConquestProblem {
    /// It has no bases.
    #[error(
        "the map has no bases for colonies to fight for; give an OpenFire map with \
         `controlPoints`, or a scenario with [[terrain.base]], or leave out [colonies]"
    )]
    NoBases,
    /// A base is taken from a tile on which nobody can stand.
    #[error(
        "the base {name} is taken from the tile {capture}, which is {tile}, where nobody can \
         stand; move its `capture` to open ground"
    )]
    Blocked {
        /// The base.
        name: String,
        /// The tile from which it is taken.
        capture: Cell,
        /// What that is.
        tile: Tile,
    },
    /// A colony has no nest.
    #[error(
        "the colony {colony} has no nest to come from; mark one of its tiles with `{letter}`, in \
         no base or in one that it holds"
    )]
    NoNest {
        /// Which.
        colony: Colony,
        /// The character of its nests.
        letter: char,
    },
    /// The map has too many places for routes to lead through.
    #[error("{0}")]
    Routes(#[from] StrategicProblem),
}

/// What keeps colonies from fighting on the map of a setting, if it has any.
pub(super) fn problem(config: &WorldConfig) -> Option<ConquestProblem> {
    let terrain = config.terrain.as_ref().filter(|_| config.is_conquest())?;
    if terrain.control_points().is_empty() {
        return Some(ConquestProblem::NoBases);
    }
    let lack = || {
        let nests = Nests::at_first(config);
        let bare = Colony::ALL.into_iter().find(|colony| nests.0[colony.index()].is_empty())?;
        let letter = if bare == Colony::Blue { '1' } else { '2' };
        Some(ConquestProblem::NoNest { colony: bare, letter })
    };
    blocked_base(terrain).or_else(lack)
}

fn blocked_base(terrain: &Terrain) -> Option<ConquestProblem> {
    terrain.control_points().iter().find_map(|base| {
        let tile = terrain.tile(base.capture)?;
        let (name, capture) = (quoted(&base.name), base.capture);
        (!tile.is_passable()).then_some(ConquestProblem::Blocked { name, capture, tile })
    })
}

/// The nests of each colony at the beginning, blue's first.
pub(super) struct Nests([Vec<Aabb>; 2]);

/// After how many tries a founder is looked for a place one nest's width farther off.
const CROWDED: u32 = 40;

impl Nests {
    /// Those of a world about to be settled; none where nobody fights for bases.
    pub fn of(world: &World) -> Self {
        Self::at_first(&world.config)
    }

    fn at_first(config: &WorldConfig) -> Self {
        let (Some(conquest), Some(layout)) = (Conquest::begin(config), Layout::of(config)) else {
            return Self([Vec::new(), Vec::new()]);
        };
        Self(Colony::ALL.map(|colony| {
            let own = layout.nests.iter();
            let own = own.filter(|nest| conquest.owner(nest.tenure) == Some(colony));
            own.map(|nest| nest.area).collect()
        }))
    }

    /// A place near one of a colony's nests, drawn by lot: farther off, the more often none was
    /// free. `None` where it has no nest.
    pub fn place_near(&self, colony: Colony, tries: u32, rng: &mut CreatureRng) -> Option<DVec2> {
        let nests = &self.0[colony.index()];
        if nests.is_empty() {
            return None;
        }
        let drawn = rng.random_range(0..nests.len() as u64);
        let nest = nests[usize::try_from(drawn).unwrap_or(0)];
        let throw = DVec2::new(rng.random(), rng.random()) * 2.0 - DVec2::ONE;
        Some(nest.centre() + throw * nest.size() * f64::from(1 + tries / CROWDED))
    }
}
