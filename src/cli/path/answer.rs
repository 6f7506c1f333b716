//! The result of a search, for the table and for JSON.

use serde::Serialize;

use super::id::Id;
use super::link::LinkTaken;
use crate::geometry::DVec2;
use crate::navigation::links::{Crossing, Links, linked_length};
use crate::navigation::{Barrier, Outcome, path_length};

/// The result of one search and its effort. Its JSON is one line of the output.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Answer {
    /// The name of the outcome.
    pub status: &'static str,
    /// The whole path, start and goal included; empty when there is none.
    pub path: Vec<DVec2>,
    /// The length of the path.
    pub length: Option<f64>,
    /// The cost of the path, where the ground counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The number of steps of the search.
    pub steps: u32,
    /// The duration of the search, in microseconds.
    pub micros: f64,
    /// The obstacles that enclose the start or the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<BarrierId>>,
    /// The reachable point nearest to the goal, if the path leads there instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<DVec2>,
    /// The links on the path, where the problem has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<LinkTaken>>,
    /// Where the path leads over links.
    #[serde(skip)]
    pub crossings: Vec<Crossing>,
    /// Of a query that replans: whether the path is the remainder of the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<bool>,
}

/// An obstacle that encloses a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum BarrierId {
    /// The index of a box, counted from 0; indices of polygons follow those of the boxes.
    Obstacle(u64),
    /// The name of an added obstacle.
    Named(String),
    /// The border of the world.
    Border(&'static str),
}

impl Answer {
    /// The answer for `outcome` of a search from `start` to `goal`.
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
        // 0 and -0 are equal, but the goal is printed as it was given.
        if let [_, .., last] = &mut path[..]
            && *last == goal
        {
            *last = goal;
        }
        let by = by.map(|barriers| barriers.into_iter().map(BarrierId::from).collect());
        let (nearest, kept) = (None, None);
        let (links, crossings) = (None, Vec::new());
        Self {
            status,
            path,
            length,
            cost: None,
            steps,
            micros,
            by,
            nearest,
            links,
            crossings,
            kept,
        }
    }

    /// The answer with the links on its path, whose costs count to its length.
    pub fn over(self, crossings: Vec<Crossing>, links: &Links) -> Self {
        let taken = crossings.iter().map(|crossing| LinkTaken::new(crossing, links)).collect();
        let ends = self.path.split_first();
        let length = ends.map(|(&start, rest)| linked_length(start, rest, &crossings));
        Self { length, links: Some(taken), crossings, ..self }
    }

    /// For the table: the cost of the path on ground that counts, its links, where it leads instead of the
    /// goal, or that it was kept; or the first few enclosing obstacles.
    pub fn remark(&self) -> String {
        const SHOWN: usize = 8;
        let cost = self.cost.map(|cost| format!("cost {cost:.4}"));
        let taken = self.links.iter().flatten().map(|link| link.name.as_str());
        let links = taken.collect::<Vec<_>>().join(", ");
        let links = (!links.is_empty()).then(|| format!("by {links}"));
        let nearest = self.nearest.map(|DVec2 { x, y }| format!("nearest {x},{y}"));
        let kept = (self.kept == Some(true)).then(|| "kept".to_owned());
        let remarks: Vec<String> = [cost, links, nearest, kept].into_iter().flatten().collect();
        if !remarks.is_empty() {
            return remarks.join(", ");
        }
        let Some(by) = &self.by else { return String::new() };
        let names = by.iter().take(SHOWN).map(|barrier| match barrier {
            BarrierId::Obstacle(index) => index.to_string(),
            BarrierId::Named(name) => name.clone(),
            BarrierId::Border(name) => (*name).to_owned(),
        });
        let more = if by.len() > SHOWN { ", …" } else { "" };
        format!("by {}{more}", names.collect::<Vec<_>>().join(", "))
    }
}

impl From<Id> for BarrierId {
    fn from(id: Id) -> Self {
        match id {
            Id::Number(number) => Self::Obstacle(number),
            Id::Name(name) => Self::Named(name),
        }
    }
}

impl From<Barrier> for BarrierId {
    fn from(barrier: Barrier) -> Self {
        match barrier {
            Barrier::Obstacle(key) => Self::Obstacle(key.0),
            Barrier::Border => Self::Border("border"),
        }
    }
}
