//! A terrarium: axis-aligned boxes that are alive.
//!
//! Plants, herbivores and carnivores see, decide, find their way around each other, eat, fight,
//! grow, breed and die in a continuous world. Priorities, in order: correct and repeatable; clear;
//! fast; rich.

#![forbid(unsafe_code)]

pub mod batch;
pub mod behaviour;
#[cfg(feature = "cli")]
pub mod cli;
pub mod document;
pub mod geometry;
pub mod navigation;
pub mod record;
pub mod regular_file;
pub mod rules;
pub mod scenario;
pub mod space;
pub mod species;
pub mod spelling;
pub mod tick;
pub mod world;
