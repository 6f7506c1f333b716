//! Small maps on which colonies fight for bases, and in which a test decides for every creature.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::path::Path;
use std::sync::Arc;

use terrarium::behaviour::{Behaviour, EventKind, OrganismId, Turn};
use terrarium::document::{Document, Override};
use terrarium::run::{self, StartError};
use terrarium::scenario::Scenario;
use terrarium::tick::Simulation;
use terrarium::world::{Conquest, SavedOrganism, World};

/// A map of one base, which red holds, with a sentry and a nest; and a nest of each colony for good.
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

/// The world of a scenario's text.
pub fn found(text: &str, settings: &[&str]) -> Result<World, StartError> {
    let settings: Vec<_> = settings.iter().map(|text| Override::parse(text).unwrap()).collect();
    let document =
        Document::parse("arena.toml", text).map_err(terrarium::scenario::ScenarioError::from)?;
    let scenario = Scenario::from_document("arena", Path::new(""), document, &settings)?;
    run::found(&scenario, &settings, &[])
}

/// A game that lives. Every tick of it is checked.
pub struct Game(pub Simulation);

impl Game {
    /// A scenario's world, where `decide` is asked for every animal.
    pub fn of(
        text: &str,
        settings: &[&str],
        decide: impl Fn(&mut Turn<'_>) + Send + Sync + 'static,
    ) -> Self {
        let world = found(text, settings).unwrap_or_else(|error| panic!("{error}"));
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

    /// Lives until something is so, for at most so many ticks; answers how many it took.
    pub fn until(&mut self, most: u64, is_so: impl Fn(&Self) -> bool) -> u64 {
        for lived in 0..most {
            if is_so(self) {
                return lived;
            }
            self.tick();
        }
        panic!("not within {most} ticks: {:?}", self.conquest());
    }

    pub fn conquest(&self) -> &Conquest {
        self.0.world().conquest().as_ref().expect("there is one")
    }

    /// What befell whom in the last tick.
    pub fn events_of(&self) -> Vec<(OrganismId, EventKind)> {
        let events = self.0.world().events().iter();
        events.map(|event| (event.to, event.what.clone())).collect()
    }

    /// Who was refused what in the last tick, and why.
    pub fn refusals(&self) -> Vec<&'static str> {
        let why = |(_, what)| match what {
            EventKind::Refused { why, .. } => Some(why.explanation().0),
            _ => None,
        };
        self.events_of().into_iter().filter_map(why).collect()
    }

    /// Everybody there is, by identity.
    pub fn everybody(&self) -> Vec<SavedOrganism> {
        self.0.world().organisms().collect()
    }
}

struct Script(Arc<dyn Fn(&mut Turn<'_>) + Send + Sync>);

impl Behaviour for Script {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| (self.0)(turn));
    }
}
