//! Worlds and their ticks, without scenarios and files.

mod blank_terrain;
mod calamity;
mod check;
mod coming_within;
mod conquest;
mod energy_trace;
mod ground;
mod meetings;
mod movers;
mod nearest_places;
mod rules_of_life;
mod species_genomes;
mod suspension;
mod timetable;
mod walls;

// Private to the library, and whole in themselves: they are compiled once more, beside their tests.
#[path = "../../src/tick/movement/collision.rs"]
mod collision;
#[path = "../../src/tick/movement/lattice_lines.rs"]
mod lattice_lines;
#[path = "../../src/world/turn_account.rs"]
mod turn_account;
