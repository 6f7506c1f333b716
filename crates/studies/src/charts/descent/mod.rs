//! Pictures of descent: Müller plots, trees over time and the history of traits, from the organisms of a species.
//!
//! All of them are made from the [`Lifetimes`] of a species, at even intervals of time, so that the picture of a run of a million
//! organisms takes seconds.

mod colours;
mod lifetimes;
mod lineage_tree;
mod muller;
mod species_descent;
mod trait_history;

pub use lifetimes::Lifetimes;
pub use lineage_tree::{LineageTree, Row};
pub use muller::{Band, MullerPlot};
pub use species_descent::SpeciesDescent;
pub use trait_history::{TraitHistory, TraitPanel};
