//! Search for a cheap path through regions of different costs.
//!
//! Where the cost does not change, this is the any-angle search of Polyanya (Cui, Harabor and Grastien,
//! "Compromise-free Pathfinding on a Navigation Mesh", 2017): a node is the part of a portal that is
//! visible from its root, and paths bend only at corners. Where the cost changes, paths are refracted
//! anywhere on the border; there, a few places on it become roots. In the end, all crossings move to
//! where the path through the same portals is cheapest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::chain::{Chain, place_on};
use super::cone::{Cone, Parts};
use super::weighted_regions::{Crossing, WeightedRegions};
use crate::regions::OpenList;

/// A search for one path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct WeightedSearch {
    start: DVec2,
    target: Aabb,
    steps: u32,
    roots: Vec<Root>,
    nodes: Vec<Node>,
    open: OpenList,
    /// The cost of the cheapest path to the target so far, and its last node.
    best: Option<(f64, u32)>,
    /// The path, once its portals are known.
    chain: Option<Chain>,
    /// The roots of each region; it follows from the roots.
    #[serde(skip)]
    known: Known,
}

/// A place where a path may bend, and the region that it goes on through.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Root {
    at: DVec2,
    into: u32,
    cost: f64,
}

/// The part of a portal through which paths go on from a root.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Node {
    root: u32,
    /// The portal; `None` for the region around the root itself.
    portal: Option<u32>,
    /// The region behind the portal.
    into: u32,
    /// The ends of the part, as shares of the portal.
    part: [f64; 2],
    before: Option<u32>,
}

/// The roots of paths into each region.
#[derive(Debug, Clone, Default)]
struct Known(BTreeMap<u32, Vec<u32>>);

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A border is crossed, at first, at its ends and at places that divide it into this many parts.
const PLACES: u8 = 4;

impl WeightedSearch {
    pub fn new(start: DVec2, target: Aabb) -> Self {
        Self {
            start,
            target,
            steps: 0,
            roots: Vec::new(),
            nodes: Vec::new(),
            open: OpenList::default(),
            best: None,
            chain: None,
            known: Known::default(),
        }
    }

    /// The number of steps taken.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether all numbers are finite and all references between roots and nodes resolve.
    pub fn is_sound(&self) -> bool {
        let is_node = |index: u32| (index as usize) < self.nodes.len();
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        self.start.is_finite()
            && crate::request::is_box(&self.target)
            && self.roots.iter().all(|root| root.at.is_finite() && root.cost.is_finite())
            && (0..).zip(&self.nodes).all(|(number, node): (u32, _)| {
                (node.root as usize) < self.roots.len()
                    && node.part.into_iter().all(is_share)
                    && node.before.is_none_or(|before| before < number)
            })
            && self.open.nodes().all(is_node)
            && self.best.is_none_or(|(cost, node)| cost.is_finite() && is_node(node))
            && self.chain.as_ref().is_none_or(Chain::is_sound)
    }

    /// Takes at most `steps` steps. Returns the waypoints after the start once there are any, or `None`
    /// within if there are none, which also means that the regions are not those with which the search
    /// began.
    pub fn advance(&mut self, regions: &WeightedRegions, steps: u32) -> Option<Option<Vec<DVec2>>> {
        self.index();
        for _ in 0..steps {
            if let Some(chain) = &mut self.chain {
                chain.tighten();
            } else if self.is_done() {
                self.chain = self.best.and_then(|(_, last)| self.chain_to(regions, last));
                if self.chain.is_none() {
                    return Some(None);
                }
            } else if self.steps == 0 {
                for into in regions.regions_at(self.start) {
                    self.add_root(regions, Root { at: self.start, into, cost: 0.0 }, None);
                }
            } else if self.expand(regions).is_none() {
                return Some(None);
            }
            self.steps = self.steps.saturating_add(1);
            if let Some(chain) = self.chain.as_ref().filter(|chain| chain.is_tight()) {
                return Some(Some(chain.waypoints()));
            }
        }
        None
    }

    /// Derives the roots of each region for a restored search.
    fn index(&mut self) {
        if self.known.0.is_empty() {
            for (number, root) in (0..).zip(&self.roots) {
                self.known.0.entry(root.into).or_default().push(number);
            }
        }
    }

    /// Whether a path by another root of the same region costs as little, everywhere in that region.
    fn is_dominated(&self, root: &Root, cost: f64, except: Option<u32>) -> bool {
        let others = self.known.0.get(&root.into).into_iter().flatten();
        others.filter(|&&number| Some(number) != except).any(|&number| {
            let other = self.roots[number as usize];
            other.cost + cost * other.at.distance(root.at) <= root.cost
        })
    }

    fn is_done(&self) -> bool {
        match (self.best, self.open.bound()) {
            (Some((cost, _)), bound) => bound.is_none_or(|bound| bound >= cost),
            (None, bound) => self.steps > 0 && bound.is_none(),
        }
    }

    /// Expands the best open node. `None` when it does not exist in these regions.
    fn expand(&mut self, regions: &WeightedRegions) -> Option<()> {
        let number = self.open.pop()?;
        let node = self.nodes[number as usize];
        let root = self.roots[node.root as usize];
        let region = regions.region(node.into)?;
        if self.is_dominated(&root, regions.region(root.into)?.cost, Some(node.root)) {
            return Some(());
        }
        let Some(passed) = node.portal else {
            self.arrive(regions, number, None)?;
            for &exit in regions.portals_of(node.into) {
                self.open_part(regions, node.root, (exit, node.into), [0.0, 1.0], number)?;
            }
            return Some(());
        };
        let portal = regions.portal(passed)?;
        self.arrive(regions, number, Some(portal))?;
        if region.cost == regions.region(root.into)?.cost {
            self.go_on(regions, number, portal)
        } else {
            self.refract(regions, number, portal);
            Some(())
        }
    }

    /// Opens what is visible through a node's part of a portal, and what is reached around its ends.
    fn go_on(&mut self, regions: &WeightedRegions, number: u32, portal: &Crossing) -> Option<()> {
        let node = self.nodes[number as usize];
        let root = self.roots[node.root as usize];
        let ends = node.part.map(|share| place_on(&portal.segment, share));
        let cone = Cone::through(root.at, ends);
        if matches!(cone, Cone::Open) {
            self.add_root(regions, Root { into: node.into, ..root }, Some(number));
            return Some(());
        }
        let mut hidden_parts = [Vec::new(), Vec::new()];
        for &exit in regions.portals_of(node.into) {
            if Some(exit) == node.portal {
                continue;
            }
            let to = regions.portal(exit)?.segment;
            let Parts { visible, hidden } = cone.divide(&to);
            // What is visible on the line of the portal is not beyond it.
            if let Some(part) = visible.filter(|_| !is_on_line(&to, &portal.segment)) {
                self.open_part(regions, node.root, (exit, node.into), part, number)?;
            }
            for (parts, hidden) in hidden_parts.iter_mut().zip(hidden) {
                parts.extend(hidden.map(|part| (exit, part)));
            }
        }
        let cost = regions.region(node.into)?.cost;
        for (side, parts) in hidden_parts.into_iter().enumerate() {
            let is_corner = node.part[side] == side as f64 && portal.is_bend[side];
            if !is_corner || parts.is_empty() {
                continue;
            }
            let cost = root.cost + cost * root.at.distance(ends[side]);
            let bend = Root { at: ends[side], into: node.into, cost };
            if let Some(bend) = self.root(regions, bend) {
                for (exit, part) in parts {
                    self.open_part(regions, bend, (exit, node.into), part, number)?;
                }
            }
        }
        Some(())
    }

    /// Makes places on a border, where the cost changes, roots of paths into the region behind it.
    fn refract(&mut self, regions: &WeightedRegions, number: u32, portal: &Crossing) {
        let node = self.nodes[number as usize];
        let root = self.roots[node.root as usize];
        let Some(before) = regions.region(root.into) else { return };
        let [low, high] = node.part;
        let spaced = (0..=PLACES).map(|index| f64::from(index) / f64::from(PLACES));
        let spaced = spaced.filter(|share| (low..=high).contains(share));
        let after = regions.region(node.into).map_or(before.cost, |region| region.cost);
        let target = self.target.nearest_point(root.at);
        let likely = likely_crossings(&portal.segment, [root.at, target], [before.cost, after]);
        let likely = likely.into_iter().map(|share| share.clamp(low, high));
        let mut shares: Vec<f64> = spaced.chain(likely).collect();
        shares.sort_unstable_by(f64::total_cmp);
        shares.dedup();
        for share in shares {
            let at = place_on(&portal.segment, share);
            let cost = root.cost + before.cost * root.at.distance(at);
            self.add_root(regions, Root { at, into: node.into, cost }, Some(number));
        }
    }

    /// Notes a path from a node's root to the target, if that is in the region behind it.
    fn arrive(
        &mut self,
        regions: &WeightedRegions,
        number: u32,
        portal: Option<&Crossing>,
    ) -> Option<()> {
        let node = self.nodes[number as usize];
        let root = self.roots[node.root as usize];
        let region = regions.region(node.into)?;
        let Some(end) = region.area.intersection(&self.target) else { return Some(()) };
        let cost = match portal {
            None => region.cost * end.distance_to(root.at),
            Some(portal) => {
                let before = regions.region(root.into)?.cost;
                let ends = node.part.map(|share| place_on(&portal.segment, share));
                let cost = |share: f64| {
                    let at = ends[0].lerp(ends[1], share);
                    before * root.at.distance(at) + region.cost * end.distance_to(at)
                };
                least_of_convex(cost)
            }
        };
        let cost = root.cost + cost;
        if self.best.is_none_or(|(best, _)| cost < best) {
            self.best = Some((cost, number));
        }
        Some(())
    }

    /// Adds a root and opens the region around it, if this is the cheapest path to it.
    fn add_root(&mut self, regions: &WeightedRegions, root: Root, before: Option<u32>) {
        if let Some(number) = self.root(regions, root) {
            let node =
                Node { root: number, portal: None, into: root.into, part: [0.0, 1.0], before };
            let ahead = regions.cheapest() * self.target.distance_to(root.at);
            self.push(node, root.cost + ahead);
        }
    }

    /// Adds a root, if no path to it is known that costs as little.
    fn root(&mut self, regions: &WeightedRegions, root: Root) -> Option<u32> {
        if self.is_dominated(&root, regions.region(root.into)?.cost, None) {
            return None;
        }
        let number = u32::try_from(self.roots.len()).ok()?;
        self.known.0.entry(root.into).or_default().push(number);
        self.roots.push(root);
        Some(number)
    }

    /// Opens a part of a portal out of a region.
    fn open_part(
        &mut self,
        regions: &WeightedRegions,
        root: u32,
        (exit, out_of): (u32, u32),
        part: [f64; 2],
        before: u32,
    ) -> Option<()> {
        let portal = regions.portal(exit)?;
        let into = portal.regions[usize::from(portal.regions[0] == out_of)];
        let node = Node { root, portal: Some(exit), into, part, before: Some(before) };
        let from = self.roots[root as usize];
        let at =
            nearest_crossing(from.at, self.target.nearest_point(from.at), &portal.segment, part);
        let to_portal = from.at.distance(at);
        let cost = regions.region(out_of)?.cost;
        // The cheapest ground all along, and the cost of the region at least up to the portal.
        let nearest =
            Aabb::spanning(place_on(&portal.segment, part[0]), place_on(&portal.segment, part[1]));
        let ahead = regions.cheapest() * (to_portal + self.target.distance_to(at))
            + (cost - regions.cheapest()) * nearest.distance_to(from.at);
        self.push(node, from.cost + ahead);
        Some(())
    }

    fn push(&mut self, node: Node, bound: f64) {
        if let Ok(number) = u32::try_from(self.nodes.len()) {
            self.nodes.push(node);
            self.open.push(bound, number);
        }
    }

    /// The path to the target, as a chain of portals.
    fn chain_to(&self, regions: &WeightedRegions, last: u32) -> Option<Chain> {
        let region = regions.region(self.nodes[last as usize].into)?;
        let end = region.area.intersection(&self.target)?;
        let (mut links, mut next) = (Vec::new(), Some(last));
        let mut first_cost = region.cost;
        while let Some(number) = next {
            let node = self.nodes[number as usize];
            if let Some(portal) = node.portal {
                let portal = regions.portal(portal)?;
                links.push((portal.segment, regions.region(node.into)?.cost));
                let from = portal.regions[usize::from(portal.regions[0] == node.into)];
                first_cost = regions.region(from)?.cost;
            }
            next = node.before;
        }
        links.reverse();
        Some(Chain::new(self.start, first_cost, links, end))
    }
}

/// The place in a part of a segment along an axis at which the way from one point to another by that
/// segment is shortest.
fn nearest_crossing(from: DVec2, to: DVec2, segment: &Segment, part: [f64; 2]) -> DVec2 {
    let [low, high] = part.map(|share| place_on(segment, share));
    let is_upright = segment.from.x == segment.to.x;
    let [along, across] = if is_upright { [1, 0] } else { [0, 1] };
    let [near, far] = [from, to].map(|point| (point[across] - low[across]).abs());
    let at = if near + far > 0.0 {
        (from[along] * far + to[along] * near) / (near + far)
    } else {
        from[along]
    };
    let mut place = low;
    place[along] = at.clamp(low[along], high[along]);
    place
}

/// Where a path from one place to another is likely to cross a border between regions of these costs, as
/// shares of the border: opposite to both, in a straight line between them, and where a path is bent
/// along the border, which is cheaper ground on one side of it.
fn likely_crossings(border: &Segment, ends: [DVec2; 2], costs: [f64; 2]) -> [f64; 4] {
    let along = border.to - border.from;
    let length = along.length();
    let unit = along / length;
    let [from, to] = ends.map(|end| {
        let offset = end - border.from;
        (offset.dot(unit), offset.perp_dot(unit).abs())
    });
    let [cheap, expensive] = [costs[0].min(costs[1]), costs[0].max(costs[1])];
    let slope = cheap / ((expensive - cheap) * (expensive + cheap)).sqrt();
    // The place on the more expensive side decides where a path along the border begins or ends.
    let (at, distance) = if costs[0] > costs[1] { from } else { to };
    let straight = (from.0 * to.1 + to.0 * from.1) / (from.1 + to.1);
    [at - distance * slope, at + distance * slope, straight, from.0].map(|place| {
        let share = place / length;
        if share.is_finite() { share } else { 0.0 }
    })
}

/// Whether a segment is on the line of another, which is along an axis.
fn is_on_line(segment: &Segment, line: &Segment) -> bool {
    (0..2).any(|axis| {
        [line.to, segment.from, segment.to].iter().all(|end| end[axis] == line.from[axis])
    })
}

/// The least value of a convex function of 0 to 1, almost.
fn least_of_convex(value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..24 {
        let [a, b] = [1.0 / 3.0, 2.0 / 3.0].map(|share| low + (high - low) * share);
        if value(a) <= value(b) { high = b } else { low = a }
    }
    value(0.0).min(value(1.0)).min(value((low + high) * 0.5))
}
