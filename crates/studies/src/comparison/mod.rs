//! Paired futures: two branches of a world under the same chance, compared.
//!
//! Random numbers are named by the descent of organisms, so two branches that differ in one thing stay identical
//! wherever its effects have not come. A [`Comparison`] reports what the branches differ in, the first tick in which
//! they part and who does, how many organisms are still identical as time passes, and how the census differs.
//!
//! ```
//! use terrarium_studies::comparison::{Extent, compare};
//! use terrarium_playback::Playback;
//! use terrarium_run::SimulationBuilder;
//! use terrarium_run::record::recording::Place;
//!
//! let branch = |light: u32| -> Result<Playback, Box<dyn std::error::Error>> {
//!     let start = SimulationBuilder::new("meadow").world_size(900.0, 700.0);
//!     let start = start.population("clover", 60).population("hare", 20);
//!     # let start = ["oak", "deer", "lynx", "wolf"].iter().fold(start, |it, species| {
//!     #     it.population(species, 0)
//!     # });
//!     Ok(Playback::live(start.rule("light", light).ready()?, &Place::Temporary)?)
//! };
//! let [mut bright, mut dim] = [branch(30)?, branch(20)?];
//! let extent = Extent { ticks: Some(10), every: None };
//! let comparison = compare([&mut bright, &mut dim], extent, &mut |_, _| {})?;
//! assert_eq!(comparison.inputs[0].what, "rules.light");
//! assert_eq!(comparison.parting.expect("plants grow less").tick, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chart;
mod inputs;
mod likeness;
mod parting;
mod tables;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use terrarium_creatures::species::{Kind, Species};
use terrarium_playback::{Playback, PlaybackError};
use terrarium_run::record::census::{Census, Line};
use terrarium_run::record::{SpeciesOutcome, Tally};
use terrarium_sim::world::World;
use thiserror::Error;

pub use chart::COMPARISON_PNG;
pub use inputs::Difference;
use inputs::Inputs;
use likeness::Likeness;
pub use likeness::Similarity;
pub use parting::{PartedOrganism, Parting};
pub use tables::{DIFFERENCES_CSV, SIMILARITY_CSV, differences_columns, similarity_columns};

/// The number of moments that are compared, unless another interval is asked for.
const MOMENTS: u64 = 500;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// For how many ticks, from the first that both branches have. Ticks after the last recorded one are simulated. By
    /// default, up to the last tick that both have.
    pub ticks: Option<u64>,
    /// At which interval, in ticks; by default one that gives at most 500 moments. The tick in which the branches part
    /// is found in any case.
    pub every: Option<u64>,
}

/// Two branches of a world, compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The first and the last tick that were compared.
    pub ticks: RangeInclusive<u64>,
    /// What the branches differ in: the seed, rules, the land, species and their code, and commands.
    pub inputs: Vec<Difference>,
    /// Where they part; `None` if all organisms are identical in all ticks.
    pub parting: Option<Parting>,
    /// The species, in the order of the world.
    pub species: Vec<Species>,
    /// The moments, ascending: the first tick, those at the interval, and the last tick.
    pub moments: Vec<Moment>,
    /// The births and deaths of each species, and how many are alive at the end, in each branch.
    pub outcomes: [Vec<SpeciesOutcome>; 2],
}

/// Both branches at one tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// The tick.
    pub tick: u64,
    /// How many of all organisms are identical.
    pub all: Similarity,
    /// How many of each species are.
    pub species: Vec<Similarity>,
    /// The census of each branch since the moment before: a line for each species.
    pub census: [Vec<Line>; 2],
}

/// Why two branches cannot be compared.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// A branch cannot be replayed.
    #[error(transparent)]
    Playback(#[from] PlaybackError),
    /// One ends before the other begins.
    #[error(
        "the branches have no tick in common: the first has ticks {first:?}, the second {second:?}; give branches \
         of one world"
    )]
    Apart {
        /// The ticks of the first.
        first: RangeInclusive<u64>,
        /// The ticks of the second.
        second: RangeInclusive<u64>,
    },
    /// They have other species.
    #[error(
        "the branches are of different worlds: the species of the first are {first}, those of the second {second}"
    )]
    Species {
        /// The names of the first.
        first: String,
        /// The names of the second.
        second: String,
    },
}

/// Replays two branches in step, and compares them. Calls `progress` with the number of ticks that are done, and of
/// all.
///
/// # Errors
/// When a branch cannot be replayed, or they have no tick in common or different species.
pub fn compare(
    branches: [&mut Playback; 2],
    extent: Extent,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Comparison, ComparisonError> {
    let [one, other] = branches;
    let ticks = common_ticks(one, other, extent)?;
    let (first, last) = (*ticks.start(), *ticks.end());
    one.seek(first)?;
    other.seek(first)?;
    let species = common_species(world(one), world(other))?;
    let every = extent.every.unwrap_or((last - first) / MOMENTS).max(1);
    let inputs = Inputs::new(one, other);
    let mut state = ComparisonState::new([world(one), world(other)]);
    state.record_moment([world(one), world(other)]);
    while state.tick < last {
        one.step()?;
        other.step()?;
        let worlds = [world(one), world(other)];
        state.record_tick(worlds);
        if (state.tick - first).is_multiple_of(every) || state.tick == last {
            state.record_moment(worlds);
        } else if state.parted.is_none() {
            state.compare(worlds);
        }
        progress(state.tick - first, last - first);
    }
    let inputs = inputs.until(last, [world(one), world(other)]);
    let outcomes = state.outcomes([world(one), world(other)]);
    let ComparisonState { parted, moments, .. } = state;
    let parting =
        parted.map(|parted| Parting::explain(parted, [one, other], &inputs)).transpose()?;
    Ok(Comparison { ticks, inputs, parting, species, moments, outcomes })
}

fn world(playback: &Playback) -> &World {
    playback.simulation().world()
}

/// The ticks that are compared.
fn common_ticks(
    one: &Playback,
    other: &Playback,
    extent: Extent,
) -> Result<RangeInclusive<u64>, ComparisonError> {
    let first = one.first_tick().max(other.first_tick());
    let last = one.frontier().min(other.frontier());
    if first > last {
        let of = |branch: &Playback| branch.first_tick()..=branch.frontier();
        return Err(ComparisonError::Apart { first: of(one), second: of(other) });
    }
    Ok(first..=extent.ticks.map_or(last, |ticks| first.saturating_add(ticks)))
}

/// The species of the first branch, if the second has the same.
fn common_species(one: &World, other: &World) -> Result<Vec<Species>, ComparisonError> {
    let names = |world: &World| -> Vec<(String, Kind)> {
        world.config().species.iter().map(|it| (it.name.clone(), it.kind)).collect()
    };
    let [first, second] = [one, other].map(names);
    if first == second {
        return Ok(one.config().species.clone());
    }
    let listed = |names: Vec<(String, Kind)>| {
        names.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    };
    Err(ComparisonError::Species { first: listed(first), second: listed(second) })
}

/// What was seen of both branches so far.
struct ComparisonState {
    tick: u64,
    census: [Census; 2],
    tallies: [Tally; 2],
    moments: Vec<Moment>,
    parted: Option<parting::Parted>,
}

impl ComparisonState {
    fn new(worlds: [&World; 2]) -> Self {
        Self {
            tick: worlds[0].tick(),
            census: worlds.map(Census::new),
            tallies: worlds.map(Tally::new),
            moments: Vec::new(),
            parted: None,
        }
    }

    /// Counts the events of the last tick.
    fn record_tick(&mut self, worlds: [&World; 2]) {
        self.tick = worlds[0].tick();
        for ((census, tally), world) in self.census.iter_mut().zip(&mut self.tallies).zip(worlds) {
            census.record(world);
            tally.record(world);
        }
    }

    /// Compares all organisms, until the branches part.
    fn compare(&mut self, worlds: [&World; 2]) -> [Vec<Likeness>; 2] {
        let organisms = worlds.map(Likeness::of_all);
        if self.parted.is_none() {
            self.parted = parting::Parted::new(self.tick, &organisms);
        }
        organisms
    }

    fn record_moment(&mut self, worlds: [&World; 2]) {
        let [one, other] = self.compare(worlds);
        let species = Similarity::of_species(&one, &other, worlds[0].config().species.len());
        let mut census =
            self.census.iter_mut().zip(worlds).map(|(census, world)| census.take(world));
        let mut next = || census.next().unwrap_or_default();
        let census = [next(), next()];
        let all = species.iter().fold(Similarity::default(), |sum, &it| sum + it);
        self.moments.push(Moment { tick: self.tick, all, species, census });
    }

    fn outcomes(&self, worlds: [&World; 2]) -> [Vec<SpeciesOutcome>; 2] {
        [0, 1].map(|branch| self.tallies[branch].outcome(worlds[branch]).species)
    }
}
