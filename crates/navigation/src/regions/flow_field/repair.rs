//! Repair of a field after a change of the obstacles.
//!
//! What a new obstacle cuts is dropped, and so is what lies on portals that are no longer there. The rest
//! still consists of paths, though there may be shorter ones. These are found by expanding again every
//! node that leads into a region that has changed or lost something.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use terrarium_space::geometry::{Aabb, DVec2, Segment, turn};

use super::renumbering::{Renumbering, bits};
use super::{Bend, FlowField, Index, twins};
use crate::regions::Regions;
use crate::regions::expansion::{Node, leave};
use crate::regions::open_list::OpenList;

/// A repair under way.
struct Repair<'a> {
    after: &'a Regions,
    renumbering: Renumbering,
    added: &'a [Aabb],
    /// The new number of every bend that is kept.
    bends: Vec<Option<u32>>,
    /// The places of the bends that are not.
    lost_bends: BTreeSet<[u64; 2]>,
}

impl FlowField {
    /// Adapts a field for the regions `before` to the regions `after`, in which obstacles have appeared or
    /// disappeared. `added` are those that appeared, inflated by the half-size of the agent; boxes that
    /// were there before may be among them. The goal remains the same.
    ///
    /// Paths that still hold and are certainly still the shortest are kept; [`advance`](Self::advance)
    /// finds the others again. The repair itself is no step, and takes time in proportion to the size of
    /// the field.
    pub fn repair(&mut self, before: &Regions, after: &Regions, added: &[Aabb]) {
        self.attach(before);
        let home = after.region_at(self.goal);
        let mut repair = Repair {
            after,
            renumbering: Renumbering::new(before, after),
            added,
            bends: Vec::new(),
            lost_bends: BTreeSet::new(),
        };
        // At a border between regions, another one may now count as that of the goal.
        let old_home = self.index.home.and_then(|home| repair.renumbering.region(home));
        if home.is_some() {
            self.bends = repair.bends(&self.bends);
        } else {
            self.bends.truncate(1);
            repair.bends = vec![None];
        }
        let open: BTreeSet<u32> = self.open.nodes().collect();
        let (nodes, is_open) = self.kept_nodes(&mut repair, &open);
        repair.mark_lost_bends();
        let Repair { renumbering: Renumbering { has_changed: changed, .. }, lost_bends, .. } =
            repair;
        let mut passed = vec![Vec::new(); after.exits.len()];
        self.open = OpenList::default();
        for ((number, node), is_open) in (0..).zip(&nodes).zip(is_open) {
            let exit = &after.exits[node.exit as usize];
            // What a lost bend superseded was dropped halfway.
            let is_revived = lost_bends.contains(&bits(self.bends[node.root as usize].at));
            if is_open || is_revived || changed[exit.to as usize] {
                self.open.push(self.bound(node, exit), number);
            } else {
                passed[node.exit as usize].push(number);
            }
        }
        (self.nodes, self.spare, self.exits) = (nodes, Vec::new(), Some(after.exits.len() as u32));
        let (twins, known) = (twins(after), self.known());
        self.index = Index { is_ready: true, home, passed, twins, known };
        if let Some(home) = home.filter(|&home| changed[home as usize] || old_home != Some(home)) {
            leave(self, after, home);
        }
    }

    /// The nodes that still hold, and whether each is still open.
    fn kept_nodes(&self, repair: &mut Repair<'_>, open: &BTreeSet<u32>) -> (Vec<Node>, Vec<bool>) {
        let mut is_spare = vec![false; self.nodes.len()];
        self.spare.iter().for_each(|&spare| is_spare[spare as usize] = true);
        let (mut nodes, mut is_open) = (Vec::new(), Vec::new());
        for (number, node) in (0..).zip(&self.nodes).filter(|&(it, _)| !is_spare[it as usize]) {
            if let Some(node) = repair.node(node, &self.bends) {
                nodes.push(node);
                is_open.push(open.contains(&number));
            }
        }
        (nodes, is_open)
    }
}

impl Repair<'_> {
    /// The bends from which the path to the goal still holds.
    fn bends(&mut self, bends: &[Bend]) -> Vec<Bend> {
        let mut kept: Vec<Bend> = Vec::new();
        for bend in bends {
            let is_goal = kept.is_empty();
            let before = if is_goal { Some(0) } else { self.bends[bend.before as usize] };
            let before =
                before.filter(|&before| is_goal || self.holds(bend.at, kept[before as usize].at));
            if let Some(before) = before {
                self.bends.push(Some(kept.len() as u32));
                let corner = bend.corner.and_then(|_| self.renumbering.corner(bend.at));
                kept.push(Bend { before, corner, ..*bend });
            } else {
                self.bends.push(None);
                self.lost_bends.insert(bits(bend.at));
            }
        }
        kept
    }

    fn holds(&self, from: DVec2, to: DVec2) -> bool {
        let segment = Segment::new(from, to);
        !self.added.iter().any(|added| segment.enters(added))
    }

    /// A node with its new numbers, if it still holds. `bends` are those that are kept.
    fn node(&mut self, node: &Node, bends: &[Bend]) -> Option<Node> {
        let exit = self.renumbering.exit(node.exit)?;
        let number = |bend: u32| self.bends.get(bend as usize).copied().flatten();
        let root = number(node.root).zip(number(node.behind));
        let likeness = self.after.exits[exit as usize];
        let kept = root.filter(|&(root, _)| {
            let ends = [node.low.y, node.high.y].map(|y| DVec2::new(likeness.x, y));
            let triangle = [bends[root as usize].at, ends[0], ends[1]];
            !self.added.iter().any(|added| overlaps(triangle, added))
        });
        match kept {
            Some((root, behind)) => Some(Node { root, behind, exit, ..*node }),
            None => {
                // It may have dominated others that lead through this portal.
                for region in [likeness.from, likeness.to] {
                    self.renumbering.has_changed[region as usize] = true;
                }
                None
            }
        }
    }

    /// Marks the regions at whose exits paths may bend otherwise than around a bend that was lost.
    fn mark_lost_bends(&mut self) {
        for exit in self.after.exits.iter().filter(|exit| exit.exists()) {
            if [false, true]
                .iter()
                .any(|&is_high| self.lost_bends.contains(&bits(exit.end(is_high))))
            {
                self.renumbering.has_changed[exit.from as usize] = true;
                self.renumbering.has_changed[exit.to as usize] = true;
            }
        }
    }
}

/// Whether a box may overlap the interior of a triangle, which may be a segment.
fn overlaps(triangle: [DVec2; 3], added: &Aabb) -> bool {
    let [a, b, c] = triangle;
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    if !(min.cmplt(added.max).all() && max.cmpgt(added.min).all()) {
        return false;
    }
    let corners = added.corners();
    let is_apart = |[from, to, third]: [DVec2; 3]| {
        let inside = turn(from, to, third);
        let all = |side: Ordering| corners.iter().all(|&it| turn(from, to, it) != side);
        match inside {
            _ if from == to => false,
            Ordering::Equal => all(Ordering::Less) || all(Ordering::Greater),
            inside => all(inside),
        }
    };
    ![[a, b, c], [b, c, a], [c, a, b]].into_iter().any(is_apart)
}
