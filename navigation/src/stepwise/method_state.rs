//! The rules of the simple methods: which move to take next, given the walls near by.

use serde::{Deserialize, Serialize};

use super::heading::{Hand, Heading};
use super::probe::ObstacleProbe;
use super::walk::{Decision, StepContext};

/// A method and its memory of earlier moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum MethodState {
    /// The last direction along the wall, while following one.
    RightHand(Option<Heading>),
    /// No memory.
    GreedyWall,
    /// The last direction along a wall; none after a move straight to the goal.
    WallMemory(Option<Heading>),
}

impl MethodState {
    /// The state as a number.
    pub fn code(self) -> u16 {
        let of = |heading: Option<Heading>| heading.map_or(0, |heading| heading as u16 + 1);
        match self {
            Self::RightHand(heading) => of(heading),
            Self::GreedyWall => 0,
            Self::WallMemory(heading) => of(heading),
        }
    }

    /// Decides the next move, which is at most this long.
    pub fn decide(&mut self, here: &StepContext, probe: &ObstacleProbe, length: f64) -> Decision {
        match self {
            Self::RightHand(hand) => right_hand(hand, here, probe, length),
            Self::GreedyWall => greedy_wall(here, probe, length),
            Self::WallMemory(last) => wall_memory(last, here, probe, length),
        }
    }
}

/// A move straight toward the goal as far as that is free; `None` at a wall.
fn straight(here: &StepContext, probe: &ObstacleProbe, length: f64) -> Option<Decision> {
    let to = here.toward_goal(length);
    if probe.is_free(to) {
        return Some(Decision::Go(to));
    }
    probe.contact(to, |place| here.snapped(place)).map(Decision::Go)
}

/// The first free direction along the wall in a turn to this side, with its index among the four.
fn beside(here: &StepContext, probe: &ObstacleProbe, side: Hand) -> Option<(usize, Heading)> {
    let turning = Heading::turning(side, here.aim - here.at);
    turning.into_iter().enumerate().find(|&(_, heading)| !probe.is_blocked(heading))
}

fn right_hand(
    hand: &mut Option<Heading>,
    here: &StepContext,
    probe: &ObstacleProbe,
    length: f64,
) -> Decision {
    let follow = |heading: Heading, hand: &mut Option<Heading>| {
        *hand = Some(heading);
        Decision::Go(probe.along(heading, Hand::Right, length))
    };
    if let Some(last) = *hand
        && here.inflated.first_hit(here.at, here.aim).is_some()
    {
        let headings = [last.right(), last, last.left(), last.left().left()];
        let along = |heading: &Heading| {
            !probe.is_blocked(*heading) && probe.has_wall(*heading, Hand::Right)
        };
        if let Some(heading) = headings.into_iter().find(along) {
            return follow(heading, hand);
        }
        // The wall has moved away.
    }
    *hand = None;
    match (straight(here, probe, length), beside(here, probe, Hand::Left)) {
        (Some(decision), _) => decision,
        (None, Some((_, heading))) => follow(heading, hand),
        (None, None) => Decision::Stuck,
    }
}

fn greedy_wall(here: &StepContext, probe: &ObstacleProbe, length: f64) -> Decision {
    if let Some(decision) = straight(here, probe, length) {
        return decision;
    }
    let (left, right) = (beside(here, probe, Hand::Left), beside(here, probe, Hand::Right));
    let (Some((_, left)), Some((_, right))) = (left, right) else { return Decision::Stuck };
    // When moving to the left, the wall is on the right.
    let [by_left, by_right] = [(left, Hand::Right), (right, Hand::Left)]
        .map(|(heading, wall)| probe.along(heading, wall, length));
    let [to_left, to_right] = [by_left, by_right].map(|to| here.target.distance_to(to));
    if to_left < to_right || left == right {
        Decision::Go(by_left)
    } else if to_right < to_left {
        Decision::Go(by_right)
    } else {
        Decision::Stuck
    }
}

fn wall_memory(
    last: &mut Option<Heading>,
    here: &StepContext,
    probe: &ObstacleProbe,
    length: f64,
) -> Decision {
    let ahead = here.toward_goal(length);
    if probe.is_free(ahead) {
        *last = None;
        return Decision::Go(ahead);
    }
    // Approaching a wall is not yet a step along it, so the memory is kept.
    if let Some(contact) = probe.contact(ahead, |place| here.snapped(place)) {
        return Decision::Go(contact);
    }
    let (left, right) = (beside(here, probe, Hand::Left), beside(here, probe, Hand::Right));
    let (Some((_, left)), Some((_, right))) = (left, right) else { return Decision::Stuck };
    let toward = here.aim - here.at;
    let went_left = last.is_some_and(|last| toward.perp_dot(last.vector()) > 0.0);
    let side = if went_left { Hand::Left } else { Hand::Right };
    let angles = Heading::turning(side, toward);
    let angle = |heading: Heading| angles.iter().position(|&other| other == heading);
    let heading = if angle(left) < angle(right) { left } else { right };
    *last = Some(heading);
    let wall = if heading == right && left != right { Hand::Left } else { Hand::Right };
    Decision::Go(probe.along(heading, wall, length))
}
