//! The course of a path: from cluster to cluster.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};
use terrarium_space::Table;
use terrarium_space::geometry::DVec2;

use super::Hierarchy;
use super::cluster::ClusterId;

/// A course: the start, then the clusters from that of the start to that of the goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Course {
    pub points: Vec<Point>,
}

/// A cluster on a course, or its start.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Point {
    pub place: DVec2,
    /// The length of the joint to the next; an estimate at the start, and at the last, which is before the goal.
    pub length: f64,
    /// Whether the course bends here.
    pub is_bend: bool,
}

/// A search for a course, from the goal to the start.
struct Search<'a> {
    hierarchy: &'a Hierarchy,
    start: DVec2,
    states: Vec<State>,
    known: Table<u64>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

/// What is known about a cluster that the search has reached.
#[derive(Debug, Clone, Copy)]
struct State {
    cluster: ClusterId,
    /// The state of the next cluster toward the goal.
    next: u32,
    is_closed: bool,
    /// The next bend toward the goal, or the goal.
    bend: DVec2,
    /// Whether the next cluster is that bend.
    begins: bool,
    /// The estimated length from the bend to the goal.
    beyond: f64,
    /// The length of the joints as far as the bend, and of the straight lines between their ends.
    along: f64,
    straight: f64,
    /// The length of the last joint.
    joint: f64,
    /// Whether that leads around something.
    is_crooked: bool,
}

/// Marks a missing state.
const NO_STATE: u32 = u32::MAX;

/// How much longer than a straight line straight lines from cluster to cluster may be, before the course
/// counts as bent: knight's moves need 2.8 %, and the places of clusters are not in the middle of their
/// sectors.
const STRAIGHT: f64 = 1.08;

/// And by so many sides.
const SLACK: f64 = 0.25;

/// How many times the mean detour a joint may be, before it counts as bent at both ends.
const CROOKED: f64 = 1.25;

/// The heuristic assumes a little less than the mean detour.
const CAUTION: f64 = 0.97;

impl Hierarchy {
    /// The course from one place to another, of which the clusters are known; `None` if no joints lead there.
    pub(super) fn course(
        &self,
        [start, goal]: [DVec2; 2],
        [from, to]: [ClusterId; 2],
    ) -> Option<Course> {
        let mut search = Search {
            hierarchy: self,
            start,
            states: Vec::new(),
            known: Table::default(),
            open: BinaryHeap::new(),
        };
        let length = self.cluster(to).place.distance(goal);
        search.reach(State {
            cluster: to,
            next: NO_STATE,
            is_closed: false,
            bend: goal,
            begins: false,
            beyond: 0.0,
            along: length * self.detour,
            straight: length,
            joint: length * self.detour,
            is_crooked: false,
        });
        while let Some(Reverse((_, index))) = search.open.pop() {
            let state = &mut search.states[index as usize];
            if std::mem::replace(&mut state.is_closed, true) {
                continue;
            }
            if state.cluster == from {
                return Some(search.course(index));
            }
            search.expand(index);
        }
        None
    }
}

impl Course {
    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.points.iter().all(|point| point.place.is_finite() && point.length.is_finite())
    }
}

impl Search<'_> {
    /// Reaches the neighbours of a cluster.
    fn expand(&mut self, index: u32) {
        let here = self.states[index as usize];
        let place = self.hierarchy.cluster(here.cluster).place;
        let slack = SLACK * self.hierarchy.sectors.side();
        for joint in &self.hierarchy.cluster(here.cluster).joints {
            let to = self.hierarchy.cluster(joint.to).place;
            let step = place.distance(to);
            let is_crooked = joint.length > CROOKED * self.hierarchy.detour * step;
            let (along, straight) = (here.along + joint.length, here.straight + step);
            let is_straight = straight <= STRAIGHT * to.distance(here.bend) + slack;
            let next = State {
                cluster: joint.to,
                next: index,
                is_closed: false,
                begins: false,
                joint: joint.length,
                is_crooked,
                ..here
            };
            self.reach(if here.next == NO_STATE {
                // A path need not lead through the place of the goal's cluster.
                let straight = to.distance(here.bend);
                let ratio = if step > 0.0 { joint.length / step } else { 1.0 };
                State { along: ratio * straight, straight, ..next }
            } else if is_straight && !is_crooked && !here.is_crooked {
                State { along, straight, ..next }
            } else {
                let (bend, beyond) = (place, here.estimate(place));
                let (along, straight, begins) = (joint.length, step, true);
                State { bend, begins, beyond, along, straight, ..next }
            });
        }
    }

    /// Takes over what is known about a cluster, if it is new or better.
    fn reach(&mut self, state: State) {
        let ClusterId { sector, index } = state.cluster;
        let key = u64::from(sector) << 32 | u64::from(index);
        let place = self.hierarchy.cluster(state.cluster).place;
        let estimate = state.estimate(place);
        let number = match self.known.get(key) {
            None => {
                self.known.set(key, self.states.len() as u32);
                self.states.push(state);
                self.states.len() as u32 - 1
            }
            Some(known) => {
                let before = &mut self.states[known as usize];
                if before.is_closed || before.estimate(place) <= estimate {
                    return;
                }
                *before = state;
                known
            }
        };
        let ahead = place.distance(self.start) * self.hierarchy.detour * CAUTION;
        self.open.push(Reverse(((estimate + ahead).to_bits(), number)));
    }

    /// The course from a cluster on.
    fn course(&self, first: u32) -> Course {
        let place = self.hierarchy.cluster(self.states[first as usize].cluster).place;
        let length = self.start.distance(place) * self.hierarchy.detour;
        let mut course =
            Course { points: vec![Point { place: self.start, length, is_bend: false }] };
        let (mut at, mut is_bend) = (first, false);
        while let Some(state) = self.states.get(at as usize) {
            let place = self.hierarchy.cluster(state.cluster).place;
            course.points.push(Point { place, length: state.joint, is_bend });
            (is_bend, at) = (state.begins, state.next);
        }
        course
    }
}

impl State {
    /// The estimated length from its cluster, which is at `place`, to the goal: as far as the next bend it is
    /// straight, and longer by what the joints are longer.
    fn estimate(&self, place: DVec2) -> f64 {
        let line = place.distance(self.bend);
        let ratio = if self.straight > 0.0 { self.along / self.straight } else { 1.0 };
        self.beyond + line * ratio
    }
}
