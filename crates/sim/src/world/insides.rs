//! A world opened up, for tests that make worlds which no tick could make.

use terrarium_creatures::behaviour::{Event, OrganismId};

use super::{Conquest, HashedConfig, Ledger, World, WorldConfig};

/// The state of a world, to be changed at will.
#[doc(hidden)]
pub struct Insides<'a> {
    pub tick: &'a mut u64,
    pub next_id: &'a mut OrganismId,
    pub organisms: &'a mut hecs::World,
    pub events: &'a mut Vec<Event>,
    pub ledger: &'a mut Ledger,
    pub conquest: &'a mut Option<Conquest>,
    config: &'a mut HashedConfig,
}

impl Insides<'_> {
    /// Changes the configuration.
    pub fn configure(&mut self, change: impl FnOnce(&mut WorldConfig)) {
        self.config.update(change);
    }
}

impl World {
    /// Opens the world up, for tests.
    #[doc(hidden)]
    pub fn insides(&mut self) -> Insides<'_> {
        let Self { config, tick, next_id, organisms, events, ledger, conquest, .. } = self;
        Insides { tick, next_id, organisms, events, ledger, conquest, config }
    }
}
