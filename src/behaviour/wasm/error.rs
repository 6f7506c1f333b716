//! The errors of loading a module.

use thiserror::Error;

use super::limits;

/// Why a module cannot be loaded. Each message names the problem and, after the last semicolon, the
/// remedy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModuleError {
    /// The module is too large.
    #[error(
        "the module has {length} bytes, more than the {} allowed; strip it, and build it for size",
        limits::MODULE_BYTES
    )]
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
    /// The text form cannot be assembled.
    #[error("the module is not valid WebAssembly text: {problem}; correct it")]
    Text {
        /// The message of the assembler, on one line.
        problem: String,
        /// The position, in bytes from the beginning of the text.
        offset: usize,
    },
    /// The bytes are not a valid module, or use a feature that is not supported.
    #[error(
        "the module is invalid or uses an unsupported feature: {problem} (at byte {offset}); build a \
         core module without threads, vectors, 64-bit memory, tail calls and exceptions"
    )]
    Invalid {
        /// The message of the validator.
        problem: String,
        /// The position, in bytes from the beginning of the module.
        offset: usize,
    },
    /// The module exceeds a limit.
    #[error("the module has {count} {what}, more than the {most} allowed; reduce them")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// Their number.
        count: u64,
        /// The maximum number.
        most: u64,
    },
    /// The module imports something that the host does not provide.
    #[error(
        "the module imports `{module}` `{name}`, which does not exist; import nothing but {known} \
         from `terrarium`"
    )]
    UnknownImport {
        /// The module of the import.
        module: String,
        /// The name of the import.
        name: String,
        /// The functions that the host provides.
        known: String,
    },
    /// The module imports a host function with a wrong type.
    #[error(
        "the module imports `terrarium` `{name}` with a type other than {expected}; declare it with \
         that type"
    )]
    ImportType {
        /// The function.
        name: String,
        /// Its type.
        expected: String,
    },
    /// The module lacks a required export.
    #[error("the module does not export {what}; export it as docs/abi.md describes")]
    NoExport {
        /// The export with its type.
        what: &'static str,
    },
    /// The module exports a reserved name.
    #[error(
        "the module exports `{name}`, but names that begin with `terrarium:` are reserved; choose \
         another name"
    )]
    ReservedExport {
        /// The name.
        name: String,
    },
    /// The module uses an instruction whose effect would outlast the turn.
    #[error(
        "the module uses `{instruction}` (at byte {offset}), whose effect would outlast the turn; do \
         without it"
    )]
    Instruction {
        /// The instruction.
        instruction: &'static str,
        /// The position, in bytes from the beginning of the module.
        offset: usize,
    },
    /// The module is built for another version of the interface.
    #[error(
        "the module is built for version {given} of the interface, but this program has version \
         {ours}; rebuild it with the kit of this program"
    )]
    Version {
        /// The version that the module returns.
        given: i32,
        /// The version of this program.
        ours: i32,
    },
    /// The address of the buffer is not valid.
    #[error(
        "`terrarium_buffer` returns {address}, which is not the address of {} bytes in its memory at \
         a multiple of 8; return the address of such a buffer",
        super::record::BUFFER_BYTES
    )]
    Buffer {
        /// The address that the module returns.
        address: u32,
    },
    /// The declaration of parameters is not valid.
    #[error(
        "`terrarium_parameters` declares {given}, which is not a valid parameter; write lines such \
         as `caution 70 0 10000`: name, default, minimum, maximum"
    )]
    Parameters {
        /// The line, quoted.
        given: String,
    },
    /// A function that runs during loading failed.
    #[error(
        "{what} failed: {problem}; it must return within {} instructions",
        limits::LOADING_FUEL
    )]
    Loading {
        /// The function.
        what: &'static str,
        /// The error.
        problem: String,
    },
    /// This program was built so that modules could exhaust its stack.
    #[error(
        "this program cannot run modules safely: a loop in a module uses {stack_bytes} bytes of its \
         stack; build the crate `wasmi` at opt-level 3 without debug assertions, or at opt-level 1"
    )]
    Engine {
        /// The stack that a short loop uses, in bytes.
        stack_bytes: usize,
    },
}
