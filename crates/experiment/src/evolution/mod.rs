//! The evolution of each run beside neutral shadows of it, as `terrarium evolve` reports it for a recorded run.

mod figure;
mod observation;
mod options;
mod table;

pub use figure::EvolutionFigure;
pub(super) use observation::Observation;
pub use options::EvolutionOptions;
pub(super) use table::EvolutionTable;
pub use table::{EVOLUTION_CSV, EVOLUTION_PARQUET, columns};
