//! The positions that the agent can reach, by flooding the arrangement of all inflated edges.

use terrarium_navigation::geometry::{Aabb, DVec2};

use super::Problem;

/// Whether there is a path.
pub fn is_reachable(problem: &Problem) -> bool {
    let (Some(target), Some(flood)) = (problem.target(), Flood::from_start(problem)) else {
        return false;
    };
    let is_there = |place: DVec2| target.nearest_point(place) == place;
    flood.reached().any(|(i, j)| is_there(flood.place(i, j)))
}

/// The corners, open edges and open cells that the agent can reach from its start.
pub struct Flood {
    /// A cut has an even index, the open interval between two cuts an odd one.
    xs: Vec<f64>,
    ys: Vec<f64>,
    reached: Vec<bool>,
}

impl Flood {
    /// Runs the flood fill; `None` when the start is covered.
    pub fn from_start(problem: &Problem) -> Option<Self> {
        let target = problem.target()?;
        let (room, inflated) = (problem.room(), problem.inflated());
        let is_free =
            |p: DVec2| room.nearest_point(p) == p && inflated.iter().all(|b| !b.contains_inside(p));
        let start = problem.start;
        let mut areas = vec![room, target, Aabb::spanning(start, start)];
        areas.extend(&inflated);
        let (xs, ys) = (slots(&areas, |p| p.x), slots(&areas, |p| p.y));
        let from = (xs.iter().position(|&x| x == start.x)?, ys.iter().position(|&y| y == start.y)?);
        let reached = vec![false; xs.len() * ys.len()];
        let mut flood = Self { xs, ys, reached };
        let mut front = vec![from];
        while let Some((i, j)) = front.pop() {
            let known = i * flood.ys.len() + j;
            if flood.reached[known] || !is_free(flood.place(i, j)) {
                continue;
            }
            flood.reached[known] = true;
            front.extend((i > 0).then(|| (i - 1, j)));
            front.extend((j > 0).then(|| (i, j - 1)));
            front.extend((i + 1 < flood.xs.len()).then_some((i + 1, j)));
            front.extend((j + 1 < flood.ys.len()).then_some((i, j + 1)));
        }
        flood.reached.contains(&true).then_some(flood)
    }

    /// The slots that can be reached.
    pub fn reached(&self) -> impl Iterator<Item = (usize, usize)> {
        let reached = (0..self.reached.len()).filter(|&slot| self.reached[slot]);
        reached.map(|slot| (slot / self.ys.len(), slot % self.ys.len()))
    }

    /// A point of the slot.
    pub fn place(&self, i: usize, j: usize) -> DVec2 {
        DVec2::new(self.xs[i], self.ys[j])
    }

    /// A point of the slot before or behind `i` or `j`, even beyond the last one.
    pub fn place_beside(&self, (i, by_x): (usize, isize), (j, by_y): (usize, isize)) -> DVec2 {
        let beside = |slots: &[f64], at: usize, by: isize| {
            let there = at.checked_add_signed(by).and_then(|slot| slots.get(slot));
            there.copied().unwrap_or(slots[at] + by as f64)
        };
        DVec2::new(beside(&self.xs, i, by_x), beside(&self.ys, j, by_y))
    }
}

/// All coordinates of the areas in order, and the midpoints between them.
fn slots(areas: &[Aabb], of: fn(DVec2) -> f64) -> Vec<f64> {
    let mut cuts: Vec<f64> = areas.iter().flat_map(|b| [of(b.min), of(b.max)]).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let mut slots = vec![cuts[0]];
    for pair in cuts.windows(2) {
        slots.extend([(pair[0] + pair[1]) * 0.5, pair[1]]);
    }
    slots
}
