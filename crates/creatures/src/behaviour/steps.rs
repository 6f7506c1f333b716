//! Steps: what a behaviour did in one turn, line by line or call by call. They do not affect the world.

use std::collections::BTreeMap;

use serde::Serialize;

use super::fault::one_line;

/// The maximum number of steps kept of one turn.
pub const MAX_STEPS: usize = 20_000;

/// The maximum length of a value in a step, in characters.
pub const MAX_VALUE_LENGTH: usize = 120;

/// A line of a script, by its function.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ScriptLine {
    /// The line, from 1.
    pub line: usize,
    /// The function that it belongs to.
    pub function: String,
}

/// What a step is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// A line of a script was executed.
    Line(ScriptLine),
    /// A module called a host function, with these arguments.
    HostCall(String),
    /// A module returned.
    Return,
}

/// A value that a step changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What changed: a variable, an entry of memory such as `memory.state`, an action, or the result of a
    /// host call.
    pub name: String,
    /// Its new value.
    pub value: String,
}

impl Change {
    /// A change, whose value is put on one line and cut at [`MAX_VALUE_LENGTH`] characters.
    #[must_use]
    pub fn new(name: impl Into<String>, value: &str) -> Self {
        Self { name: name.into(), value: one_line(value, MAX_VALUE_LENGTH) }
    }
}

/// A step of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What it is about.
    pub kind: StepKind,
    /// How deep its function is nested; 0 for a handler.
    pub depth: usize,
    /// What it cost, in operations of a script or instructions of a module, without the functions that
    /// it called.
    pub cost: u64,
    /// What it changed, in the order of names.
    pub changes: Vec<Change>,
}

/// How often a line was executed, and what it cost in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct LineCost {
    /// The number of steps at this line.
    pub count: u64,
    /// Their cost, in operations.
    pub cost: u64,
}

/// The costs of the lines of a script.
pub type LineCosts = BTreeMap<ScriptLine, LineCost>;

/// Collects the steps of one turn, as far as they are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Steps {
    /// Not at all.
    #[default]
    None,
    /// Each step, and the number of those beyond [`MAX_STEPS`].
    Each(Vec<Step>, u64),
    /// Only the costs of lines.
    Lines(LineCosts),
}

impl Steps {
    /// Whether each step is kept, with its values.
    #[must_use]
    pub fn has_values(&self) -> bool {
        matches!(self, Self::Each(..))
    }

    /// Adds a step.
    pub fn take(&mut self, step: Step) {
        match self {
            Self::None => {}
            Self::Each(list, _) if list.len() < MAX_STEPS => list.push(step),
            Self::Each(_, dropped) => *dropped += 1,
            Self::Lines(lines) => {
                if let StepKind::Line(line) = step.kind {
                    let of_line = lines.entry(line).or_default();
                    of_line.count += 1;
                    of_line.cost += step.cost;
                }
            }
        }
    }
}
