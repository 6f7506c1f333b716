//! What the benchmarks share with the comparison with other simulators in `peers/`.

pub mod flock;
