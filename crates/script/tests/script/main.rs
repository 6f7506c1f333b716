//! Scripts as behaviours: what they can call, what it costs, and what they keep.

mod caught_errors;
mod costs;
mod equality;
mod interception;
mod interface;
mod memory;
mod other_languages;
mod texts;

use terrarium_script::LIST_LENGTH;

// Private to the library, and whole in itself but for that length: it is compiled once more, beside its tests.
#[path = "../../src/prices.rs"]
#[expect(dead_code, reason = "the tests use a part of it")]
mod prices;
