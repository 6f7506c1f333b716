//! Worlds and their ticks, without scenarios and files.

mod check;
mod energy_trace;
mod species_genomes;
