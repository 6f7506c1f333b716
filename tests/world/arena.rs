//! Small conquest maps in which the test decides for every creature.

use std::path::Path;
use std::sync::Arc;

use terrarium::behaviour::{Behaviour, EventKind, OrganismId, Turn};
use terrarium::document::{Document, Override};
use terrarium::run::{self, StartError};
use terrarium::scenario::Scenario;
use terrarium::tick::Simulation;
use terrarium::world::{Conquest, SavedOrganism, World};

/// A map with one base of the red colony, with a sentry and a nest, and a permanent nest of each
/// colony.
pub const OUTPOST: &str = r##"
description = "An outpost"

[terrain]
tile = 48
rows = [
    "@@@@@@@@@@@@@@@@",
    "@              @",
    "@      S   2   @",
    "@              @",
    "@ 1      C     @",
    "@              @",
    "@              @",
    "@@@@@@@@@@@@@@@@",
    "@2             @",
    "@@@@@@@@@@@@@@@@",
]

[[terrain.base]]
name = "Outpost"
capture = [9, 4]
polygon = [[6, 1], [14, 1], [14, 6], [6, 6]]

[colonies]
blue = ["ant"]
red = ["termite"]

[rules]
living_animal = 0.01
lifespan_carnivore = 10000
sentry_damage = 10
healing = 0

[[population]]
species = "ant"
count = 1
grown = 1

[[population]]
species = "termite"
count = 0
grown = 1
"##;

/// Founds the world of a scenario given as text.
pub fn found(text: &str, overrides: &[&str]) -> Result<World, StartError> {
    let overrides: Vec<_> = overrides.iter().map(|text| Override::parse(text).unwrap()).collect();
    let document =
        Document::parse("arena.toml", text).map_err(terrarium::scenario::ScenarioError::from)?;
    let scenario = Scenario::from_document("arena", Path::new(""), document, &overrides)?;
    run::create_world(&scenario, &overrides, &[])
}

/// A running conquest. Invariants are checked after every tick.
pub struct Game(pub Simulation);

impl Game {
    /// Founds the world of a scenario; `decide` is called for every animal.
    pub fn new(
        text: &str,
        overrides: &[&str],
        decide: impl Fn(&mut Turn<'_>) + Send + Sync + 'static,
    ) -> Self {
        let world = found(text, overrides).unwrap_or_else(|error| panic!("{error}"));
        let script: Arc<dyn Fn(&mut Turn<'_>) + Send + Sync> = Arc::new(decide);
        let species = world.config().species.iter();
        let behaviours = species.map(|species| {
            let behaviour = || Box::new(Script(Arc::clone(&script))) as Box<dyn Behaviour>;
            species.behaviour.as_ref().map(|_| behaviour())
        });
        let behaviours = behaviours.collect();
        Self(Simulation::new(world, behaviours))
    }

    pub fn tick(&mut self) {
        self.0.tick();
        self.0.check().unwrap();
    }

    /// Simulates until a condition holds, for at most `most` ticks; returns the number of ticks.
    pub fn until(&mut self, most: u64, holds: impl Fn(&Self) -> bool) -> u64 {
        for ticks in 0..most {
            if holds(self) {
                return ticks;
            }
            self.tick();
        }
        panic!("not within {most} ticks: {:?}", self.conquest());
    }

    pub fn conquest(&self) -> &Conquest {
        self.0.world().conquest().expect("there is one")
    }

    /// The events of the last tick, with their organisms.
    pub fn events_of(&self) -> Vec<(OrganismId, EventKind)> {
        let events = self.0.world().events().iter();
        events.map(|event| (event.to, event.what.clone())).collect()
    }

    /// The names of the refusal reasons of the last tick.
    pub fn refusals(&self) -> Vec<&'static str> {
        let why = |(_, what)| match what {
            EventKind::Refused { why, .. } => Some(why.explanation().0),
            _ => None,
        };
        self.events_of().into_iter().filter_map(why).collect()
    }

    /// All organisms, by identity.
    pub fn organisms(&self) -> Vec<SavedOrganism> {
        self.0.world().organisms().collect()
    }
}

struct Script(Arc<dyn Fn(&mut Turn<'_>) + Send + Sync>);

impl Behaviour for Script {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| (self.0)(turn));
    }
}
