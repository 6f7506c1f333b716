//! One tick of the chronicle, as stored in recordings.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Colony, Death, EventKind};
use terrarium_sim::world::World;

use super::{Portrait, Remark, portrait};

/// The counts, portraits and remarks of one tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The number of completed ticks.
    pub tick: u64,
    /// The number of ticks over which births and deaths are counted: 1, except in the first row.
    pub ticks: u64,
    /// The tally of each species, in the order of the world.
    pub tallies: Vec<Tally>,
    /// The tickets of the colonies, blue first; `None` outside a conquest.
    pub tickets: Option<[u32; 2]>,
    /// The owner of each base, if any has changed since the previous row.
    pub bases: Option<Vec<Option<Colony>>>,
    /// The portrait of each species; stored at intervals only.
    pub portraits: Option<Vec<Portrait>>,
    /// The notable events.
    pub remarks: Vec<Remark>,
}

/// The counts of one species in an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The population at the end.
    pub count: u32,
    /// The number of births.
    pub births: u32,
    /// The number of deaths of each cause, in the order of [`Death::ALL`].
    pub deaths: [u32; Death::ALL.len()],
}

impl Row {
    /// Creates the row of the tick that `world` has just completed, without remarks and bases.
    pub(super) fn new(world: &World, ticks: u64) -> Self {
        let mut tallies: Vec<Tally> = world.populations().into_iter().map(Tally::new).collect();
        for event in world.events() {
            let tally = &mut tallies[event.species.index()];
            match event.what {
                EventKind::Born { .. } => tally.births += 1,
                EventKind::Died { of, .. } => tally.deaths[of as usize] += 1,
                _ => {}
            }
        }
        let is_due = world.tick().is_multiple_of(portrait::EVERY);
        Self {
            tick: world.tick(),
            ticks,
            tallies,
            tickets: world.conquest().map(|conquest| conquest.tickets),
            bases: None,
            portraits: is_due.then(|| Portrait::of_all(world)),
            remarks: Vec::new(),
        }
    }

    /// Creates the first row of a chronicle: the populations, without earlier births and deaths.
    pub(super) fn first(world: &World) -> Self {
        let now = Self::new(world, 0);
        let tallies = now.tallies.iter().map(|tally| Tally::new(tally.count.into())).collect();
        let portraits = Some(Portrait::of_all(world));
        Self { tallies, portraits, bases: bases_of(world), ..now }
    }
}

/// The owner of each base; `None` outside a conquest.
pub(super) fn bases_of(world: &World) -> Option<Vec<Option<Colony>>> {
    let conquest = world.conquest()?;
    Some(conquest.bases.iter().map(|base| base.owner).collect())
}

impl Tally {
    fn new(count: u64) -> Self {
        Self { count: u32::try_from(count).unwrap_or(u32::MAX), ..Self::default() }
    }

    /// The total number of deaths.
    #[must_use]
    pub fn all_deaths(&self) -> u32 {
        self.deaths.iter().sum()
    }

    /// Combines this tally with that of the next interval.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        self.count = next.count;
        self.births += next.births;
        self.deaths.iter_mut().zip(next.deaths).for_each(|(sum, more)| *sum += more);
        self
    }
}
