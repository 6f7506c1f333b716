//! Calamities: drought, plague and fire.
//!
//! The three that strike at once have a fixed strength. The three that last (`DrySpell`, `Epidemic` and
//! `Wildfire`) have an area, a strength and a duration, and are carried on by the phase `calamities`.

use glam::DVec2;
use hecs::Entity;
use rand::RngExt;
use rand::distr::{Distribution, StandardUniform};
use terrarium_creatures::behaviour::Death;
use terrarium_creatures::species::{SpeciesId, Traits};
use terrarium_space::geometry::lattice;

use super::CommandRefusal;
use crate::tick::Simulation;
use crate::tick::calamities::sicknesses;
use crate::tick::death::{die, vanish};
use crate::world::chance::Purpose;
use crate::world::{
    Body, CalamityKind, Carcass, Disc, Identity, Life, Lineage, MAX_CALAMITIES, OngoingCalamity,
};

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
        let mut own: Vec<_> = own.map(|(entity, who, _)| (who.id, who.lineage, entity)).collect();
        drop(query);
        if own.is_empty() {
            let species = self.world.config.species(species).name.clone();
            return Err(CommandRefusal::NoneAlive { species });
        }
        own.sort_unstable();
        for (_, lineage, entity) in own {
            if self.lot::<f64>(lineage, Purpose::Command) < PLAGUE_DEATH_PROBABILITY {
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
        let mut within: Vec<_> =
            within.map(|(entity, who, _)| (who.id, who.lineage, entity)).collect();
        drop(query);
        if within.is_empty() {
            return Err(CommandRefusal::NothingBurns { at, radius });
        }
        within.sort_unstable();
        for (_, lineage, entity) in within {
            let is_carcass = self.world.organisms.satisfies::<&Carcass>(entity);
            let is_animal = self.world.organisms.satisfies::<&Traits>(entity);
            if is_carcass {
                vanish(&mut self.world, &mut self.scratch, entity);
            } else if !is_animal
                || self.lot::<f64>(lineage, Purpose::Command) < FIRE_DEATH_PROBABILITY
            {
                die(&mut self.world, &mut self.scratch, entity, Death::Burned, None);
            }
        }
        Ok(())
    }

    pub(super) fn dry_spell(
        &mut self,
        area: Option<Disc>,
        light: f64,
        ticks: u64,
    ) -> Result<(), CommandRefusal> {
        self.check_area(area.as_ref())?;
        check_share("the share of light", light)?;
        self.begin(CalamityKind::Drought { area, light }, ticks)
    }

    pub(super) fn epidemic(
        &mut self,
        species: SpeciesId,
        area: Option<Disc>,
        mortality: f64,
        ticks: u64,
    ) -> Result<(), CommandRefusal> {
        self.known(species)?;
        self.check_area(area.as_ref())?;
        check_share("the mortality", mortality)?;
        check_ticks(ticks)?;
        let mut query = self.world.organisms.query::<(&Identity, &Body)>().with::<&Life>();
        let within = query.iter().filter(|(who, body)| {
            who.species == species && area.is_none_or(|area| area.contains(body.centre))
        });
        let mut within: Vec<Identity> = within.map(|(who, _)| *who).collect();
        drop(query);
        if within.is_empty() {
            return Err(self.none_alive(species, area));
        }
        within.sort_unstable_by_key(|who| who.id);
        let order = self.world.command_effects.applied;
        let sick = sicknesses(&self.world, within, order, ticks);
        self.begin(CalamityKind::Plague { species, area, mortality, sick }, ticks)
    }

    pub(super) fn wildfire(
        &mut self,
        area: Disc,
        mortality: f64,
        ticks: u64,
    ) -> Result<(), CommandRefusal> {
        self.check_area(Some(&area))?;
        check_share("the mortality", mortality)?;
        self.begin(CalamityKind::Fire { area, mortality }, ticks)
    }

    /// Adds a calamity that lasts.
    fn begin(&mut self, kind: CalamityKind, ticks: u64) -> Result<(), CommandRefusal> {
        check_ticks(ticks)?;
        let world = &mut self.world;
        if world.calamities.len() >= MAX_CALAMITIES {
            return Err(CommandRefusal::TooManyCalamities { most: MAX_CALAMITIES });
        }
        world.calamities.push(OngoingCalamity {
            kind,
            began: world.tick,
            order: world.command_effects.applied,
            ticks,
            animals_died: 0,
            plants_died: 0,
            recovered: 0,
        });
        Ok(())
    }

    /// The refusal of a command for a species that does not live in an area.
    pub(super) fn none_alive(&self, species: SpeciesId, area: Option<Disc>) -> CommandRefusal {
        let species = self.world.config.species(species).name.clone();
        match area {
            Some(Disc { at, radius }) => CommandRefusal::NoneNear { species, at, radius },
            None => CommandRefusal::NoneAlive { species },
        }
    }

    pub(super) fn check_area(&self, area: Option<&Disc>) -> Result<(), CommandRefusal> {
        let Some(&Disc { at, radius }) = area else { return Ok(()) };
        self.within(at)?;
        if !radius.is_finite() {
            return Err(CommandRefusal::NotANumber);
        }
        if !(SPARK..=lattice::LIMIT).contains(&radius) {
            return Err(CommandRefusal::Area { radius, least: SPARK, most: lattice::LIMIT });
        }
        Ok(())
    }

    /// Draws a value for an organism and purpose, a different one for each command between two ticks.
    pub(super) fn lot<T>(&self, lineage: Lineage, purpose: Purpose) -> T
    where
        StandardUniform: Distribution<T>,
    {
        let world = &self.world;
        let mut rng = world.config.chance(world.tick, lineage, purpose);
        (0..world.command_effects.applied).fold(rng.random(), |_, _| rng.random())
    }
}

/// Checks a probability or share, which the error names `what`.
pub(super) fn check_share(what: &'static str, share: f64) -> Result<(), CommandRefusal> {
    if (0.0..=1.0).contains(&share) { Ok(()) } else { Err(CommandRefusal::Share { what, share }) }
}

fn check_ticks(ticks: u64) -> Result<(), CommandRefusal> {
    if (1..=LONGEST_DROUGHT).contains(&ticks) {
        Ok(())
    } else {
        Err(CommandRefusal::Duration { ticks, most: LONGEST_DROUGHT })
    }
}
