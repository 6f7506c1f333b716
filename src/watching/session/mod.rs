//! A session.

mod pace;

pub use pace::{NoPace, Pace};
