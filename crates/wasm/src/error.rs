//! The errors of loading a module.

use thiserror::Error;

use super::{limits, record};

/// Why a module cannot be loaded. The message has the [problem](Self::problem) and the
/// [remedy](Self::remedy).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}; {}", self.problem(), self.remedy())]
pub enum ModuleError {
    /// The module is too large.
    TooLong {
        /// Its length in bytes.
        length: u64,
    },
    /// The text form cannot be assembled.
    Text {
        /// The message of the assembler, on one line.
        problem: String,
        /// The position, in bytes from the beginning of the text.
        offset: usize,
    },
    /// The bytes are not a valid module, or use a feature that is not supported.
    Invalid {
        /// The message of the validator.
        problem: String,
        /// The position, in bytes from the beginning of the module.
        offset: usize,
    },
    /// The module exceeds a limit.
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// Their number.
        count: u64,
        /// The maximum number.
        most: u64,
    },
    /// The module imports something that the host does not provide.
    UnknownImport {
        /// The module of the import.
        module: String,
        /// The name of the import.
        name: String,
        /// The functions that the host provides.
        known: String,
    },
    /// The module imports a host function with a wrong type.
    ImportType {
        /// The function.
        name: String,
        /// Its type.
        expected: String,
    },
    /// The module lacks a required export.
    NoExport {
        /// The export with its type.
        what: &'static str,
    },
    /// The module exports a reserved name.
    ReservedExport {
        /// The name.
        name: String,
    },
    /// The module uses an instruction whose effect would outlast the turn.
    Instruction {
        /// The instruction.
        instruction: &'static str,
        /// The position, in bytes from the beginning of the module.
        offset: usize,
    },
    /// The module is built for another version of the interface.
    Version {
        /// The version that the module returns.
        given: i32,
        /// The version of this program.
        ours: i32,
    },
    /// The address of the buffer is not valid.
    Buffer {
        /// The address that the module returns.
        address: u32,
    },
    /// The declaration of parameters is not valid.
    Parameters {
        /// The line, quoted.
        given: String,
    },
    /// A function that runs during loading failed.
    Loading {
        /// The function.
        what: &'static str,
        /// The error.
        problem: String,
    },
    /// This program was built so that modules could exhaust its stack.
    Engine {
        /// The stack that a short loop uses, in bytes.
        stack_bytes: usize,
    },
}

impl ModuleError {
    /// What is wrong with the module.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            Self::TooLong { length } => {
                let most = limits::MODULE_BYTES;
                format!("the module has {length} bytes, more than the {most} allowed")
            }
            Self::Text { problem, .. } => {
                format!("the module is not valid WebAssembly text: {problem}")
            }
            Self::Invalid { problem, offset } => format!(
                "the module is invalid or uses an unsupported feature: {problem} (at byte {offset})"
            ),
            Self::TooMany { what, count, most } => {
                format!("the module has {count} {what}, more than the {most} allowed")
            }
            Self::UnknownImport { module, name, .. } => {
                format!("the module imports `{module}` `{name}`, which does not exist")
            }
            Self::ImportType { name, expected } => {
                format!("the module imports `terrarium` `{name}` with a type other than {expected}")
            }
            Self::NoExport { what } => format!("the module does not export {what}"),
            Self::ReservedExport { name } => format!(
                "the module exports `{name}`, but names that begin with `terrarium:` are reserved"
            ),
            Self::Instruction { instruction, offset } => format!(
                "the module uses `{instruction}` (at byte {offset}), whose effect would outlast \
                 the turn"
            ),
            Self::Version { given, ours } => format!(
                "the module is built for version {given} of the interface, but this program has \
                 version {ours}"
            ),
            Self::Buffer { address } => format!(
                "`terrarium_buffer` returns {address}, which is not the address of {} bytes in its \
                 memory at a multiple of 8",
                record::BUFFER_BYTES
            ),
            Self::Parameters { given } => {
                format!("`terrarium_parameters` declares {given}, which is not a valid parameter")
            }
            Self::Loading { what, problem } => format!("{what} failed: {problem}"),
            Self::Engine { stack_bytes } => format!(
                "this program cannot run modules safely: a loop in a module uses {stack_bytes} \
                 bytes of its stack"
            ),
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Self::TooLong { .. } => "strip it, and build it for size",
            Self::Text { .. } => "correct it",
            Self::Invalid { .. } => {
                "build a core module without threads, vectors, 64-bit memory, tail calls and \
                 exceptions"
            }
            Self::TooMany { .. } => "reduce them",
            Self::UnknownImport { known, .. } => {
                return format!("import nothing but {known} from `terrarium`");
            }
            Self::ImportType { .. } => "declare it with that type",
            Self::NoExport { .. } => "export it as docs/abi.md describes",
            Self::ReservedExport { .. } => "choose another name",
            Self::Instruction { .. } => "do without it",
            Self::Version { .. } => "rebuild it with the kit of this program",
            Self::Buffer { .. } => "return the address of such a buffer",
            Self::Parameters { .. } => {
                "write lines such as `caution 70 0 10000`: name, default, minimum, maximum"
            }
            Self::Loading { .. } => {
                return format!("it must return within {} instructions", limits::LOADING_FUEL);
            }
            Self::Engine { .. } => {
                "build the crate `wasmi` at opt-level 3 without debug assertions, or at opt-level 1"
            }
        };
        remedy.to_owned()
    }
}
