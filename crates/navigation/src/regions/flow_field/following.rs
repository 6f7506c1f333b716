//! The paths of a field from single places.

use terrarium_space::geometry::DVec2;

use super::FlowField;
use crate::regions::Regions;
use crate::regions::expansion::{End, Node, view};
use crate::regions::portal::Exit;
use crate::regions::waypoints::waypoints;

/// How the shortest path from a place begins.
#[derive(Clone, Copy)]
struct Beginning {
    /// The length of the path.
    length: f64,
    /// The node through which it leads; none in the region of the goal.
    node: Option<u32>,
}

impl FlowField {
    /// The length of the shortest path from a place; `None` when there is no path, or it is not known yet.
    #[must_use]
    pub fn distance(&self, regions: &Regions, place: DVec2) -> Option<f64> {
        self.beginning(regions, place).map(|beginning| beginning.length)
    }

    /// The next waypoint on the shortest path from a place, which is the goal at last; `None` when there is
    /// no path, or it is not known yet.
    #[must_use]
    pub fn next_waypoint(&self, regions: &Regions, place: DVec2) -> Option<DVec2> {
        let beginning = self.beginning(regions, place)?;
        let (via, root) = self.first_bend(regions, beginning, place);
        let bend = &self.bends[root as usize];
        let here = |waypoint: &DVec2| *waypoint == place;
        let via = via.filter(|via| !here(via));
        Some(via.unwrap_or(if here(&bend.at) {
            self.bends[bend.before as usize].at
        } else {
            bend.at
        }))
    }

    /// The waypoints after a place on the shortest path from there; empty at the goal. `None` when there
    /// is no path, or it is not known yet.
    #[must_use]
    pub fn path(&self, regions: &Regions, place: DVec2) -> Option<Vec<DVec2>> {
        let beginning = self.beginning(regions, place)?;
        let (via, root) = self.first_bend(regions, beginning, place);
        let before = |&bend: &u32| (bend != 0).then(|| self.bends[bend as usize].before);
        let bends =
            std::iter::successors(Some(root), before).map(|bend| self.bends[bend as usize].at);
        let mut path = waypoints([place].into_iter().chain(via).chain(bends));
        path.remove(0);
        Some(path)
    }

    /// The shortest path from a place, once no open node can lead to a shorter one.
    fn beginning(&self, regions: &Regions, place: DVec2) -> Option<Beginning> {
        if !self.index.is_ready {
            return None;
        }
        let region = regions.region_at(place)?;
        let mut best = (self.index.home == Some(region))
            .then(|| Beginning { length: place.distance(self.goal), node: None });
        for is_right in [false, true] {
            for exit in regions.exits(region, is_right) {
                let entrance = self.index.twins[exit as usize];
                let x = regions.exits[entrance as usize].x;
                for &node in &self.index.passed[entrance as usize] {
                    let length = self.length_through(&self.nodes[node as usize], x, place);
                    if best.is_none_or(|best| length < best.length) {
                        best = Some(Beginning { length, node: Some(node) });
                    }
                }
            }
        }
        best.filter(|best| self.open.bound().is_none_or(|bound| best.length <= bound))
    }

    /// The length of the shortest path from a place through a node that leads into its region.
    fn length_through(&self, node: &Node, x: f64, place: DVec2) -> f64 {
        let root = self.bends[node.root as usize];
        if root.at.x == x {
            return root.length + root.at.distance(place);
        }
        let share = (x - root.at.x) / (place.x - root.at.x);
        let y = root.at.y + (place.y - root.at.y) * share;
        if (node.low.y..=node.high.y).contains(&y) {
            return root.length + root.at.distance(place);
        }
        let end = DVec2::new(x, y.max(node.low.y).min(node.high.y));
        root.length + root.at.distance(end) + end.distance(place)
    }

    /// The bend to which a path leads first, and the place to which it leads before if the bend is not
    /// visible.
    fn first_bend(
        &self,
        regions: &Regions,
        beginning: Beginning,
        place: DVec2,
    ) -> (Option<DVec2>, u32) {
        let Some(node) = beginning.node else { return (None, 0) };
        let node = self.nodes[node as usize];
        let exit = &regions.exits[node.exit as usize];
        (self.hidden_behind(&node, exit, place), node.root)
    }

    /// The end of a node's interval that hides its root from a place.
    fn hidden_behind(&self, node: &Node, exit: &Exit, place: DVec2) -> Option<DVec2> {
        let view = view(self, node, exit, place.x);
        let is_hidden = |is_high: bool| {
            let order = view.order(place, is_high);
            if is_high { order.is_gt() } else { order.is_lt() }
        };
        let ends: [(bool, &End); 2] = [(false, &node.low), (true, &node.high)];
        let (_, end) =
            ends.into_iter().find(|&(is_high, _)| !view.is_open && is_hidden(is_high))?;
        Some(DVec2::new(exit.x, end.y))
    }
}
