//! The simple methods of the Gaze article: each decides one move at a time from the obstacles near
//! by.
//!
//! They are fast and work in a world that changes. Because they only consider nearby obstacles,
//! they can fail although there is a path, and then report the failure. Left and right assume x to
//! the right and y up. They keep clear of the bounding box of a
//! [polygon](super::Obstacles::polygons).

mod heading;
mod method_state;
mod probe;
mod rays;
mod scan;
mod walk;

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{Parameter, ParameterValues};
use terrarium_space::geometry::DVec2;

use self::method_state::MethodState;
pub(super) use self::probe::ObstacleProbe;
use self::scan::Scan;
pub(super) use self::walk::{Decision, StepContext, VisitedState, Walk};
use super::{Description, Guarantee, Navigator, Obstacles, Outcome, Request, Search};

/// The right-hand rule: straight to the goal, and at a wall with the right hand on it until the
/// goal is in sight.
///
/// It leaves a wall where the straight segment to the goal is free. At a wall it turns left, and
/// follows that wall around its corners. It ends up [circling](super::FailureReason::Circling)
/// where a closed wall always blocks the view of the goal.
#[derive(Debug, Clone, Copy)]
pub struct RightHand;

/// The first refinement: of a step along the wall to the left, to the right, and straight to the
/// goal, it takes the one that ends nearest to the goal.
///
/// It has no memory. It is [stuck](super::FailureReason::Stuck) where two steps are equally good,
/// as the article says, and oscillates ([circling](super::FailureReason::Circling)) where the wall
/// leads away from the goal on both sides.
#[derive(Debug, Clone, Copy)]
pub struct GreedyWall;

/// The second refinement: straight to the goal where that is possible, otherwise along the wall, on
/// the side on which it was walking.
///
/// Of the first possible directions along the wall to the left and to the right it takes the one
/// that turns less away from the goal, and of equal ones the right. Unlike the original, which
/// forgets its side with each step toward the goal and so never leaves a pocket, it keeps to the wall
/// until it is nearer to the goal than where it met the wall. So it gets around single obstacles that
/// are not convex. Where walls surround the goal so that it never comes nearer, it ends up
/// [circling](super::FailureReason::Circling).
#[derive(Debug, Clone, Copy)]
pub struct WallMemory;

/// The circular scan: to the gap nearest to the goal's direction that is as wide as the agent.
///
/// Rays measure the distance to the obstacles around. A gap is a window between two rays in which
/// everything is farther away than its nearer edge by at least the agent's width b, and which is at
/// least arcsin(b / edge) wide. The agent moves half a width beyond the nearer edge, in the middle
/// of the window, and scans again; of two equally near windows it takes the right one. If the goal
/// is visible, it goes there straight. Where the corner of an obstacle is in the way of its own
/// corners, it goes to that corner first. It is [stuck](super::FailureReason::Stuck) without a gap, and
/// [circling](super::FailureReason::Circling) when it returns to the same place, to a quarter of
/// its width.
#[derive(Debug, Clone, Copy)]
pub struct CircularScan;

/// The length of a move.
const STRIDE: &[Parameter] = &[Parameter {
    name: "stride",
    unit: "units",
    default: 0.0,
    min: 0.0,
    max: 1e6,
    meaning: "the length of a move; 0 for the agent's smaller side",
}];

const SCAN: &[Parameter] = &[
    Parameter {
        name: "range",
        unit: "units",
        default: 0.0,
        min: 0.0,
        max: 1e6,
        meaning: "the length of the rays; 0 for eight times the agent's longer side",
    },
    Parameter {
        name: "rays",
        unit: "rays",
        default: 72.0,
        min: 4.0,
        max: 720.0,
        meaning: "the number of rays in a full circle",
    },
];

impl Navigator for RightHand {
    fn description(&self) -> &'static Description {
        &Description {
            name: "right-hand",
            about: "follows walls with the right hand until the goal is in sight; circles closed walls",
            guarantee: Guarantee::Nothing,
            parameters: STRIDE,
            is_stepwise: true,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        StepwiseSearch::along_walls(request, settings, MethodState::RightHand(None))
    }
}

impl Navigator for GreedyWall {
    fn description(&self) -> &'static Description {
        &Description {
            name: "greedy-wall",
            about: "along the wall to the side nearer to the goal; stops where both sides are equal",
            guarantee: Guarantee::Nothing,
            parameters: STRIDE,
            is_stepwise: true,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        StepwiseSearch::along_walls(request, settings, MethodState::GreedyWall)
    }
}

impl Navigator for WallMemory {
    fn description(&self) -> &'static Description {
        &Description {
            name: "wall-memory",
            about: "along the wall on the side it was walking; gets around simple obstacles",
            guarantee: Guarantee::Nothing,
            parameters: STRIDE,
            is_stepwise: true,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        StepwiseSearch::along_walls(request, settings, MethodState::WallMemory(None))
    }
}

impl Navigator for CircularScan {
    fn description(&self) -> &'static Description {
        &Description {
            name: "scan",
            about: "to the gap nearest to the goal's direction that is as wide as the agent",
            guarantee: Guarantee::Nothing,
            parameters: SCAN,
            is_stepwise: true,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        let scan = Scan { range: settings.get("range"), rays: settings.get("rays") as u16 };
        Search::Stepwise(StepwiseSearch { walk: Walk::new(request), method: Method::Scan(scan) })
    }
}

/// A search of [`RightHand`], [`GreedyWall`], [`WallMemory`] or [`CircularScan`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepwiseSearch {
    walk: Walk,
    method: Method,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Method {
    /// Following walls, with moves of this length; zero for the default.
    Walls {
        method_state: MethodState,
        stride: f64,
    },
    Scan(Scan),
}

impl StepwiseSearch {
    fn along_walls(
        request: Request,
        settings: &ParameterValues,
        method_state: MethodState,
    ) -> Search {
        let method = Method::Walls { method_state, stride: settings.get("stride") };
        Search::Stepwise(Self { walk: Walk::new(request), method })
    }

    /// Continues for at most `steps` moves. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let Self { walk, method } = self;
        walk.advance(obstacles, steps, |walk, here| method.decide(walk, here))
    }

    /// The path so far, including the start. See [`Search::walk`].
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.walk.places().to_vec()
    }

    /// The number of moves made.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.walk.steps()
    }

    /// See [`Search::position`].
    #[must_use]
    pub fn position(&self) -> DVec2 {
        self.walk.at()
    }

    /// See [`Search::moved_to`].
    pub fn moved_to(&mut self, at: DVec2) {
        self.walk.moved_to(at);
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_method_sound = match self.method {
            Method::Walls { stride, method_state } => {
                stride.is_finite() && stride >= 0.0 && method_state.is_sound()
            }
            Method::Scan(scan) => scan.is_sound(),
        };
        is_method_sound && self.walk.is_sound()
    }
}

impl Method {
    fn decide(&mut self, walk: &mut Walk, here: &StepContext) -> Decision {
        match self {
            Self::Walls { method_state, stride } => {
                let length = here.length(*stride);
                // A little more than the longest move, whose end may be rounded.
                let probe = ObstacleProbe::new(&here.inflated, here.room, here.at, length * 1.25);
                if probe.is_covered() {
                    return Decision::Stuck;
                }
                let place = [here.at.x.to_bits(), here.at.y.to_bits()];
                if !walk.is_new(VisitedState {
                    place,
                    method_state: method_state.code(),
                    surroundings: probe.digest() ^ method_state.met().to_bits(),
                }) {
                    return Decision::Circling;
                }
                method_state.decide(here, &probe, length)
            }
            Self::Scan(scan) => {
                let probe = scan.surroundings(here);
                if probe.is_covered() {
                    return Decision::Stuck;
                }
                if !walk.is_new(Scan::visited_state(here, &probe)) {
                    return Decision::Circling;
                }
                scan.decide(here, &probe)
            }
        }
    }
}
