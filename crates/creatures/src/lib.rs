//! What creatures are: the rules they live by, their species, what they inherit, and the interface of their
//! behaviours.

#![forbid(unsafe_code)]

pub mod behaviour;
pub mod clustering;
pub mod genome;
pub mod rules;
pub mod species;
