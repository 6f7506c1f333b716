//! Behaviours: scripts and modules decide as native ones do, are sandboxed, and stay within their
//! limits.

mod conformance;
mod fair_turns;
mod faults;
mod ground;
mod heritable;
mod hostile_modules;
mod hostile_scripts;
mod kit_helpers;
mod knowing;
mod module_faults;
mod module_interface;
mod module_state;
mod modules;
mod planning_shares;
#[path = "../support/restored.rs"]
mod restored;
mod script_conformance;
mod script_worlds;
mod scripts;
mod shared_code;
#[path = "../support/shipped.rs"]
mod shipped;
mod turn_shares;
mod wasm_conformance;
