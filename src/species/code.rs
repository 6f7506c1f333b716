//! Who decides for a species: a native behaviour by name, or code of its own, which is then a part
//! of the species.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The engine that this version runs scripts on, with its exact version.
pub const SCRIPT_ENGINE: &str = "rhai 1.27.0";

/// The engine that this version runs WebAssembly modules on, with its exact version, and that of the
/// marks with which modules are run: both decide how much fuel a turn takes.
pub const MODULE_ENGINE: &str = "wasmi 2.0.0, marks 1";

/// Which behaviour decides for a species, and how it is set up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BehaviourChoice {
    /// Where its decisions come from.
    pub code: Code,
    /// Numbers by name that its author can set; each behaviour documents its own.
    pub parameters: BTreeMap<String, f64>,
}

/// Where the decisions of a species come from.
///
/// Code of its own is held whole, with the engine and version it was made for: whoever has the
/// species needs no files to go on with it. Engines count differently from version to version, so
/// they are never mixed.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub enum Code {
    /// The native behaviour of this name.
    Native(String),
    /// A script in Rhai.
    Script {
        /// Its text.
        source: String,
        /// The engine it was made for, such as [`SCRIPT_ENGINE`].
        engine: String,
    },
    /// A WebAssembly module.
    Module {
        /// Its content, binary or as text.
        module: Vec<u8>,
        /// The engine it was made for, such as [`MODULE_ENGINE`].
        engine: String,
    },
}

impl BehaviourChoice {
    /// The native behaviour called `name`, as it is without any parameters.
    #[must_use]
    pub fn native(name: impl Into<String>) -> Self {
        Self { code: Code::Native(name.into()), parameters: BTreeMap::new() }
    }
}

impl Code {
    /// A script for the engine of this version.
    #[must_use]
    pub fn script(source: impl Into<String>) -> Self {
        Self::Script { source: source.into(), engine: SCRIPT_ENGINE.to_owned() }
    }

    /// A module for the engine of this version.
    #[must_use]
    pub fn module(module: impl Into<Vec<u8>>) -> Self {
        Self::Module { module: module.into(), engine: MODULE_ENGINE.to_owned() }
    }

    /// The engine it was made for, and the one of this version; none for what is native.
    #[must_use]
    pub fn engines(&self) -> Option<(&str, &'static str)> {
        match self {
            Self::Native(_) => None,
            Self::Script { engine, .. } => Some((engine, SCRIPT_ENGINE)),
            Self::Module { engine, .. } => Some((engine, MODULE_ENGINE)),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native(name) => write!(f, "native {name}"),
            Self::Script { engine, .. } => write!(f, "script on {engine}"),
            Self::Module { engine, .. } => write!(f, "module on {engine}"),
        }
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native(_) => write!(f, "Code({self})"),
            Self::Script { source, .. } => write!(f, "Code({self}, {} bytes)", source.len()),
            Self::Module { module, .. } => write!(f, "Code({self}, {} bytes)", module.len()),
        }
    }
}
