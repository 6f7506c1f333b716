//! Why a command is not obeyed, and what to do instead.

use glam::DVec2;
use thiserror::Error;

use crate::behaviour::OrganismId;
use crate::geometry::Aabb;
use crate::species::BehaviourRefusal;

/// Why a command is not obeyed. It has changed nothing then.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum CommandRefusal {
    /// A species cannot change as it was to.
    #[error(transparent)]
    Change(#[from] BehaviourRefusal),
    /// The world has no such species.
    #[error("there is no species {species}; this world has {count}, counted from 0")]
    NoSuchSpecies {
        /// The place in the list that was named.
        species: u16,
        /// How many there are.
        count: usize,
    },
    /// Nobody bears that identity.
    #[error("there is no organism {whom} (any more); choose one that is there")]
    NoSuchOrganism {
        /// The identity that was named.
        whom: OrganismId,
    },
    /// A coordinate or length is no finite number.
    #[error("a coordinate or length is no number; give finite ones")]
    NotANumber,
    /// A place lies outside the world.
    #[error(
        "({}, {}) lies outside the world, which reaches from ({}, {}) to ({}, {}); choose a place in it",
        .at.x, .at.y, .bounds.min.x, .bounds.min.y, .bounds.max.x, .bounds.max.y
    )]
    Outside {
        /// The place.
        at: DVec2,
        /// The world.
        bounds: Aabb,
    },
    /// There is no free place near enough.
    #[error(
        "there is no room for a grown {species} near ({}, {}); choose a freer place", .at.x, .at.y
    )]
    NoRoom {
        /// The name of the species.
        species: String,
        /// Where it was to come.
        at: DVec2,
    },
    /// It is a carcass.
    #[error("organism {whom} is dead; feed somebody who lives")]
    Dead {
        /// Which.
        whom: OrganismId,
    },
    /// It has all the energy that it can hold.
    #[error("organism {whom} is full; feed somebody hungrier")]
    Full {
        /// Which.
        whom: OrganismId,
    },
    /// Somebody stands where a wall was to be.
    #[error(
        "organism {whom} stands where the wall would be; choose free ground, or remove it first"
    )]
    InTheWay {
        /// Who: the one with the least identity, if there are several.
        whom: OrganismId,
    },
    /// A wall is too thin.
    #[error(
        "a wall of {width} × {height} units is too thin; draw it at least {least} wide and high"
    )]
    TooThin {
        /// Its width in the world, in units.
        width: f64,
        /// Its height in the world, in units.
        height: f64,
        /// The least of both, in units.
        least: f64,
    },
    /// Nobody could pass there before.
    #[error("a wall or impassable ground is there already; choose open ground")]
    WallThere,
    /// There are too many walls.
    #[error("there are {most} walls already, and no more can be")]
    TooManyWalls {
        /// How many can be.
        most: usize,
    },
    /// A length of time cannot be.
    #[error("a drought of {ticks} ticks cannot be; choose 1 to {most}")]
    Ticks {
        /// The ticks asked for.
        ticks: u64,
        /// The most.
        most: u64,
    },
    /// A fire has no size.
    #[error("a fire of radius {radius} cannot be; choose at least {least} units")]
    Radius {
        /// What was asked for, in units.
        radius: f64,
        /// The least, in units.
        least: f64,
    },
    /// A plague finds nobody.
    #[error("no {species} lives; choose a species that does")]
    Nobody {
        /// The name of the species.
        species: String,
    },
    /// A fire finds nothing.
    #[error("nothing that could burn is within {radius} units of ({}, {}); choose another place", .at.x, .at.y)]
    NothingBurns {
        /// Where, in units.
        at: DVec2,
        /// How far from there, in units.
        radius: f64,
    },
}
