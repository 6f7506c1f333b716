//! Phylogenies worked by hand, and random ones compared with definitions.

mod figures;
mod files;
mod forests;
mod genotypes;
mod picture;
mod reading;
