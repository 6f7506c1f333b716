//! The behaviour of a species: a native one by name, or its own code, which is part of the species.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::genome::{HeritableParameters, ParameterRange};

/// The script engine of this program, with its exact version.
pub const SCRIPT_ENGINE: &str = "rhai 1.27.0";

/// The WebAssembly engine of this program, with its exact version and the version of the
/// instrumentation (marks) of modules and of its prices. Both determine how much fuel a turn consumes.
pub const MODULE_ENGINE: &str = "wasmi 2.0.0, marks 3";

/// The name of the native behaviour that asks the brain of an animal.
pub const NEURAL: &str = "neural";

/// The name of the native behaviour that does what a program drives an animal to do.
pub const DRIVEN: &str = "driven";

/// The behaviour of a species, with its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BehaviourChoice {
    /// The code of the behaviour.
    pub code: Code,
    /// The values of its parameters, by name; each behaviour documents its own. Of those that are heritable, they are
    /// the values of founders.
    pub parameters: BTreeMap<String, f64>,
    /// The ranges of the parameters that are heritable, by name. All of them have a value.
    #[serde(default)]
    pub heritable: BTreeMap<String, ParameterRange>,
}

/// The code of a behaviour.
///
/// Scripts and modules are stored in full, with the engine and version that they were made for, so
/// that a run can continue without their files. Operation counts differ between versions of an
/// engine, so code only runs on its own version.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub enum Code {
    /// The native behaviour of this name.
    Native(String),
    /// A script in Rhai.
    Script {
        /// Its source text.
        source: String,
        /// The engine it was made for, such as [`SCRIPT_ENGINE`].
        engine: String,
    },
    /// A WebAssembly module.
    Module {
        /// Its content, in binary or text format.
        module: Vec<u8>,
        /// The engine it was made for, such as [`MODULE_ENGINE`].
        engine: String,
    },
}

impl BehaviourChoice {
    /// Creates a choice of the native behaviour `name` with its default parameters.
    #[must_use]
    pub fn native(name: impl Into<String>) -> Self {
        Self {
            code: Code::Native(name.into()),
            parameters: BTreeMap::new(),
            heritable: BTreeMap::new(),
        }
    }

    /// The heritable parameters, in the order of their names: each name, the value of founders, and the range.
    pub fn heritable_parameters(&self) -> impl Iterator<Item = (&str, f64, &ParameterRange)> {
        self.heritable.iter().map(|(name, range)| {
            let value = self.parameters.get(name).copied().unwrap_or(range.min);
            (name.as_str(), value, range)
        })
    }

    /// The values of all parameters for an animal that has inherited some.
    #[must_use]
    pub fn parameters_of(&self, inherited: HeritableParameters<'_>) -> BTreeMap<String, f64> {
        let mut parameters = self.parameters.clone();
        parameters.extend(inherited.iter().map(|(name, value)| (name.to_owned(), value)));
        parameters
    }
}

impl Code {
    /// Creates a script for [`SCRIPT_ENGINE`].
    #[must_use]
    pub fn script(source: impl Into<String>) -> Self {
        Self::Script { source: source.into(), engine: SCRIPT_ENGINE.to_owned() }
    }

    /// Creates a module for [`MODULE_ENGINE`].
    #[must_use]
    pub fn module(module: impl Into<Vec<u8>>) -> Self {
        Self::Module { module: module.into(), engine: MODULE_ENGINE.to_owned() }
    }

    /// Returns the engine that the code was made for, and the engine of this program; `None` for
    /// native behaviours.
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
