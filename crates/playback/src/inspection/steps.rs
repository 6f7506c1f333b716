//! The steps of a creature's last turn, with the lines of its script.

use terrarium_creatures::behaviour::{Change, StepKind, Steps};
use terrarium_creatures::species::Code;

/// The maximum number of steps that are shown.
pub const SHOWN_STEPS: usize = 200;

/// The steps of a turn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepsView {
    /// The first steps, [`SHOWN_STEPS`] at most.
    pub steps: Vec<StepView>,
    /// The number of all steps.
    pub count: u64,
}

/// A step of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct StepView {
    /// The line of a script, from 1, and its function; `None` for a module.
    pub place: Option<(usize, String)>,
    /// How deep the function is nested.
    pub depth: usize,
    /// The text of the line, or the call of a host function.
    pub text: String,
    /// What it cost, in operations of a script or instructions of a module.
    pub cost: u64,
    /// What it changed.
    pub changes: Vec<Change>,
}

impl StepsView {
    pub(super) fn new(steps: &Steps, code: Option<&Code>) -> Option<Self> {
        let Steps::Each(list, dropped) = steps else { return None };
        let source = match code {
            Some(Code::Script { source, .. }) => source.lines().collect(),
            _ => Vec::new(),
        };
        let view = list.iter().take(SHOWN_STEPS).map(|step| {
            let (place, text) = match &step.kind {
                StepKind::Line(at) => {
                    let line = source.get(at.line.saturating_sub(1)).copied().unwrap_or_default();
                    (Some((at.line, at.function.clone())), line.trim().to_owned())
                }
                StepKind::HostCall(call) => (None, call.clone()),
                StepKind::Return => (None, "return".to_owned()),
            };
            let (depth, cost, changes) = (step.depth, step.cost, step.changes.clone());
            StepView { place, depth, text, cost, changes }
        });
        Some(Self { steps: view.collect(), count: list.len() as u64 + dropped })
    }
}
