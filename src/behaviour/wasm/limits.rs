//! What a module may take up: refused when it is loaded, or stopped in its turn.

/// The longest module, and the longest text of one, in bytes.
pub use crate::species::MODULE_BYTES;

/// The most pages of 64 KiB that a memory may have: 4 MiB. What a turn has grown is taken back
/// after it.
pub const MEMORY_PAGES: u64 = 64;

/// The most functions of a module.
pub const FUNCTIONS: u32 = 4_000;

/// The most local variables of a function, parameters not counted.
pub const LOCALS: u32 = 256;

/// The most parameters, and the most results, of a function.
pub const ARITY: usize = 16;

/// The most global variables of a module.
pub const GLOBALS: u32 = 200;

/// The most elements of the table of a module.
pub const TABLE_ELEMENTS: u64 = 4_096;

/// The most data segments, and the most element segments, of a module.
pub const SEGMENTS: u32 = 1_000;

/// How deep functions may call each other.
pub const CALL_DEPTH: usize = 400;

/// The most bytes that the local variables of all functions under way may take.
pub const STACK_BYTES: usize = 256 << 10;

/// How often a turn may ask for memory to grow.
pub const GROWTHS_A_TURN: i32 = 64;

/// Bytes that are filled, copied or added to a memory for the price of one instruction.
pub const BYTES_AN_INSTRUCTION: u32 = 16;

/// The price of a call, in instructions: it sets all local variables of the called to zero.
pub const CALL_PRICE: u8 = 16;

/// Fuel for what runs once, when a module is loaded: its start function, and the questions it is
/// asked.
pub const LOADING_FUEL: u64 = 1_000_000;

/// Instructions of a module for each operation of the rule `turn_budget`.
pub const INSTRUCTIONS_AN_OPERATION: u64 = 100;

/// The longest list of parameters that a module can declare, in bytes of text.
pub const PARAMETER_TEXT: usize = 4_096;
