//! How a living body fares: energy, age, growth and breeding, and why they stand still.

use crate::behaviour::{Blocker, EnergyState, Refusal};
use crate::rules::Energy;
use crate::tick::{GrowthStep, Simulation, breeding_obstacle, can_carry, is_due};
use crate::world::{Body, Growth, Identity, Life};

/// How a living body fares.
#[derive(Debug, Clone, PartialEq)]
pub struct LivingState {
    /// The energy it can spend.
    pub energy: Energy,
    /// The most it can hold.
    pub max_energy: Energy,
    /// The share of that which it holds, 0 to 1.
    pub share: f64,
    /// How well fed that is.
    pub state: EnergyState,
    /// Its age, in ticks.
    pub age: u64,
    /// The age at which it dies, in ticks.
    pub lifespan: u64,
    /// The damage it has suffered and not healed, as a share of what kills it.
    pub damage: f64,
    /// The radius at which it is grown up, in units.
    pub mature_radius: f64,
    /// How its growth stands, and why it does not grow.
    pub growing: Growing,
    /// How its breeding stands, and why it does not breed.
    pub breeding: Breeding,
}

/// How growth stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Growing {
    /// It has reached its mature size.
    Grown,
    /// It grew, and waits for so many ticks before it grows again.
    Waiting {
        /// The ticks.
        ticks: u64,
    },
    /// It grows in the next tick, if nothing comes between.
    Due,
    /// It has not the energy.
    Hungry {
        /// What it has to have, to grow.
        needs: Energy,
        /// Whether it has that by now: then it grows in the next tick.
        has_it_now: bool,
    },
    /// Something stood too near when it tried.
    NoRoom {
        /// In how many ticks it tries again.
        tries_in: u64,
        /// What stands in its way where it is.
        by: Vec<Blocker>,
    },
}

/// How breeding stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Breeding {
    /// It carries a child or seed.
    Expecting {
        /// The ticks of carrying still to come.
        ticks: u32,
        /// Whether they pass: it goes on only while it is well fed.
        pauses: bool,
        /// What it has put into it.
        embryo: Energy,
    },
    /// Its child or seed is due, and comes where there is room.
    Due,
    /// It is not grown up.
    NotMature,
    /// It had a child not long ago, and waits for so many ticks.
    Waiting {
        /// The ticks.
        ticks: u64,
    },
    /// It has not the energy.
    Hungry {
        /// What it has to have.
        needs: Energy,
    },
    /// It could conceive now. Plants then do; animals have to want it.
    Ready,
}

impl LivingState {
    pub(super) fn of(
        simulation: &Simulation,
        who: &Identity,
        body: &Body,
        life: &Life,
        max_energy: Energy,
    ) -> Self {
        let world = simulation.world();
        let config = &world.config;
        let share = life.energy.units() / max_energy.units();
        Self {
            energy: life.energy,
            max_energy,
            share,
            state: EnergyState::of(share),
            age: who.age(world.tick),
            lifespan: config.lifespan(who.species, life.mature_radius),
            damage: life.damage / (config.rules.toughness * body.radius),
            mature_radius: life.mature_radius.into(),
            growing: Growing::of(simulation, who, body, life, max_energy),
            breeding: Breeding::of(life, max_energy, world.tick),
        }
    }
}

impl Growing {
    fn of(
        simulation: &Simulation,
        who: &Identity,
        body: &Body,
        life: &Life,
        max_energy: Energy,
    ) -> Self {
        let world = simulation.world();
        let wait = life.grows_at.saturating_sub(world.tick);
        match life.growth {
            Growth::Grown => Self::Grown,
            Growth::NoRoom => {
                Self::NoRoom { tries_in: wait, by: simulation.growth_obstacles(who.id) }
            }
            Growth::Growing if wait > 0 => Self::Waiting { ticks: wait },
            Growth::Growing | Growth::Hungry => {
                let needs = GrowthStep::of(&world.config, body, life).needs(max_energy);
                match life.growth {
                    Growth::Growing if life.energy > needs => Self::Due,
                    _ => Self::Hungry { needs, has_it_now: life.energy > needs },
                }
            }
        }
    }
}

impl Breeding {
    fn of(life: &Life, max_energy: Energy, tick: u64) -> Self {
        let share = life.energy.units() / max_energy.units();
        match breeding_obstacle(life, EnergyState::of(share), tick) {
            None => Self::Ready,
            Some(Refusal::AlreadyReproducing) if is_due(life) => Self::Due,
            Some(Refusal::AlreadyReproducing) => {
                let pauses = !can_carry(life, max_energy);
                Self::Expecting { ticks: life.incubation, pauses, embryo: life.embryo }
            }
            Some(Refusal::NotReady) => Self::Waiting { ticks: life.breeds_at - tick },
            Some(Refusal::NotEnoughEnergy) => {
                let share = EnergyState::Hungry.up_to();
                Self::Hungry { needs: Energy::from_units(max_energy.units() * share) }
            }
            Some(_) => Self::NotMature,
        }
    }
}
