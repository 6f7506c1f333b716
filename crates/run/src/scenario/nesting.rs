//! Nests, near which the founders of colonies are placed, and the requirements on conquest maps.

use glam::DVec2;
use rand::RngExt;
use terrarium_creatures::behaviour::{Colony, CreatureRng};
use terrarium_input::quoted;
use terrarium_navigation::strategic::StrategicProblem;
use terrarium_sim::world::{Conquest, Layout, World, WorldConfig};
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::{Cell, Terrain, Tile};
use thiserror::Error;

/// The reason why a world is invalid for colonies.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ConquestProblem {
    /// It has no bases.
    #[error(
        "the map has no bases for colonies to fight for; give an OpenFire map with \
         `controlPoints`, or a scenario with [[terrain.base]], or leave out [colonies]"
    )]
    NoBases,
    /// The capture tile of a base is impassable.
    #[error(
        "the capture tile {capture} of the base {name} is {tile}, which is impassable; move its \
         `capture` to open ground"
    )]
    Blocked {
        /// The base.
        name: String,
        /// Its capture tile.
        capture: Cell,
        /// What the tile is.
        tile: Tile,
    },
    /// A colony has no nest.
    #[error(
        "the colony {colony} has no nest; mark a tile with `{letter}`, outside of all bases or in \
         a base that it holds"
    )]
    NoNest {
        /// The colony.
        colony: Colony,
        /// The map character of its nests.
        letter: char,
    },
    /// The map has too many nodes for routes.
    #[error("{0}")]
    Routes(#[from] StrategicProblem),
}

/// Returns why the map of a world with colonies does not suit them, if it does not.
pub(super) fn problem(config: &WorldConfig) -> Option<ConquestProblem> {
    let terrain = config.terrain.as_ref().filter(|_| config.is_conquest())?;
    if terrain.control_points().is_empty() {
        return Some(ConquestProblem::NoBases);
    }
    let missing_nest = || {
        let nests = Nests::initial(config);
        let colony = Colony::ALL.into_iter().find(|colony| nests.0[colony.index()].is_empty())?;
        let letter = if colony == Colony::Blue { '1' } else { '2' };
        Some(ConquestProblem::NoNest { colony, letter })
    };
    blocked_base(terrain).or_else(missing_nest)
}

fn blocked_base(terrain: &Terrain) -> Option<ConquestProblem> {
    terrain.control_points().iter().find_map(|base| {
        let tile = terrain.tile(base.capture)?;
        let (name, capture) = (quoted(&base.name), base.capture);
        (!tile.is_passable()).then_some(ConquestProblem::Blocked { name, capture, tile })
    })
}

/// The nests of each colony at tick 0, blue first.
pub(super) struct Nests([Vec<Aabb>; 2]);

/// The number of tries after which positions are drawn one nest width farther away.
const TRIES_PER_RING: u32 = 40;

impl Nests {
    /// Returns the nests of a world without founders; none if it has no colonies.
    pub fn new(world: &World) -> Self {
        Self::initial(world.config())
    }

    fn initial(config: &WorldConfig) -> Self {
        let (Some(conquest), Some(layout)) = (Conquest::begin(config), Layout::new(config)) else {
            return Self([Vec::new(), Vec::new()]);
        };
        Self(Colony::ALL.map(|colony| {
            let own = layout.nests.iter();
            let own = own.filter(|nest| conquest.owner(nest.ownership) == Some(colony));
            own.map(|nest| nest.area).collect()
        }))
    }

    /// Draws a position near a random nest of a colony, farther away the more `tries` have failed.
    /// Returns `None` if the colony has no nest.
    pub fn place_near(&self, colony: Colony, tries: u32, rng: &mut CreatureRng) -> Option<DVec2> {
        let nests = &self.0[colony.index()];
        if nests.is_empty() {
            return None;
        }
        let drawn = rng.random_range(0..nests.len() as u64);
        let nest = nests[usize::try_from(drawn).unwrap_or(0)];
        let offset = DVec2::new(rng.random(), rng.random()) * 2.0 - DVec2::ONE;
        Some(nest.centre() + offset * nest.size() * f64::from(1 + tries / TRIES_PER_RING))
    }
}
