//! The answer to a problem, for people and for programs.

use serde::Serialize;

use crate::geometry::DVec2;
use crate::navigation::{Barrier, Outcome, path_length};

/// What a navigator answered, and what it took. Its JSON is a line of the results.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Answer {
    /// How it ended, in a word.
    pub status: &'static str,
    /// The whole way, start and goal included; empty when there is none.
    pub path: Vec<DVec2>,
    /// How long that is.
    pub length: Option<f64>,
    /// How many steps the search took.
    pub steps: u32,
    /// How long the search took, in millionths of a second.
    pub micros: f64,
    /// What stands around the start or the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<By>>,
}

/// Something that helps to close a place in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum By {
    /// The box at this place of the list, counted from 0, or after all boxes the polygon.
    Box(u64),
    /// The end of the world, which has a name instead.
    Border(&'static str),
}

impl Answer {
    /// What `outcome` answers to who wants to get from `start` to `goal`.
    pub fn new(start: DVec2, goal: DVec2, outcome: Outcome, steps: u32, micros: f64) -> Self {
        let status = outcome.name();
        let (waypoints, by) = match outcome {
            Outcome::Found(waypoints) => (Some(waypoints), None),
            Outcome::StartEnclosed { by } | Outcome::GoalEnclosed { by } => (None, Some(by)),
            Outcome::Outside | Outcome::GaveUp | Outcome::Failed(_) => (None, None),
        };
        let length = waypoints.as_ref().map(|waypoints| path_length(start, waypoints));
        let mut path: Vec<DVec2> = waypoints
            .map_or_else(Vec::new, |waypoints| [start].into_iter().chain(waypoints).collect());
        // Zeros of either sign are equal, but the goal should come out as it was given.
        if let [_, .., last] = &mut path[..]
            && *last == goal
        {
            *last = goal;
        }
        let by = by.map(|barriers| barriers.into_iter().map(By::from).collect());
        Self { status, path, length, steps, micros, by }
    }

    /// What stands around the start or the goal, for people; the first few of many.
    pub fn told_by(&self) -> String {
        const FEW: usize = 8;
        let Some(by) = &self.by else { return String::new() };
        let names = by.iter().take(FEW).map(|by| match by {
            By::Box(place) => place.to_string(),
            By::Border(name) => (*name).to_owned(),
        });
        let more = if by.len() > FEW { ", …" } else { "" };
        format!("by {}{more}", names.collect::<Vec<_>>().join(", "))
    }
}

impl From<Barrier> for By {
    fn from(barrier: Barrier) -> Self {
        match barrier {
            Barrier::Obstacle(key) => Self::Box(key.0),
            Barrier::Border => Self::Border("border"),
        }
    }
}
