//! The command `terrarium`, used as its users do, and the manuals.

mod batch;
mod creature;
mod debug_output;
mod documentation;
mod lab;
mod path;
mod render;
mod route;
mod run;
mod shipped_experiments;
#[path = "../support/workdir.rs"]
mod workdir;
