//! One tick of a simulation: [`PHASES`] lists its phases in order, each in a module of its own.
//!
//! A tick reads the state at the end of the last one, collects the intents of all animals and applies
//! them. Sensing and deciding only read the state, so they run in parallel. Later phases process
//! organisms in a defined order: by identity or, where being first is an advantage (moving, eating,
//! growing, giving birth), at random, redrawn every tick.

mod appearance;
mod attack;
mod birth;
mod burn;
mod calamities;
mod capture;
mod change;
mod check;
mod command;
mod condition;
mod death;
mod decide;
mod defend;
mod eat;
mod effort;
mod energy_trace;
mod event_index;
mod flow_fields;
mod footing;
mod formation;
mod free_ground;
mod gather;
mod ground;
mod grow;
mod heal;
mod hearing;
mod incubate;
mod insight;
mod layout;
mod light;
mod links;
mod list_indices;
mod mating;
mod movement;
mod nests;
mod parallel;
mod plan;
mod right_of_way;
mod rounding;
mod routes;
mod scout;
mod scratch;
mod sense;
mod sentries;
mod siege;
mod steering;
mod store_results;
mod tickets;
mod trace;
mod turn_shares;
mod validate;

use terrarium_creatures::behaviour::Behaviour;
use terrarium_creatures::species::BehaviourRefusal;
use terrarium_space::Index;

pub use change::Change;
pub use check::Violation;
pub use command::{
    Calamity, Command, CommandRefusal, DROUGHT_LIGHT, EditPlan, FARTHEST_PUSH,
    FIRE_DEATH_PROBABILITY, LONGEST_DROUGHT, MAX_PAINTED, MAX_SCATTERED, PAINTED_TILES,
    PLAGUE_DEATH_PROBABILITY, PaintPlan, Push, RemovalPlan, TimedOutcome, WallPlan,
};
pub use command::{changed_rules, check_rule_alone};
pub use effort::TickEffort;
pub use energy_trace::{EnergyAccount, EnergyTrace};
pub use grow::GrowthStep;
pub use incubate::{breeding_obstacle, can_carry, is_due};
pub use insight::Light;
use scratch::Scratch;
pub use trace::{TraceEntry, TraceTarget, TurnTrace};

use crate::behaviours;
use crate::world::World;

/// A phase of a tick.
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// The file with its code, from the root of the repository.
    pub file: &'static str,
    /// What happens in it.
    pub what: &'static str,
    /// The order in which organisms are processed; empty where it has no effect.
    pub order: &'static str,
    run: fn(&mut Simulation),
}

/// All phases of a tick, in order.
pub const PHASES: &[Phase] = &[
    decide::PHASE,
    gather::PHASE,
    burn::PHASE,
    calamities::PHASE,
    attack::PHASE,
    defend::PHASE,
    siege::PHASE,
    sentries::PHASE,
    movement::PHASE,
    links::PHASE,
    capture::PHASE,
    eat::PHASE,
    grow::PHASE,
    heal::PHASE,
    incubate::PHASE,
    light::PHASE,
    birth::PHASE,
    nests::PHASE,
    tickets::PHASE,
    routes::PHASE,
    flow_fields::PHASE,
    store_results::PHASE,
];

impl Phase {
    /// Runs the phase.
    pub fn run(&self, simulation: &mut Simulation) {
        (self.run)(simulation);
    }
}

/// A running world: its state, the behaviours of its species, and the data derived from its state.
pub struct Simulation {
    world: World,
    behaviours: Vec<Option<Box<dyn Behaviour>>>,
    scratch: Scratch,
}

impl Simulation {
    /// Creates a simulation of `world`. `behaviours` holds the behaviour of each of its species, `None`
    /// for plants.
    ///
    /// # Panics
    /// When `behaviours` does not have one entry for each species.
    #[must_use]
    pub fn new(mut world: World, behaviours: Vec<Option<Box<dyn Behaviour>>>) -> Self {
        assert_eq!(world.config.species.len(), behaviours.len(), "one behaviour for each species");
        world.lay_out_along_curve();
        let scratch = Scratch::new(&world);
        flow_fields::attach(&mut world, &scratch.derived);
        Self { world, behaviours, scratch }
    }

    /// Replaces the world. The behaviours are kept if the species and the rules are the same, and
    /// created again otherwise.
    ///
    /// # Errors
    /// When a behaviour cannot be created. Nothing has changed then.
    pub fn restart(&mut self, mut world: World) -> Result<(), BehaviourRefusal> {
        let (old, new) = (&self.world.config, &world.config);
        if old.species != new.species || old.rules != new.rules {
            self.behaviours = behaviours::make_all(&new.species, &new.rules)?;
        }
        world.lay_out_along_curve();
        self.scratch = Scratch::new(&world);
        flow_fields::attach(&mut world, &self.scratch.derived);
        self.world = world;
        Ok(())
    }

    /// Simulates one tick. The commands of the timetable that are due come first.
    pub fn tick(&mut self) {
        self.tick_with_observer(&mut |_| {});
    }

    /// Simulates one tick and calls `observer` with the name of each phase when it ends, for
    /// measurements.
    pub fn tick_with_observer(&mut self, observer: &mut dyn FnMut(&'static str)) {
        self.follow_timetable();
        self.scratch.this_tick.effort = TickEffort::default();
        self.begin_energy_traces();
        for phase in PHASES {
            phase.run(self);
            self.record_energy(phase.name);
            observer(phase.name);
        }
    }

    /// The state of the world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The spatial index of all bodies, as the next tick will use it.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.scratch.derived.index
    }

    /// The effort of the last tick; zero before the first.
    #[must_use]
    pub fn effort(&self) -> TickEffort {
        self.scratch.this_tick.effort
    }

    /// Ends the simulation and returns the state of its world.
    #[must_use]
    pub fn into_world(self) -> World {
        self.world
    }
}
