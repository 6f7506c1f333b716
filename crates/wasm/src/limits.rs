//! The limits on modules. A module that exceeds one is rejected when it is loaded, or its turn fails.

/// The maximum length of a module, in binary or text form, in bytes.
pub use terrarium_creatures::species::MODULE_BYTES;

/// The maximum size of the memory, in pages of 64 KiB: 4 MiB. Growth is reverted after the turn.
pub const MEMORY_PAGES: u64 = 64;

/// The maximum number of functions in a module.
pub const FUNCTIONS: u32 = 4_000;

/// The maximum number of local variables of a function, without its parameters.
pub const LOCALS: u32 = 256;

/// The maximum number of parameters, and of results, of a function.
pub const ARITY: usize = 16;

/// The maximum number of global variables in a module.
pub const GLOBALS: u32 = 200;

/// The maximum number of elements in the table of a module.
pub const TABLE_ELEMENTS: u64 = 4_096;

/// The maximum number of data segments, and of element segments, in a module.
pub const SEGMENTS: u32 = 1_000;

/// The maximum depth of nested function calls.
pub const CALL_DEPTH: usize = 400;

/// The maximum size of the local variables of all active functions, in bytes.
pub const STACK_BYTES: usize = 256 << 10;

/// The maximum number of `memory.grow` instructions in a turn.
pub const GROWTHS_A_TURN: i32 = 64;

/// The fuel for the functions that run once, when a module is loaded: its start function, and the
/// exports that describe the module.
pub const LOADING_FUEL: u64 = 1_000_000;

/// The number of instructions for each operation of the rule `turn_budget`.
pub const INSTRUCTIONS_AN_OPERATION: u64 = 100;

/// The maximum length of the text that declares a module's parameters, in bytes.
pub const PARAMETER_TEXT: usize = 4_096;
