//! The circular scan: looking all around for a gap that is wide enough.

use core::f64::consts::TAU;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::probe::ObstacleProbe;
use super::rays::{leaving, reaching, windows};
use super::walk::{Decision, StepContext, VisitedState};
use crate::corner::Corner;

/// The parameters of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Scan {
    /// The length of the rays; zero for eight times the agent's width.
    pub range: f64,
    /// The number of rays.
    pub rays: u16,
}

impl Scan {
    pub fn is_sound(&self) -> bool {
        self.range.is_finite() && self.range >= 0.0 && (4..=720).contains(&self.rays)
    }

    /// The agent's width for the purpose of a scan: its longer side.
    fn width(here: &StepContext) -> f64 {
        here.length(0.0).max(here.inflated.half().max_element() * 2.0)
    }

    fn range(&self, here: &StepContext) -> f64 {
        if self.range > 0.0 { self.range } else { Self::width(here) * 8.0 }
    }

    /// The obstacles within range.
    pub fn surroundings(&self, here: &StepContext) -> ObstacleProbe {
        let reach = self.range(here) + Self::width(here);
        ObstacleProbe::new(&here.inflated, here.room, here.at, reach)
    }

    /// The position to a quarter of the agent's width, and whether it is the corner of an obstacle.
    /// Moves other than to a corner are at least half a width long.
    pub fn visited_state(here: &StepContext, probe: &ObstacleProbe) -> VisitedState {
        let cell = (here.at / (Self::width(here) * 0.25)).floor() + DVec2::ZERO;
        let is_corner = probe.obstacles().any(|body| body.corners().contains(&here.at));
        VisitedState {
            place: [cell.x.to_bits(), cell.y.to_bits()],
            method_state: is_corner.into(),
            surroundings: 0,
        }
    }

    pub fn decide(&self, here: &StepContext, probe: &ObstacleProbe) -> Decision {
        let (width, range) = (Self::width(here), self.range(here));
        let ahead = here.toward_goal(range);
        if probe.is_free(ahead) {
            return Decision::Go(ahead);
        }
        let rays = usize::from(self.rays);
        let toward = (here.aim - here.at).normalize_or_zero();
        let ray = |half_steps: f64| {
            let (sin, cos) = libm::sincos(half_steps * TAU / (2.0 * rays as f64));
            // A rotation to the right.
            DVec2::new(toward.x * cos + toward.y * sin, toward.y * cos - toward.x * sin)
        };
        let bounds = here.room.inflated(here.inflated.half());
        let bodies: Vec<Aabb> =
            probe.obstacles().map(|body| body.aabb.inflated(-here.inflated.half())).collect();
        let seen = |index: usize| {
            let along = ray(2.0 * index as f64);
            let border = leaving(here.at, along, &bounds);
            let distances = bodies.iter().map(|body| reaching(here.at, along, body));
            let nearest = distances.fold(border, f64::min);
            if nearest <= range { nearest } else { f64::INFINITY }
        };
        let distances: Vec<f64> = (0..rays).map(seen).collect();
        let mut windows = windows(&distances, width, range);
        windows.sort_by_key(|window| (window.centre.abs(), -window.centre, window.rays));
        let to = windows.iter().map(|window| {
            let far = (window.edge + width * 0.5).min(range);
            here.snapped(here.at + ray(f64::from(window.centre)) * far)
        });
        to.into_iter()
            .filter(|&to| to != here.at)
            .find_map(|to| {
                if probe.is_free(to) { Some(to) } else { corner_before(here.at, to, width, probe) }
            })
            .map_or(Decision::Stuck, Decision::Go)
    }
}

/// The corner of an obstacle less than its width away that the agent has to pass first.
fn corner_before(at: DVec2, to: DVec2, width: f64, probe: &ObstacleProbe) -> Option<DVec2> {
    let hit = probe.first_hit(to)?;
    let corners = Corner::edges_of(&hit, at)?.map(|corner| corner.point);
    let [right, left] = corners;
    let corner = if at.distance(right) + right.distance(to) <= at.distance(left) + left.distance(to)
    {
        right
    } else {
        left
    };
    let is_on_the_way =
        at != corner && at.distance(corner) < width && (to - at).dot(corner - at) > 0.0;
    (is_on_the_way && probe.is_free(corner) && probe.is_segment_free(corner, to)).then_some(corner)
}
