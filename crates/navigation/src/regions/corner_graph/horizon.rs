//! What is visible from a place: the corners at which paths from there bend.

use terrarium_space::geometry::DVec2;

use super::corner::Corner;
use crate::regions::Regions;
use crate::regions::expansion::{End, Frontier, Node, Passage, expand, leave, view};
use crate::regions::portal::{BendId, Exit};

/// A spread through the regions that ends at the first bend.
pub(super) struct Horizon {
    /// The place itself, and one behind it.
    places: [DVec2; 2],
    nodes: Vec<Node>,
    /// The passages at the place itself that have been opened.
    opened: Vec<Passage>,
    /// The bends in sight, each with its place. A bend may be there twice.
    pub bends: Vec<(BendId, DVec2)>,
    /// The places of bends at the place itself.
    pub here: Vec<u32>,
    /// Whether a goal is in sight.
    pub sees_goal: bool,
    /// The number of intervals passed that are on the vertical line through the place.
    on_line: u32,
}

impl Horizon {
    pub fn new() -> Self {
        Self {
            places: [DVec2::ZERO; 2],
            nodes: Vec::new(),
            opened: Vec::new(),
            bends: Vec::new(),
            here: Vec::new(),
            sees_goal: false,
            on_line: 0,
        }
    }

    /// Finds what is visible from a place in a region, and whether a goal in a region is.
    pub fn look_from(
        &mut self,
        regions: &Regions,
        (place, region): (DVec2, u32),
        goal: Option<(DVec2, u32)>,
    ) {
        self.begin([place; 2]);
        leave(self, regions, region);
        self.sees_goal = goal.is_some_and(|(_, to)| to == region);
        self.spread(regions, goal);
    }

    /// Finds what is visible from a corner, for paths that turn there.
    pub fn look_around(&mut self, regions: &Regions, corner: &Corner) {
        let exit = regions.exits[corner.exit as usize];
        let behind = DVec2::new(if exit.is_right { -1.0 } else { 1.0 }, 0.0);
        self.begin([corner.at, corner.at + behind]);
        let [low, high] = [false, true].map(|is_high| End::new(&exit, is_high));
        self.nodes.push(Node { root: 0, behind: 1, exit: corner.exit, low, high });
        self.spread(regions, None);
        if !self.passes_through() {
            self.bends.retain(|&(_, at)| corner.may_turn_to(at));
        }
    }

    /// Whether the place is the corner of several obstacles, and paths lead between these: through another
    /// passage there, or through a second exit on its line.
    pub fn passes_through(&self) -> bool {
        !self.opened.is_empty() || self.on_line > 1
    }

    fn begin(&mut self, places: [DVec2; 2]) {
        self.places = places;
        self.opened.clear();
        self.bends.clear();
        self.here.clear();
        (self.sees_goal, self.on_line) = (false, 0);
    }

    fn spread(&mut self, regions: &Regions, goal: Option<(DVec2, u32)>) {
        while let Some(node) = self.nodes.pop() {
            let exit = regions.exits[node.exit as usize];
            if exit.x == self.places[0].x {
                self.on_line += 1;
                let ends = [false, true].map(|it| (exit.bends[usize::from(it)], exit.end(it)));
                let here = ends.into_iter().filter(|&(_, at)| at == self.places[0]);
                self.here.extend(here.filter_map(|(id, _)| id.corner()));
            }
            let area = regions.regions[exit.to as usize].area;
            let view = view(self, &node, &exit, exit.far_side(&area));
            let arrives = goal.filter(|&(_, region)| region == exit.to);
            self.sees_goal |= arrives.is_some_and(|(place, _)| view.shows(place));
            expand(self, regions, (&node, &exit), &view);
        }
    }
}

impl Frontier for Horizon {
    const ENDS_AT_BENDS: bool = true;

    fn place(&self, bend: u32) -> DVec2 {
        self.places[bend as usize]
    }

    fn wants(&self, _: &Exit) -> bool {
        true
    }

    /// A bend is in sight, and the spread ends there. A bend at the place itself is that place.
    fn bend(&mut self, before: u32, id: BendId, at: DVec2) -> Option<u32> {
        if self.places[0] == at {
            return Some(before);
        }
        self.bends.push((id, at));
        None
    }

    fn opens(&mut self, _: u32, passage: Passage) -> bool {
        let is_new = !self.opened.contains(&passage);
        if is_new {
            self.opened.push(passage);
        }
        is_new
    }

    fn add(&mut self, node: Node, _: &Exit) {
        self.nodes.push(node);
    }
}
