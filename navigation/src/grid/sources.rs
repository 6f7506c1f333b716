//! The cells from which one arrives: where a flood that comes from the goal begins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::endpoints::Endpoints;
use crate::geometry::DVec2;
use crate::{Obstacles, Request};

/// The cells near the goal, looked at one after the other.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Sources {
    /// What is still to be looked at, the last first.
    ahead: Vec<u32>,
    /// Where one arrives from each cell from which one does.
    arrivals: BTreeMap<u32, DVec2>,
    has_begun: bool,
}

impl Sources {
    /// Looks at a cell. Whether all have been looked at.
    pub fn look(
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
                    endpoints.find_out(unknown, request, obstacles);
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

    /// Where one arrives from which cells, in the order of their numbers.
    pub fn arrivals(&self) -> &BTreeMap<u32, DVec2> {
        &self.arrivals
    }

    pub fn is_sound(&self, cells: u32) -> bool {
        self.ahead.iter().chain(self.arrivals.keys()).all(|&cell| cell < cells)
            && self.arrivals.values().all(|arrival| arrival.is_finite())
    }
}
