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
    /// The wall that is being followed; none on the way straight to the goal.
    WallMemory(Option<Following>),
}

/// A wall that is being followed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Following {
    /// The last direction along it.
    heading: Heading,
    /// The side on which it is.
    wall: Hand,
    /// The distance to the goal at which it was met.
    met: f64,
}

impl MethodState {
    /// The state as a number.
    pub fn code(self) -> u16 {
        let of = |heading: Option<Heading>| heading.map_or(0, |heading| heading as u16 + 1);
        match self {
            Self::RightHand(heading) => of(heading),
            Self::GreedyWall => 0,
            Self::WallMemory(following) => of(following.map(|f| f.heading)),
        }
    }

    /// The distance to the goal at which the wall was met; 0 when none is being followed.
    pub fn met(self) -> f64 {
        match self {
            Self::WallMemory(Some(following)) => following.met,
            _ => 0.0,
        }
    }

    /// Whether all numbers are valid.
    pub fn is_sound(self) -> bool {
        self.met().is_finite()
    }

    /// Decides the next move, which is at most this long.
    pub fn decide(&mut self, here: &StepContext, probe: &ObstacleProbe, length: f64) -> Decision {
        match self {
            Self::RightHand(hand) => right_hand(hand, here, probe, length),
            Self::GreedyWall => greedy_wall(here, probe, length),
            Self::WallMemory(following) => wall_memory(following, here, probe, length),
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
    // Where the wall has moved away, it goes straight on.
    if let Some(last) = *hand
        && here.inflated.first_hit(here.at, here.aim).is_some()
        && let Some(heading) = along_wall(last, Hand::Right, probe)
    {
        return follow(heading, hand);
    }
    *hand = None;
    match (straight(here, probe, length), beside(here, probe, Hand::Left)) {
        (Some(decision), _) => decision,
        (None, Some((_, heading))) => follow(heading, hand),
        (None, None) => Decision::Stuck,
    }
}

/// The direction in which a wall on this side continues; `None` when there is none.
fn along_wall(last: Heading, wall: Hand, probe: &ObstacleProbe) -> Option<Heading> {
    let toward = wall.of(last);
    let headings = [toward, last, toward.left().left(), last.left().left()];
    let is_along =
        |heading: &Heading| !probe.is_blocked(*heading) && probe.has_wall(*heading, wall);
    headings.into_iter().find(is_along)
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
    following: &mut Option<Following>,
    here: &StepContext,
    probe: &ObstacleProbe,
    length: f64,
) -> Decision {
    let ahead = here.toward_goal(length);
    if let Some(last) = *following {
        // Back in a pocket the goal is often in sight for a step, but not nearer than it was.
        let is_nearer = here.at.distance(here.aim) < last.met;
        if !(is_nearer && probe.is_free(ahead))
            && let Some(heading) = along_wall(last.heading, last.wall, probe)
        {
            *following = Some(Following { heading, ..last });
            return Decision::Go(probe.along(heading, last.wall, length));
        }
        *following = None;
    }
    if let Some(decision) = straight(here, probe, length) {
        return decision;
    }
    let (left, right) = (beside(here, probe, Hand::Left), beside(here, probe, Hand::Right));
    let (Some((by_left, left)), Some((by_right, right))) = (left, right) else {
        return Decision::Stuck;
    };
    // The number of quarter turns from the goal's direction; of equal ones the right.
    let (heading, wall) =
        if by_left < by_right { (left, Hand::Right) } else { (right, Hand::Left) };
    *following = Some(Following { heading, wall, met: here.at.distance(here.aim) });
    Decision::Go(probe.along(heading, wall, length))
}
