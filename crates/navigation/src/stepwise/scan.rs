//! The circular scan: looking all around for a gap that is wide enough.

use core::f64::consts::TAU;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::probe::ObstacleProbe;
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

/// A window between two rays: the direction of its centre as a multiple of half the angle between
/// rays, measured clockwise from the goal's direction, and its width in rays.
struct Window {
    centre: i32,
    rays: usize,
    /// The distance of its nearer edge.
    edge: f64,
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

/// All windows of up to half a turn in which everything is farther away than the nearer edge by at
/// least the agent's width, and that are wide enough there.
fn windows(distances: &[f64], width: f64, range: f64) -> Vec<Window> {
    let rays = distances.len();
    let step = TAU / rays as f64;
    let mut windows = Vec::new();
    for first in 0..rays {
        let mut nearest = f64::INFINITY;
        for wide in 1..=rays / 2 {
            if wide > 1 {
                nearest = nearest.min(distances[(first + wide - 1) % rays]);
            }
            let edge = distances[first].min(distances[(first + wide) % rays]);
            // Where no obstacle is in range, the range counts as free.
            let near = edge.min(range);
            let needed = libm::asin((width / near).min(1.0));
            if wide as f64 * step >= needed && nearest >= near + width {
                let turned = i32::try_from((2 * first + wide) % (2 * rays)).unwrap_or(0);
                let half = i32::try_from(rays).unwrap_or(i32::MAX);
                let centre = if turned > half { turned - 2 * half } else { turned };
                windows.push(Window { centre, rays: wide, edge: near });
            }
        }
    }
    windows
}

/// The distance along a ray to a box; infinite when it misses.
fn reaching(from: DVec2, along: DVec2, aabb: &Aabb) -> f64 {
    let (near, far) = slabs(from, along, aabb);
    if near < far && far > 0.0 { near.max(0.0) } else { f64::INFINITY }
}

/// The distance along a ray to the exit of a box.
fn leaving(from: DVec2, along: DVec2, aabb: &Aabb) -> f64 {
    slabs(from, along, aabb).1.max(0.0)
}

/// The distances at which a line enters a box and leaves it.
fn slabs(from: DVec2, along: DVec2, aabb: &Aabb) -> (f64, f64) {
    let axis = |from: f64, along: f64, min: f64, max: f64| {
        if along == 0.0 {
            let is_within = min < from && from < max;
            let all = (f64::NEG_INFINITY, f64::INFINITY);
            return if is_within { all } else { (f64::INFINITY, f64::NEG_INFINITY) };
        }
        let (a, b) = ((min - from) / along, (max - from) / along);
        (a.min(b), a.max(b))
    };
    let x = axis(from.x, along.x, aabb.min.x, aabb.max.x);
    let y = axis(from.y, along.y, aabb.min.y, aabb.max.y);
    (x.0.max(y.0), x.1.min(y.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_room_for_the_agent_at_its_nearer_edge() {
        // Twelve rays; two edges at distance five on each side of the goal, with nothing behind.
        let mut distances = vec![5.0; 12];
        (distances[0], distances[11], distances[1]) = (f64::INFINITY, 5.0, 5.0);
        let found = windows(&distances, 4.0, 20.0);
        let ahead: Vec<_> = found.iter().filter(|w| w.centre == 0).map(|w| w.rays).collect();
        assert_eq!(ahead, [2], "60 degrees are enough for 4 at 5: arcsin 0.8 is 53");
        assert!(windows(&distances, 4.9, 20.0).is_empty(), "but not for 4.9");
    }

    #[test]
    fn a_window_must_be_deeper_than_its_edge_by_the_width() {
        let mut distances = vec![5.0; 12];
        distances[0] = 8.0;
        assert!(windows(&distances, 4.0, 20.0).is_empty());
        distances[0] = 9.0;
        assert_eq!(windows(&distances, 4.0, 20.0).len(), 1);
    }

    #[test]
    fn a_ray_ends_where_a_box_begins() {
        let aabb = Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(3.0, 1.0));
        assert_eq!(reaching(DVec2::ZERO, DVec2::X, &aabb), 2.0);
        assert_eq!(reaching(DVec2::ZERO, DVec2::NEG_X, &aabb), f64::INFINITY);
        assert_eq!(reaching(DVec2::ZERO, DVec2::Y, &aabb), f64::INFINITY);
        assert_eq!(leaving(DVec2::X * 2.5, DVec2::Y, &aabb), 1.0);
    }
}
