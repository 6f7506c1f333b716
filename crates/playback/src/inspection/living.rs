//! The state of a living body: energy, age, growth and breeding, with the reasons why the last two are
//! blocked.

use terrarium_creatures::behaviour::{Blocker, EnergyState, Refusal};
use terrarium_creatures::rules::{Energy, EnergyLimits};
use terrarium_sim::tick::{GrowthStep, Simulation, breeding_obstacle, can_carry, is_due};
use terrarium_sim::world::{Body, Growth, Identity, Life};

/// The state of a living body.
#[derive(Debug, Clone, PartialEq)]
pub struct LivingState {
    /// The energy it can spend.
    pub energy: Energy,
    /// The maximum energy.
    pub max_energy: Energy,
    /// The energy as a share of the maximum, 0 to 1.
    pub share: f64,
    /// The energy state at that share.
    pub state: EnergyState,
    /// Its age, in ticks.
    pub age: u64,
    /// The age at which it dies, in ticks.
    pub lifespan: u64,
    /// The damage it has suffered and not healed, as a share of the fatal damage.
    pub damage: f64,
    /// The radius at which it is mature, in units.
    pub mature_radius: f64,
    /// The state of its growth.
    pub growing: Growing,
    /// The state of its breeding.
    pub breeding: Breeding,
}

/// The state of growth.
#[derive(Debug, Clone, PartialEq)]
pub enum Growing {
    /// It has reached its mature size.
    Grown,
    /// It grew, and waits before it grows again.
    Waiting {
        /// The number of ticks.
        ticks: u64,
    },
    /// It grows in the next tick, if nothing prevents it.
    Due,
    /// It did not have the energy when a step was due.
    Hungry {
        /// The energy above which it grows.
        needs: Energy,
        /// Whether it has that energy now, and grows in the next tick.
        has_it_now: bool,
    },
    /// An obstacle was too near when a step was due.
    NoRoom {
        /// The number of ticks until it tries again.
        tries_in: u64,
        /// The obstacles at its present position.
        by: Vec<Blocker>,
    },
}

/// The state of breeding.
#[derive(Debug, Clone, PartialEq)]
pub enum Breeding {
    /// It carries a child or seed.
    Expecting {
        /// The number of ticks of incubation left.
        ticks: u32,
        /// Whether the incubation is paused, because it is too hungry.
        pauses: bool,
        /// The energy invested so far.
        embryo: Energy,
    },
    /// Its child or seed is due, and waits for a free place.
    Due,
    /// It is not mature.
    NotMature,
    /// It gave birth recently, and waits before it can conceive again.
    Waiting {
        /// The number of ticks.
        ticks: u64,
    },
    /// It does not have the energy.
    Hungry {
        /// The energy above which it can conceive.
        needs: Energy,
    },
    /// It can conceive now. Plants do so at once, animals when their behaviour requests it.
    Ready,
}

impl LivingState {
    pub(super) fn new(
        simulation: &Simulation,
        who: &Identity,
        body: &Body,
        life: &Life,
        limits: EnergyLimits,
    ) -> Self {
        let world = simulation.world();
        let config = world.config();
        let state = EnergyState::new(life.energy, limits);
        Self {
            energy: life.energy,
            max_energy: limits.capacity,
            share: limits.share(life.energy),
            state,
            age: who.age(world.tick()),
            lifespan: config.lifespan(who.species, life.mature_radius),
            damage: life.damage / (config.rules.toughness * body.radius),
            mature_radius: life.mature_radius.into(),
            growing: Growing::new(simulation, who, body, life, limits),
            breeding: Breeding::new(life, state, limits, world.tick()),
        }
    }
}

impl Growing {
    fn new(
        simulation: &Simulation,
        who: &Identity,
        body: &Body,
        life: &Life,
        limits: EnergyLimits,
    ) -> Self {
        let world = simulation.world();
        let wait = life.grows_at.saturating_sub(world.tick());
        match life.growth {
            Growth::Grown => Self::Grown,
            Growth::NoRoom => {
                Self::NoRoom { tries_in: wait, by: simulation.growth_obstacles(who.id) }
            }
            Growth::Growing if wait > 0 => Self::Waiting { ticks: wait },
            Growth::Growing | Growth::Hungry => {
                let needs = GrowthStep::new(world.config(), body, life).needs(limits);
                match life.growth {
                    Growth::Growing if life.energy > needs => Self::Due,
                    _ => Self::Hungry { needs, has_it_now: life.energy > needs },
                }
            }
        }
    }
}

impl Breeding {
    fn new(life: &Life, state: EnergyState, limits: EnergyLimits, tick: u64) -> Self {
        match breeding_obstacle(life, state, tick) {
            None => Self::Ready,
            Some(Refusal::AlreadyReproducing) if is_due(life) => Self::Due,
            Some(Refusal::AlreadyReproducing) => {
                let pauses = !can_carry(life, limits);
                Self::Expecting { ticks: life.incubation, pauses, embryo: life.embryo }
            }
            Some(Refusal::NotReady) => Self::Waiting { ticks: life.breeds_at - tick },
            Some(Refusal::NotEnoughEnergy) => Self::Hungry { needs: limits.reserve },
            Some(_) => Self::NotMature,
        }
    }
}
