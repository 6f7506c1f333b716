//! Experiments of many runs, and the comparison of navigators.

mod experiments;
mod navigation_benchmark;
mod sparring;
