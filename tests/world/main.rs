//! Worlds over time: rules, reproducibility, commands, navigators, and files of earlier versions.

mod arena;
#[path = "../support/by_hand.rs"]
mod by_hand;
mod calamities;
mod changes;
mod commands;
mod conquest;
mod conquest_input;
mod conquest_routes;
mod default_world;
mod driven;
mod edits;
mod effort;
#[path = "../../navigation/tests/navigation/support/environment.rs"]
mod environment;
mod every_tick;
mod genomes;
mod golden;
mod ground;
mod invariants;
mod knowing;
mod links;
mod mating;
mod meetings;
mod navigators_in_worlds;
mod nearest_places;
mod pairs;
mod playback;
mod repeatability;
mod restored;
mod rules_of_life;
mod saved_scenarios;
mod shared_fields;
#[path = "../support/shipped.rs"]
mod shipped;
mod steering;
mod timetable;
mod travel;
mod walkers;
mod walls;
#[path = "../support/workdir.rs"]
mod workdir;

#[path = "../../navigation/tests/navigation/support/strategic.rs"]
mod strategic_support;
