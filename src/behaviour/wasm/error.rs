//! Why a module cannot decide for creatures.

use thiserror::Error;

use super::limits;

/// Why a module is refused when it is loaded. Each message names what the module has, and what to
/// do about it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModuleError {
    /// The file is too long to be looked at.
    #[error(
        "it is {length} bytes long; a module may have {} at most: strip it, and build it for size",
        limits::MODULE_BYTES
    )]
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
    /// The text of a module does not make one.
    #[error("it is no WebAssembly text: {problem}; mend it")]
    Text {
        /// What the assembler says, on one line.
        problem: String,
        /// Where, in bytes from the beginning of the text.
        offset: usize,
    },
    /// The bytes are no module, or one that uses what creatures have not.
    #[error(
        "it is no module that creatures can have: {problem} (at byte {offset}); build a core module without threads, vectors, 64-bit memory, tail calls and exceptions"
    )]
    Invalid {
        /// What the validator says.
        problem: String,
        /// Where, in bytes from the beginning of the module.
        offset: usize,
    },
    /// Something is there too often.
    #[error("it has {count} {what}, but may have {most} at most; make it smaller")]
    TooMany {
        /// What.
        what: &'static str,
        /// How many.
        count: u64,
        /// How many there may be.
        most: u64,
    },
    /// It asks for something that there is not.
    #[error(
        "it imports `{module}` `{name}`, which creatures have not; they can import {known} from `terrarium`, and nothing else"
    )]
    UnknownImport {
        /// Of which module.
        module: String,
        /// Under which name.
        name: String,
        /// The functions there are.
        known: String,
    },
    /// It imports a function of the interface under another type.
    #[error(
        "it imports `terrarium` `{name}` as something else than {expected}; declare it like that"
    )]
    ImportType {
        /// The function.
        name: String,
        /// Its type.
        expected: String,
    },
    /// It does not export what the interface asks for.
    #[error("it does not export {what}; export it, as docs/abi.md tells")]
    NoExport {
        /// The export with its type.
        what: &'static str,
    },
    /// It exports something under a name that is reserved.
    #[error("it exports `{name}`; names that begin with `terrarium:` are reserved: choose another")]
    ReservedExport {
        /// The name.
        name: String,
    },
    /// It uses an instruction whose effect would outlive the turn.
    #[error("it uses `{instruction}` (at byte {offset}), which would outlive the turn; do without")]
    Instruction {
        /// The instruction.
        instruction: &'static str,
        /// Where, in bytes from the beginning of the module.
        offset: usize,
    },
    /// It is made for another version of the interface.
    #[error(
        "it is made for version {given} of the interface; this terrarium has version {ours}: build it anew with the kit of this terrarium"
    )]
    Version {
        /// What it answers.
        given: i32,
        /// What it should.
        ours: i32,
    },
    /// The buffer is not where one can be.
    #[error(
        "`terrarium_buffer` answers {address}, where its memory has no room for {} bytes at a multiple of 8; answer the address of such a buffer",
        super::record::BUFFER_BYTES
    )]
    Buffer {
        /// The address it answers.
        address: u32,
    },
    /// What it says of its parameters cannot be read.
    #[error(
        "`terrarium_parameters` says {given}, which is no list of parameters; give lines such as `caution 70 0 10000`: name, default, least, greatest"
    )]
    Parameters {
        /// The line, quoted.
        given: String,
    },
    /// It broke off while it was loaded.
    #[error(
        "{what} broke off: {problem}; it must come to an end by itself, within {} instructions",
        limits::LOADING_FUEL
    )]
    Loading {
        /// What was run.
        what: &'static str,
        /// What happened.
        problem: String,
    },
    /// This program was built so that modules could exhaust its stack.
    #[error(
        "this terrarium cannot run modules safely: a loop in one takes {appetite} bytes of its stack; build it with the crate `wasmi` at opt-level 3 without debug assertions, or at opt-level 1"
    )]
    Engine {
        /// How much a short loop takes, in bytes.
        appetite: usize,
    },
}
