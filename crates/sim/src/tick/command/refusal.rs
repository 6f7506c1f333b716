//! The reasons for which a command is refused.

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::RuleError;
use terrarium_creatures::species::BehaviourRefusal;
use terrarium_navigation::strategic::StrategicProblem;
use terrarium_space::geometry::{Aabb, NotSimple};
use terrarium_space::terrain::Tile;
use thiserror::Error;

use crate::world::{MAX_POLYGON_CORNERS, MAX_POLYGONS};

/// The reason for which a command was refused. A refused command changes nothing.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum CommandRefusal {
    /// The species cannot be changed in this way.
    #[error(transparent)]
    Change(#[from] BehaviourRefusal),
    /// The world has no such species.
    #[error("there is no species {species}; this world has {count}, counted from 0")]
    NoSuchSpecies {
        /// The index that was given.
        species: u16,
        /// The number of species.
        count: usize,
    },
    /// No organism has that identity.
    #[error("there is no organism {organism}; choose one that exists")]
    NoSuchOrganism {
        /// The identity that was given.
        organism: OrganismId,
    },
    /// The species has another behaviour than `driven`.
    #[error(
        "{species} cannot be driven: its behaviour is not `driven`; give it that one, or choose another species"
    )]
    NotDriven {
        /// The name of the species.
        species: String,
    },
    /// An identity is none of a living animal of the species, or is given twice.
    #[error(
        "organism {organism} is no living {species}, or has drives twice; give each living one once"
    )]
    NotOne {
        /// The identity.
        organism: OrganismId,
        /// The name of the species.
        species: String,
    },
    /// A coordinate or length is not a finite number.
    #[error("a coordinate or length is not a finite number; give finite numbers")]
    NotANumber,
    /// A point lies outside the world.
    #[error(
        "({}, {}) lies outside the world, which extends from ({}, {}) to ({}, {}); choose a point in it",
        .at.x, .at.y, .bounds.min.x, .bounds.min.y, .bounds.max.x, .bounds.max.y
    )]
    Outside {
        /// The point.
        at: DVec2,
        /// The bounds of the world.
        bounds: Aabb,
    },
    /// There is no free place near enough.
    #[error(
        "there is no room for a mature {species} near ({}, {}); choose another point", .at.x, .at.y
    )]
    NoRoom {
        /// The name of the species.
        species: String,
        /// The point.
        at: DVec2,
    },
    /// The organism is a carcass.
    #[error("organism {organism} is dead; choose a living organism")]
    Dead {
        /// The organism.
        organism: OrganismId,
    },
    /// The organism has all the energy that it can hold.
    #[error("organism {organism} is full; choose one with less energy")]
    Full {
        /// The organism.
        organism: OrganismId,
    },
    /// An organism stands in the area of the wall.
    #[error(
        "organism {organism} stands in the area of the wall; choose free ground or remove it first"
    )]
    InTheWay {
        /// The organism; of several the one with the smallest identity.
        organism: OrganismId,
    },
    /// The wall is too thin.
    #[error(
        "a wall of {width} × {height} units is too thin; make it at least {least} wide and high"
    )]
    TooThin {
        /// Its width in the world, in units.
        width: f64,
        /// Its height in the world, in units.
        height: f64,
        /// The smallest width and height, in units.
        least: f64,
    },
    /// The area is already impassable.
    #[error("the area is already impassable; choose open ground")]
    WallThere,
    /// There are too many walls.
    #[error("the world already has {most} walls, the maximum")]
    TooManyWalls {
        /// The maximum.
        most: usize,
    },
    /// The corners are not those of a polygon.
    #[error("{0}; give at least three corners in order around it")]
    Shape(NotSimple),
    /// There are too many polygons, or too many corners.
    #[error(
        "the world would have more than {MAX_POLYGONS} polygons or {MAX_POLYGON_CORNERS} corners of polygons"
    )]
    TooManyPolygons,
    /// The polygon cannot be built.
    #[error("the polygon cannot be built: {why}; choose other corners")]
    NoPolygon {
        /// What is in the way.
        why: &'static str,
    },
    /// The duration is out of range.
    #[error("a drought cannot last {ticks} ticks; choose 1 to {most}")]
    Ticks {
        /// The duration that was given, in ticks.
        ticks: u64,
        /// The maximum, in ticks.
        most: u64,
    },
    /// The fire is too small.
    #[error("a fire cannot have a radius of {radius} units; choose at least {least}")]
    Radius {
        /// The radius that was given, in units.
        radius: f64,
        /// The minimum, in units.
        least: f64,
    },
    /// No organism of the species is alive.
    #[error("no {species} is alive; choose another species")]
    NoneAlive {
        /// The name of the species.
        species: String,
    },
    /// No organism of the species is alive in the area.
    #[error(
        "no {species} is alive within {radius} units of ({}, {}); choose another area", .at.x, .at.y
    )]
    NoneNear {
        /// The name of the species.
        species: String,
        /// The centre of the area.
        at: DVec2,
        /// Its radius, in units.
        radius: f64,
    },
    /// The radius of a calamity is out of range.
    #[error("a calamity cannot have a radius of {radius} units; choose {least} to {most}")]
    Area {
        /// The radius that was given, in units.
        radius: f64,
        /// The minimum, in units.
        least: f64,
        /// The maximum, in units.
        most: f64,
    },
    /// A probability or share is out of range.
    #[error("{what} cannot be {share}; choose 0 to 1")]
    Share {
        /// What it is.
        what: &'static str,
        /// The number that was given.
        share: f64,
    },
    /// The duration of a calamity is out of range.
    #[error("a calamity cannot last {ticks} ticks; choose 1 to {most}")]
    Duration {
        /// The duration that was given, in ticks.
        ticks: u64,
        /// The maximum, in ticks.
        most: u64,
    },
    /// There are too many calamities.
    #[error("the world already has {most} calamities, the maximum; wait until one is over")]
    TooManyCalamities {
        /// The maximum.
        most: usize,
    },
    /// Nothing of a wall can be built.
    #[error("no part of the wall can be built: {why}; choose another area")]
    NoWall {
        /// What is in the way.
        why: &'static str,
    },
    /// The number of organisms to scatter is out of range, or there is no point to scatter them around.
    #[error(
        "{count} organisms cannot be added at once; choose 1 to {most}, and at least one point"
    )]
    Count {
        /// The number that was given.
        count: u32,
        /// The maximum.
        most: u32,
    },
    /// The radius in which to scatter organisms is out of range.
    #[error("organisms cannot be added within a radius of {radius} units; choose 0 to {most}")]
    ScatterRadius {
        /// The radius that was given, in units.
        radius: f64,
        /// The maximum, in units.
        most: f64,
    },
    /// There are too many points to scatter organisms around.
    #[error("organisms cannot be added around {count} points at once; choose at most {most}")]
    TooManyPlaces {
        /// The number that was given.
        count: usize,
        /// The maximum.
        most: usize,
    },
    /// Tiles of this kind cannot be painted.
    #[error("a {tile} cannot be painted; choose ground, road, swamp, water, trees, rock or wall")]
    Unpaintable {
        /// The kind.
        tile: Tile,
    },
    /// There are too many tiles to paint.
    #[error("{count} tiles cannot be painted at once; choose at most {most}")]
    TooManyTiles {
        /// The number that was given.
        count: usize,
        /// The maximum.
        most: usize,
    },
    /// No tile would change.
    #[error(
        "no tile there can become {tile}: it is already, or something keeps its place; choose others"
    )]
    NothingToPaint {
        /// The kind.
        tile: Tile,
    },
    /// No wall stands in the area.
    #[error(
        "no wall that can be removed stands there; choose a built wall, or a wall of the terrain"
    )]
    NoWallThere,
    /// The world is open ground that cannot be divided into tiles.
    #[error(
        "this world has no tiles, and no tiles of 8 to 128 units fill it exactly; build walls instead, \
         or give the world a width and a height that are multiples of 32"
    )]
    NoTiles,
    /// The routes between bases cannot be computed on the changed map.
    #[error("the map would not suit the colonies: {0}; choose other tiles")]
    Routes(StrategicProblem),
    /// No link has that name.
    #[error("there is no link `{name}`{hint}; {known}")]
    NoSuchLink {
        /// The name that was given.
        name: String,
        /// A similar name, as a question.
        hint: String,
        /// The links that there are.
        known: String,
    },
    /// The link is already open, or already closed.
    #[error("the link `{name}` is already {state}; choose another link")]
    LinkIs {
        /// The name of the link.
        name: String,
        /// What it is.
        state: &'static str,
    },
    /// The rule does not exist, or cannot have this value.
    #[error(transparent)]
    Rule(RuleError),
    /// The rule is fixed when a world is founded.
    #[error(
        "the rule `{name}` is fixed when a world is founded, because its stored state depends on it; \
         begin a new world with it"
    )]
    FixedRule {
        /// The name of the rule.
        name: &'static str,
    },
    /// The timetable has too many commands, two of the same name, or an impossible one.
    #[error(
        "the timetable is invalid; give each command a name of its own and a species of the world"
    )]
    Timetable,
    /// A new command of the timetable is due in the past.
    #[error(
        "the command `{name}` is due after tick {at}, but this world is at tick {tick}; choose a later tick"
    )]
    Past {
        /// The name of the command.
        name: String,
        /// The tick that was given.
        at: u64,
        /// The tick of the world.
        tick: u64,
    },
    /// There is nothing in the area of the fire.
    #[error("there is no organism within {radius} units of ({}, {}); choose another point", .at.x, .at.y)]
    NothingBurns {
        /// The centre of the fire.
        at: DVec2,
        /// Its radius, in units.
        radius: f64,
    },
}
