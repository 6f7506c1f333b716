//! Phylogenies worked by hand, and random ones compared with definitions.

mod clusters;
mod figures;
mod files;
pub(crate) mod forests;
mod genomes;
mod genotypes;
mod pedigree;
pub(crate) mod picture;
mod reading;
