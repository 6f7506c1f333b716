//! The native part of the Python package `terrarium`: worlds, records and experiments.
//!
//! The package in `terrarium/` is what users import. Here is what needs the engine, one class per file. Errors of
//! input become [`errors`], tables go to any data frame library through Arrow ([`table`]), and long calls
//! release the interpreter's lock and answer interrupts.

mod errors;
mod experiment;
mod herd;
mod observations;
mod organisms;
mod picture;
mod recording;
mod scenario;
mod shared;
mod table;
mod threads;
mod values;
mod whole;
mod world;

/// The native part of the package `terrarium`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::experiment::{Experiment, Sweep};
    #[pymodule_export]
    use super::herd::Herd;
    #[pymodule_export]
    use super::picture::{Animation, Picture};
    #[pymodule_export]
    use super::recording::Recording;
    #[pymodule_export]
    use super::scenario::Scenario;
    #[pymodule_export]
    use super::table::{Table, read_table};
    #[pymodule_export]
    use super::world::World;

    /// The version of the engine.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
