//! Selection in a recorded run: which traits had more children, and what came of it.
//!
//! The organisms of a species are divided into cohorts by their tick of birth. For each cohort and trait, the equation
//! of Price (1970) divides the response, the difference between the mean of the children and the mean of the cohort,
//! into two parts: the selection differential, by which the mean of the parents differs when each counts once for every
//! child; and the transmission, by which children differ from their parents. The heritability of each trait is the regression
//! of children on their parents.
//!
//! ```
//! use terrarium_studies::phylogeny::{INDIVIDUALS_CSV, Phylogeny};
//! use terrarium_studies::selection::Selection;
//!
//! # let dir = tempfile::tempdir()?;
//! # let traits = "mature_radius,points_energy,points_eating,points_attack,points_defence,points_speed,\
//! #     points_camouflage,points_sight,height,preferred_light,seed_spread";
//! # let oak = |height| format!("oak,plant,20.0,,,,,,,,{height},0.5,300.0");
//! # let rows = [("1,,0,30", 1.0), ("2,,0,30", 2.0), ("3,2,12,20", 2.5), ("4,2,20,25", 2.5)];
//! # let rows = rows.map(|(row, height)| format!("{row},{}\n", oak(height)));
//! # let text = format!("organism,parent,born,died,species,kind,{traits}\n{}", rows.concat());
//! # std::fs::write(dir.path().join(INDIVIDUALS_CSV), text)?;
//! // Two oaks of heights 1 and 2; the second has two children of height 2.5.
//! let organisms = Phylogeny::read(&dir.path().join(INDIVIDUALS_CSV))?;
//! let selection = Selection::new(&organisms, 0, 10);
//! let height = selection.cohorts[0].traits.iter().find(|it| it.column == "height").unwrap();
//! assert_eq!((height.mean, height.differential, height.transmission), (1.5, Some(0.5), Some(0.5)));
//! assert_eq!(height.response(), Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cohort;
mod heritability;
mod over_cohorts;
#[cfg(test)]
mod tests;
mod trait_selection;

pub use cohort::{Cohort, Selection};
pub use heritability::Heritability;
pub use over_cohorts::OverCohorts;
pub use trait_selection::TraitSelection;
