//! Who finds the ways: a navigator, advanced by slices.

use std::num::NonZeroU32;

use super::answer::Answer;
use crate::cli::Failure;
use crate::clock::now;
use crate::geometry::DVec2;
use crate::navigation::{Goal, Guarantee, Method, ObstacleField, Request};
use crate::navigation_benchmark::Scene;

/// A navigator, and how many steps it takes at a time.
pub(super) struct Seeker {
    method: Method,
    slice: u32,
}

/// A scene as a navigator looks at it.
pub(super) struct Sight {
    field: ObstacleField,
    /// The mover's half-size; zero where the obstacles have been grown by it.
    half: DVec2,
}

impl Seeker {
    /// The navigator called `name`, which may have parameters, taking so many steps at a time.
    pub fn new(name: &str, slice: Option<NonZeroU32>) -> Result<Self, Failure> {
        let method =
            name.parse().map_err(|problem| Failure::input(format!("--navigator: {problem}")))?;
        Ok(Self { method, slice: slice.map_or(u32::MAX, NonZeroU32::get) })
    }

    /// The scene as the navigator is to see it. Who promises a way whenever there is one sees it as the
    /// mover's centre does, so that whatever the numbers are nothing is rounded on the way; for
    /// who goes from square to square, or by what the body can do, the mover has a body.
    pub fn look_at(&self, scene: &Scene) -> Sight {
        match self.method.navigator().guarantee() {
            Guarantee::Shortest | Guarantee::Complete => {
                Sight { field: scene.grown_field(), half: DVec2::ZERO }
            }
            _ => Sight { field: scene.field(), half: scene.half },
        }
    }

    /// Finds a way.
    pub fn seek(&self, sight: &Sight, start: DVec2, goal: DVec2) -> Answer {
        let begin = now();
        let mut search = self.method.begin(sight.request(start, goal));
        let outcome = loop {
            if let Some(outcome) = search.advance(&sight.field, self.slice) {
                break outcome;
            }
        };
        let micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        Answer::new(start, goal, outcome, search.steps(), micros)
    }

    /// The way as it is first found, before it is pulled tight or shortened; as far as it leads
    /// where there is none.
    pub fn walk(&self, sight: &Sight, start: DVec2, goal: DVec2) -> Vec<DVec2> {
        let mut search = self.method.begin(sight.request(start, goal));
        let mut walk = Vec::new();
        while walk.last() != Some(&goal) {
            let ended = search.advance(&sight.field, 1).is_some();
            walk = search.walk();
            if ended {
                break;
            }
        }
        walk
    }
}

impl Sight {
    fn request(&self, start: DVec2, goal: DVec2) -> Request {
        Request::new(start, Goal::Point(goal), self.half)
    }
}
