//! Worlds and their ticks, without scenarios and files.

mod check;
mod energy_trace;
mod meetings;
mod nearest_places;
mod rules_of_life;
mod species_genomes;
