//! The obstacles around a mover.

use terrarium_navigation::ground::Ground;
use terrarium_navigation::links::Links;
use terrarium_navigation::{ObstacleField, ObstacleKey};
use terrarium_space::geometry::{Aabb, Convex, DVec2};

/// Half the side of an unbounded world, in units: far beyond all valid coordinates.
const UNBOUNDED: f64 = 4.0 * 1_099_511_627_776.0;

/// Boxes and convex polygons that a mover must avoid, in units.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The boxes, not inflated.
    pub boxes: Vec<Aabb>,
    /// The convex polygons, not inflated. Their keys follow those of the boxes.
    pub polygons: Vec<Convex>,
    /// The area that the mover may not leave; `None` if the world is unbounded.
    pub bounds: Option<Aabb>,
    /// The mover's half-size.
    pub half: DVec2,
    /// The cost of a unit of path at every place; `None` if it is 1 everywhere.
    pub ground: Option<Ground>,
    /// The links that the mover may use.
    pub links: Links,
}

impl Scene {
    /// Boxes around a mover of half-size `half`, without polygons and links, on plain ground.
    #[must_use]
    pub fn of_boxes(boxes: Vec<Aabb>, bounds: Option<Aabb>, half: DVec2) -> Self {
        let (polygons, ground, links) = (Vec::new(), None, Links::default());
        Self { boxes, polygons, bounds, half, ground, links }
    }

    /// The area that the mover may not leave; very large if the world is unbounded.
    #[must_use]
    pub fn area(&self) -> Aabb {
        self.bounds.unwrap_or(Aabb::square(DVec2::ZERO, UNBOUNDED))
    }

    /// The bounds, or the area around the obstacles, the links and both ends of a path, with room to pass between
    /// them and its border: large enough for every path of a mover in an unbounded world, and small
    /// enough for a grid.
    #[must_use]
    pub fn area_around(&self, start: DVec2, goal: DVec2) -> Aabb {
        let obstacles = self.boxes.iter().copied().chain(self.polygons.iter().map(Convex::bounds));
        let shown = obstacles.chain(link_ends(&self.links));
        self.bounds.unwrap_or_else(|| area_around(shown, self.half, start, goal))
    }

    /// The obstacles as they are, for a mover with a size. Keys are indices.
    #[must_use]
    pub fn field(&self) -> ObstacleField {
        self.field_of(self.area(), DVec2::ZERO)
    }

    /// The obstacles inflated by the mover's half-size, for a mover that is a point.
    ///
    /// Inflating them once here means that a search adds nothing up: whatever is rounded, each query
    /// returns the same box. On the [`lattice`](terrarium_space::geometry::lattice) nothing is rounded, and
    /// both fields are equivalent.
    #[must_use]
    pub fn inflated_field(&self) -> ObstacleField {
        self.field_of(self.area().inflated(-self.half), self.half)
    }

    /// The obstacles inflated by `by`, within `area`. Keys are indices.
    pub fn field_of(&self, area: Aabb, by: DVec2) -> ObstacleField {
        let inflated = self.boxes.iter().map(|obstacle| obstacle.inflated(by));
        let keys = || (0..).map(ObstacleKey);
        let mut field = ObstacleField::new(area, keys().zip(inflated).collect());
        for (key, polygon) in keys().skip(self.boxes.len()).zip(&self.polygons) {
            field.insert_polygon(key, polygon.inflated(by));
        }
        field
    }
}

/// The ends of links, as boxes without a size.
pub fn link_ends(links: &Links) -> impl Iterator<Item = Aabb> {
    links.iter().flat_map(|link| link.ends(false)).map(|end| Aabb::spanning(end, end))
}

/// The area around obstacles and both ends of a path, as [`Scene::area_around`] describes it.
pub fn area_around(
    obstacles: impl IntoIterator<Item = Aabb>,
    half: DVec2,
    start: DVec2,
    goal: DVec2,
) -> Aabb {
    let ends = Aabb::spanning(start, goal).inflated(half);
    let all = obstacles.into_iter().fold(ends, |all, it| all.union(&it));
    let passage = 4.0 * half.max_element() + all.size().max_element() / 16.0;
    all.inflated(DVec2::splat(passage))
}
