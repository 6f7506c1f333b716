//! Searching ground of different costs.

use super::{PerimeterSearch, Phase};
use crate::ground::{WeightedRegions, WeightedSearch};
use crate::{Obstacles, Outcome, Request};

impl PerimeterSearch {
    /// Begins a search through the regions of the ground, if the obstacles have any that serve this
    /// request.
    pub(crate) fn enter_ground(&mut self, obstacles: &dyn Obstacles) {
        let is_new = matches!(self.phase, Phase::Start);
        if is_new && serving_regions(&self.request, obstacles).is_some() {
            let search = WeightedSearch::new(self.request.start, self.request.target());
            self.finds_shortest = true;
            self.phase = Phase::Ground(Box::new(search));
        }
    }

    /// Takes at most `steps` steps over the ground, and returns how many. Where no path is found, a search
    /// around the obstacles begins, which tells why.
    pub(super) fn advance_over_ground(&mut self, obstacles: &dyn Obstacles, steps: u32) -> u32 {
        let Phase::Ground(search) = &mut self.phase else { return 0 };
        let before = search.steps();
        let steps = steps.min(self.request.limit - self.steps);
        let path = match serving_regions(&self.request, obstacles) {
            Some(regions) => search.advance(regions, steps),
            None => Some(None),
        };
        let taken = if path.is_some() { search.steps().saturating_sub(before) } else { steps };
        self.steps = self.steps.saturating_add(taken);
        match path {
            Some(Some(path)) => self.phase = Phase::Done(Outcome::Found(path)),
            Some(None) => {
                self.finds_shortest = false;
                self.phase = Phase::Start;
            }
            None => {}
        }
        taken
    }
}

fn serving_regions<'a>(
    request: &Request,
    obstacles: &'a dyn Obstacles,
) -> Option<&'a WeightedRegions> {
    let serves = request.ignore.is_empty() && obstacles.polygons().is_empty();
    if serves { obstacles.weighted_regions(request.half) } else { None }
}
