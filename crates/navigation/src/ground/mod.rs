//! Ground that is more expensive or cheaper to cross in some areas than in others.

mod chain;
mod cone;
mod division;
mod pieces;
mod search;
mod weighted_regions;
mod with_ground;

use std::ops::RangeInclusive;

use terrarium_space::geometry::{Aabb, DVec2, Segment};
use terrarium_space::terrain::{Terrain, Tile};

use pieces::{IndexedArea, Piece, is_beside, pieces};
pub(crate) use search::WeightedSearch;
pub use weighted_regions::WeightedRegions;
pub use with_ground::WithGround;

use crate::packed::{Entry, PackedTree};
use crate::{ObstacleKey, SweptBox};

/// The cost of a unit of path at every place: 1, except within given areas.
///
/// Only the place of the agent's centre counts. On the border of two areas the lower cost applies.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2, Segment};
/// use terrarium_navigation::ground::Ground;
///
/// let swamp = Aabb::new(DVec2::new(2.0, 0.0), DVec2::new(4.0, 9.0));
/// let ground = Ground::new([(swamp, 4.0)]).unwrap();
/// let across = Segment::new(DVec2::new(0.0, 1.0), DVec2::new(8.0, 1.0));
/// assert_eq!(ground.cost(&across), 6.0 + 2.0 * 4.0);
/// assert_eq!(ground.reach(&across, 6.0), DVec2::new(3.0, 1.0));
/// ```
#[derive(Debug, Clone)]
pub struct Ground {
    areas: Vec<(Aabb, f64)>,
    /// The areas by their index.
    tree: PackedTree,
    cheapest: f64,
}

/// The range of costs.
pub const COSTS: RangeInclusive<f64> = 1.0 / 64.0..=4096.0;

/// Why ground is invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GroundError {
    /// A cost is out of range.
    #[error(
        "a unit of path cannot cost {cost} (area {index}); give a cost between {} and {}",
        COSTS.start(), COSTS.end()
    )]
    Cost {
        /// The number of the area, from 1.
        index: usize,
        /// The cost.
        cost: f64,
    },
    /// An area has no width or no height, or is not finite.
    #[error(
        "ground cannot cover an area from ({}, {}) to ({}, {}) (area {index}); give a finite \
         area with a width and a height",
        .area.min.x, .area.min.y, .area.max.x, .area.max.y
    )]
    Area {
        /// The number of the area, from 1.
        index: usize,
        /// The area.
        area: Aabb,
    },
}

impl Ground {
    /// Ground with areas in which a unit of path has another cost. Where they overlap, the last one
    /// applies.
    ///
    /// # Errors
    /// When a cost is outside [`COSTS`], or an area has no width or no height.
    pub fn new(areas: impl IntoIterator<Item = (Aabb, f64)>) -> Result<Self, GroundError> {
        let areas: Vec<(Aabb, f64)> = areas.into_iter().collect();
        for (index, &(area, cost)) in (1..).zip(&areas) {
            let is_finite = area.min.is_finite() && area.max.is_finite();
            if !(is_finite && area.min.cmplt(area.max).all()) {
                return Err(GroundError::Area { index, area });
            }
            if !COSTS.contains(&cost) {
                return Err(GroundError::Cost { index, cost });
            }
        }
        let entry = |(key, &(aabb, _))| Entry { key: ObstacleKey(key), aabb };
        let tree = PackedTree::new((0..).zip(&areas).map(entry).collect());
        let cheapest = areas.iter().map(|&(_, cost)| cost).fold(1.0, f64::min);
        Ok(Self { areas, tree, cheapest })
    }

    /// The ground of a terrain on whose passable tiles a unit of path has the cost that `cost` gives.
    ///
    /// # Errors
    /// When a cost is outside [`COSTS`].
    ///
    /// ```
    /// use terrarium_navigation::geometry::DVec2;
    /// use terrarium_navigation::ground::Ground;
    /// use terrarium_navigation::space::terrain::{Terrain, Tile};
    ///
    /// let terrain = Terrain::from_rows("ford", ["  ,,  "]).unwrap();
    /// let cost = |tile| if tile == Tile::Swamp { 3.0 } else { 1.0 };
    /// let ground = Ground::of_terrain(&terrain, cost).unwrap();
    /// assert_eq!(ground.cost_at(DVec2::new(80.0, 16.0)), 3.0);
    /// ```
    pub fn of_terrain(terrain: &Terrain, cost: impl Fn(Tile) -> f64) -> Result<Self, GroundError> {
        let passable = Tile::ALL.into_iter().filter(|tile| tile.is_passable());
        let mut costs: Vec<f64> = passable.map(&cost).filter(|&cost| cost != 1.0).collect();
        costs.sort_by(f64::total_cmp);
        costs.dedup();
        let merged = costs.into_iter().flat_map(|each| {
            let areas = terrain.merged_boxes(|tile| tile.is_passable() && cost(tile) == each);
            areas.into_iter().map(move |area| (area, each))
        });
        Self::new(merged)
    }

    /// Whether a unit of path costs 1 everywhere.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.areas.iter().all(|&(_, cost)| cost == 1.0)
    }

    /// The areas with their costs, in the order in which they were given.
    pub fn areas(&self) -> impl Iterator<Item = (Aabb, f64)> + '_ {
        self.areas.iter().copied()
    }

    /// The lowest cost of a unit of path anywhere: at most 1.
    #[must_use]
    pub fn cheapest(&self) -> f64 {
        self.cheapest
    }

    /// The cost of a unit of path at a place.
    #[must_use]
    pub fn cost_at(&self, place: DVec2) -> f64 {
        let mut areas = Vec::new();
        self.tree.visit_at(place, |ObstacleKey(index)| areas.push(self.indexed(index)));
        cost_at(place, &areas)
    }

    /// The cost of a segment: the sum of its parts' lengths, each times the cost of a unit there.
    #[must_use]
    pub fn cost(&self, segment: &Segment) -> f64 {
        let mut start = 0.0;
        let share: f64 = self
            .pieces(segment)
            .into_iter()
            .map(|Piece { end, cost }| cost * (end - std::mem::replace(&mut start, end)))
            .sum();
        share * segment.length()
    }

    /// The cost of the path from `start` through `waypoints`.
    #[must_use]
    pub fn path_cost(&self, start: DVec2, waypoints: &[DVec2]) -> f64 {
        let starts = [start].into_iter().chain(waypoints.iter().copied());
        let segments = starts.zip(waypoints).map(|(from, &to)| Segment::new(from, to));
        // The sum of nothing would be -0.
        segments.map(|segment| self.cost(&segment)).fold(0.0, std::ops::Add::add)
    }

    /// The farthest point on a segment for which `budget` pays: its end, if the budget is enough.
    #[must_use]
    pub fn reach(&self, segment: &Segment, budget: f64) -> DVec2 {
        let length = segment.length();
        let (mut start, mut left) = (0.0, budget);
        for Piece { end, cost } in self.pieces(segment) {
            let whole = (end - start) * length * cost;
            if whole > left {
                let at = start + left.max(0.0) / (cost * length);
                return segment.from.lerp(segment.to, at.min(end));
            }
            left -= whole;
            start = end;
        }
        segment.to
    }

    fn pieces(&self, segment: &Segment) -> Vec<Piece> {
        let swept = SweptBox::segment(segment.from, segment.to, DVec2::ZERO);
        pieces(segment, &self.areas_touched_by(swept))
    }

    /// The cost of a unit of path everywhere inside a box; `None` if it is not the same everywhere.
    pub(crate) fn cost_within(&self, area: &Aabb) -> Option<f64> {
        let near = self.areas_near(area).into_iter().filter(|(_, it, _)| it.overlaps(area));
        match near.max_by_key(|&(index, ..)| index) {
            None => Some(1.0),
            Some((_, last, cost)) => last.contains_box(area).then_some(cost),
        }
    }

    /// The areas that touch a box.
    fn areas_near(&self, area: &Aabb) -> Vec<IndexedArea> {
        self.areas_touched_by(SweptBox::area(area, DVec2::ZERO))
    }

    fn areas_touched_by(&self, mut swept: SweptBox) -> Vec<IndexedArea> {
        let mut areas = Vec::new();
        self.tree.visit(&mut swept, &mut |_, ObstacleKey(index), _| {
            areas.push(self.indexed(index));
        });
        areas
    }

    fn indexed(&self, index: u64) -> IndexedArea {
        let (area, cost) = self.areas[index as usize];
        (index, area, cost)
    }
}

/// The cost at a place: the lowest in the four quadrants around it.
fn cost_at(place: DVec2, areas: &[IndexedArea]) -> f64 {
    let mut lowest = f64::INFINITY;
    for quadrant in 0..4 {
        let covers = |area: &Aabb| {
            is_beside(place.x, area.min.x, area.max.x, quadrant & 1 == 1)
                && is_beside(place.y, area.min.y, area.max.y, quadrant & 2 == 2)
        };
        let last =
            areas.iter().filter(|(_, area, _)| covers(area)).max_by_key(|&(index, ..)| index);
        lowest = lowest.min(last.map_or(1.0, |&(_, _, cost)| cost));
    }
    lowest
}
