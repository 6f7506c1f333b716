//! What every search that decides a move at a time keeps: where it has been, and how it ended.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::geometry::{Aabb, DVec2, Segment, lattice, turn};
use crate::inflated::InflatedObstacles;
use crate::perimeter::target_in_room;
use crate::{FailureReason, Obstacles, Outcome, Request};

/// A walk under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Walk {
    pub request: Request,
    steps: u32,
    /// The bends so far, the start first; it is here now where they end.
    places: Vec<DVec2>,
    been: BTreeSet<VisitedState>,
    outcome: Option<Outcome>,
}

/// A place in a frame of mind: who comes to it again goes in a circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct VisitedState {
    /// Where: whatever two numbers tell places apart.
    pub place: [u64; 2],
    /// The frame of mind.
    pub method_state: u16,
    /// A digest of what is to be seen there.
    pub look: u64,
}

/// What a search that decides a move at a time does next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Decision {
    /// Straight on to there, all of it free.
    Go(DVec2),
    /// Nowhere, but something has changed nevertheless: it has turned.
    Stay,
    /// It does not know where to go.
    Stuck,
    /// It has been here before.
    Circling,
}

/// Where a move is decided: what all methods need to know.
pub(crate) struct StepContext<'a> {
    pub inflated: InflatedObstacles<'a>,
    pub room: Aabb,
    /// The place of the target nearest to `at`.
    pub aim: DVec2,
    pub target: Aabb,
    pub at: DVec2,
}

/// A walk of more moves is given up: who has found nothing by then is lost.
const MOST_MOVES: u32 = 65_536;

impl Walk {
    pub fn new(mut request: Request) -> Self {
        request.ignore.sort_unstable();
        Self {
            places: vec![request.start],
            request,
            steps: 0,
            been: BTreeSet::new(),
            outcome: None,
        }
    }

    /// Where it has got to.
    pub fn at(&self) -> DVec2 {
        self.places.last().copied().unwrap_or(self.request.start)
    }

    /// All bends so far, the start first.
    pub fn places(&self) -> &[DVec2] {
        &self.places
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The mover is not where it was meant to get.
    pub fn moved_to(&mut self, at: DVec2) {
        if at != self.at() && at.is_finite() {
            self.places.push(at);
            self.outcome = None;
        }
    }

    /// Whether this place is new in this frame of mind; from now on it is not.
    pub fn is_new(&mut self, been: VisitedState) -> bool {
        self.been.insert(been)
    }

    /// Goes on for at most `steps` moves, each decided by `decide`.
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
            if self.steps >= self.request.limit.min(MOST_MOVES) {
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
        // What goes straight on is no bend.
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
    /// The length that `given` stands for: itself, or the mover's smaller side when it is zero,
    /// which counts for at least a 1024th of the room's.
    pub fn length(&self, given: f64) -> f64 {
        if given > 0.0 {
            return given;
        }
        let bounds = self.room.inflated(self.inflated.half()).size().min_element();
        (self.inflated.half().min_element() * 2.0).max(bounds / 1024.0)
    }

    /// The place nearest to this one on which the mover may come to stand: of the lattice, when
    /// it stands on it now.
    pub fn snapped(&self, place: DVec2) -> DVec2 {
        let snapped = if lattice::holds(self.at) { lattice::snap_point(place) } else { place };
        snapped.clamp(self.room.min, self.room.max)
    }

    /// Where a move of this length toward the goal ends.
    pub fn toward_goal(&self, length: f64) -> DVec2 {
        let way = Segment::new(self.at, self.aim);
        let distance = way.length();
        if distance <= length {
            return self.aim;
        }
        self.snapped(self.at + (self.aim - self.at) * (length / distance))
    }
}
