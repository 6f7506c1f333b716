//! A path through given portals, and where it crosses them at the lowest cost.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2, Segment, turn};

/// A path from a point through portals, in this order, to an area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Chain {
    start: DVec2,
    /// The cost of a unit of path up to the first portal.
    first_cost: f64,
    links: Vec<Link>,
    end: Aabb,
    /// How far crossings move at the next step, as a share of their portals.
    window: f64,
    /// The number of steps since the window shrank.
    moves: u32,
}

/// Where a path crosses a portal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Link {
    from: DVec2,
    to: DVec2,
    /// The place of the crossing, 0 to 1.
    share: f64,
    /// The cost of a unit of path after it.
    cost_after: f64,
}

/// The places that are tried for each crossing, in windows.
const OFFSETS: [f64; 5] = [-1.0, -0.5, 0.0, 0.5, 1.0];

/// Crossings start in the middle, with windows that are as wide as their portals.
const MIDDLE: f64 = 0.5;

/// The factor by which the window shrinks once all crossings stay within it.
const SHRINKS: f64 = 0.5;

/// The number of steps after which the window shrinks anyway: rounding errors must not keep it.
const MOST_MOVES: u32 = 32;

/// The window at which a path is tight: of a portal as long as the largest world, much less than a step
/// of the lattice.
const TIGHT: f64 = 1e-12;

impl Chain {
    /// A path through portals, each with the cost of a unit of path after it.
    pub fn new(start: DVec2, first_cost: f64, portals: Vec<(Segment, f64)>, end: Aabb) -> Self {
        let link =
            |(Segment { from, to }, cost_after)| Link { from, to, share: MIDDLE, cost_after };
        let links = portals.into_iter().map(link).collect();
        Self { start, first_cost, links, end, window: MIDDLE, moves: 0 }
    }

    /// Whether further steps change nothing.
    pub fn is_tight(&self) -> bool {
        self.window < TIGHT || self.links.is_empty()
    }

    /// Moves all crossings at once to the cheapest of the places in their windows.
    pub fn tighten(&mut self) {
        let mut reached = [(self.start, 0.0); OFFSETS.len()];
        let mut cost = self.first_cost;
        let mut choices: Vec<[u8; OFFSETS.len()]> = Vec::with_capacity(self.links.len());
        for link in &self.links {
            let mut choice = [0; OFFSETS.len()];
            let mut next = reached;
            for (index, offset) in OFFSETS.into_iter().enumerate() {
                let place = link.place(link.share_at(offset * self.window));
                let costs = reached.map(|(from, so_far)| so_far + cost * from.distance(place));
                let least = least(&costs);
                choice[index] = least as u8;
                next[index] = (place, costs[least]);
            }
            choices.push(choice);
            reached = next;
            cost = link.cost_after;
        }
        let costs = reached.map(|(from, so_far)| so_far + cost * self.end.distance_to(from));
        let mut chosen = least(&costs);
        let mut is_inside = true;
        for (link, choice) in self.links.iter_mut().zip(&choices).rev() {
            let before = link.share;
            link.share = link.share_at(OFFSETS[chosen] * self.window);
            is_inside &= (link.share - before).abs() < self.window;
            chosen = usize::from(choice[chosen]);
        }
        self.moves = if is_inside { 0 } else { self.moves + 1 };
        if self.moves == 0 || self.moves == MOST_MOVES {
            self.moves = 0;
            self.window *= SHRINKS;
        }
    }

    /// The waypoints after the start: where the path bends or the cost changes.
    pub fn waypoints(&self) -> Vec<DVec2> {
        let mut points: Vec<DVec2> = self.links.iter().map(Link::crossing).collect();
        points.push(self.end.nearest_point(points.last().copied().unwrap_or(self.start)));
        let (mut from, mut waypoints, mut next) = (self.start, Vec::new(), 0);
        while next < points.len() {
            let cost = next.checked_sub(1).map_or(self.first_cost, |it| self.links[it].cost_after);
            let mut to = next;
            while to < self.links.len()
                && self.links[to].cost_after == cost
                && self.is_straight(from, points[to + 1], next..=to)
            {
                to += 1;
            }
            if points[to] != from {
                waypoints.push(points[to]);
                from = points[to];
            }
            next = to + 1;
        }
        waypoints
    }

    /// Whether a segment crosses these portals.
    fn is_straight(
        &self,
        from: DVec2,
        to: DVec2,
        portals: std::ops::RangeInclusive<usize>,
    ) -> bool {
        self.links[portals].iter().all(|link| {
            let sides = [link.from, link.to].map(|end| turn(from, to, end));
            let across = [from, to].map(|end| turn(link.from, link.to, end));
            let is_between = sides[0] != sides[1] || sides[0].is_eq();
            is_between && (link.from == link.to || across[0] != across[1])
        })
    }

    /// Whether all numbers are finite and in range.
    pub fn is_sound(&self) -> bool {
        let is_cost = |cost: f64| super::COSTS.contains(&cost);
        self.start.is_finite()
            && is_cost(self.first_cost)
            && (0.0..=1.0).contains(&self.window)
            && self.end.min.is_finite()
            && self.end.max.is_finite()
            && self.end.min.cmple(self.end.max).all()
            && self.links.iter().all(|link| {
                link.from.is_finite()
                    && link.to.is_finite()
                    && (0.0..=1.0).contains(&link.share)
                    && is_cost(link.cost_after)
            })
    }
}

impl Link {
    fn share_at(&self, offset: f64) -> f64 {
        (self.share + offset).clamp(0.0, 1.0)
    }

    fn place(&self, share: f64) -> DVec2 {
        place_on(&Segment::new(self.from, self.to), share)
    }

    /// The place of the crossing; an end of the portal if that is as near as makes no difference.
    fn crossing(&self) -> DVec2 {
        const NEAR: f64 = 1e-9;
        match self.share {
            share if share < NEAR => self.from,
            share if share > 1.0 - NEAR => self.to,
            share => self.place(share),
        }
    }
}

/// The place at a share of a segment along an axis, never beside it.
pub(super) fn place_on(segment: &Segment, share: f64) -> DVec2 {
    let Segment { from, to } = *segment;
    (from + (to - from) * share).clamp(from, to)
}

/// The index of the least of some costs, of equal ones the one in the middle.
fn least(costs: &[f64; OFFSETS.len()]) -> usize {
    const ORDER: [usize; OFFSETS.len()] = [2, 1, 3, 0, 4];
    let mut least = ORDER[0];
    for index in ORDER {
        if costs[index] < costs[least] {
            least = index;
        }
    }
    least
}
