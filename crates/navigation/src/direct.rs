//! A straight line to the goal through all obstacles: for flying agents, and as a baseline.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::ParameterValues;

use super::{Description, Guarantee, Navigator, Obstacles, Outcome, Request, Search};

/// The navigator that ignores obstacles and leads straight to the nearest goal position.
#[derive(Debug, Clone, Copy)]
pub struct Direct;

impl Navigator for Direct {
    fn description(&self) -> &'static Description {
        &Description {
            name: "direct",
            about: "a straight line to the goal, through every obstacle",
            guarantee: Guarantee::Nothing,
            parameters: &[],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, _: &ParameterValues) -> Search {
        Search::Direct(DirectSearch { request })
    }
}

/// A search of [`Direct`], which takes no steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DirectSearch {
    request: Request,
}

impl DirectSearch {
    /// Returns the outcome at once. See [`Search::advance`].
    pub fn advance(&mut self, _: &dyn Obstacles, _: u32) -> Option<Outcome> {
        let start = self.request.start;
        let arrived = self.request.target().nearest_point(start);
        Some(Outcome::Found(if arrived == start { Vec::new() } else { vec![arrived] }))
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.request.is_sound()
    }
}
