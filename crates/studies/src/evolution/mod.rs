//! Is it more than drift? The evolution of a recorded run, beside neutral shadows of it.
//!
//! A [`NeutralModel`] draws shadows of a run: the same organisms with the same parents, births and deaths, whose mutations are
//! drawn anew. An [`EvolutionReport`] compares with them how far the means of traits moved, and the MODES metrics of
//! open-ended evolution.
//!
//! ```
//! use terrarium_studies::evolution::{NeutralModel, Record};
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
//! let shadow = NeutralModel::new(record, 7).shadow(1);
//! let births = |tree: &Phylogeny| tree.taxa().iter().map(|it| (it.origin, it.parent)).collect::<Vec<_>>();
//! assert_eq!(births(&shadow), births(&organisms));
//! // Hares 3 and 4 have other traits in the shadow.
//! assert!((2..4).all(|hare| shadow.taxa()[hare].traits != organisms.taxa()[hare].traits));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod descent;
mod exchanged_changes;
mod genotype;
mod inheritance;
pub mod limits;
mod modes;
mod neutral_model;
mod persistence;
mod record;
mod report;
mod shadow_table;
#[cfg(test)]
mod tests;
mod trait_change;

pub use comparison::Comparison;
pub use modes::{Metric, Modes, ModesSeries, Windows};
pub use neutral_model::NeutralModel;
pub use record::Record;
pub use report::{ALL_SPECIES, EvolutionReport, ModesReport, ReportOptions, SpeciesReport};
pub use trait_change::TraitChange;
