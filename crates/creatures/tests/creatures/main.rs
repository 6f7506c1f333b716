//! What creatures are: their files, what they inherit, and the interface of their behaviours.

mod catalogue;
mod clustering;
mod code_cache;
mod creature_files;
mod genome;
mod ground;
mod keys;
mod manifest;
mod native;
mod rules;
mod steering;
mod support;
mod traits;
mod turn;
