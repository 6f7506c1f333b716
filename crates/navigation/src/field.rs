//! The standard set of obstacles: boxes in a spatial index.

use std::collections::BTreeMap;

use terrarium_space::geometry::{Aabb, Convex, DVec2};

use super::box_index::BoxIndex;
use super::grid::{Grid, SuccessorBoard};
use super::packed::Entry;
use super::{ObstacleKey, Obstacles, SweptBox};

/// Boxes with keys in a spatial index.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::{Direct, Goal, Navigator, ObstacleField, ObstacleKey, Request};
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
    /// Each layer is more than twice as large as the next, so there are few of them, and every
    /// added obstacle is repacked only a few times.
    layers: Vec<BoxIndex>,
    /// The number of obstacles removed since they were packed.
    holes: usize,
    polygons: BTreeMap<ObstacleKey, Convex>,
    board: Option<Box<SuccessorBoard>>,
}

impl ObstacleField {
    /// Indexes `obstacles`, in about a tenth of a microsecond each.
    #[must_use]
    pub fn new(bounds: Aabb, obstacles: Vec<(ObstacleKey, Aabb)>) -> Self {
        let entries = obstacles.into_iter().map(|(key, aabb)| Entry { key, aabb }).collect();
        let layers = vec![BoxIndex::new(entries)];
        Self { bounds, layers, holes: 0, polygons: BTreeMap::new(), board: None }
    }

    /// The number of obstacles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layers.iter().map(BoxIndex::len).sum()
    }

    /// Whether there are no obstacles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Computes all shortest paths on a board of squares over the bounds for an agent of half-size
    /// `half`, and keeps them until an obstacle is added or removed: the navigator
    /// [`successor`](super::grid::Successor) then computes none for agents of this size that ignore
    /// no obstacle. Returns false when the board would have too many squares.
    ///
    /// ```
    /// use terrarium_navigation::geometry::{Aabb, DVec2};
    /// use terrarium_navigation::grid::Successor;
    /// use terrarium_navigation::{Goal, Navigator, ObstacleField, Request};
    ///
    /// let mut field = ObstacleField::new(Aabb::square(DVec2::ZERO, 8.0), Vec::new());
    /// assert!(field.precompute_board(DVec2::splat(0.5), 1.0));
    /// let there = Goal::Point(DVec2::splat(6.25));
    /// let mut search = Successor.begin(Request::new(DVec2::ZERO, there, DVec2::splat(0.5)));
    /// assert!(search.advance(&field, 32).is_some(), "the squares need not be queried");
    /// ```
    pub fn precompute_board(&mut self, half: DVec2, cell: f64) -> bool {
        self.board = None;
        let grid = Grid::new(self.bounds, half, cell);
        self.board = grid.and_then(|grid| SuccessorBoard::new(grid, self)).map(Box::new);
        self.board.is_some()
    }

    /// Adds an obstacle, on average in a few microseconds.
    pub fn insert(&mut self, key: ObstacleKey, aabb: Aabb) {
        self.board = None;
        let mut entries = vec![Entry { key, aabb }];
        while let Some(last) = self.layers.pop_if(|last| last.len() <= 2 * entries.len()) {
            entries.extend(last.into_entries());
        }
        self.layers.push(BoxIndex::new(entries));
    }

    /// Adds a polygonal obstacle.
    ///
    /// ```
    /// use terrarium_navigation::geometry::{Aabb, Convex, DVec2};
    /// use terrarium_navigation::{Exact, Goal, Navigator, ObstacleField, ObstacleKey, Request};
    ///
    /// let mut field = ObstacleField::new(Aabb::square(DVec2::ZERO, 10.0), Vec::new());
    /// let tent = [(-4.0, -2.0), (4.0, -2.0), (0.0, 3.0)].map(DVec2::from);
    /// field.insert_polygon(ObstacleKey(1), Convex::around(tent).unwrap());
    /// let there = Goal::Point(DVec2::X * 9.0);
    /// let found = Exact.find(Request::new(DVec2::X * -9.0, there, DVec2::splat(0.5)), &field);
    /// let [left, right] = [(-4.5, -2.5), (4.5, -2.5)].map(DVec2::from);
    /// assert_eq!(found.path(), Some([left, right, DVec2::X * 9.0].as_slice()));
    /// ```
    pub fn insert_polygon(&mut self, key: ObstacleKey, polygon: Convex) {
        self.insert(key, polygon.bounds());
        self.polygons.insert(key, polygon);
    }

    /// Removes the obstacle `key` whose box, or bounding box, is `aabb`. Returns false when there
    /// is no such obstacle.
    pub fn remove(&mut self, key: ObstacleKey, aabb: Aabb) -> bool {
        let found = self.layers.iter_mut().any(|layer| layer.remove(&Entry { key, aabb }));
        self.holes += usize::from(found);
        if found {
            self.board = None;
            self.polygons.remove(&key);
        }
        if self.holes > self.len() {
            let entries = self.layers.drain(..).flat_map(BoxIndex::into_entries).collect();
            self.layers.push(BoxIndex::new(entries));
            self.holes = 0;
        }
        found
    }
}

impl Obstacles for ObstacleField {
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        for layer in &self.layers {
            layer.visit(swept, visitor);
        }
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        &self.polygons
    }

    fn board(&self) -> Option<&SuccessorBoard> {
        self.board.as_deref()
    }
}
