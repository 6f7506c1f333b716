//! The behaviours that species choose: native code, scripts and modules, made and described.

mod create;
mod describe;

pub use create::{check, make, make_all};
pub use describe::{describe_dna, describe_memory};
