//! The cells from which the goal can be reached straight: the sources of a flood fill from the
//! goal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::endpoints::Endpoints;
use crate::{Obstacles, Request};

/// The cells near the goal, tested one by one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Sources {
    /// The cells not tested yet, the last first.
    ahead: Vec<u32>,
    /// The arrival point of each cell that has one.
    arrivals: BTreeMap<u32, DVec2>,
    has_begun: bool,
}

impl Sources {
    /// Tests a cell. Returns whether all have been tested.
    pub fn step(
        &mut self,
        endpoints: &mut Endpoints,
        request: &Request,
        obstacles: &dyn Obstacles,
    ) -> bool {
        if !self.has_begun {
            self.ahead = endpoints.goal_cells();
            self.has_begun = true;
        }
        while let Some(&cell) = self.ahead.last() {
            match endpoints.ground(request, obstacles).is_free(endpoints.grid().place(cell)) {
                Err(unknown) => {
                    endpoints.explore(unknown, request, obstacles);
                    return false;
                }
                Ok(is_free) => {
                    self.ahead.pop();
                    if is_free {
                        let arrival = endpoints.arrival(cell, request, obstacles);
                        self.arrivals.extend(arrival.map(|arrival| (cell, arrival)));
                        return self.ahead.is_empty();
                    }
                }
            }
        }
        true
    }

    /// The arrival points by cell, ordered by the cells' numbers.
    pub fn arrivals(&self) -> &BTreeMap<u32, DVec2> {
        &self.arrivals
    }

    pub fn is_sound(&self, cells: u32) -> bool {
        self.ahead.iter().chain(self.arrivals.keys()).all(|&cell| cell < cells)
            && self.arrivals.values().all(|arrival| arrival.is_finite())
    }
}
