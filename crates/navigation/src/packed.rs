//! A static packed R-tree of boxes, without pointers, in the order of a Hilbert curve.

use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::hilbert::sort_along_curve;

use super::{ObstacleKey, SweptBox};

/// A box with its key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    pub key: ObstacleKey,
    pub aabb: Aabb,
}

/// An R-tree over boxes that do not move; they can only be removed.
///
/// The boxes are sorted along a Hilbert curve, so that every run of them is near together. Each run
/// of [`FAN`] boxes is a leaf, and each run of as many nodes is a node of the next level.
#[derive(Debug, Clone)]
pub(super) struct PackedTree {
    entries: Vec<Entry>,
    /// From the leaves to the root, level by level.
    nodes: Vec<Node>,
    /// The index of the first node of each level.
    levels: Vec<usize>,
    count: usize,
}

/// The number of children of a node.
const FAN: usize = 16;

/// The boxes of a node's children, as a structure of arrays, rounded outwards.
#[derive(Debug, Clone)]
struct Node {
    min_x: [f32; FAN],
    min_y: [f32; FAN],
    max_x: [f32; FAN],
    max_y: [f32; FAN],
}

impl PackedTree {
    /// Packs boxes, in less than a tenth of a microsecond each.
    pub fn new(mut entries: Vec<Entry>) -> Self {
        sort_along_curve(&mut entries, |entry| entry.aabb);
        let mut nodes: Vec<Node> = Vec::with_capacity(entries.len() / (FAN - 1) + 2);
        nodes.extend(
            entries.chunks(FAN).map(|run| Node::around(run.iter().map(|e| Rough::new(&e.aabb)))),
        );
        let mut levels = vec![0];
        let mut below = 0..nodes.len();
        while below.len() > 1 {
            for first in below.clone().step_by(FAN) {
                let run = &nodes[first..below.end.min(first + FAN)];
                let node = Node::around(run.iter().map(Node::whole));
                nodes.push(node);
            }
            levels.push(below.end);
            below = below.end..nodes.len();
        }
        let count = entries.len();
        Self { entries, nodes, levels, count }
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The boxes, in no particular order.
    pub fn into_entries(self) -> impl Iterator<Item = Entry> {
        let Self { entries, nodes, .. } = self;
        let is_there = move |index: usize| nodes[index / FAN].holds(index % FAN);
        entries.into_iter().enumerate().filter(move |&(i, _)| is_there(i)).map(|(_, entry)| entry)
    }

    /// Removes one box; returns false when there is no such box.
    pub fn remove(&mut self, entry: &Entry) -> bool {
        let mut found = None;
        let mut swept = SweptBox::area(&entry.aabb, DVec2::ZERO);
        self.visit_indices(&mut swept, &mut |_, index| {
            if self.entries[index] == *entry {
                found = Some(index);
            }
        });
        let Some(index) = found else { return false };
        self.nodes[index / FAN].set(index % FAN, Rough::NOWHERE);
        self.count -= 1;
        true
    }

    /// Passes every box that `swept` touches to the visitor, roughly the nearest to its origin
    /// first.
    pub fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.visit_indices(swept, &mut |swept, index| {
            let Entry { key, aabb } = self.entries[index];
            if swept.touches(&aabb) {
                visitor(swept, key, aabb);
            }
        });
    }

    /// Passes the key of every box that holds `point`, sides included, in no particular order.
    pub fn visit_at(&self, point: DVec2, mut visitor: impl FnMut(ObstacleKey)) {
        let rough = Rough::new(&Aabb { min: point, max: point });
        let mut open = vec![(self.levels.len() - 1, 0)];
        while let Some((level, index)) = open.pop() {
            let Some(node) = self.nodes.get(self.levels[level] + index) else { continue };
            let mut touched = node.touched_by(&rough);
            while touched != 0 {
                let child = index * FAN + touched.trailing_zeros() as usize;
                touched &= touched - 1;
                if level > 0 {
                    open.push((level - 1, child));
                } else if self.entries[child].aabb.nearest_point(point) == point {
                    visitor(self.entries[child].key);
                }
            }
        }
    }

    /// Passes boxes to the visitor, roughly the nearest to `point` first, and leaves out those that
    /// are farther away than the square of a distance that the visitor returned last.
    pub fn visit_nearest(&self, point: DVec2, mut visitor: impl FnMut(ObstacleKey, Aabb) -> f64) {
        let mut most = f64::INFINITY;
        let mut open = vec![(0.0, self.levels.len() - 1, 0)];
        while let Some((far, level, index)) = open.pop() {
            let Some(node) = self.nodes.get(self.levels[level] + index) else { continue };
            if far > most {
                continue;
            }
            let first = open.len();
            for child in (0..FAN).filter(|&child| node.holds(child)) {
                let (below, area) = (index * FAN + child, node.child(child).aabb());
                let far = area.nearest_point(point).distance_squared(point);
                if far > most {
                    continue;
                }
                if level > 0 {
                    open.push((far, level - 1, below));
                } else {
                    let Entry { key, aabb } = self.entries[below];
                    most = most.min(visitor(key, aabb));
                }
            }
            open[first..].sort_by(|a, b| b.0.total_cmp(&a.0));
        }
    }

    fn visit_indices(&self, swept: &mut SweptBox, visitor: &mut impl FnMut(&mut SweptBox, usize)) {
        if !self.nodes.is_empty() {
            let mut bounds = Rounded::new(swept.bounds());
            self.descend((self.levels.len() - 1, 0), swept, &mut bounds, visitor);
        }
    }

    /// Visits the subtree of a node, given by its index in its level.
    fn descend(
        &self,
        (level, index): (usize, usize),
        swept: &mut SweptBox,
        bounds: &mut Rounded,
        visitor: &mut impl FnMut(&mut SweptBox, usize),
    ) {
        let node = &self.nodes[self.levels[level] + index];
        let mut touched = node.touched_by(bounds.of(swept));
        if level == 0 {
            while touched != 0 {
                visitor(swept, index * FAN + touched.trailing_zeros() as usize);
                touched &= touched - 1;
            }
            return;
        }
        let mut order = [(0.0, 0); FAN];
        let mut count = 0;
        while touched != 0 {
            let child = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            let area = node.child(child).aabb();
            if swept.touches(&area) {
                let far = swept.origin().distance_squared(area.nearest_point(swept.origin()));
                let at = order[..count].partition_point(|&(nearer, _)| nearer <= far);
                order.copy_within(at..count, at + 1);
                order[at] = (far, child);
                count += 1;
            }
        }
        for (turn, &(_, child)) in order[..count].iter().enumerate() {
            // The visitor may have shortened the swept box.
            if turn == 0 || swept.touches(&node.child(child).aabb()) {
                self.descend((level - 1, index * FAN + child), swept, bounds, visitor);
            }
        }
    }
}

/// A single-precision bounding box.
#[derive(Debug, Clone, Copy)]
struct Rough {
    min: [f32; 2],
    max: [f32; 2],
}

impl Rough {
    /// Touches nothing, not even an infinite box.
    const NOWHERE: Self = Self { min: [f32::NAN; 2], max: [f32::NAN; 2] };

    fn new(aabb: &Aabb) -> Self {
        let down = |exact: f64| {
            let near = exact as f32;
            if f64::from(near) > exact { near.next_down() } else { near }
        };
        let up = |exact: f64| {
            let near = exact as f32;
            if f64::from(near) < exact { near.next_up() } else { near }
        };
        let Aabb { min, max } = aabb;
        Self { min: [down(min.x), down(min.y)], max: [up(max.x), up(max.y)] }
    }

    fn aabb(&self) -> Aabb {
        let exact = |[x, y]: [f32; 2]| DVec2::new(x.into(), y.into());
        Aabb { min: exact(self.min), max: exact(self.max) }
    }
}

/// The bounds of a swept box, rounded again only when they change.
struct Rounded {
    exact: Aabb,
    rough: Rough,
}

impl Rounded {
    fn new(exact: Aabb) -> Self {
        Self { exact, rough: Rough::new(&exact) }
    }

    fn of(&mut self, swept: &SweptBox) -> &Rough {
        if self.exact != swept.bounds() {
            *self = Self::new(swept.bounds());
        }
        &self.rough
    }
}

impl Node {
    fn around(children: impl Iterator<Item = Rough>) -> Self {
        let nowhere = [f32::NAN; FAN];
        let mut node = Self { min_x: nowhere, min_y: nowhere, max_x: nowhere, max_y: nowhere };
        children.enumerate().for_each(|(index, child)| node.set(index, child));
        node
    }

    fn set(&mut self, index: usize, child: Rough) {
        [self.min_x[index], self.min_y[index]] = child.min;
        [self.max_x[index], self.max_y[index]] = child.max;
    }

    fn child(&self, index: usize) -> Rough {
        Rough {
            min: [self.min_x[index], self.min_y[index]],
            max: [self.max_x[index], self.max_y[index]],
        }
    }

    /// Whether this child exists.
    fn holds(&self, index: usize) -> bool {
        self.min_x[index] <= self.max_x[index]
    }

    /// The bounding box of all children.
    fn whole(&self) -> Rough {
        let least = |of: &[f32; FAN]| of.iter().copied().fold(f32::INFINITY, f32::min);
        let most = |of: &[f32; FAN]| of.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        Rough {
            min: [least(&self.min_x), least(&self.min_y)],
            max: [most(&self.max_x), most(&self.max_y)],
        }
    }

    /// The children that touch `area`, one bit each.
    fn touched_by(&self, area: &Rough) -> u32 {
        let mut bits = 0;
        for index in 0..FAN {
            let touches = (self.min_x[index] <= area.max[0])
                & (self.max_x[index] >= area.min[0])
                & (self.min_y[index] <= area.max[1])
                & (self.max_y[index] >= area.min[1]);
            bits |= u32::from(touches) << index;
        }
        bits
    }
}
