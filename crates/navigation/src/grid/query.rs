//! The common part of every search over a grid: the request, the step count, and the outcome.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::ParameterValues;

use super::CELL;
use crate::{Outcome, Request};

/// A search's request, and its outcome once there is one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct GridQuery {
    request: Request,
    /// The side of a cell, 0 for the default.
    cell: f64,
    steps: u32,
    done: Option<Outcome>,
}

impl GridQuery {
    pub fn new(mut request: Request, settings: &ParameterValues) -> Self {
        request.ignore.sort_unstable();
        Self { request, cell: settings.get(CELL.name), steps: 0, done: None }
    }

    /// Runs at most `steps` steps, until one of them returns an outcome as its error. Each gets the
    /// request and the side of a cell.
    pub fn advance(
        &mut self,
        steps: u32,
        mut step: impl FnMut(&Request, f64) -> Result<(), Outcome>,
    ) -> Option<Outcome> {
        for _ in 0..steps {
            if self.done.is_some() {
                break;
            }
            if self.steps >= self.request.limit {
                self.done = Some(Outcome::GaveUp);
                break;
            }
            self.steps = self.steps.saturating_add(1);
            self.done = step(&self.request, self.cell).err();
        }
        self.done.clone()
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.request.is_sound()
            && self.cell.is_finite()
            && self.done.as_ref().is_none_or(Outcome::is_sound)
    }
}
