//! How paths spread through the regions, from interval to interval of their portals.
//!
//! An interval is a part of a portal, all of which is visible from its root, the last bend of the path.
//! Behind it lies a region, which paths leave through its other exits: straight on from the same root,
//! or around the ends of the interval that are corners. What is visible is decided exactly.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::Regions;
use super::portal::{BendId, Exit};
use super::view::View;

/// An interval of an exit through which paths leave a region.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Node {
    /// The bend from which the whole interval is visible.
    pub root: u32,
    /// The bend before the root on the ray to an end at which the path goes straight on.
    pub behind: u32,
    pub exit: u32,
    pub low: End,
    pub high: End,
}

impl Node {
    /// Whether all numbers are finite, and its bends are among so many.
    pub fn is_sound(&self, bends: usize) -> bool {
        let is_bend = |bend: u32| (bend as usize) < bends;
        is_bend(self.root) && is_bend(self.behind) && self.low.is_finite() && self.high.is_finite()
    }
}

/// An end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct End {
    pub y: f64,
    /// A point on the ray from the root to here; the root itself if the path to it goes straight on.
    pub sight: DVec2,
    /// Whether it is the end of the exit.
    pub is_corner: bool,
}

impl End {
    pub fn new(exit: &Exit, is_high: bool) -> Self {
        let sight = exit.end(is_high);
        Self { y: sight.y, sight, is_corner: true }
    }

    fn is_finite(&self) -> bool {
        self.y.is_finite() && self.sight.is_finite()
    }
}

/// How a path continues at a bend: around the corner into other regions, or along the line of a portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passage {
    Around(BendId),
    Along(BendId),
}

/// What a spread does with the intervals that it is offered.
pub(super) trait Frontier {
    /// Whether paths end at the first bend, so that what is behind it does not matter.
    const ENDS_AT_BENDS: bool = false;

    /// The place of a bend.
    fn place(&self, bend: u32) -> DVec2;

    /// Whether paths through an exit can be of use.
    fn wants(&self, exit: &Exit) -> bool;

    /// A bend after another; `None` when paths do not lead on there.
    fn bend(&mut self, before: u32, id: BendId, at: DVec2) -> Option<u32>;

    /// Whether a passage at a bend still has to be opened, which is then done.
    fn opens(&mut self, bend: u32, passage: Passage) -> bool;

    /// Adds a node.
    fn add(&mut self, node: Node, exit: &Exit);
}

/// The shortest known paths to the corners that a spread has reached.
pub(super) trait ShortestPaths: Frontier {
    /// Lengths that differ by less than this share are equal but for rounding.
    const TIE: f64;

    /// The length of the path to a bend.
    fn length(&self, bend: u32) -> f64;

    /// The bend of the shortest known path to a corner.
    fn known(&self, corner: u32) -> Option<u32>;

    /// Adds a bend after another, which is then that of its corner.
    fn add_bend(&mut self, before: u32, corner: u32, at: DVec2, length: f64) -> Option<u32>;

    /// A bend after another; `None` when a shorter path to it is known. Of equally short paths the first
    /// is kept. A bend at the place of the other is the other.
    fn shortest_bend(&mut self, before: u32, id: BendId, at: DVec2) -> Option<u32> {
        let from = self.place(before);
        if from == at {
            return Some(before);
        }
        let corner = id.corner()?;
        let length = self.length(before) + from.distance(at);
        if let Some(known) = self.known(corner) {
            let shortest = self.length(known);
            if length >= shortest * (1.0 - Self::TIE) {
                return (length <= shortest * (1.0 + Self::TIE)).then_some(known);
            }
        }
        self.add_bend(before, corner, at, length)
    }
}

/// The view from the root of a node through its interval, to the far side of the region behind it.
pub(super) fn view(frontier: &impl Frontier, node: &Node, exit: &Exit, far: f64) -> View {
    let root = frontier.place(node.root);
    let ray = |end: &End| {
        let from = if end.sight == root { frontier.place(node.behind) } else { root };
        [from, end.sight]
    };
    View::new([ray(&node.low), ray(&node.high)], exit.is_right, root.x == exit.x, far)
}

/// Leaves the region in which the first bend is.
pub(super) fn leave(frontier: &mut impl Frontier, regions: &Regions, from: u32) {
    for is_right in [false, true] {
        let exits = regions.exits(from, is_right);
        let numbered = exits.clone().zip(&regions.exits[as_range(exits)]);
        numbered.for_each(|exit| open(frontier, [0, 0], exit));
    }
}

/// Opens the intervals through which paths leave the region that they enter through a node's.
pub(super) fn expand(
    frontier: &mut impl Frontier,
    regions: &Regions,
    (node, exit): (&Node, &Exit),
    view: &View,
) {
    open_visible(frontier, regions, (node, exit), view);
    for is_high in [false, true] {
        bend_around(frontier, regions, (node, exit), view, is_high);
    }
}

/// Opens the parts of exits that are visible from a node's root through its interval.
fn open_visible(
    frontier: &mut impl Frontier,
    regions: &Regions,
    (node, passed): (&Node, &Exit),
    view: &View,
) {
    let range = regions.exits(passed.to, passed.is_right);
    let exits = &regions.exits[as_range(range.clone())];
    if view.is_open {
        range.zip(exits).for_each(|exit| open(frontier, [node.root, node.behind], exit));
        return;
    }
    let first = exits.partition_point(|exit| view.order_at(exit.high, false).is_lt());
    for (index, exit) in range.zip(exits).skip(first) {
        let below = view.order_at(exit.low, true);
        if below.is_gt() {
            break;
        }
        // A single point of a portal is an end of the part beside it.
        if !exit.is_point() && (below.is_eq() || view.order_at(exit.high, false).is_eq()) {
            continue;
        }
        let cut = |is_high: bool, end: &End| {
            let y = view.height(is_high, exit);
            End { y, is_corner: false, ..*end }
        };
        let is_low_cut = view.order_at(exit.low, false).is_lt();
        let is_high_cut = view.order_at(exit.high, true).is_gt();
        let low = if is_low_cut { cut(false, &node.low) } else { End::new(exit, false) };
        let high = if is_high_cut { cut(true, &node.high) } else { End::new(exit, true) };
        open_part(frontier, [node.root, node.behind], (index, exit), [low, high]);
    }
}

/// Opens what is reached around an end of a node's interval: the exits on the far side that the root
/// does not see, and those beside the interval.
fn bend_around<F: Frontier>(
    frontier: &mut F,
    regions: &Regions,
    (node, passed): (&Node, &Exit),
    view: &View,
    is_high: bool,
) {
    let end = if is_high { &node.high } else { &node.low };
    let id = passed.bends[usize::from(is_high)];
    if id == BendId::NONE || !end.is_corner {
        return;
    }
    let at = passed.end(is_high);
    if F::ENDS_AT_BENDS && !view.is_open && frontier.bend(node.root, id, at).is_none() {
        return;
    }
    let far = regions.exits(passed.to, passed.is_right);
    let far_exits = &regions.exits[as_range(far.clone())];
    let hidden = if view.is_open { 0..0 } else { view.hidden(far_exits, is_high) };
    let near = regions.exits(passed.to, !passed.is_right);
    let near_exits = &regions.exits[as_range(near.clone())];
    let beside = |exit: &Exit| if is_high { exit.low >= at.y } else { exit.high <= at.y };
    let beside = |exit: &Exit| beside(exit) && exit.to != passed.from;
    let mut beside = near.zip(near_exits).filter(|(_, exit)| beside(exit)).peekable();
    if hidden.is_empty() && beside.peek().is_none() {
        return;
    }
    if view.is_open {
        // From a place on the line of the portal, all exits beside it are in a straight line.
        beside.for_each(|exit| open(frontier, [node.root, node.behind], exit));
        return;
    }
    let Some(root) = frontier.bend(node.root, id, at) else { return };
    if !frontier.opens(root, Passage::Around(id)) {
        return;
    }
    // Two paths may reach the bend alike; the ray is that of this one.
    let behind = if frontier.place(node.root) == at { node.behind } else { node.root };
    for index in hidden {
        let exit = &far_exits[index];
        let mut ends = [End::new(exit, false), End::new(exit, true)];
        let inner = if is_high { exit.low } else { exit.high };
        let order = view.order_at(inner, is_high);
        if order.is_ne() && order.is_lt() == is_high {
            let y = view.height(is_high, exit);
            ends[usize::from(!is_high)] = End { y, sight: at, is_corner: false };
        }
        open_part(frontier, [root, behind], (far.start + index as u32, exit), ends);
    }
    beside.for_each(|exit| open(frontier, [root, behind], exit));
}

/// Opens a whole exit.
fn open(frontier: &mut impl Frontier, root_and_behind: [u32; 2], exit: (u32, &Exit)) {
    open_part(
        frontier,
        root_and_behind,
        exit,
        [false, true].map(|is_high| End::new(exit.1, is_high)),
    );
}

/// Opens a part of an exit.
fn open_part(
    frontier: &mut impl Frontier,
    [mut root, behind]: [u32; 2],
    (index, exit): (u32, &Exit),
    [low, high]: [End; 2],
) {
    if !frontier.wants(exit) {
        return;
    }
    let at = frontier.place(root);
    if at.x == exit.x && !(low.y..=high.y).contains(&at.y) {
        // From a place on the line of the portal, only the near end is visible.
        let is_high = at.y > high.y;
        let id = exit.bends[usize::from(is_high)];
        if id == BendId::NONE {
            return;
        }
        let Some(bend) = frontier.bend(root, id, exit.end(is_high)) else { return };
        if !frontier.opens(bend, Passage::Along(id)) {
            return;
        }
        root = bend;
    }
    frontier.add(Node { root, behind, exit: index, low, high }, exit);
}

fn as_range(range: Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
