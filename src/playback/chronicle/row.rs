//! One tick in the chronicle, as recordings hold it.

use serde::{Deserialize, Serialize};

use super::{Portrait, Remark, portrait};
use crate::behaviour::{Colony, Death, EventKind};
use crate::world::World;

/// What became of a world in one tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// How many ticks the world had lived then.
    pub tick: u64,
    /// Over how many ticks births and deaths are counted: 1, but for the row a chronicle begins with.
    pub ticks: u64,
    /// What each species came to, in the order of the world.
    pub tallies: Vec<Tally>,
    /// The tickets of the colonies, blue first, where they fight for bases.
    pub tickets: Option<[u32; 2]>,
    /// Who holds each base, where that is not as in the row before.
    pub bases: Option<Vec<Option<Colony>>>,
    /// What the traits of each species are like, every so many ticks.
    pub portraits: Option<Vec<Portrait>>,
    /// What was worth a look.
    pub remarks: Vec<Remark>,
}

/// One species in one tick, or over several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many lived at the end.
    pub count: u32,
    /// How many were born.
    pub births: u32,
    /// How many died of each cause, in the order of [`Death::ALL`].
    pub deaths: [u32; Death::ALL.len()],
}

impl Row {
    /// The row of a tick that `world` has just lived; remarks and changes of bases are to be added.
    pub(super) fn of(world: &World, ticks: u64) -> Self {
        let mut tallies: Vec<Tally> = world.populations().into_iter().map(Tally::of).collect();
        for event in &world.events {
            let tally = &mut tallies[event.species.index()];
            match event.what {
                EventKind::Born { .. } => tally.births += 1,
                EventKind::Died { of, .. } => tally.deaths[of as usize] += 1,
                _ => {}
            }
        }
        let is_due = world.tick.is_multiple_of(portrait::EVERY);
        Self {
            tick: world.tick,
            ticks,
            tallies,
            tickets: world.conquest.as_ref().map(|conquest| conquest.tickets),
            bases: None,
            portraits: is_due.then(|| Portrait::of_all(world)),
            remarks: Vec::new(),
        }
    }

    /// The row that a chronicle begins with: who is there, and nothing of what happened before.
    pub(super) fn first(world: &World) -> Self {
        let now = Self::of(world, 0);
        let tallies = now.tallies.iter().map(|tally| Tally::of(tally.count.into())).collect();
        let portraits = Some(Portrait::of_all(world));
        Self { tallies, portraits, bases: bases_of(world), ..now }
    }
}

/// Who holds each base, where colonies fight for them.
pub(super) fn bases_of(world: &World) -> Option<Vec<Option<Colony>>> {
    let conquest = world.conquest.as_ref()?;
    Some(conquest.bases.iter().map(|base| base.owner).collect())
}

impl Tally {
    fn of(count: u64) -> Self {
        Self { count: u32::try_from(count).unwrap_or(u32::MAX), ..Self::default() }
    }

    /// How many died.
    #[must_use]
    pub fn all_deaths(&self) -> u32 {
        self.deaths.iter().sum()
    }

    /// What this came to together with what came next.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        self.count = next.count;
        self.births += next.births;
        self.deaths.iter_mut().zip(next.deaths).for_each(|(sum, more)| *sum += more);
        self
    }
}
