//! Creatures for Terrarium in Rust.
//!
//! A creature is a library that says what to do with each turn, built for
//! `wasm32-unknown-unknown`:
//!
//! ```no_run
//! #![no_std]
//!
//! use terrarium_creature::{Seen, Turn, creature};
//!
//! creature!(decide);
//!
//! /// Walks up to the nearest plant and eats of it.
//! fn decide(turn: &mut Turn) {
//!     let senses = turn.senses();
//!     if senses.can_reproduce() {
//!         turn.reproduce();
//!     }
//!     if let Some(plant) = senses.sightings().iter().find(|s| s.seen == Seen::PLANT) {
//!         turn.go_beside(plant.id, senses.max_speed);
//!         turn.eat(plant.id);
//!     }
//! }
//! ```
//!
//! Nothing that a turn leaves in variables is there in the next: what a creature is to remember
//! goes through [`Turn::remember`]. So there is nothing to initialise and nothing to free.

#![no_std]

mod buffer;
mod host;
mod instincts;
mod intent;
mod knowledge;
mod memory;
#[cfg(all(feature = "panic-messages", target_arch = "wasm32"))]
mod report;
mod searches;
mod senses;
mod shunned;

pub use host::{
    abort, budget_left, ground_at, log, log_number, mark_line, mark_point, mark_text, math, random,
    random_bits,
};
pub use intent::Turn;
pub use knowledge::{
    Condition, Link, Message, crossed, mutated, needs_partner, path_length, second_dna, step_cost,
};
pub use memory::{Pack, Reader, Writer};
pub use searches::Kind;
pub use senses::{
    Activity, Allegiance, Base, Colony, EnergyState, Event, EventKind, GroundKind, Id, Refusal, Seen, Senses,
    Sighting, Slot, Wall,
};
pub use shunned::Shunned;

#[doc(hidden)]
pub use buffer::{Buffer, parameters, run};

/// The version of the interface that this crate speaks.
pub const ABI: i32 = 1;

/// Makes a module of a function that decides: `creature!(decide)`, with `fn decide(turn: &mut
/// Turn)`.
///
/// Parameters that a creature file can set are declared after it, each with its name, default, least
/// and greatest value. They become the fields of a struct `Parameters`:
///
/// ```no_run
/// # #![no_std]
/// # use terrarium_creature::{Turn, creature};
/// creature!(decide, caution = 70.0, 0.0, 1e4; pace = 0.3, 0.01, 1.0);
///
/// fn decide(turn: &mut Turn) {
///     let Parameters { caution, pace } = Parameters::of(turn.senses());
///     # _ = (caution, pace);
/// }
/// ```
#[macro_export]
macro_rules! creature {
    ($decide:path $(, $($name:ident = $default:literal, $least:literal, $greatest:literal);+)? $(;)?) => {
        $(
            /// The parameters that the creature file sets.
            #[derive(Debug, Clone, Copy)]
            #[allow(dead_code, reason = "a creature need not read its parameters")]
            struct Parameters {
                $($name: f64,)+
            }

            #[allow(dead_code, reason = "a creature need not read its parameters")]
            impl Parameters {
                /// The values for the species of these senses.
                fn of(senses: &'static $crate::Senses) -> Self {
                    let [$($name),+] = $crate::parameters(senses);
                    Self { $($name),+ }
                }
            }
        )?

        const _: () = {
            static BUFFER: $crate::Buffer = $crate::Buffer::new();

            #[unsafe(no_mangle)]
            extern "C" fn terrarium_abi() -> i32 {
                $crate::ABI
            }

            #[unsafe(no_mangle)]
            extern "C" fn terrarium_buffer() -> *mut u8 {
                BUFFER.address()
            }

            #[unsafe(no_mangle)]
            extern "C" fn terrarium_turn() {
                $crate::run(&BUFFER, $decide);
            }

            $(
                #[unsafe(no_mangle)]
                extern "C" fn terrarium_parameters() -> *const u8 {
                    concat!(
                        $(stringify!($name), " ", $default, " ", $least, " ", $greatest, "\n",)+
                        "\0"
                    ).as_ptr()
                }
            )?
        };
    };
}

#[cfg(all(feature = "panic-handler", not(feature = "panic-messages"), target_arch = "wasm32"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
