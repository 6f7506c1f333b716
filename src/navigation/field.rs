//! The standard set of obstacles: boxes in an R-tree.

use rstar::{AABB, ParentNode, PointDistance, RTree, RTreeNode, RTreeObject};

use super::{ObstacleKey, Obstacles, Reach};
use crate::geometry::{Aabb, DVec2};

/// Boxes with names, indexed by place.
///
/// ```
/// use terrarium::geometry::{Aabb, DVec2};
/// use terrarium::navigation::{Direct, Goal, Navigator, ObstacleField, ObstacleKey, Request};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::splat(100.0));
/// let rock = Aabb::square(DVec2::splat(50.0), 8.0);
/// let field = ObstacleField::new(world, vec![(ObstacleKey(1), rock)]);
/// let request = Request::new(DVec2::ONE, Goal::Point(DVec2::splat(99.0)), DVec2::ONE);
/// assert!(Direct.find(request, &field).path().is_some());
/// ```
#[derive(Debug, Clone)]
pub struct ObstacleField {
    bounds: Aabb,
    tree: RTree<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry {
    key: ObstacleKey,
    aabb: Aabb,
}

impl RTreeObject for Entry {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.aabb.min.to_array(), self.aabb.max.to_array())
    }
}

impl PointDistance for Entry {
    fn distance_2(&self, point: &[f64; 2]) -> f64 {
        self.envelope().distance_2(point)
    }
}

impl ObstacleField {
    /// Indexes `obstacles`, about a microsecond each.
    #[must_use]
    pub fn new(bounds: Aabb, obstacles: Vec<(ObstacleKey, Aabb)>) -> Self {
        let entries = obstacles.into_iter().map(|(key, aabb)| Entry { key, aabb }).collect();
        Self { bounds, tree: RTree::bulk_load(entries) }
    }

    /// How many obstacles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.size()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree.size() == 0
    }

    /// Adds an obstacle.
    pub fn insert(&mut self, key: ObstacleKey, aabb: Aabb) {
        self.tree.insert(Entry { key, aabb });
    }

    /// Takes the obstacle `key` that stands at `aabb` out; false when there is none such.
    pub fn remove(&mut self, key: ObstacleKey, aabb: Aabb) -> bool {
        self.tree.remove(&Entry { key, aabb }).is_some()
    }
}

impl Obstacles for ObstacleField {
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb)) {
        descend(self.tree.root(), reach, visitor);
    }
}

/// More children than a node of the tree has (rstar's default is six).
const FAN: usize = 8;

/// Goes through what lies below `parent`, the children nearest the reach's origin first.
fn descend(
    parent: &ParentNode<Entry>,
    reach: &mut Reach,
    visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb),
) {
    let origin = reach.origin().to_array();
    let mut order = [(0.0, 0); FAN];
    let mut touched = 0;
    for (index, child) in parent.children().iter().enumerate() {
        match child {
            RTreeNode::Leaf(entry) => {
                if reach.touches(&entry.aabb) {
                    visitor(reach, entry.key, entry.aabb);
                }
            }
            RTreeNode::Parent(below) if touched < FAN => {
                let envelope = below.envelope();
                if reach.touches(&area_of(&envelope)) {
                    order[touched] = (envelope.distance_2(&origin), index);
                    touched += 1;
                }
            }
            RTreeNode::Parent(below) => descend(below, reach, visitor),
        }
    }
    order[..touched].sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for &(_, index) in &order[..touched] {
        if let RTreeNode::Parent(below) = &parent.children()[index]
            && reach.touches(&area_of(&below.envelope()))
        {
            descend(below, reach, visitor);
        }
    }
}

fn area_of(envelope: &AABB<[f64; 2]>) -> Aabb {
    Aabb { min: DVec2::from_array(envelope.lower()), max: DVec2::from_array(envelope.upper()) }
}
