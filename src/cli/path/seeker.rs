//! Who finds the ways: a navigator, advanced by slices.

use std::num::NonZeroU32;

use super::answer::Answer;
use crate::cli::Failure;
use crate::clock::now;
use crate::geometry::DVec2;
use crate::navigation::{self, Goal, NAVIGATORS, Navigator, ObstacleField, Request};
use crate::spelling;

/// A navigator, and how many steps it takes at a time.
pub(super) struct Seeker {
    navigator: &'static dyn Navigator,
    slice: u32,
}

impl Seeker {
    /// The navigator called `name`, taking so many steps at a time.
    pub fn new(name: &str, slice: Option<NonZeroU32>) -> Result<Self, Failure> {
        let navigator = navigation::navigator(name).ok_or_else(|| {
            let names = || NAVIGATORS.iter().map(|navigator| navigator.name());
            let hint = spelling::hint(spelling::nearest(name, names()));
            let listed = spelling::listed(names());
            Failure::input(format!("there is no navigator `{name}`{hint}; there are {listed}"))
        })?;
        Ok(Self { navigator, slice: slice.map_or(u32::MAX, NonZeroU32::get) })
    }

    /// Finds the way of a point among boxes that have been grown by the mover.
    pub fn seek(&self, field: &ObstacleField, start: DVec2, goal: DVec2) -> Answer {
        let begin = now();
        let mut search = self.navigator.begin(request(start, goal));
        let outcome = loop {
            if let Some(outcome) = search.advance(field, self.slice) {
                break outcome;
            }
        };
        let micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        Answer::new(start, goal, outcome, search.steps(), micros)
    }

    /// The way as it is first found, before it is pulled tight or shortened; as far as it leads
    /// where there is none.
    pub fn walk(&self, field: &ObstacleField, start: DVec2, goal: DVec2) -> Vec<DVec2> {
        let mut search = self.navigator.begin(request(start, goal));
        let mut walk = Vec::new();
        while walk.last() != Some(&goal) {
            let ended = search.advance(field, 1).is_some();
            walk = search.walk();
            if ended {
                break;
            }
        }
        walk
    }
}

fn request(start: DVec2, goal: DVec2) -> Request {
    Request::new(start, Goal::Point(goal), DVec2::ZERO)
}
