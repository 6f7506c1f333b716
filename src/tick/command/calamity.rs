//! Calamities: drought, plague and fire.

use glam::DVec2;
use hecs::Entity;
use rand::RngExt;

use super::CommandRefusal;
use crate::behaviour::{Death, OrganismId};
use crate::species::{SpeciesId, Traits};
use crate::tick::Simulation;
use crate::tick::death::{die, vanish};
use crate::world::chance::Purpose;
use crate::world::{Body, Carcass, Identity, Life};

/// The share of their light that plants receive in a drought.
pub const DROUGHT_LIGHT: f64 = 0.25;

/// The probability of dying in a plague.
pub const PLAGUE_DEATH_PROBABILITY: f64 = 0.5;

/// The probability that an animal dies in a fire.
pub const FIRE_DEATH_PROBABILITY: f64 = 0.5;

/// The longest drought, in ticks.
pub const LONGEST_DROUGHT: u64 = 1_000_000;

/// The smallest radius of a fire, in units.
const SPARK: f64 = 1.0;

impl Simulation {
    pub(super) fn drought(&mut self, ticks: u64) -> Result<(), CommandRefusal> {
        if !(1..=LONGEST_DROUGHT).contains(&ticks) {
            return Err(CommandRefusal::Ticks { ticks, most: LONGEST_DROUGHT });
        }
        let until = self.world.tick.saturating_add(ticks);
        let drought_until = &mut self.world.command_effects.drought_until;
        *drought_until = until.max(*drought_until);
        Ok(())
    }

    pub(super) fn plague(&mut self, species: SpeciesId) -> Result<(), CommandRefusal> {
        self.known(species)?;
        let mut query = self.world.organisms.query::<(Entity, &Identity, &Life)>();
        let own = query.iter().filter(|(_, who, _)| who.species == species);
        let mut own: Vec<_> = own.map(|(entity, who, _)| (who.id, entity)).collect();
        drop(query);
        if own.is_empty() {
            let species = self.world.config.species(species).name.clone();
            return Err(CommandRefusal::NoneAlive { species });
        }
        own.sort_unstable();
        for (id, entity) in own {
            if self.lot(id) < PLAGUE_DEATH_PROBABILITY {
                die(&mut self.world, &mut self.scratch, entity, Death::Sick, None);
            }
        }
        Ok(())
    }

    pub(super) fn fire(&mut self, at: DVec2, radius: f64) -> Result<(), CommandRefusal> {
        self.within(at)?;
        if !radius.is_finite() {
            return Err(CommandRefusal::NotANumber);
        }
        if radius < SPARK {
            return Err(CommandRefusal::Radius { radius, least: SPARK });
        }
        let mut query = self.world.organisms.query::<(Entity, &Identity, &Body)>();
        let within =
            query.iter().filter(|(.., body)| body.centre.distance_squared(at) <= radius * radius);
        let mut within: Vec<_> = within.map(|(entity, who, _)| (who.id, entity)).collect();
        drop(query);
        if within.is_empty() {
            return Err(CommandRefusal::NothingBurns { at, radius });
        }
        within.sort_unstable();
        for (id, entity) in within {
            let is_carcass = self.world.organisms.satisfies::<&Carcass>(entity);
            let is_animal = self.world.organisms.satisfies::<&Traits>(entity);
            if is_carcass {
                vanish(&mut self.world, &mut self.scratch, entity);
            } else if !is_animal || self.lot(id) < FIRE_DEATH_PROBABILITY {
                die(&mut self.world, &mut self.scratch, entity, Death::Burned, None);
            }
        }
        Ok(())
    }

    /// Draws a number from 0 to 1 for an organism, a different one for each command between two
    /// ticks.
    fn lot(&self, organism: OrganismId) -> f64 {
        let world = &self.world;
        let mut rng = world.config.chance(world.tick, organism, Purpose::Command);
        (0..world.command_effects.applied).fold(rng.random(), |_, _| rng.random())
    }
}
