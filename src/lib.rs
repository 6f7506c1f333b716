//! A terrarium: axis-aligned boxes that are alive.
//!
//! Plants, herbivores and carnivores see, decide, find their way around each other, eat, fight,
//! grow, breed and die in a continuous world. Priorities, in order: correct and repeatable; clear;
//! fast; rich.

#![forbid(unsafe_code)]

pub mod geometry;
pub mod navigation;
