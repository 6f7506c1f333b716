//! What is observed of a world while it is simulated: the tables that a recorded run has.

use pyo3::prelude::*;
use terrarium::behaviour::EventKind;
use terrarium::experiment::condition::{ConditionContext, SpeciesStanding};
use terrarium::record::EventChoice;
use terrarium::record::census::{self, Census};
use terrarium::record::{events, ledger};
use terrarium::world::{Ledger, World};

use crate::table::{Table, TableBuilder};

/// The census, the ledger and the events of a world since it was founded or restored.
pub struct Observations {
    options: Options,
    census: Census,
    lines: TableBuilder,
    balances: TableBuilder,
    /// The ledger at the last of these.
    balance: Ledger,
    events: TableBuilder,
    /// Births and deaths of each species, in the order of the world.
    flows: Vec<[u64; 2]>,
    first_tick: u64,
}

/// What is observed, and how often.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The interval of the rows of the census, in ticks; 0 for none.
    pub census_every: u64,
    /// The interval of the rows of the ledger, in ticks; 0 for none.
    pub ledger_every: u64,
    /// Which events are kept.
    pub events: EventChoice,
}

/// Those of a world of which nothing else is said, as the signatures of `Scenario.found` and `World.restore` have them.
impl Default for Options {
    fn default() -> Self {
        Self { census_every: 10, ledger_every: 0, events: EventChoice::Lives }
    }
}

impl Observations {
    /// Begins to observe a world.
    pub fn new(world: &World, options: Options) -> Self {
        let mut observations = Self {
            options,
            census: Census::new(world),
            lines: TableBuilder::new(&census::columns()),
            balances: TableBuilder::new(&ledger::columns()),
            balance: Ledger::default(),
            events: TableBuilder::new(&events::columns()),
            flows: vec![[0, 0]; world.config().species.len()],
            first_tick: world.tick(),
        };
        // The events of a world that goes on are of the tick before.
        if world.tick() == 0 {
            observations.add_events(world);
        }
        observations.add_rows(world);
        observations
    }

    /// What is observed.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Observes the last tick of a world.
    pub fn record(&mut self, world: &World) {
        self.census.record(world);
        for event in world.events() {
            let [births, deaths] = &mut self.flows[event.species.index()];
            match event.what {
                EventKind::Born { .. } => *births += 1,
                EventKind::Died { .. } => *deaths += 1,
                _ => {}
            }
        }
        self.add_events(world);
        self.add_rows(world);
    }

    fn add_events(&mut self, world: &World) {
        let events = world.events().iter();
        for event in events.filter(|event| self.options.events.includes(&event.what)) {
            let species = &world.config().species(event.species).name;
            self.events.row(&events::cells(world.tick(), event, species));
        }
    }

    fn add_rows(&mut self, world: &World) {
        let is_due = |every: u64| every > 0 && world.tick().is_multiple_of(every);
        if is_due(self.options.census_every) {
            for line in self.census.take(world) {
                self.lines.row(&census::cells(&line, world.config().species(line.species)));
            }
        }
        if is_due(self.options.ledger_every) {
            let hash = world.state_hash().to_string();
            self.balances.row(&ledger::cells(world, &self.balance, &hash));
            self.balance = *world.ledger();
        }
    }

    /// The standing of each species, for conditions.
    pub fn standings(&self, world: &World) -> Vec<Option<SpeciesStanding>> {
        let counts = world.populations();
        let species = world.config().species.iter();
        let all = species.zip(counts).zip(&self.flows);
        all.map(|((species, alive), &[births, deaths])| {
            Some(SpeciesStanding { kind: species.kind, alive, births, deaths })
        })
        .collect()
    }

    /// What a condition can refer to.
    pub fn context<'a>(
        &self,
        world: &'a World,
        species: &'a [Option<SpeciesStanding>],
    ) -> ConditionContext<'a> {
        let tick = world.tick();
        let elapsed = tick - self.first_tick;
        ConditionContext { tick, elapsed, species, conquest: world.conquest() }
    }

    /// The census as a table, as `census.csv` has it.
    pub fn census(&self) -> PyResult<Table> {
        self.lines.table()
    }

    /// The events as a table, as `events.parquet` has it.
    pub fn events(&self) -> PyResult<Table> {
        self.events.table()
    }

    /// The energy ledger as a table, as `ledger.csv` has it.
    pub fn ledger(&self) -> PyResult<Table> {
        self.balances.table()
    }
}
