//! The common part of every search that decides one move per step: its path and its outcome.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2, Segment, lattice, turn};

use crate::inflated::{InflatedObstacles, target_in_room};
use crate::{FailureReason, Obstacles, Outcome, Request};

/// The state of a walk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Walk {
    pub request: Request,
    steps: u32,
    /// The bends of the path so far, including the start; the last one is the current position.
    places: Vec<DVec2>,
    visited: BTreeSet<VisitedState>,
    outcome: Option<Outcome>,
}

/// A place together with the state of the method; visiting it again means circling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct VisitedState {
    /// The place: any two numbers that distinguish places.
    pub place: [u64; 2],
    /// The state of the method.
    pub method_state: u16,
    /// A hash of the obstacles near by.
    pub surroundings: u64,
}

/// The next action of a search that decides one move per step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Decision {
    /// Move straight to this point; the segment is free.
    Go(DVec2),
    /// Stay in place after a change of state, such as a turn.
    Stay,
    /// There is no move.
    Stuck,
    /// This state was visited before.
    Circling,
}

/// The context in which a move is decided.
pub(crate) struct StepContext<'a> {
    pub inflated: InflatedObstacles<'a>,
    pub room: Aabb,
    /// The point of the target nearest to `at`.
    pub aim: DVec2,
    pub target: Aabb,
    pub at: DVec2,
}

/// The maximum number of moves of a walk.
const MAX_MOVES: u32 = 65_536;

impl Walk {
    pub fn new(mut request: Request) -> Self {
        request.ignore.sort_unstable();
        Self {
            places: vec![request.start],
            request,
            steps: 0,
            visited: BTreeSet::new(),
            outcome: None,
        }
    }

    /// The current position.
    pub fn at(&self) -> DVec2 {
        self.places.last().copied().unwrap_or(self.request.start)
    }

    /// All bends so far, including the start.
    pub fn places(&self) -> &[DVec2] {
        &self.places
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Sets the position of the agent when it is not the expected one.
    pub fn moved_to(&mut self, at: DVec2) {
        if at != self.at() && at.is_finite() {
            self.places.push(at);
            self.outcome = None;
        }
    }

    /// Whether this state is new; records it as visited.
    pub fn is_new(&mut self, visited: VisitedState) -> bool {
        self.visited.insert(visited)
    }

    /// Continues for at most `steps` moves, each decided by `decide`.
    pub fn advance(
        &mut self,
        obstacles: &dyn Obstacles,
        steps: u32,
        mut decide: impl FnMut(&mut Self, &StepContext) -> Decision,
    ) -> Option<Outcome> {
        for _ in 0..steps {
            if self.outcome.is_some() {
                break;
            }
            if self.steps >= self.request.limit.min(MAX_MOVES) {
                self.outcome = Some(Outcome::GaveUp);
                break;
            }
            self.steps += 1;
            self.outcome = self.step(obstacles, &mut decide);
        }
        self.outcome.clone()
    }

    fn step(
        &mut self,
        obstacles: &dyn Obstacles,
        decide: &mut impl FnMut(&mut Self, &StepContext) -> Decision,
    ) -> Option<Outcome> {
        let at = self.at();
        let request = Request { start: at, ..self.request.clone() };
        let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
        let (Some(room), Some(target)) = (inflated.room(), target_in_room(&request, &inflated))
        else {
            return Some(Outcome::Outside);
        };
        let aim = target.nearest_point(at);
        if aim == at && inflated.covering(at).is_empty() {
            return Some(self.found());
        }
        match decide(self, &StepContext { inflated, room, aim, target, at }) {
            Decision::Go(to) if to == at => Some(Outcome::Failed(FailureReason::Stuck)),
            Decision::Go(to) => {
                self.go(to);
                (target.nearest_point(to) == to).then(|| self.found())
            }
            Decision::Stay => None,
            Decision::Stuck => Some(Outcome::Failed(FailureReason::Stuck)),
            Decision::Circling => Some(Outcome::Failed(FailureReason::Circling)),
        }
    }

    fn found(&self) -> Outcome {
        Outcome::Found(self.places[1..].to_vec())
    }

    fn go(&mut self, to: DVec2) {
        // A point on a straight line is not a bend.
        if let [.., before, last] = self.places[..]
            && turn(before, last, to).is_eq()
            && (last - before).dot(to - last) > 0.0
        {
            self.places.pop();
        }
        self.places.push(to);
    }

    /// See [`Search::is_sound`](crate::Search::is_sound).
    pub fn is_sound(&self) -> bool {
        self.request.is_sound()
            && !self.places.is_empty()
            && self.places.iter().all(|place| place.is_finite())
            && self.outcome.as_ref().is_none_or(Outcome::is_sound)
    }
}

impl StepContext<'_> {
    /// The length for the parameter `given`: itself, or, if it is zero, the agent's smaller side,
    /// but at least 1/1024 of the world's smaller side.
    pub fn length(&self, given: f64) -> f64 {
        if given > 0.0 {
            return given;
        }
        let bounds = self.room.inflated(self.inflated.half()).size().min_element();
        (self.inflated.half().min_element() * 2.0).max(bounds / 1024.0)
    }

    /// The nearest valid position of the agent's centre: on the lattice, if the agent is on it now.
    pub fn snapped(&self, place: DVec2) -> DVec2 {
        let snapped = if lattice::holds(self.at) { lattice::snap_point(place) } else { place };
        snapped.clamp(self.room.min, self.room.max)
    }

    /// The end of a move of this length toward the goal.
    pub fn toward_goal(&self, length: f64) -> DVec2 {
        let segment = Segment::new(self.at, self.aim);
        let distance = segment.length();
        if distance <= length {
            return self.aim;
        }
        self.snapped(self.at + (self.aim - self.at) * (length / distance))
    }
}
