//! Commands: interventions in a running world between two ticks.
//!
//! A recorded run stores its commands with their ticks, so that it can be replayed. The effect of a
//! command depends only on the state of the world and its random streams.

mod calamity;
mod displacement;
mod drive;
mod edit;
mod fields;
mod link;
mod onset;
mod paint;
mod plan;
mod polygon;
mod refusal;
mod removal;
mod rule;
mod scatter;
mod selection;
mod tiles;
mod timetable;
mod wall;

use glam::DVec2;
use hecs::Entity;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Drives, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_input::wording::counted;
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::{Cell, Tile};

pub use calamity::Calamity;
pub use displacement::{FARTHEST_PUSH, Push};
pub use onset::{DROUGHT_LIGHT, FIRE_DEATH_PROBABILITY, LONGEST_DROUGHT, PLAGUE_DEATH_PROBABILITY};
pub use paint::{PAINTED_TILES, PaintPlan};
pub use plan::EditPlan;
pub use polygon::PolygonPlan;
pub use refusal::CommandRefusal;
pub use removal::RemovalPlan;
pub use rule::{changed_rules, check_rule_alone};
pub use scatter::MAX_SCATTERED;
pub use timetable::TimedOutcome;
pub use wall::WallPlan;

use super::{Change, Simulation};
pub use crate::world::MAX_PAINTED;
use crate::world::{Identity, Share, TimedCommand, World};

/// The minimum width and height of a wall, in units.
const MIN_THICKNESS: f64 = 1.0;

/// An intervention in a world before its next tick.
///
/// Manifests, recordings, links and the page hold commands as JSON of this one form: an object with the name of the variant
/// as `command`, such as `add`, and its fields. Runs that were recorded hold it, so that variants and fields may be added,
/// but not renamed. Manifests and links give a changed species by its files instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Changes a species.
    Change(Change),
    /// Adds a mature organism of a species, with as much energy as a founder, in the free place
    /// nearest to a point.
    Add {
        /// The species.
        species: SpeciesId,
        /// The point, in units.
        at: DVec2,
    },
    /// Removes an organism or carcass, with its energy.
    Remove {
        /// The organism.
        #[serde(rename = "whom")]
        organism: OrganismId,
    },
    /// Fills the energy of an organism.
    Feed {
        /// The organism.
        #[serde(rename = "whom")]
        organism: OrganismId,
    },
    /// Adds a permanent wall where no organism stands. The part outside the world is cut off.
    Wall {
        /// The area it fills, in units.
        area: Aabb,
    },
    /// Causes a calamity.
    Calamity(#[serde(with = "fields::calamity")] Calamity),
    /// Opens a link.
    OpenLink {
        /// Its name.
        link: String,
    },
    /// Closes a link. Journeys that lead over it are planned anew.
    CloseLink {
        /// Its name.
        link: String,
    },
    /// Builds a permanent wall. Animals and carcasses in its area are pushed aside, plants are removed, and
    /// it is built around what cannot make room: bases, nests, ends of links, and animals too
    /// far from free ground. [`Simulation::plan_wall`] computes it beforehand. The part outside the world is
    /// cut off.
    BuildWall {
        /// The area it fills, in units.
        area: Aabb,
    },
    /// Removes walls: polygons that an area overlaps, those parts of walls added by commands that lie in it, and
    /// the wall tiles of the terrain with their centre in it, which become plain ground. Sentries stay.
    /// [`Simulation::plan_removal`] computes it beforehand.
    RemoveWalls {
        /// The area, in units.
        area: Aabb,
    },
    /// Adds mature organisms of a species at random free places around some points, as
    /// [`Add`](Command::Add) does. Those for which no free place is found are left out.
    Scatter {
        /// The species.
        species: SpeciesId,
        /// The points, in units.
        places: Vec<DVec2>,
        /// The greatest distance from one of them, in units.
        radius: f64,
        /// The number of organisms in all.
        count: u32,
    },
    /// Paints tiles of the ground. Where they become impassable, animals and carcasses are pushed aside and
    /// plants are removed, as walls do. Bases, nests, sentries and ends of links stay as they are. Open ground
    /// is divided into tiles first. [`Simulation::plan_paint`] computes it beforehand.
    PaintTiles {
        /// The kind of the tiles, one of [`PAINTED_TILES`].
        tile: Tile,
        /// The tiles, at most [`MAX_PAINTED`]. Those outside the world are left out.
        cells: Vec<Cell>,
    },
    /// Gives the world another seed: from now on, all random streams are those of this seed.
    Reseed {
        /// The seed.
        seed: u64,
    },
    /// Sets rules, in this order. Only the result is checked for rules that contradict each other, and
    /// [`Simulation::check_rules`] tells beforehand whether they can be set: rules on which the stored state
    /// depends are fixed when a world is founded.
    SetRules {
        /// The name of each rule, with its value.
        rules: Vec<(String, f64)>,
    },
    /// Removes living organisms of a species, with their energy.
    RemoveShare(#[serde(with = "fields::of")] Share),
    /// Fills the energy of organisms of a species.
    FeedShare(#[serde(with = "fields::of")] Share),
    /// Replaces the timetable. Commands that are new in it must not be due in the past.
    Schedule {
        /// The timetable.
        timetable: Vec<TimedCommand>,
    },
    /// Sets what drives animals of a species with the behaviour `driven` in their next turns.
    Drive {
        /// The species.
        species: SpeciesId,
        /// The animals, which must be alive, with what drives each.
        drives: Vec<(OrganismId, Drives)>,
    },
    /// Builds a polygon. Animals and carcasses in its area are pushed aside, and plants are removed, as walls do;
    /// where bases, nests, ends of links, or animals without a place to go to are in its way, it is refused.
    /// [`Simulation::plan_polygon`] computes it beforehand.
    BuildPolygon {
        /// Its corners, in order around it, in units: at least three, whose edges do not cross.
        corners: Vec<DVec2>,
    },
}

impl Command {
    /// Describes the command in a few words: `hare added`.
    #[must_use]
    pub fn describe(&self, world: &World) -> String {
        let name = |id: SpeciesId| {
            let species = world.config.species.get(id.index());
            species.map_or_else(|| format!("species {}", id.0), |species| species.name.clone())
        };
        match self {
            Self::Change(Change { species, .. }) => format!("{} changes", name(*species)),
            Self::Add { species, .. } => format!("{} added", name(*species)),
            Self::Remove { organism } => format!("{organism} removed"),
            Self::Feed { organism } => format!("{organism} fed"),
            Self::Wall { .. } => "wall added".to_owned(),
            Self::Calamity(calamity) => calamity.describe(world),
            Self::BuildWall { area } => {
                let DVec2 { x, y } = area.size();
                format!("wall of {x:.0} × {y:.0} units")
            }
            Self::BuildPolygon { corners } => {
                let count = u32::try_from(corners.len()).unwrap_or(u32::MAX);
                format!("polygon with {}", counted(count, "corner"))
            }
            Self::RemoveWalls { area } => {
                let DVec2 { x, y } = area.size();
                format!("walls removed from {x:.0} × {y:.0} units")
            }
            Self::Scatter { species, count, .. } => {
                format!("up to {count} {} added", name(*species))
            }
            Self::PaintTiles { tile, cells } => {
                let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
                format!("{} painted: {tile}", counted(count, "tile"))
            }
            Self::Reseed { seed } => format!("seed {seed}"),
            Self::SetRules { rules } => {
                let rules = rules.iter().map(|(rule, value)| format!("{rule} = {value}"));
                let noun = if rules.len() == 1 { "rule" } else { "rules" };
                format!("{noun} {}", rules.collect::<Vec<_>>().join(", "))
            }
            Self::RemoveShare(share) => {
                format!("{} of {} removed", part(share), name(share.species))
            }
            Self::FeedShare(share) => format!("{} of {} fed", part(share), name(share.species)),
            Self::Schedule { timetable } => {
                let count = u32::try_from(timetable.len()).unwrap_or(u32::MAX);
                format!("timetable of {}", counted(count, "command"))
            }
            Self::Drive { species, drives } => {
                format!("{} {} driven", drives.len(), name(*species))
            }
            Self::OpenLink { link } => format!("link {link} opened"),
            Self::CloseLink { link } => format!("link {link} closed"),
        }
    }
}

/// Describes a share of a species: `50 % within 300 units`.
fn part(share: &Share) -> String {
    let place = share.area.map(|area| format!(" within {:.0} units", area.radius));
    format!("{:.0} %{}", share.share * 100.0, place.unwrap_or_default())
}

impl Simulation {
    /// Carries out a command before the next tick. Its events are added to those of that tick.
    ///
    /// # Errors
    /// When the command is refused. The simulation is then unchanged.
    pub fn apply(&mut self, command: Command) -> Result<(), CommandRefusal> {
        let is_drive = matches!(command, Command::Drive { .. });
        match command {
            Command::Change(change) => self.change(change)?,
            Command::Add { species, at } => self.add(species, at)?,
            Command::Remove { organism } => self.remove(organism)?,
            Command::Feed { organism } => self.feed(organism)?,
            Command::Wall { area } => self.wall(area)?,
            Command::Calamity(Calamity::Drought { ticks }) => self.drought(ticks)?,
            Command::Calamity(Calamity::Plague { species }) => self.plague(species)?,
            Command::Calamity(Calamity::Fire { at, radius }) => self.fire(at, radius)?,
            Command::Calamity(Calamity::DrySpell { area, light, ticks }) => {
                self.dry_spell(area, light, ticks)?;
            }
            Command::Calamity(Calamity::Epidemic { species, area, mortality, ticks }) => {
                self.epidemic(species, area, mortality, ticks)?;
            }
            Command::Calamity(Calamity::Wildfire { area, mortality, ticks }) => {
                self.wildfire(area, mortality, ticks)?;
            }
            Command::BuildWall { area } => self.build_wall(area)?,
            Command::BuildPolygon { corners } => self.build_polygon(&corners)?,
            Command::RemoveWalls { area } => self.remove_walls(area)?,
            Command::Scatter { species, places, radius, count } => {
                self.scatter(species, &places, radius, count)?;
            }
            Command::PaintTiles { tile, cells } => self.paint(tile, &cells)?,
            Command::Reseed { seed } => self.world.reseed(seed),
            Command::SetRules { rules } => self.set_rules(&rules)?,
            Command::RemoveShare(share) => self.remove_share(share)?,
            Command::FeedShare(share) => self.feed_share(share)?,
            Command::Schedule { timetable } => self.schedule(timetable)?,
            Command::Drive { species, drives } => self.drive(species, &drives)?,
            Command::OpenLink { link } => self.switch_link(&link, true)?,
            Command::CloseLink { link } => self.switch_link(&link, false)?,
        }
        let Self { world, scratch, .. } = self;
        world.command_effects.pending_events.append(&mut scratch.this_tick.events);
        world.command_effects.applied = world.command_effects.applied.saturating_add(1);
        // The same traits are visible if the run resumes from a snapshot. Drives, new in each tick, show nowhere.
        if !is_drive {
            scratch.derived.update_appearances(world);
        }
        Ok(())
    }

    /// Finds the organism with an identity.
    fn find(&self, organism: OrganismId) -> Result<(Entity, Identity), CommandRefusal> {
        let mut query = self.world.organisms.query::<(Entity, &Identity)>();
        let found = query.iter().find(|(_, who)| who.id == organism);
        let found = found.map(|(entity, who)| (entity, *who));
        found.ok_or(CommandRefusal::NoSuchOrganism { organism })
    }

    /// Checks that the world has a species.
    fn known(&self, species: SpeciesId) -> Result<(), CommandRefusal> {
        let count = self.world.config.species.len();
        if species.index() < count {
            Ok(())
        } else {
            Err(CommandRefusal::NoSuchSpecies { species: species.0, count })
        }
    }

    /// Checks that a point lies in the world.
    fn within(&self, at: DVec2) -> Result<(), CommandRefusal> {
        let bounds = self.world.config.bounds;
        if !at.is_finite() {
            Err(CommandRefusal::NotANumber)
        } else if bounds.contains_box(&Aabb::spanning(at, at)) {
            Ok(())
        } else {
            Err(CommandRefusal::Outside { at, bounds })
        }
    }
}
