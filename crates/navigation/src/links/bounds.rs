//! Lower bounds of the rest of a path over links.

use serde::{Deserialize, Serialize};

use super::search::Layout;
use crate::best_first::is_length;

/// Lower bounds of what the path to the goal costs from the far end of each hop: the cost of the cheapest
/// path that walks straight through all obstacles, found by Dijkstra's algorithm from the goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Bounds {
    /// By hop, infinite where no path was found yet.
    costs: Vec<f64>,
    is_final: Vec<bool>,
}

impl Bounds {
    /// Bounds for the hops of a layout, none of them final.
    pub fn new(hops: usize) -> Self {
        Self { costs: vec![f64::INFINITY; hops], is_final: vec![false; hops] }
    }

    /// Makes one more bound final. Returns whether all are.
    pub fn step(&mut self, layout: &Layout<'_>) -> bool {
        if !self.is_final.contains(&true) {
            for (hop, cost) in self.costs.iter_mut().enumerate() {
                *cost = layout.least_to_goal(hop);
            }
        }
        let open = (0..self.costs.len()).filter(|&hop| !self.is_final[hop]);
        let nearest = open.min_by(|&a, &b| self.costs[a].total_cmp(&self.costs[b]));
        let Some(next) = nearest else { return true };
        self.is_final[next] = true;
        for hop in (0..self.costs.len()).filter(|&hop| hop != next) {
            let through = layout.least_between(hop, next) + self.costs[next];
            if !self.is_final[hop] && through < self.costs[hop] {
                self.costs[hop] = through;
            }
        }
        !self.is_final.contains(&false)
    }

    /// The bound of a hop.
    pub fn of(&self, hop: usize) -> f64 {
        self.costs[hop]
    }

    /// Whether there is a valid bound for each of so many hops.
    pub fn is_sound(&self, hops: usize) -> bool {
        let is_valid = |(&cost, &is_final): (&f64, &bool)| {
            is_length(cost) || (cost == f64::INFINITY && !is_final)
        };
        self.costs.len() == hops
            && self.is_final.len() == hops
            && self.costs.iter().zip(&self.is_final).all(is_valid)
    }
}
