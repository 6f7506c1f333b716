//! Commands: the only way to meddle with a living world, between two ticks.
//!
//! Whoever keeps a run keeps its commands with their ticks, so that it can be lived again with
//! them. All that a command does follows from the state it finds and from the chance of the world.

mod calamity;
mod deed;
mod refusal;

use glam::DVec2;
use hecs::Entity;
use serde::{Deserialize, Serialize};

use super::{Change, Simulation};
use crate::behaviour::OrganismId;
use crate::geometry::Aabb;
use crate::species::SpeciesId;
use crate::world::Identity;

pub use calamity::{BURNED, DROUGHT_LIGHT, FALLEN, LONGEST_DROUGHT};
pub use refusal::CommandRefusal;

/// Something to be done to a world before its next tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// A species changes.
    Change(Change),
    /// A grown creature or plant of a species comes into the world, as fed as a founder, in the free
    /// place next to a point.
    Add {
        /// Of which species.
        species: SpeciesId,
        /// Where, in units.
        at: DVec2,
    },
    /// An organism or carcass vanishes, with its energy.
    Remove {
        /// Which.
        whom: OrganismId,
    },
    /// An organism gets all the energy that it can hold.
    Feed {
        /// Which.
        whom: OrganismId,
    },
    /// A wall is dropped, and stays. What of it lies outside the world is cut off.
    Wall {
        /// What it fills, in units.
        area: Aabb,
    },
    /// Something bad happens.
    Calamity(Calamity),
}

/// Something bad that can happen to a world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Calamity {
    /// Plants get only [`DROUGHT_LIGHT`] of their light for some ticks.
    Drought {
        /// For how many.
        ticks: u64,
    },
    /// Of a species, each dies with the chance [`FALLEN`].
    Plague {
        /// Which.
        species: SpeciesId,
    },
    /// Around a point, all plants and carcasses burn, and each animal with the chance [`BURNED`].
    Fire {
        /// Where, in units.
        at: DVec2,
        /// How far from there, in units, to the middle of who burns.
        radius: f64,
    },
}

impl Command {
    /// What it does, in a few words, for people: `add a hare`.
    #[must_use]
    pub fn describe(&self, world: &crate::world::World) -> String {
        let name = |id: SpeciesId| {
            let species = world.config.species.get(id.index());
            species.map_or_else(|| format!("species {}", id.0), |species| species.name.clone())
        };
        match self {
            Self::Change(Change { species, .. }) => format!("{} changes", name(*species)),
            Self::Add { species, .. } => format!("{} added", name(*species)),
            Self::Remove { whom } => format!("{whom} removed"),
            Self::Feed { whom } => format!("{whom} fed"),
            Self::Wall { .. } => "wall dropped".to_owned(),
            Self::Calamity(Calamity::Drought { ticks }) => format!("drought for {ticks} ticks"),
            Self::Calamity(Calamity::Plague { species }) => {
                format!("plague among {}", name(*species))
            }
            Self::Calamity(Calamity::Fire { .. }) => "fire".to_owned(),
        }
    }
}

impl Simulation {
    /// Does what a command says, before the next tick. What it does to organisms is told with the
    /// events of that tick.
    ///
    /// # Errors
    /// When it cannot be done; nothing has changed then.
    pub fn apply(&mut self, command: Command) -> Result<(), CommandRefusal> {
        match command {
            Command::Change(change) => self.change(change)?,
            Command::Add { species, at } => self.add(species, at)?,
            Command::Remove { whom } => self.remove(whom)?,
            Command::Feed { whom } => self.feed(whom)?,
            Command::Wall { area } => self.wall(area)?,
            Command::Calamity(Calamity::Drought { ticks }) => self.drought(ticks)?,
            Command::Calamity(Calamity::Plague { species }) => self.plague(species)?,
            Command::Calamity(Calamity::Fire { at, radius }) => self.fire(at, radius)?,
        }
        let Self { world, scratch, .. } = self;
        world.command_effects.untold.append(&mut scratch.events);
        world.command_effects.obeyed = world.command_effects.obeyed.saturating_add(1);
        // As they would be frozen if the world went on from a snapshot.
        scratch.freeze_looks(world);
        Ok(())
    }

    /// Who bears an identity.
    fn find(&self, whom: OrganismId) -> Result<(Entity, Identity), CommandRefusal> {
        let mut query = self.world.organisms.query::<(Entity, &Identity)>();
        let found = query.iter().find(|(_, who)| who.id == whom);
        let found = found.map(|(entity, who)| (entity, *who));
        found.ok_or(CommandRefusal::NoSuchOrganism { whom })
    }

    /// A species must be one of the world's.
    fn known(&self, species: SpeciesId) -> Result<(), CommandRefusal> {
        let count = self.world.config.species.len();
        if species.index() < count {
            Ok(())
        } else {
            Err(CommandRefusal::NoSuchSpecies { species: species.0, count })
        }
    }

    /// A point must lie in the world.
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
