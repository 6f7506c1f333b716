//! Is it more than drift? The evolution of a recorded run, beside neutral shadows of it.
//!
//! A [`NeutralModel`] draws shadows of a run: the same births and deaths, with parents drawn at random. An
//! [`EvolutionReport`] compares with them how far the means of traits moved, and the MODES metrics of open-ended evolution.
//!
//! ```
//! use terrarium_studies::evolution::{NeutralModel, Record, ShadowOptions};
//! use terrarium_studies::phylogeny::{INDIVIDUALS_CSV, Phylogeny};
//! use terrarium_creatures::rules::Rules;
//!
//! # let dir = tempfile::tempdir()?;
//! # let traits = "mature_radius,points_energy,points_eating,points_attack,points_defence,points_speed,\
//! #               points_camouflage,points_sight,height,preferred_light,seed_spread";
//! # let hare = "hare,herbivore,12.0,20.0,20.0,0.0,10.0,30.0,10.0,10.0,,,";
//! # let rows = ["1,,0,30", "2,,0,30", "3,1,10,", "4,1,12,"].map(|row| format!("{row},{hare}\n"));
//! # let text = format!("organism,parent,born,died,species,kind,{traits}\n{}", rows.concat());
//! # std::fs::write(dir.path().join(INDIVIDUALS_CSV), text)?;
//! // Hares 1 and 2 are founders; 3 and 4 are children of hare 1, born in ticks 10 and 12.
//! let organisms = Phylogeny::read(&dir.path().join(INDIVIDUALS_CSV))?;
//! let record = Record { organisms: &organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
//! let shadow = NeutralModel::new(record, ShadowOptions { seed: 7, candidates: 8 }).shadow(1);
//! let births = |tree: &Phylogeny| tree.taxa().iter().map(|it| (it.id, it.origin)).collect::<Vec<_>>();
//! assert_eq!(births(&shadow), births(&organisms));
//! // In the shadow, they are children of hare 1 or 2.
//! assert!(shadow.taxa()[2..].iter().all(|hare| hare.parent.is_some_and(|parent| parent < 2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod genome_inheritance;
mod genotype;
mod inheritance;
pub mod limits;
mod modes;
mod neutral_model;
mod persistence;
mod possible_parents;
mod record;
mod report;
mod shadow_table;
#[cfg(test)]
mod tests;
mod trait_change;

pub use comparison::Comparison;
pub use modes::{Metric, Modes, ModesSeries, Windows};
pub use neutral_model::{NeutralModel, ShadowOptions};
pub use record::Record;
pub use report::{ALL_SPECIES, EvolutionReport, ReportOptions, SpeciesReport};
pub use trait_change::TraitChange;
