//! Experiments of many runs, and the comparison of navigators.

mod checkpoints;
mod evolution;
mod experiments;
mod growth;
mod navigation_benchmark;
mod open_sweeps;
mod pairs;
mod partial;
mod points;
mod sources;
mod sparring;
mod stored_worlds;
mod sweeps;
mod timetables;
