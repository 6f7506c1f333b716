//! Deciding whether shapes separate two points.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Convex, DVec2, Segment};

use super::Barrier;
use super::inflated::walls;
use super::shapes::{Shape, Shapes};
use super::winding::Bearings;

/// A search for a ring of overlapping shapes that separates two points.
///
/// Such a ring crosses the segment between the points. So the search begins with the shapes that the
/// segment enters, and adds the shapes that overlap those found, the nearest to one of the points
/// first. Of each it counts the [turns](Bearings) around the points on the way there; a second way
/// there with other turns closes a ring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Separation {
    points: [DVec2; 2],
    /// The four walls of the border first.
    found: Vec<Found>,
    known: BTreeMap<Barrier, u32>,
    /// Pairs of overlapping shapes that connect each group, without rings.
    links: Vec<[u32; 2]>,
    /// The shapes whose neighbours have not been queried: their distances, as bits, and indices.
    open: BTreeSet<(u64, u32)>,
    has_begun: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Found {
    shape: Shape,
    bearings: Bearings,
    /// The group of connected shapes that this one belongs to.
    group: u32,
    /// The turns around the first point less those around the second on the way from the first shape
    /// of the group.
    turns: i32,
}

/// What a search for a ring has found.
pub(super) enum Ring {
    /// There is none.
    None,
    /// The obstacles of a ring, which together with the border separate the points.
    Of(Vec<Shape>),
}

/// The border as four shapes.
pub(super) fn border(room: &Aabb) -> impl Iterator<Item = Shape> {
    let shape = |area| Some(Shape { barrier: Barrier::Border, area: Convex::of_box(&area)? });
    walls(room).into_iter().filter_map(move |wall| shape(wall.aabb))
}

impl Separation {
    /// A search that has not begun.
    pub fn new(points: [DVec2; 2], room: &Aabb) -> Self {
        let (found, known, links) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut search =
            Self { points, found, known, links, open: BTreeSet::new(), has_begun: false };
        for wall in border(room) {
            let wall = search.add(wall);
            for other in 0..wall {
                if search.found[wall as usize].overlaps(&search.found[other as usize]) {
                    search.link([other, wall]);
                }
            }
        }
        search
    }

    /// Takes a step with one query. Returns whether there is a ring, once that is decided.
    pub fn step(&mut self, shapes: &Shapes) -> Option<Ring> {
        if !self.has_begun {
            let [from, to] = self.points;
            for shape in shapes.entered_by(&Segment::new(from, to)) {
                self.find(&shape);
            }
            self.has_begun = true;
            return None;
        }
        let Some((_, index)) = self.open.pop_first() else { return Some(Ring::None) };
        let bounds = self.found[index as usize].shape.area.bounds();
        let walls = self.found.iter().take_while(|found| found.shape.barrier == Barrier::Border);
        let mut near: Vec<u32> = (0..walls.count() as u32).collect();
        for shape in shapes.touching(&bounds) {
            if self.found[index as usize].shape.area.overlaps(&shape.area) {
                near.push(self.find(&shape));
            }
        }
        for other in near {
            let [one, two] = [index, other].map(|index| &self.found[index as usize]);
            if index != other && one.overlaps(two) && self.link([index, other]) {
                return Some(Ring::Of(self.ring([index, other])));
            }
        }
        None
    }

    /// The index of a shape, which is added unless it is known.
    fn find(&mut self, shape: &Shape) -> u32 {
        if let Some(&known) = self.known.get(&shape.barrier) {
            return known;
        }
        let index = self.add(shape.clone());
        let bounds = shape.area.bounds();
        let away = self.points.map(|point| bounds.distance_to(point));
        self.known.insert(shape.barrier, index);
        self.open.insert((away[0].min(away[1]).to_bits(), index));
        index
    }

    fn add(&mut self, shape: Shape) -> u32 {
        let group = self.found.len() as u32;
        let bearings = Bearings::new(&shape.area, self.points);
        self.found.push(Found { shape, bearings, group, turns: 0 });
        group
    }

    /// Connects two overlapping shapes. Returns whether that closes a ring that separates the points.
    fn link(&mut self, pair: [u32; 2]) -> bool {
        let [one, other] = pair.map(|index| &self.found[index as usize]);
        let [around, beyond] = one.bearings.turns_to(&other.bearings, self.points);
        let apart = one.turns + around - beyond - other.turns;
        let (into, group) = (one.group, other.group);
        if into == group {
            return apart != 0;
        }
        for found in self.found.iter_mut().filter(|found| found.group == group) {
            found.group = into;
            found.turns += apart;
        }
        self.links.push(pair);
        false
    }

    /// The obstacles on the way between two shapes of a group.
    fn ring(&self, [from, to]: [u32; 2]) -> Vec<Shape> {
        let mut before = vec![None; self.found.len()];
        let mut beside: Vec<Vec<u32>> = vec![Vec::new(); self.found.len()];
        for &[one, other] in &self.links {
            beside[one as usize].push(other);
            beside[other as usize].push(one);
        }
        let mut ahead = vec![from];
        before[from as usize] = Some(from);
        while let Some(at) = ahead.pop().filter(|&at| at != to) {
            for &next in &beside[at as usize] {
                if before[next as usize].is_none() {
                    before[next as usize] = Some(at);
                    ahead.push(next);
                }
            }
        }
        let way =
            core::iter::successors(Some(to), |&at| before[at as usize].filter(|_| at != from));
        let ring = way.map(|index| &self.found[index as usize].shape);
        ring.filter(|shape| shape.barrier != Barrier::Border).cloned().collect()
    }

    /// Whether all references resolve.
    pub fn is_sound(&self) -> bool {
        let is_there = |index: u32| (index as usize) < self.found.len();
        self.points.iter().all(|point| point.is_finite())
            && self.known.values().all(|&index| is_there(index))
            && self.links.iter().flatten().all(|&index| is_there(index))
            && self.links.len() < self.found.len()
            && self.open.iter().all(|&(_, index)| is_there(index))
            && self.found.iter().all(|found| found.turns.unsigned_abs() < MAX_TURNS)
    }
}

/// More turns than any chain of shapes makes.
const MAX_TURNS: u32 = 1 << 24;

impl Found {
    fn overlaps(&self, other: &Self) -> bool {
        self.shape.area.overlaps(&other.shape.area)
    }
}
