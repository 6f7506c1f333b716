//! Searching the free space around a path for a shorter one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::through_regions::GOOD_WEIGHT;
use crate::inflated::inflated_boxes;
use crate::regions::{RegionSearch, Regions};
use crate::{Goal, Obstacles, Outcome, Request, path_length};

/// A search through the regions of an area that contains every path shorter than a known one. It
/// builds them itself, so it pays where that takes no longer than was spent on the known path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct NearbySearch {
    known: Vec<DVec2>,
    area: Aabb,
    search: RegionSearch,
    #[serde(skip)]
    regions: Built,
}

/// Regions that follow from the area and the obstacles.
#[derive(Debug, Clone, Default)]
struct Built(Option<Arc<Regions>>);

impl PartialEq for Built {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A path that took fewer steps than this is shortened without regions.
const MANY_STEPS: u32 = 256;

/// The maximum number of obstacles in the area for each step that was taken.
const OBSTACLES_PER_STEP: usize = 16;

/// The relative rounding error of the area, and more.
const SLACK: f64 = 64.0 * f64::EPSILON;

impl NearbySearch {
    /// A search for a path shorter than `known`, which took `steps` steps; `None` where the regions
    /// would take too long to build, or do not serve the request.
    pub fn new(
        request: &Request,
        known: &[DVec2],
        steps: u32,
        obstacles: &dyn Obstacles,
    ) -> Option<Self> {
        let Goal::Point(goal) = request.goal else { return None };
        let serves = request.ignore.is_empty() && obstacles.polygons().is_empty();
        if steps < MANY_STEPS || !serves {
            return None;
        }
        let room = obstacles.bounds().inflated(-request.half);
        let area = around_paths([request.start, goal], path_length(request.start, known));
        let area = area.intersection(&room)?;
        let boxes = inflated_boxes(obstacles, &area, request.half);
        if !area.min.is_finite() || boxes.len() > steps as usize * OBSTACLES_PER_STEP {
            return None;
        }
        let regions = Built(Some(Arc::new(Regions::new(area, boxes))));
        let search = RegionSearch::new(request.start, goal, GOOD_WEIGHT);
        Some(Self { known: known.to_vec(), area, search, regions })
    }

    /// Takes at most `steps` steps. Returns how many, and the outcome once there is one.
    pub fn advance(
        &mut self,
        request: &Request,
        obstacles: &dyn Obstacles,
        steps: u32,
    ) -> (u32, Option<Outcome>) {
        let before = self.search.steps();
        let regions = self.regions.0.get_or_insert_with(|| {
            let boxes = inflated_boxes(obstacles, &self.area, request.half);
            Arc::new(Regions::new(self.area, boxes))
        });
        let Some(found) = self.search.advance(regions, steps) else { return (steps, None) };
        let taken = self.search.steps().saturating_sub(before);
        let length = |path: &[DVec2]| path_length(request.start, path);
        let path = match found {
            Ok(path) if length(&path) < length(&self.known) => path,
            // If the obstacles changed, the known path is the best that is left.
            Ok(_) | Err(_) => core::mem::take(&mut self.known),
        };
        (taken, Some(Outcome::Found(path)))
    }

    /// Whether all numbers are finite and all references resolve.
    pub fn is_sound(&self) -> bool {
        let Aabb { min, max } = self.area;
        min.is_finite()
            && max.is_finite()
            && self.known.iter().all(|point| point.is_finite())
            && self.search.is_sound()
    }
}

/// A box around all paths between two points that are no longer than `length`: around the ellipse of
/// which these points are the foci.
fn around_paths([start, goal]: [DVec2; 2], length: f64) -> Aabb {
    let between = (goal - start) * 0.5;
    let axis = between.normalize_or(DVec2::X);
    let long = length * 0.5 * (1.0 + SLACK);
    let short = (long * long - between.length_squared()).max(0.0).sqrt();
    let half = (axis * axis * long * long + axis.perp() * axis.perp() * short * short)
        .max(DVec2::ZERO)
        .to_array()
        .map(f64::sqrt);
    let slack = (start.abs().max(goal.abs()).max_element() + length) * SLACK;
    let around = Aabb::around(start + between, DVec2::from(half) + slack);
    around.union(&Aabb::spanning(start, goal))
}
