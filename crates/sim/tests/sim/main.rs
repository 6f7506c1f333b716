//! Worlds and their ticks, without scenarios and files.

mod blank_terrain;
mod calamity;
mod check;
mod coming_within;
mod conquest;
mod energy_trace;
mod ground;
mod meetings;
mod nearest_places;
mod passing;
mod rules_of_life;
mod species_genomes;
mod suspension;
mod timetable;
mod walls;

// Private to the library, and whole in themselves: they are compiled once more, beside their tests.
#[path = "../../src/tick/plan/meeting.rs"]
mod meeting;
#[path = "../../src/world/turn_account.rs"]
mod turn_account;
