//! What runs show: trees of descent, selection, evolution, charts as numbers and files, and comparisons of
//! branches.

#![forbid(unsafe_code)]

pub mod charts;
pub mod comparison;
pub mod evolution;
pub mod phylogeny;
pub mod selection;
pub mod statistics;
