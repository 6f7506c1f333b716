//! The ground of a world as creatures know it.

use std::sync::{Arc, LazyLock};

use terrarium_space::Index;
use terrarium_space::geometry::{Aabb, DVec2, Polygon, Segment};
use terrarium_space::terrain::{Terrain, Tile};

use super::free_space::{FreeSpace, LengthSearch};

/// A kind of ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum GroundKind {
    /// Plain ground, with or without marks of a base: passable.
    #[default]
    Plain,
    /// A road: passable.
    Road,
    /// Swamp: passable.
    Swamp,
    /// Water: impassable.
    Water,
    /// Trees: impassable.
    Trees,
    /// Rock: impassable.
    Rock,
    /// A wall, with or without a sentry: impassable.
    Wall,
}

impl GroundKind {
    /// Whether animals can stand on it.
    #[must_use]
    pub fn is_passable(self) -> bool {
        matches!(self, Self::Plain | Self::Road | Self::Swamp)
    }

    /// All kinds, in the order of their numbers in the WebAssembly interface.
    pub const ALL: [Self; 7] =
        [Self::Plain, Self::Road, Self::Swamp, Self::Water, Self::Trees, Self::Rock, Self::Wall];

    /// Its name in scripts and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Road => "road",
            Self::Swamp => "swamp",
            Self::Water => "water",
            Self::Trees => "trees",
            Self::Rock => "rock",
            Self::Wall => "wall",
        }
    }
}

impl From<Tile> for GroundKind {
    fn from(tile: Tile) -> Self {
        match tile {
            Tile::Ground | Tile::Spawn(_) | Tile::Capture(_) => Self::Plain,
            Tile::Road => Self::Road,
            Tile::Swamp => Self::Swamp,
            Tile::Water => Self::Water,
            Tile::Trees => Self::Trees,
            Tile::Rock => Self::Rock,
            Tile::Wall | Tile::Turret(_) => Self::Wall,
        }
    }
}

/// The steps of a search between two charges.
const STEPS_AT_ONCE: u32 = 16;

/// How far the boxes that cover a polygon may extend beyond it, in units, where paths are found among boxes.
pub const COVER_MARGIN: f64 = 8.0;

/// The same for a small part of a polygon.
const LEAST_MARGIN: f64 = 1.0;

/// The share of the size of a part by which the boxes that cover it may extend beyond it: with less, there would be
/// many more boxes.
const MARGIN: f64 = 1.0 / 24.0;

/// The ground of a world: its tiles, without breached walls, and the walls on it: boxes and polygons.
#[derive(Debug, Clone)]
pub struct GroundMap {
    bounds: Aabb,
    terrain: Option<Terrain>,
    walls: Vec<Aabb>,
    polygons: Vec<Polygon>,
    /// The walls and polygons by place.
    index: Index,
    free: FreeSpace,
}

static NOWHERE: LazyLock<Arc<GroundMap>> = LazyLock::new(|| {
    let nowhere = Aabb::new(DVec2::ZERO, DVec2::ZERO);
    Arc::new(GroundMap::new(nowhere, None, Vec::new(), Vec::new()))
});

impl GroundMap {
    /// The ground within `bounds`: that of a terrain, with walls on it. It is plain without a terrain.
    #[must_use]
    pub fn new(
        bounds: Aabb,
        terrain: Option<Terrain>,
        walls: Vec<Aabb>,
        polygons: Vec<Polygon>,
    ) -> Self {
        let parts = polygons.iter().flat_map(Polygon::parts).cloned().collect();
        let index = Index::new(&walls, parts, []);
        Self { bounds, terrain, walls, polygons, index, free: FreeSpace::default() }
    }

    /// The ground of a world without area, for turns outside any world.
    #[must_use]
    pub fn nowhere() -> &'static Arc<Self> {
        &NOWHERE
    }

    /// The length of the shortest path of a body's centre from one place to another, around the impassable
    /// ground; `None` if there is none. The body has the given `radius`, rounded up to a quarter of a unit,
    /// and both ends may be moved by less than half a unit to where it has room, the second inside the border.
    /// It keeps up to [`COVER_MARGIN`] away from polygons, and beside them its ends may be moved farther. Other
    /// bodies, links and the costs of the ground are ignored.
    #[must_use]
    pub fn path_length(&self, from: DVec2, radius: f64, to: DVec2) -> Option<f64> {
        let unlimited = |_| Ok::<_, std::convert::Infallible>(());
        self.charged_path_length([from, to], radius, unlimited).unwrap_or_default()
    }

    /// The same with a charge for the work of the search, in steps and what they found, as it advances.
    ///
    /// # Errors
    /// When the work cannot be charged. The search then ends.
    pub fn charged_path_length<E>(
        &self,
        [from, to]: [DVec2; 2],
        radius: f64,
        mut charge: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<f64>, E> {
        let Some(mut search) = self.length_search(from, radius, to) else { return Ok(None) };
        let mut charged = 0;
        loop {
            let found = search.advance(STEPS_AT_ONCE);
            let work = search.work();
            charge(work - charged)?;
            charged = work;
            if let Some(length) = found {
                return Ok(length);
            }
        }
    }

    fn length_search(&self, from: DVec2, radius: f64, to: DVec2) -> Option<LengthSearch> {
        let is_inside = |place: DVec2| self.bounds.nearest_point(place) == place;
        let room = self.bounds.inflated(DVec2::splat(-radius));
        let has_room = room.min.cmple(room.max).all();
        if !(has_room && is_inside(from) && is_inside(to)) {
            return None;
        }
        let to = room.nearest_point(to);
        let regions = self.free.regions(self.bounds, radius, || {
            let mut blocks = self.boxes();
            blocks.extend(self.covers());
            blocks
        });
        let beside = if self.polygons.is_empty() { 0.0 } else { 2.0 * COVER_MARGIN };
        LengthSearch::new(regions, [from, to], beside)
    }

    /// The impassable boxes: those of the terrain, then the walls.
    #[must_use]
    pub fn boxes(&self) -> Vec<Aabb> {
        let mut boxes = self.terrain.as_ref().map(Terrain::obstacles).unwrap_or_default();
        boxes.extend(&self.walls);
        boxes
    }

    /// The impassable polygons.
    #[must_use]
    pub fn polygons(&self) -> &[Polygon] {
        &self.polygons
    }

    /// Boxes that cover the polygons, and extend at most [`COVER_MARGIN`] beyond them.
    pub fn covers(&self) -> impl Iterator<Item = Aabb> + '_ {
        let parts = self.polygons.iter().flat_map(Polygon::parts);
        parts.flat_map(|part| {
            let size = part.shape().bounds().size().max_element();
            part.shape().cover((size * MARGIN).clamp(LEAST_MARGIN, COVER_MARGIN))
        })
    }

    /// Whether a box overlaps no wall and no polygon.
    #[must_use]
    pub fn is_clear_of_walls(&self, area: &Aabb) -> bool {
        self.index.is_free(area, None)
    }

    /// The kind of ground at a place; `None` outside the world. A place on the edge between two tiles
    /// belongs to the one with the greater coordinates.
    #[must_use]
    pub fn at(&self, place: DVec2) -> Option<GroundKind> {
        if self.bounds.nearest_point(place) != place {
            return None;
        }
        let mut is_in_wall = false;
        let point = Segment::new(place, place);
        self.index.visit_terrain(&point.bounds(), |_, block| {
            is_in_wall |= block.is_entered_by(&point);
        });
        if is_in_wall {
            return Some(GroundKind::Wall);
        }
        let tile = self.terrain.as_ref().map_or(Some(Tile::Ground), |it| it.tile_at(place));
        Some(tile.map_or(GroundKind::Plain, GroundKind::from))
    }
}
