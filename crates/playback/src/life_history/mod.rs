//! Life histories: why organisms died, from birth to death, by replaying a recorded run.
//!
//! [`of_organism`] replays the part of a run in which one organism lived, and returns its
//! [`LifeHistory`]: its energy by account, what it did in runs of equal events, and a conclusion.
//! [`mortality`] replays all of it, and returns the deaths of each species by cause. Both are plain
//! data, and serialise to the JSON of `terrarium why`.
//!
//! ```
//! use terrarium_playback::life_history;
//! use terrarium_playback::Playback;
//! use terrarium_creatures::behaviour::OrganismId;
//! use terrarium_run::SimulationBuilder;
//! use terrarium_run::record::recording::Place;
//!
//! let ready = SimulationBuilder::new("meadow").world_size(800.0, 600.0);
//! # let counts = [("clover", 30), ("oak", 0), ("hare", 8), ("deer", 0), ("lynx", 0), ("wolf", 1)];
//! # let ready = counts.into_iter().fold(ready, |it, (species, count)| {
//! #     it.population(species, count)
//! # });
//! let mut playback = Playback::live(ready.ready()?, &Place::Temporary)?;
//! for _ in 0..40 {
//!     playback.step()?;
//! }
//! let deaths = life_history::mortality(&mut playback, &mut |_| {})?;
//! assert_eq!(deaths.last_tick, 40);
//! let life = life_history::of_organism(&mut playback, OrganismId(31), &mut |_| {})?;
//! println!("{}", life.conclusion);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod conclusion;
mod episode;
mod life;
mod mortality;
mod names;
mod replaying;
mod sections;
mod stepping;
#[cfg(test)]
mod tests;
mod tracker;

pub use budget::EnergyBudget;
pub use episode::{Episode, LONGEST_PAUSE};
pub use life::{
    Birth, Decision, Ending, FaultCount, LifeHistory, MealCount, Recent, RefusalCount,
    StateInterval, Vitals,
};
pub use mortality::{CauseOfDeath, DeathRecord, KillerCount, Mortality, SpeciesMortality};
pub use names::Individual;
pub use replaying::replay;
pub use replaying::{
    LifeHistoryError, LifeReplay, ReplayObserver, ReplayProgress, mortality, of_organism,
};
pub(crate) use replaying::{approach, begin_of};
pub use stepping::{DearestTurn, LineProfile, profile, turn_of};
pub use tracker::{LifeTracker, RECENT, SETTLED};
