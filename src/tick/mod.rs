//! One tick: [`PHASES`] lists what happens, in order; each phase has a file.
//!
//! A tick reads the frozen state of the last one, gathers intents, and carries them out. Sensing
//! and deciding only read, so they run in parallel; everything after is ordered by identity or, where
//! coming first is an advantage (moving, eating, growing, being born), by a lot drawn anew each
//! tick.

mod attack;
mod birth;
mod burn;
mod capture;
mod change;
mod check;
mod command;
mod death;
mod decide;
mod defend;
mod eat;
mod gather;
mod grow;
mod heal;
mod incubate;
mod insight;
mod light;
mod movement;
mod nests;
mod plan;
mod routes;
mod scout;
mod scratch;
mod sense;
mod sentries;
mod siege;
mod store_results;
mod tickets;
mod trace;
mod validate;

use crate::behaviour::{self, Behaviour};
use crate::space::Index;
use crate::species::BehaviourRefusal;
use crate::world::World;

pub use change::Change;
pub use check::Violation;
pub use command::{
    Calamity, Command, CommandRefusal, DROUGHT_LIGHT, FIRE_DEATH_PROBABILITY, LONGEST_DROUGHT,
    PLAGUE_DEATH_PROBABILITY,
};
pub(crate) use grow::GrowthStep;
pub(crate) use incubate::{breeding_obstacle, can_carry, is_due};
pub use insight::Light;
use scratch::Scratch;
pub use trace::{TraceEntry, TraceTarget, TurnTrace};

/// A part of a tick: its name and what it does.
pub type Phase = (&'static str, fn(&mut Simulation));

/// All of a tick, in order.
pub const PHASES: &[Phase] = &[
    ("sense and decide", decide::decide),
    ("gather", gather::gather),
    ("burn, age and rot", burn::burn),
    ("attack", attack::attack),
    ("defend", defend::defend),
    ("siege", siege::siege),
    ("sentries", sentries::sentries),
    ("move", movement::travel),
    ("capture", capture::capture),
    ("eat", eat::eat),
    ("grow", grow::grow),
    ("heal", heal::heal),
    ("incubate", incubate::incubate),
    ("light", light::light),
    ("place births", birth::place_births),
    ("nests", nests::nests),
    ("tickets", tickets::tickets),
    ("routes", routes::routes),
    ("freeze", store_results::store_results),
];

/// A world that lives: its state, who decides in it, and all that is rebuilt from its state.
pub struct Simulation {
    world: World,
    behaviours: Vec<Option<Box<dyn Behaviour>>>,
    scratch: Scratch,
}

impl Simulation {
    /// Sets a world going. `behaviours` holds who decides for each of its species; `None` for
    /// plants.
    ///
    /// # Panics
    /// When there is not one behaviour (or `None`) for each species.
    #[must_use]
    pub fn new(mut world: World, behaviours: Vec<Option<Box<dyn Behaviour>>>) -> Self {
        assert_eq!(world.config.species.len(), behaviours.len(), "one behaviour a species");
        world.lay_out_by_district();
        let scratch = Scratch::of(&world);
        Self { world, behaviours, scratch }
    }

    /// Goes on with another world, and with those who decide if its species are the same.
    ///
    /// # Errors
    /// When a behaviour of its species is not to be had; nothing has changed then.
    pub fn restart(&mut self, mut world: World) -> Result<(), BehaviourRefusal> {
        let (old, new) = (&self.world.config, &world.config);
        if old.species != new.species || old.rules != new.rules {
            self.behaviours = behaviour::make_all(&new.species, &new.rules)?;
        }
        world.lay_out_by_district();
        self.scratch = Scratch::of(&world);
        self.world = world;
        Ok(())
    }

    /// Lives for one tick.
    pub fn tick(&mut self) {
        self.tick_with_observer(&mut |_| {});
    }

    /// Lives for one tick, and tells the name of each phase when it ends: for measurements.
    pub fn tick_with_observer(&mut self, after: &mut dyn FnMut(&'static str)) {
        for (name, phase) in PHASES {
            phase(self);
            after(name);
        }
    }

    /// The state.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Where every body stands: what the next tick looks things up in.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.scratch.index
    }

    /// Ends the life of the simulation and leaves its state.
    #[must_use]
    pub fn into_world(self) -> World {
        self.world
    }
}
