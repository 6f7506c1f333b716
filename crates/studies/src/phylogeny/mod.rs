//! Phylogenies: the trees of descent of a recorded run, their figures, and their files in standard formats.
//!
//! A [`Phylogeny`] is read from the table of individuals of a run, or from that of the living and their ancestors. Its taxa
//! are organisms, or groups of organisms related by descent: genotypes with equal traits, or [`Clusters`] with similar
//! ones. It is one tree or several, one for each founder.
//!
//! ```
//! use terrarium_studies::phylogeny::{Figures, INDIVIDUALS_CSV, Phylogeny, write_newick};
//!
//! # let dir = tempfile::tempdir()?;
//! # let traits = "mature_radius,points_energy,points_eating,points_attack,points_defence,points_speed,\
//! #               points_camouflage,points_sight,height,preferred_light,seed_spread";
//! # let hare = "hare,herbivore,12.0,20.0,20.0,0.0,10.0,30.0,10.0,10.0,,,";
//! # let rows = ["2,1,10,25", "1,,0,30", "3,1,12,", "4,2,20,"].map(|row| format!("{row},{hare}\n"));
//! # let text = format!("organism,parent,born,died,species,kind,{traits}\n{}", rows.concat());
//! # std::fs::write(dir.path().join(INDIVIDUALS_CSV), text)?;
//! let organisms = Phylogeny::read(&dir.path().join(INDIVIDUALS_CSV))?;
//! let extant = organisms.extant();
//! let figures = Figures::new(&extant);
//! assert_eq!((figures.taxa, figures.living), (4, 2));
//! assert_eq!(figures.common_ancestor.map(|it| it.id), Some(1));
//! assert_eq!(figures.mean_pairwise_distance, Some(3.0));
//!
//! let mut newick = Vec::new();
//! write_newick(&extant, &mut newick)?;
//! assert_eq!(String::from_utf8(newick)?, "((hare-4:10)hare-2:10,hare-3:12)hare-1:0;\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alife_standard;
mod balance;
mod children;
mod cluster_index;
mod clusters;
mod columns;
mod damage;
mod figures;
mod genome_values;
mod heritable;
mod individuals;
mod newick;
mod pedigree;
mod taxon;
#[cfg(test)]
pub(crate) mod tests;
mod tree;

pub use terrarium_creatures::species::{TRAIT_COLUMNS, TraitValues};

pub use alife_standard::write_alife_standard;
pub use balance::Balance;
pub(crate) use children::Children;
pub use cluster_index::ClusterIndex;
pub use clusters::Clusters;
pub use figures::{CommonAncestor, Figures};
pub use genome_values::GenomeValues;
pub use heritable::Heritable;
pub use individuals::{ANCESTRY_CSV, ANCESTRY_PARQUET, INDIVIDUALS_CSV, INDIVIDUALS_PARQUET};
pub use newick::write_newick;
pub use taxon::Taxon;
pub use tree::{Phylogeny, SpeciesInTree};
